package import Units

/// A threshold in the terms of what is measured, for those that are judged while a run lasts.
package struct Condition: Sendable {
    /// Which values are the worse ones.
    package enum Worse: Sendable {
        case high
        case low
        /// All that do not keep the condition are equally bad.
        case others
    }

    /// As the profile has it.
    package let expression: String
    /// Where its value stands in a result: `message`, `response`, `p99`.
    package let path: [String]
    /// How long the parts of the run are that it judges; nil: it judges the whole of it.
    package let window: Nanoseconds?
    /// How much is to be measured before a run that breaks it ends; nil: it never ends a run.
    package let abortAfter: Nanoseconds?
    /// An action that is under way for longer than this has broken it, whenever it will be done;
    /// nil for what is no duration.
    package let patience: Nanoseconds?
    package let worse: Worse
    /// Whether a value, in nanoseconds where it is a duration, keeps it.
    package let holds: @Sendable (Double) -> Bool

    package init(
        expression: String, path: [String], window: Nanoseconds?, abortAfter: Nanoseconds?,
        patience: Nanoseconds?, worse: Worse, holds: @escaping @Sendable (Double) -> Bool
    ) {
        (self.expression, self.path) = (expression, path)
        (self.window, self.abortAfter, self.patience) = (window, abortAfter, patience)
        (self.worse, self.holds) = (worse, holds)
    }

    /// Without samples it is broken.
    func isKept(by value: ObservedValue) -> Bool { value.comparable.map(holds) ?? false }

    /// Whether one value is worse than another.
    func isWorse(_ one: ObservedValue, than other: ObservedValue) -> Bool {
        if isKept(by: one) != isKept(by: other) { return !isKept(by: one) }
        guard let one = one.comparable, let other = other.comparable else { return false }
        return switch worse {
        case .high: one > other
        case .low: one < other
        case .others: false
        }
    }
}
