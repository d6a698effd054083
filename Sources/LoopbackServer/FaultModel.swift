import Profile
import Units
import Workload

/// What the faults make of what one worker handles: a value, to which time comes as a parameter.
///
/// The same faults and seed give the same decisions.
package struct FaultModel: Sendable {
    /// What becomes of a message to a session that is online.
    package enum Fate: Equatable, Sendable {
        case delivered
        case lost
        case duplicated
        case reordered
        case bounced
    }

    /// What is asked for.
    package let faults: Faults
    private var random: SeededRandom
    /// How long the server takes for an element; zero without a cap.
    private let serviceTime: Nanoseconds

    /// The faults of one of the server's workers.
    package init(_ faults: Faults, seed: UInt64, worker: Int) {
        self.faults = faults
        random = SeededRandom(seed: seed, stream: RandomPurpose.faults.stream(index: worker))
        serviceTime = faults.rateCap.map { .seconds(1 / $0.perSecond) } ?? .zero
    }

    /// Draws what becomes of a message; each fault has its share of all of them.
    package mutating func fate() -> Fate {
        guard faults.touchesMessages else { return .delivered }
        var rest = random.unit()
        for (share, fate) in [
            (faults.lose, Fate.lost), (faults.duplicate, .duplicated),
            (faults.reorder, .reordered), (faults.bounce, .bounced),
        ] {
            if rest < share { return fate }
            rest -= share
        }
        return .delivered
    }

    /// When the server looks at an element of a client: after its delay, in its turn where the rate
    /// is capped, and not while it is frozen.
    ///
    /// `turns` is shared by all workers.
    package mutating func release(arrivedAt arrival: Instant, turns: ServiceTurns) -> Instant {
        var ready = arrival + (faults.delay?.draw(&random) ?? .zero)
        if serviceTime > .zero {
            ready = turns.take(notBefore: ready, for: serviceTime, freeze: faults.freeze)
        }
        return faults.freeze?.end(around: ready) ?? ready
    }

    /// The same for an element that came in one read with another, which is looked at now.
    ///
    /// How many elements a read has shows only when it is parsed. The others take their turns right
    /// then, rather than behind those that came after them; the queue grows by as much.
    package mutating func releaseOfNext(
        arrivedAt arrival: Instant, now: Instant, turns: ServiceTurns
    ) -> Instant {
        var ready = arrival + (faults.delay?.draw(&random) ?? .zero)
        if serviceTime > .zero {
            _ = turns.take(notBefore: now, for: serviceTime, freeze: faults.freeze)
            ready = max(ready, now + serviceTime)
        }
        return faults.freeze?.end(around: ready) ?? ready
    }
}
