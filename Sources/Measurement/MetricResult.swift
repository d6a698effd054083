/// Everything measured of one metric during the measured part of the run.
package struct MetricResult: Sendable, Equatable {
    /// As registered: `message`, `message/talker`.
    package let name: String
    /// Whether its due instants wait for the server.
    package let model: MetricModel
    /// Whether it is an action or a part of a login.
    package let kind: MetricKind
    /// What it is a part of: `message` of `message/talker`.
    package let base: String?
    /// How far its actions came.
    package let counts: MetricCounts
    /// Actions completed per second.
    package let ratePerSecond: Double
    /// From due to done.
    package let response: Histogram
    /// From sent to done.
    package let service: Histogram
    /// From due to sent.
    package let lag: Histogram

    /// A metric as measured; the engine gets it from `RunTotals`.
    package init(
        name: String, model: MetricModel, kind: MetricKind, base: String?, counts: MetricCounts,
        ratePerSecond: Double, response: Histogram, service: Histogram, lag: Histogram
    ) {
        (self.name, self.model, self.kind, self.base) = (name, model, kind, base)
        (self.counts, self.ratePerSecond) = (counts, ratePerSecond)
        (self.response, self.service, self.lag) = (response, service, lag)
    }

    /// Whether it is a part of another one.
    package var isTagged: Bool { base != nil }

    /// Errors by actions begun; `nil` if none was.
    package var errorRate: Double? {
        counts.started == 0 ? nil : Double(counts.errors) / Double(counts.started)
    }
}
