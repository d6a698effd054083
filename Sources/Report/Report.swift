package import Measurement

/// All that a report is made of.
package struct Report: Sendable {
    /// What was measured.
    package let result: RunResult
    /// In the order of the profile.
    package let thresholds: [ThresholdResult]
    /// The profile as understood.
    package let profile: ProfileEcho
    /// Where it ran.
    package let environment: Environment

    /// A report of these parts.
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
    /// As the profile has it.
    package let title: String
    /// YAML with all defaults and overrides, without secrets.
    package let resolved: String
    /// Of `resolved`, in hexadecimal: equal profiles make comparable runs.
    package let sha256: String

    /// Computes the digest.
    package init(title: String, resolved: String) {
        (self.title, self.resolved) = (title, resolved)
        sha256 = SHA256.hexadecimalDigest(of: Array(resolved.utf8))
    }
}
