internal import Units

/// What one stage of the client's side of a stream costs.
package struct StreamResult: Hashable, Sendable {
    /// A `StreamStage`, or `writer`.
    package var stage: String
    package var security: StreamSecurity
    /// Processor time for a message in and a message out, in nanoseconds.
    package var nanoseconds: RoundStatistics.Estimate
    /// The fewest of the rounds: what a round does for the first time is not of the stanzas.
    package var allocationsPerStanza: Double
    /// In user mode; nil where the machine does not count them.
    package var instructionsPerStanza: Double?
    /// The time as a multiple of the floor's; nil for what does not build on it.
    package var ratio: RoundStatistics.Estimate?

    /// - Parameters:
    ///   - stanzas: messages of each round.
    ///   - floor: what the floor cost in the same rounds.
    init(
        _ stage: String, _ security: StreamSecurity, stanzas: Int, _ readings: [Reading],
        floor: [Reading]?
    ) {
        let count = Double(stanzas)
        let times = readings.map { Double($0.time.rawValue) }
        let instructions = readings.compactMap(\.instructions).map { Double($0) }
        self.stage = stage
        self.security = security
        nanoseconds = RoundStatistics.estimate(times.map { $0 / count })
        allocationsPerStanza = Double(readings.map(\.allocations).min() ?? 0) / count
        instructionsPerStanza =
            instructions.isEmpty ? nil : RoundStatistics.median(instructions) / count
        ratio = floor.map { floor in
            RoundStatistics.ratio(times, over: floor.map { Double($0.time.rawValue) })
        }
    }
}
