extension ElementView {
    /// The value of the attribute with this name and no namespace, decoded.
    public func attribute(_ name: StaticString) -> String? {
        withAttribute(name) { String(validated: $0) }
    }

    /// The value of the attribute with this name in this namespace, decoded.
    public func attribute(_ local: StaticString, _ namespace: StaticString) -> String? {
        for index in attributeIndices {
            let attribute = attributes[index]
            guard attribute.prefixLength != 0, !attribute.isDeclaration,
                stanza.part(attribute.localName).isEqual(to: local),
                name(of: bindings[Int(attribute.namespace)]).isEqual(to: namespace)
            else { continue }
            return withValue(of: attribute) { String(validated: $0) }
        }
        return nil
    }

    /// Whether it has an attribute with this name and no namespace.
    public func hasAttribute(_ name: StaticString) -> Bool { find(name) != nil }

    /// Whether it has an attribute with this name, no namespace and this value.
    public func attributeEquals(_ name: StaticString, _ value: StaticString) -> Bool {
        withAttribute(name) { $0.isEqual(to: value) } ?? false
    }

    /// Whether it has an attribute with this name, no namespace and this value.
    public func attributeEquals(_ name: StaticString, _ value: Span<UInt8>) -> Bool {
        withAttribute(name) { $0.isEqual(to: value) } ?? false
    }

    /// The value of the attribute with this name and no namespace, if it stands there as it is:
    /// nothing of it has to be decoded.
    @_lifetime(copy self)
    public func plainAttribute(_ name: StaticString) -> Span<UInt8>? {
        guard let index = find(name) else { return nil }
        let attribute = attributes[index]
        return attribute.isEncoded ? nil : stanza.part(attribute.value)
    }

    /// Calls `body` with the decoded value of the attribute that has this name and no namespace;
    /// nil if there is none. Allocates only when a reference or white space has to be decoded.
    public func withAttribute<R, E: Error>(
        _ name: StaticString, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R? {
        guard let index = find(name) else { return nil }
        return try withValue(of: attributes[index], body)
    }

    /// Calls `body` with each attribute that is not a namespace declaration, in their order.
    public func forEachAttribute(_ body: (_ prefixedName: String, _ value: String) -> Void) {
        for index in attributeIndices {
            let attribute = attributes[index]
            guard !attribute.isDeclaration else { continue }
            let name = String(validated: stanza.part(attribute.qualifiedName))
            withValue(of: attribute) { body(name, String(validated: $0)) }
        }
    }

    /// The language in scope; nil for none. Source: XML 1.0 §2.12, RFC 6120 §4.7.4.
    public var language: String? {
        var found: String?
        withLanguage { found = String(validated: $0) }
        return found
    }

    /// Calls `body` with the language in scope, if there is one.
    func withLanguage(_ body: (Span<UInt8>) -> Void) {
        var next = UInt32(index)
        while next != 0 {
            let element = elements[Int(next)]
            next = element.parent
            let first = Int(element.firstAttribute)
            for index in first..<first + Int(element.attributeCount) {
                let attribute = attributes[index]
                // No other prefix can be for this namespace, declared once more or not.
                guard stanza.part(attribute.qualifiedName).isEqual(to: "xml:lang") else {
                    continue
                }
                // An empty value takes back the language around it.
                withValue(of: attribute) { if !$0.isEmpty { body($0) } }
                return
            }
        }
        let outside = streamLanguage
        if !outside.isEmpty { body(outside) }
    }

    private var attributeIndices: Range<Int> {
        let first = Int(record.firstAttribute)
        return first..<first + Int(record.attributeCount)
    }

    private func find(_ name: StaticString) -> Int? {
        let count = name.utf8CodeUnitCount
        let attributes = attributes
        for index in attributeIndices {
            let attribute = attributes[index]
            if Int(attribute.nameLength) == count, attribute.prefixLength == 0,
                !attribute.isDeclaration, stanza.part(attribute.localName).isEqual(to: name)
            {
                return index
            }
        }
        return nil
    }

    private func withValue<R, E: Error>(
        of attribute: AttributeRecord, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        let value = stanza.part(attribute.value)
        guard attribute.isEncoded else { return try body(value) }
        var decoded: [UInt8] = []
        CharacterData.appendAttributeValue(value, to: &decoded)
        return try body(decoded.span)
    }
}
