/// Points of a chart that are of one kind; each kind has a sign, so that colour alone tells nothing.
package struct ChartPoints: Sendable {
    /// What a point looks like.
    package enum Sign: Sendable {
        case disc, cross, diamond, triangle

        /// Around 0, in units of the chart.
        var path: String {
            switch self {
            case .disc: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z"
            case .cross: "M-4-4L4 4M-4 4L4-4"
            case .diamond: "M0-5L5 0L0 5L-5 0Z"
            case .triangle: "M0-5L5 4H-5Z"
            }
        }

        /// Whether its inside is empty.
        var isHollow: Bool { self == .diamond || self == .triangle }
    }

    package let name: String
    package let look: ChartSeries.Look
    package let sign: Sign
    /// For each place on the horizontal axis those that lie there; one that is infinite stands at
    /// the top.
    package let values: [[Double]]

    package init(
        _ name: String, _ look: ChartSeries.Look, _ sign: Sign, _ values: [[Double]]
    ) {
        (self.name, self.look, self.sign, self.values) = (name, look, sign, values)
    }

    func draw(in frame: ChartFrame, places: [Double], into page: inout Markup) {
        let texts = values.map { group in
            group.map { $0.isFinite ? frame.y.words($0) : "never finished" }
                .joined(separator: ", ")
        }
        page.element(
            "g",
            [
                "class": "points \(look.rawValue)", "data-name": name,
                "data-text": texts.joined(separator: "|"),
            ]
        ) { page in
            for (place, group) in zip(places, values) {
                for value in group {
                    let y = value.isFinite ? frame.place(y: value) : ChartFrame.top
                    page.sign(sign, x: frame.place(x: place), y: y)
                }
            }
        }
    }
}

extension Markup {
    /// Names of points above a chart, with their signs.
    mutating func legend(_ points: [ChartPoints]) {
        element("p", ["class": "legend signs"]) { page in
            for group in points {
                page.element("span", ["class": group.look.rawValue]) { page in
                    page.element("svg", ["viewBox": "-6 -6 12 12", "class": "points"]) { page in
                        page.sign(group.sign, x: 0, y: 0)
                    }
                    page.write(group.name)
                }
                page.write(" ")
            }
        }
    }

    fileprivate mutating func sign(_ sign: ChartPoints.Sign, x: Double, y: Double) {
        void(
            "path",
            [
                "class": sign.isHollow ? "hollow" : "",
                "transform": "translate(\(ChartFrame.number(x)) \(ChartFrame.number(y)))",
                "d": sign.path,
            ])
    }
}
