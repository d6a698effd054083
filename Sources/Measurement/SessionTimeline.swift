package import Units

/// What one sampled session sent, received and went through, without secrets.
package struct SessionTimeline: Sendable, Equatable, Codable {
    /// Events kept of a session; further ones are counted.
    package static let eventLimit = 200
    /// Bytes kept of a stanza.
    package static let textBytes = 2_048

    /// Bare JID.
    package var account: String
    package var scenario: String
    /// When it arrived, from the start of the run.
    package var started: Nanoseconds
    /// How it ended, in words; nil: it did not.
    package var ended: String?
    /// The first so many, in order.
    package var events: [Event] = []
    /// Events beyond the limit.
    package var leftOut: UInt64 = 0

    enum CodingKeys: String, CodingKey {
        case account, scenario
        case started = "started_ns"
        case ended, events
        case leftOut = "left_out"
    }

    package init(account: String, scenario: String, started: Nanoseconds) {
        (self.account, self.scenario, self.started) = (account, scenario, started)
    }

    package enum Direction: String, CaseIterable, Sendable, Codable {
        /// From the session to the server.
        case out
        /// From the server to the session.
        case `in`
        /// A change of state: connected, secured, bound, closed.
        case event
    }

    package struct Event: Sendable, Equatable, Codable {
        /// From the start of the run.
        package var time: Nanoseconds
        package var direction: Direction
        /// The bytes as sent or received, or what happened in words.
        package var text: String

        enum CodingKeys: String, CodingKey {
            case time = "t_ns"
            case direction, text
        }

        package init(time: Nanoseconds, direction: Direction, text: String) {
            (self.time, self.direction, self.text) = (time, direction, text)
        }
    }

    /// Whether another event is kept.
    package var hasRoom: Bool { events.count < Self.eventLimit }

    /// Adds an event in its place, or counts it where there is no room; `text` is asked for only if
    /// there is.
    ///
    /// What came in may be read, and so be added, after something later.
    package mutating func append(
        at time: Nanoseconds, _ direction: Direction, _ text: () -> String
    ) {
        guard hasRoom else {
            leftOut += 1
            return
        }
        let place = events.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        events.insert(Event(time: time, direction: direction, text: text()), at: place)
    }
}
