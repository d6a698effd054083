/// A mapping of a profile, or of an experiment: which keys it has. The decoder takes exactly these,
/// and the JSON Schema and the check of the documentation are made from them.
package enum ProfileShape: Hashable, Sendable {
    case profile
    case timeouts
    case limits
    case ledger
    case target
    case accounts
    case sessions
    case arrival
    case stage
    case scenario
    case trafficItem(StepKeyword)
    case step(StepKeyword)
    case message
    case presence
    case ping
    case pause
    case expect
    case faults
    case experiment
    case variant

    /// One key.
    package struct Key: Sendable {
        package var name: String
        package var value: ValueShape
        package var isRequired = false
        /// What it is, in half a sentence.
        package var help: String
    }

    /// What messages call it.
    package var name: String {
        switch self {
        case .profile: "the profile"
        case .timeouts: "timeouts"
        case .limits: "limits"
        case .ledger: "ledger"
        case .target: "target"
        case .accounts: "accounts"
        case .sessions: "sessions"
        case .arrival: "arrival"
        case .stage: "stage"
        case .scenario: "scenario"
        case .trafficItem: "traffic item"
        case .step: "step"
        case .message: "message"
        case .presence: "presence"
        case .ping: "ping"
        case .pause: "pause"
        case .expect: "expect"
        case .faults: "faults"
        case .experiment: "the experiment"
        case .variant: "variant"
        }
    }

    /// In the order in which messages list them.
    package var keys: [Key] {
        switch self {
        case .profile: Self.profileKeys
        case .timeouts: Self.timeoutKeys
        case .limits: Self.limitKeys
        case .ledger: Self.ledgerKeys
        case .target: Self.targetKeys
        case .accounts: Self.accountKeys
        case .sessions: Self.sessionKeys
        case .arrival: Self.loadKeys
        case .stage:
            [
                .required("rate", .rateRange, "at a rate, or from one to another: 0/s to 50/s"),
                .required("for", .duration, "how long"),
            ]
        case .scenario:
            [
                .required("name", .text, "the name after the slash of its metrics"),
                Key("weight", .number, "its share of the sessions"),
                .required("steps", .list(.step), "what a session does"),
            ]
        case .trafficItem(let keyword):
            Self.step(keyword).keys + [
                Key("name", .text, "the name after the slash of its metrics"),
                Key("after", .anyOf([.duration, .words(["all-online"])]), "when it begins"),
            ] + Self.loadKeys
        case .step(let keyword): [keyword.key] + keyword.companions
        case .message: Self.messageKeys
        case .presence: Self.presenceKeys
        case .ping: Self.recipientKeys + [Key("timeout", .duration, "how long it waits")]
        case .pause: Self.pauseKeys
        case .expect: Self.expectKeys
        case .faults: Self.faultKeys
        case .experiment: Self.experimentKeys
        case .variant: [.required("name", .text, "part of its reports' paths")] + Self.runKeys
        }
    }
}

/// What may stand behind a key.
package indirect enum ValueShape: Sendable {
    /// A text, in which templates may be allowed.
    case text
    case integer
    case number
    /// `on` or `off`.
    case flag
    /// Only `off`.
    case off
    case duration
    /// `1s..3s` and `exponential 1s`, too.
    case durationRange
    /// `1s/10s`.
    case recurrence
    /// `1%` or `0.01`.
    case ratio
    case rate
    /// `0/s to 50/s`, too.
    case rateRange
    case size
    case words([String])
    case nothing
    case mapping(ProfileShape)
    /// A mapping with keys of the author's choice.
    case named(ValueShape)
    case list(ValueShape)
    case anyOf([ValueShape])
    case step
    case trafficItem

    /// The words of an enumeration of the model.
    static func words<Choice: CaseIterable & RawRepresentable>(
        of _: Choice.Type
    ) -> Self where Choice.RawValue == String { .words(Choice.allCases.map(\.rawValue)) }
}

extension ProfileShape.Key {
    init(_ name: String, _ value: ValueShape, _ help: String) {
        self.init(name: name, value: value, help: help)
    }

    static func required(_ name: String, _ value: ValueShape, _ help: String) -> Self {
        Self(name: name, value: value, isRequired: true, help: help)
    }
}
