import Measurement

/// A line of `--progress json`: an interval in the words of the time series, with the phase of the
/// run.
struct ProgressRecord: Encodable {
    /// `warm-up`, `run`, `drain`, `logout`.
    let phase: String
    let row: IntervalRow

    private enum CodingKeys: CodingKey { case phase }

    func encode(to encoder: any Encoder) throws {
        try row.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(phase, forKey: .phase)
    }
}
