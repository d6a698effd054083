/// What the schemas of profiles and of `run.json` have in common.
enum JSONSchema {
    static func head(title: String) -> [(String, JSONValue)] {
        [
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("title", .string(title)),
        ]
    }

    static func any(_ choices: [JSONValue]) -> JSONValue { .object([("anyOf", .array(choices))]) }
}
