/// Reads profiles.
package enum ProfileLoader {
    /// Bytes that a profile may have.
    package static let maximumBytes = 1_048_576
}

/// A value given on the command line for one key of a profile.
package struct Override: Hashable, Sendable {
    /// `sessions.scenarios[0].weight`.
    package var path: String
    /// The new value, in YAML.
    package var yaml: String

    package init(path: String, yaml: String) {
        self.path = path
        self.yaml = yaml
    }
}
