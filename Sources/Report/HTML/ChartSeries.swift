/// A line of a chart, or a layer of its columns.
package struct ChartSeries: Sendable {
    /// What it looks like; the page's style gives each its colour, for light and for dark.
    package enum Look: String, Sendable {
        case pale, middle, strong
        /// What the first kind is compared with.
        case other
        /// A bound or a target.
        case faint
        case good, bad
        case layer1, layer2, layer3, layer4, layer5, layer6

        /// In the order in which they lie on each other.
        package static let layers: [Look] = [.layer1, .layer2, .layer3, .layer4, .layer5, .layer6]
    }

    package let name: String
    package let look: Look
    /// One for each place on the horizontal axis; nil: nothing there, the line is broken.
    package let values: [Double?]

    package init(_ name: String, _ look: Look, _ values: [Double?]) {
        (self.name, self.look, self.values) = (name, look, values)
    }

    /// The values that there are.
    package var known: [Double] { values.compactMap(\.self) }
}
