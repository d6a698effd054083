import Authentication

/// Base64 between strings, for messages that are text.
enum Base64Text {
    static func encode(_ text: String) -> String { Base64.encodeToString(Array(text.utf8)) }

    static func decode(_ text: String) -> String? {
        Base64.decode(text).map { String(decoding: $0, as: UTF8.self) }
    }
}
