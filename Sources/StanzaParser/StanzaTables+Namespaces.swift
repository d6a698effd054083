// Building the tables, and the rules that hold for a start tag as a whole.

extension StanzaTables {
    /// Adds an element whose name was read. Its namespaces are those of its parent so far.
    mutating func open(start: Int, name: Span<UInt8>, prefixLength: Int, parent: Int) {
        let index = UInt32(elements.count)
        let previous = Int(elements[parent].lastChild)
        if previous != 0 { elements[previous].nextSibling = index }
        elements[parent].lastChild = index
        let outer = elements[parent]
        elements.append(
            ElementRecord(
                start: UInt32(start), parent: UInt32(parent),
                firstAttribute: UInt32(attributes.count), scope: outer.scope,
                defaultNamespace: outer.defaultNamespace, level: outer.level + 1,
                nameWord: name.firstWord, nameLength: UInt16(name.count),
                prefixLength: UInt16(prefixLength)))
    }

    /// Adds an attribute to the last element.
    mutating func append(_ attribute: AttributeRecord) {
        attributes.append(attribute)
        elements[elements.count - 1].attributeCount += 1
    }

    /// How many attributes the last element has.
    var attributeCountOfLast: Int { Int(elements[elements.count - 1].attributeCount) }

    /// The name that the end tag of an element must have; 0 stands for the stream, whose name is
    /// in the auxiliary bytes.
    func qualifiedName(ofElement index: Int) -> ByteRange {
        index == 0 ? context?.name ?? .empty : elements[index].qualifiedName
    }

    /// Checks the attributes of the last element and resolves its names, once its start tag is
    /// complete. The counts say which of its attributes need a second look.
    mutating func resolveLast(
        _ bytes: Span<UInt8>, declarations: Int, prefixedAttributes: Int, _ limits: ParserLimits
    ) throws(StanzaLexer.Fault) {
        let last = elements.count - 1
        let first = Int(elements[last].firstAttribute)
        let range = first..<attributes.count
        try checkDistinctNames(bytes, range)
        if declarations != 0 {
            for index in range where attributes[index].isDeclaration {
                try declare(bytes, attributes[index], in: last, limits)
            }
        }
        if elements[last].prefixLength == 0 {
            elements[last].namespace = elements[last].defaultNamespace
        } else {
            let start = Int(elements[last].nameStart)
            let prefix = ByteRange(start, count: Int(elements[last].prefixLength))
            elements[last].namespace = try namespace(bytes, of: prefix, in: elements[last].scope)
        }
        if prefixedAttributes != 0 {
            for index in range
            where attributes[index].prefixLength != 0 && !attributes[index].isDeclaration {
                let start = Int(attributes[index].nameStart)
                let prefix = ByteRange(start, count: Int(attributes[index].prefixLength))
                attributes[index].namespace = try namespace(
                    bytes, of: prefix, in: elements[last].scope)
            }
        }
        if prefixedAttributes > 1 { try checkDistinctExpandedNames(bytes, range) }
    }

    /// Source: XML 1.0 §3.1, "Unique Att Spec".
    private func checkDistinctNames(
        _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(StanzaLexer.Fault) {
        for index in range.dropFirst() {
            let attribute = attributes[index]
            for earlier in range.lowerBound..<index
            where attributes[earlier].nameWord == attribute.nameWord
                && attributes[earlier].nameLength == attribute.nameLength
                && bytes.part(attributes[earlier].qualifiedName).isEqual(
                    to: bytes.part(attribute.qualifiedName))
            {
                throw StanzaLexer.Fault(
                    position: Int(attribute.nameStart), reason: .duplicateAttribute)
            }
        }
    }

    /// Two prefixes may stand for one namespace. Source: Namespaces in XML 1.0 §6.3.
    private func checkDistinctExpandedNames(
        _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(StanzaLexer.Fault) {
        for index in range where isPrefixed(index) {
            let attribute = attributes[index]
            for earlier in range.lowerBound..<index
            where isPrefixed(earlier)
                && bytes.part(attributes[earlier].localName).isEqual(
                    to: bytes.part(attribute.localName))
                && name(bytes, of: attributes[earlier].namespace).isEqual(
                    to: name(bytes, of: attribute.namespace))
            {
                throw StanzaLexer.Fault(
                    position: Int(attribute.nameStart), reason: .duplicateAttribute)
            }
        }
    }

    private func isPrefixed(_ index: Int) -> Bool {
        attributes[index].prefixLength != 0 && !attributes[index].isDeclaration
    }

    /// Brings a declaration into scope. Source: Namespaces in XML 1.0 §3, §5, §6.2.
    private mutating func declare(
        _ bytes: Span<UInt8>, _ attribute: AttributeRecord, in element: Int,
        _ limits: ParserLimits
    ) throws(StanzaLexer.Fault) {
        let position = Int(attribute.nameStart)
        var binding = NamespaceBinding(
            prefix: attribute.prefixLength == 0 ? .empty : attribute.localName,
            name: attribute.value, older: elements[element].scope, rank: 0,
            prefixIsAuxiliary: false, nameIsAuxiliary: false)
        if attribute.isEncoded {
            let start = auxiliary.count
            CharacterData.appendAttributeValue(bytes.part(attribute.value), to: &auxiliary)
            binding.name = ByteRange(start, count: auxiliary.count - start)
            binding.nameIsAuxiliary = true
        }
        let rank = Int(bindings[Int(elements[element].scope)].rank) + 1
        guard rank <= limits.namespaceDeclarations else {
            throw StanzaLexer.Fault(
                position: position,
                reason: .tooManyNamespaces(limit: limits.namespaceDeclarations))
        }
        binding.rank = UInt16(rank)
        let index = UInt32(bindings.count)
        bindings.append(binding)
        if let reason = fault(bytes, inDeclaration: index) {
            throw StanzaLexer.Fault(position: position, reason: reason)
        }
        elements[element].scope = index
        if attribute.prefixLength == 0 { elements[element].defaultNamespace = index }
    }

    /// What is wrong with a declaration, if anything is.
    private func fault(
        _ bytes: Span<UInt8>, inDeclaration index: UInt32
    ) -> StreamParserError.Reason? {
        let prefix = bytes.part(bindings[Int(index)].prefix)
        let namespace = name(bytes, of: index)
        let isXML = namespace.isEqual(to: RootContext.xmlNamespace)
        if prefix.isEqual(to: "xml") { return isXML ? nil : .reservedNamespace }
        if isXML || namespace.isEqual(to: RootContext.xmlnsNamespace)
            || prefix.isEqual(to: "xmlns")
        {
            return .reservedNamespace
        }
        return namespace.isEmpty && !prefix.isEmpty ? .emptyNamespaceForPrefix : nil
    }

    /// The binding of a prefix.
    private func namespace(
        _ bytes: Span<UInt8>, of prefix: ByteRange, in scope: UInt32
    ) throws(StanzaLexer.Fault) -> UInt32 {
        let name = bytes.part(prefix)
        // It cannot be bound to another namespace.
        if name.isEqual(to: "xml") { return RootContext.xmlBinding }
        var next = scope
        while next != 0 {
            let binding = bindings[Int(next)]
            let candidate =
                binding.prefixIsAuxiliary
                ? auxiliary.span.part(binding.prefix) : bytes.part(binding.prefix)
            if candidate.isEqual(to: name) { return next }
            next = binding.older
        }
        throw StanzaLexer.Fault(position: Int(prefix.start), reason: .undeclaredPrefix)
    }

    /// The namespace of a binding.
    @_lifetime(borrow self, copy bytes)
    private func name(_ bytes: Span<UInt8>, of index: UInt32) -> Span<UInt8> {
        let binding = bindings[Int(index)]
        return binding.nameIsAuxiliary
            ? auxiliary.span.part(binding.name) : bytes.part(binding.name)
    }
}
