package import Units

/// The limits of the verdict's rules, all in one place.
///
/// Within the first limit of a rule the measurement is VALID; beyond it SUSPECT; beyond the second
/// one INVALID.
package enum VerdictLimits {
    /// Share of the asked actions by which those begun may differ.
    package static let rateDeviation = 0.01
    /// Beyond this share it was another load.
    package static let rateDeviationInvalid = 0.05
    /// One action may always be missing: the last one may be sent just after the end.
    package static let rateAllowance: UInt64 = 1
    /// Share of the actions due that were skipped; VALID needs none.
    package static let skippedInvalid = 0.01
    /// A lag p99 below this is good enough whatever the response times are.
    package static let lag = Nanoseconds.milliseconds(1)
    /// Largest share of the response p99 that a longer lag p99 may be.
    package static let lagShare = 0.1
    /// From here on the response times are the generator's own.
    package static let lagInvalid = Nanoseconds.milliseconds(5)
    /// Share of the response p99 that goes with it.
    package static let lagShareInvalid = 0.5
    /// Share of the time that a worker is at work.
    package static let busyRatio = 0.90
    /// From here on nothing is left for punctuality.
    package static let busyRatioInvalid = 0.98
    /// Share of the time that this machine, or one worker, wanted to run and could not.
    package static let kept = 0.10
    /// From here on the machine's own delays are in every figure.
    package static let keptInvalid = 0.50
    /// Bytes that wait on one connection; the system's own buffers, which are larger, are full.
    package static let sendQueue = ByteCount.kibibytes(64)
    /// Difference of the time of day and the monotonic clock over the run.
    package static let clockStep = Nanoseconds.milliseconds(500)
    /// Values that a percentile should have above it.
    package static let samplesAbove = 10.0

    /// Values that a percentile should rest on: 1,000 for the 99th.
    static func samples(for percentile: Double) -> UInt64 {
        // 99.9 has no exact form, and one value too many would be asked for.
        UInt64((samplesAbove * 100 / (100 - percentile) - 1e-6).rounded(.up))
    }
}
