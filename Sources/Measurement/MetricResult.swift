package import Units

/// Everything measured of one metric during the measured part of the run.
package struct MetricResult: Sendable, Equatable {
    package let name: String
    package let model: MetricModel
    package let kind: MetricKind
    /// Whether it is a part (`message/talker`) of another one.
    package let isTagged: Bool
    package let counts: MetricCounts
    /// Actions completed per second.
    package let ratePerSecond: Double
    package let response: Histogram
    package let service: Histogram
    package let lag: Histogram

    package init(
        name: String, model: MetricModel, kind: MetricKind, isTagged: Bool, counts: MetricCounts,
        ratePerSecond: Double, response: Histogram, service: Histogram, lag: Histogram
    ) {
        (self.name, self.model, self.kind, self.isTagged) = (name, model, kind, isTagged)
        (self.counts, self.ratePerSecond) = (counts, ratePerSecond)
        (self.response, self.service, self.lag) = (response, service, lag)
    }

    /// Errors by actions begun; `nil` if none was.
    package var errorRate: Double? {
        counts.started == 0 ? nil : Double(counts.errors) / Double(counts.started)
    }

    /// The percentile that thresholds and comparisons use: the unfinished count as infinite.
    ///
    /// - Returns: `nil` if it is infinite.
    package func responsePercentile(_ percentile: Double) -> Nanoseconds? {
        response.percentile(percentile, unfinished: counts.unfinished)
    }
}
