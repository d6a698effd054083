/// How the user has changed a run's load by hand while it lasts.
package struct LoadSetting: Equatable, Sendable, Codable {
    /// How much one step is: a tenth more, or as much less as that.
    private static let step = 1.1
    private static let mostSteps = 48

    /// Steps up; below 0 down.
    package private(set) var steps = 0
    /// Whether no new sessions come.
    package var isPaused = false

    package init() {}

    package mutating func faster() { steps = min(steps + 1, Self.mostSteps) }
    package mutating func slower() { steps = max(steps - 1, -Self.mostSteps) }

    /// How many times as fast as the profile asks its schedules go.
    package var pace: Double {
        var pace = 1.0
        for _ in 0..<abs(steps) { pace *= Self.step }
        return steps < 0 ? 1 / pace : pace
    }

    /// As one word, which threads can share.
    var word: Int { steps * 2 + (isPaused ? 1 : 0) }

    init(word: Int) {
        isPaused = word & 1 == 1
        steps = (word - (isPaused ? 1 : 0)) / 2
    }
}
