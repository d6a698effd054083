package import Measurement

/// All that a report is made of.
package struct Report: Sendable {
    package let result: RunResult
    package let thresholds: [ThresholdResult]
    package let profile: ProfileEcho
    package let environment: Environment

    package init(
        result: RunResult, thresholds: [ThresholdResult], profile: ProfileEcho,
        environment: Environment
    ) {
        (self.result, self.thresholds) = (result, thresholds)
        (self.profile, self.environment) = (profile, environment)
    }

    /// Whether every threshold was kept.
    package var hasPassed: Bool { thresholds.allSatisfy(\.passed) }
}

/// The profile of a run as it was understood.
package struct ProfileEcho: Sendable, Equatable {
    package let title: String
    /// YAML with all defaults and overrides, without secrets.
    package let resolved: String
    /// Of `resolved`, in hexadecimal: equal profiles make comparable runs.
    package let sha256: String

    package init(title: String, resolved: String) {
        (self.title, self.resolved) = (title, resolved)
        sha256 = SHA256.hexadecimalDigest(of: Array(resolved.utf8))
    }
}
