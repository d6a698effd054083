/// Values that stand on one line of their document.
protocol OneLineJSON {}

extension JSONValue {
    /// A value with its keys in the order in which it encodes them; what is nil becomes null, so
    /// every key is always there.
    ///
    /// Bounds: values that encode themselves without an error, as those of this package do.
    package init(encoding value: some Encodable) {
        guard let json = try? JSONNode(value).json else {
            preconditionFailure("\(type(of: value)) has no form in JSON")
        }
        self = json
    }
}

/// A value while it is encoded.
private final class JSONNode {
    private enum Content {
        case scalar(JSONValue)
        case array([JSONNode])
        case object([(key: String, node: JSONNode)])
    }

    private var content = Content.scalar(.null)
    private let isOnOneLine: Bool

    init(_ value: some Encodable) throws {
        isOnOneLine = value is any OneLineJSON
        if let scalar = JSONNode.scalar(value) {
            content = .scalar(scalar)
        } else {
            try value.encode(to: JSONNodeEncoder(node: self))
        }
    }

    init() { isOnOneLine = false }

    private static func scalar(_ value: some Encodable) -> JSONValue? {
        switch value {
        case let value as String: .string(value)
        case let value as Bool: .bool(value)
        case let value as Double: .number(value)
        case let value as any SignedInteger: .integer(Int64(value))
        case let value as any UnsignedInteger: .unsigned(UInt64(value))
        default: nil
        }
    }

    func becomeObject() { if case .object = content {} else { content = .object([]) } }
    func becomeArray() { if case .array = content {} else { content = .array([]) } }
    func become(_ node: JSONNode) { content = node.content }

    func append(_ node: JSONNode, under key: String) {
        guard case .object(var members) = content else { preconditionFailure("not an object") }
        content = .scalar(.null)
        members.append((key, node))
        content = .object(members)
    }

    func append(_ node: JSONNode) {
        guard case .array(var items) = content else { preconditionFailure("not an array") }
        content = .scalar(.null)
        items.append(node)
        content = .array(items)
    }

    var count: Int { if case .array(let items) = content { items.count } else { 0 } }

    var json: JSONValue {
        let value: JSONValue =
            switch content {
            case .scalar(let value): value
            case .array(let items): .array(items.map(\.json))
            case .object(let members): .object(members.map { ($0.key, $0.node.json) })
            }
        return isOnOneLine ? .compact(value) : value
    }
}

private struct JSONNodeEncoder: Encoder {
    let node: JSONNode
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(JSONObjectContainer(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return JSONArrayContainer(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        JSONScalarContainer(node: node)
    }
}

private struct JSONObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey] = []

    func encodeNil(forKey key: Key) { node.append(JSONNode(), under: key.stringValue) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        node.append(try JSONNode(value), under: key.stringValue)
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try encodeOrNil(value, key)
    }

    // The protocol leaves a key out for these, each by a default of its own.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNil(value, key) }

    private func encodeOrNil(_ value: (some Encodable)?, _ key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        inner(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        inner(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONNodeEncoder(node: node) }
    func superEncoder(forKey key: Key) -> any Encoder { inner(key) }

    private func inner(_ key: Key) -> JSONNodeEncoder {
        let value = JSONNode()
        node.append(value, under: key.stringValue)
        return JSONNodeEncoder(node: value)
    }
}

private struct JSONArrayContainer: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey] = []
    var count: Int { node.count }

    func encodeNil() { node.append(JSONNode()) }
    func encode<Value: Encodable>(_ value: Value) throws { node.append(try JSONNode(value)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        inner().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { inner().unkeyedContainer() }
    func superEncoder() -> any Encoder { inner() }

    private func inner() -> JSONNodeEncoder {
        let value = JSONNode()
        node.append(value)
        return JSONNodeEncoder(node: value)
    }
}

private struct JSONScalarContainer: SingleValueEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey] = []

    func encodeNil() { node.become(JSONNode()) }
    func encode<Value: Encodable>(_ value: Value) throws { node.become(try JSONNode(value)) }
}
