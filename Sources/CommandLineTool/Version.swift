/// The version of the tool.
package enum Version {
    /// Semantic versioning; the changelog has an entry for each.
    package static let current = "0.1.0"
}
