/// The keys that a step begins with.
package enum StepKeyword: String, CaseIterable, Sendable {
    case login
    case logout
    case presence
    case roster
    case message
    case pause
    case `repeat`
    case stay
    case ping
    case register
    case send

    /// Those that a traffic item may have.
    package static let ofTraffic: [StepKeyword] = [.message, .presence, .ping, .roster, .send]

    /// Whether the keyword alone is a step: `- login`.
    package var standsAlone: Bool {
        switch self {
        case .login, .logout, .presence, .roster, .ping, .register: true
        case .message, .pause, .repeat, .stay, .send: false
        }
    }

    /// The key with its value.
    var key: ProfileShape.Key {
        switch self {
        case .login: .required(rawValue, .nothing, "connects, and logs in")
        case .logout: .required(rawValue, .nothing, "closes the stream")
        case .roster: .required(rawValue, .nothing, "fetches the roster")
        case .register: .required(rawValue, .nothing, "registers the account, before login")
        case .presence:
            .required(rawValue, .anyOf([.nothing, .mapping(.presence)]), "sends presence")
        case .message: .required(rawValue, .mapping(.message), "sends a message")
        case .ping: .required(rawValue, .anyOf([.nothing, .mapping(.ping)]), "XEP-0199")
        case .pause:
            .required(
                rawValue, .anyOf([.durationRange, .mapping(.pause)]), "does nothing for a time")
        case .stay:
            .required(
                rawValue, .anyOf([.duration, .words(["until-end"])]), "stays online for a time")
        case .repeat: .required(rawValue, .integer, "how often the steps are done")
        case .send: .required(rawValue, .text, "a raw stanza, a template")
        }
    }

    /// The keys that stand beside it.
    var companions: [ProfileShape.Key] {
        switch self {
        case .repeat: [.required("steps", .list(.step), "what is repeated")]
        case .send:
            [
                .init("expect", .mapping(.expect), "the stanza that ends the step"),
                .init("extract", .named(.text), "variables, by XPath, from that stanza"),
            ]
        default: []
        }
    }
}
