package import Measurement
package import Profile
internal import Units

extension Condition {
    /// The threshold in the terms of what is measured.
    package init(_ threshold: Threshold) {
        var patience: Nanoseconds?
        if case .latency(_, let time, _) = threshold.quantity, time != .lag,
            case .duration(let limit) = threshold.limit
        {
            patience = limit
        }
        let worse: Worse =
            switch threshold.comparison {
            case .less, .lessOrEqual: .high
            case .greater, .greaterOrEqual: .low
            case .equal, .notEqual: .others
            }
        let (comparison, limit) = (threshold.comparison, threshold.limit.value)
        self.init(
            expression: threshold.expression, path: threshold.quantity.path,
            window: threshold.window, abortAfter: threshold.abortAfter, patience: patience,
            worse: worse, holds: { comparison.holds($0, limit) })
    }
}
