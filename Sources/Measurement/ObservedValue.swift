package import Units

/// What a path of a threshold (`message.response.p99`) stands for in a result.
package enum ObservedValue: Sendable, Equatable {
    /// Nothing was measured.
    case noSamples
    /// The run does not tell.
    case unknown
    /// The percentile lies among what never finished.
    case infinite
    case duration(Nanoseconds)
    case count(UInt64)
    case bytes(UInt64)
    /// A ratio or a rate.
    case number(Double)

    /// The value as a plain number (nanoseconds for durations) to compare with.
    package var comparable: Double? {
        switch self {
        case .noSamples, .unknown: nil
        case .infinite: .infinity
        case .duration(let span): Double(span.rawValue)
        case .count(let count), .bytes(let count): Double(count)
        case .number(let number): number
        }
    }
}
