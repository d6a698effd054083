package import Units

/// Events per second.
package struct Rate: Hashable, Comparable, Sendable {
    package var perSecond: Double

    package init(perSecond: Double) { self.perSecond = perSecond }

    package static func < (a: Self, b: Self) -> Bool { a.perSecond < b.perSecond }
}

/// An open load: stages one after the other.
package struct Arrival: Hashable, Sendable {
    /// At least one; a load given as a plain rate is one stage to the end of the run.
    package var stages: [LoadStage]
    package var spacing: Spacing

    package init(stages: [LoadStage], spacing: Spacing = .shuffled) {
        self.stages = stages
        self.spacing = spacing
    }

    /// How long all stages take together.
    package var length: Nanoseconds { stages.reduce(.zero) { $0 + $1.duration } }
}

/// A part of a load whose rate is constant or changes linearly.
package struct LoadStage: Hashable, Sendable {
    package var from: Rate
    package var to: Rate
    package var duration: Nanoseconds

    package init(from: Rate, to: Rate, duration: Nanoseconds) {
        self.from = from
        self.to = to
        self.duration = duration
    }

    /// How many events the stage asks for.
    package var count: Double { (from.perSecond + to.perSecond) / 2 * duration.inSeconds }
}

/// How events lie between each other at a given rate.
package enum Spacing: String, CaseIterable, Sendable {
    /// Equal steps of the integrated rate.
    case even
    /// Exponential gaps; the count itself is random.
    case poisson
    /// Poisson gaps conditioned on the exact count: random gaps, no variance in offered load.
    case shuffled
}
