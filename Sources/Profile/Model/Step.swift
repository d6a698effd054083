package import Units

/// One step of a scenario.
package struct Step: Sendable {
    package var action: Action
    /// Where it stands in the profile, for the ladder of a report.
    package var position: SourcePosition

    /// What a step does.
    package indirect enum Action: Sendable {
        case login
        case logout
        case presence(PresenceStep)
        case roster
        case message(MessageStep)
        case pause(Pause)
        case loop(count: Int, steps: [Step])
        case stay(Stay)
        case ping(PingStep)
        case register
        case send(RawStanza)
    }

    /// The key that names it in a profile.
    package var keyword: String {
        switch action {
        case .login: "login"
        case .logout: "logout"
        case .presence: "presence"
        case .roster: "roster"
        case .message: "message"
        case .pause: "pause"
        case .loop: "repeat"
        case .stay: "stay"
        case .ping: "ping"
        case .register: "register"
        case .send: "send"
        }
    }
}

/// Whom a step addresses.
package enum Recipient: Hashable, Sendable {
    /// A session that is online, not the sender's.
    case online
    /// The sender's own session.
    case `self`
    /// The account next to the sender's: 1 and 2, 3 and 4 and so on.
    case pair
    /// A contact of the sender's roster that is online.
    case roster
    /// Any account; it may be offline.
    case random
    /// A session that is online, drawn from a Zipf distribution with this exponent.
    case hot(Double)
    /// A literal JID, or one with variables.
    case jid(Template)

    /// Whether a session of this run is the addressee and is known when the stanza is sent.
    package var isOwnSession: Bool {
        switch self {
        case .online, .self, .pair, .roster, .hot: true
        case .random, .jid: false
        }
    }
}

/// The form of address for a recipient that is an account of the run.
package enum AddressForm: String, CaseIterable, Sendable {
    case full
    case bare
}

/// Sends a message (RFC 6121 §5).
package struct MessageStep: Sendable {
    package var to: Recipient
    package var form: AddressForm
    package var type: MessageType
    package var body: Template
    /// Whether the step ends only when the addressee's session has parsed this very message.
    package var awaitsDelivery: Bool
    /// How long it waits; also what makes a delivery `late`.
    package var timeout: Nanoseconds

    /// What ends the step, as a profile writes it.
    enum Awaited: String, CaseIterable {
        case delivery
        case none
    }
}

/// RFC 6121 §5.2.2.
package enum MessageType: String, CaseIterable, Sendable {
    case chat
    case normal
    case headline
    case groupchat
}

/// Sends a presence stanza (RFC 6121 §4); without `to` the step ends with its own reflection.
package struct PresenceStep: Sendable {
    package var show: Show?
    package var status: Template?
    package var priority: Int8?
    /// Nil: available.
    package var type: PresenceType?
    /// Nil: broadcast.
    package var to: Recipient?
    package var form: AddressForm

    /// RFC 6121 §4.7.2.1.
    package enum Show: String, CaseIterable, Sendable {
        case away
        case chat
        case dnd
        case xa
    }
}

/// RFC 6121 §4.7.1, as far as a client sends it.
package enum PresenceType: String, CaseIterable, Sendable {
    case unavailable
    case subscribe
    case subscribed
    case unsubscribe
    case unsubscribed
    case probe
}

/// Pings the server or another session (XEP-0199).
package struct PingStep: Sendable {
    /// Nil: the target's domain.
    package var to: Recipient?
    package var form: AddressForm
    package var timeout: Nanoseconds
}

/// Time that a session spends with nothing to do, before its next step is due.
package enum Pause: Hashable, Sendable {
    case fixed(Nanoseconds)
    case uniform(Nanoseconds, Nanoseconds)
    case exponential(mean: Nanoseconds)

    /// How its length is drawn, as a profile writes it.
    enum Distribution: String, CaseIterable {
        case fixed
        case uniform
        case exponential
    }
}

/// How long a session stays online.
package enum Stay: Hashable, Sendable {
    case time(Nanoseconds)
    /// To the end of `duration`.
    case untilEnd
}
