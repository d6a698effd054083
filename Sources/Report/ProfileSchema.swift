internal import Profile

/// The JSON Schema of profiles, for editors; made from the shapes that the decoder reads by.
///
/// It knows keys and kinds of values. What keys mean together, the decoder alone knows.
/// Source: JSON Schema, draft 2020-12.
package enum ProfileSchema {
    /// The whole document.
    package static var text: String { document.text }

    static var document: JSONValue {
        .object(
            JSONSchema.head(title: "A profile of clamor") + [
                ("$ref", .string(reference(to: .profile))),
                ("$defs", .object(shared.map { (name(of: $0), definition($0)) } + variants)),
            ])
    }

    /// Shapes that are referred to by name.
    private static let shared: [ProfileShape] = [
        .profile, .timeouts, .limits, .ledger, .target, .accounts, .sessions, .arrival, .stage,
        .scenario, .message, .presence, .ping, .pause, .expect, .faults,
    ]

    /// A step or a traffic item is one of several mappings, told apart by the keyword.
    private static var variants: [(String, JSONValue)] {
        let alone = StepKeyword.allCases.filter(\.standsAlone).map { JSONValue.string($0.rawValue) }
        let steps = StepKeyword.allCases.map { definition(.step($0)) }
        let items = StepKeyword.ofTraffic.map { definition(.trafficItem($0)) }
        return [
            ("step", JSONSchema.any([.object([("enum", .array(alone))])] + steps)),
            ("trafficItem", JSONSchema.any(items)),
        ]
    }

    private static func name(of shape: ProfileShape) -> String { "\(shape)" }

    private static func reference(to shape: ProfileShape) -> String {
        "#/$defs/\(name(of: shape))"
    }

    private static func definition(_ shape: ProfileShape) -> JSONValue {
        let keys = shape.keys
        var members: [(String, JSONValue)] = [
            ("type", .string("object")),
            (
                "properties",
                .object(
                    keys.map { key in
                        (key.name, .object(value(key.value) + [("description", .string(key.help))]))
                    })
            ),
        ]
        let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { members.append(("required", .array(required))) }
        return .object(members + [("additionalProperties", .bool(false))])
    }

    private static let number = "[0-9]+(\\.[0-9]+)?"
    private static let duration = "(\(number)(us|µs|ms|s|m|h))+"
    private static let rate = "\(number)/(s|min|h)"

    private static func value(_ value: ValueShape) -> [(String, JSONValue)] {
        switch value {
        // A bare number or word is a text where one is wanted.
        case .text: types("string", "number", "boolean")
        case .integer: types("integer", "string") + pattern("-?[0-9]+")
        case .number: types("number", "string") + pattern(number)
        case .duration: types("string") + pattern(duration)
        case .durationRange:
            types("string")
                + pattern("\(duration)(\\.\\.\(duration))?|exponential \(duration)")
        case .recurrence: types("string") + pattern("\(duration)/\(duration)")
        case .ratio: types("string", "number") + pattern("\(number)%?")
        case .rate: types("string") + pattern(rate)
        case .rateRange: types("string") + pattern("\(rate)( +to +\(rate))?")
        case .size: types("string") + pattern("\(number)(B|KiB|MiB|GiB)")
        case .flag: [("enum", .array(Self.switches))]
        case .off: [("enum", .array([.string("off"), .bool(false)]))]
        case .words(let words): [("enum", .array(words.map { .string($0) }))]
        case .nothing: types("null")
        case .mapping(let shape): [("$ref", .string(reference(to: shape)))]
        case .named(let inner):
            types("object") + [("additionalProperties", .object(Self.value(inner)))]
        case .list(let inner):
            types("array") + [("items", .object(Self.value(inner))), ("minItems", .integer(1))]
        case .anyOf(let choices): [("anyOf", .array(choices.map { .object(Self.value($0)) }))]
        case .step: [("$ref", .string("#/$defs/step"))]
        case .trafficItem: [("$ref", .string("#/$defs/trafficItem"))]
        }
    }

    /// YAML 1.1 makes truth values of these words, YAML 1.2 leaves them.
    private static let switches: [JSONValue] =
        [.bool(true), .bool(false)]
        + ["on", "off", "true", "false", "yes", "no"].map { .string($0) }

    private static func types(_ names: String...) -> [(String, JSONValue)] {
        [("type", names.count == 1 ? .string(names[0]) : .array(names.map { .string($0) }))]
    }

    private static func pattern(_ expression: String) -> [(String, JSONValue)] {
        [("pattern", .string("^(\(expression))$"))]
    }
}
