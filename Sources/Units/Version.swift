/// The version of Clamor, the same wherever it is told: command line, report, version queries.
package enum Version {
    /// Semantic versioning; the changelog has an entry for each.
    package static let current = "0.1.0"
}
