/// A property whose key earlier reports do not have: read from those it is empty, or zero.
///
/// In a report it is what its value is, under its own key.
@propertyWrapper
package struct LaterKey<Value: StartsEmpty & Codable & Equatable & Sendable> {
    package var wrappedValue: Value

    package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// What has a value for "there was none".
package protocol StartsEmpty {
    init()
}

extension UInt64: StartsEmpty {}

extension LaterKey: Sendable, Equatable {}

extension LaterKey: Codable {
    package init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }

    package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

/// What a decoder that the compiler writes calls.
extension KeyedDecodingContainer {
    func decode<Value>(_ type: LaterKey<Value>.Type, forKey key: Key) throws -> LaterKey<Value> {
        LaterKey(wrappedValue: try decodeIfPresent(Value.self, forKey: key) ?? Value())
    }
}

/// Likewise, of an encoder: the value stands under its key as itself, with its own type.
extension KeyedEncodingContainer {
    mutating func encode<Value>(_ property: LaterKey<Value>, forKey key: Key) throws {
        try encode(property.wrappedValue, forKey: key)
    }
}
