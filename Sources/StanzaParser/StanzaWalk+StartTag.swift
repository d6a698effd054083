// Start tags: the name, the attributes, the namespaces.

extension StanzaWalk {
    /// A start tag as far as it was read.
    private struct Tag {
        /// One past what was read: at most the position of `stop`.
        var here: Int
        /// The next stop.
        var stop: Int
        /// One past the last of its attributes, and of the bindings.
        var attributes: Int
        var bindings: Int
        var scope: UInt32
        var defaultNamespace: UInt32
        /// A bit for each attribute's name, by its hash.
        var seen: UInt64 = 0
    }

    /// `<name`, attributes each after one space, `>` or `/>`. Nothing counts as read before all of
    /// it is.
    @inline(__always)
    mutating func startTag(_ at: Int) -> Step {
        let name = at &+ 1
        let length = names.run(at: name)
        // Of what can be in a name, letters and `_` are not below `A`; the others cannot begin one.
        guard length != 0, length <= nameLimit, window[name] >= UInt8(ascii: "A"),
            elementCount < elements.capacity, depth < depthLimit
        else { return .left }
        let isRoot = current < 0
        var tag = Tag(
            here: name &+ length, stop: next &+ 1, attributes: attributeCount,
            bindings: bindingCount, scope: isRoot ? rootScope : elements[current].scope,
            defaultNamespace: isRoot ? rootDefault : elements[current].defaultNamespace)
        while window[tag.here] == UInt8(ascii: " ") {
            let step = attribute(&tag)
            guard step == .taken else { return step }
        }
        // A `/` is no stop: the `>` stands at the next one, or what is there is wrong.
        let isEmpty = window[tag.here] == UInt8(ascii: "/")
        if isEmpty { tag.here &+= 1 }
        guard window[tag.here] == UInt8(ascii: ">") else { return .left }
        take(tag, from: at, nameLength: length, isEmpty: isEmpty)
        return isRoot && isEmpty ? .complete : .taken
    }

    /// Makes a start tag that was read count.
    @inline(__always)
    private mutating func take(_ tag: Tag, from at: Int, nameLength: Int, isEmpty: Bool) {
        let index = elementCount
        if current >= 0 {
            let previous = Int(elements[current].lastChild)
            if previous != 0 { elements[previous].nextSibling = UInt32(truncatingIfNeeded: index) }
            elements[current].lastChild = UInt32(truncatingIfNeeded: index)
        }
        let after = UInt32(truncatingIfNeeded: tag.here &+ 1 &+ shift)
        elements[index] = ElementRecord(
            start: UInt32(truncatingIfNeeded: at &+ shift), end: isEmpty ? after : 0,
            nameLength: UInt16(truncatingIfNeeded: nameLength), prefixLength: 0,
            contentStart: after, contentEnd: isEmpty ? after : 0,
            // -1 has the bits of no parent.
            parent: UInt32(truncatingIfNeeded: current),
            firstAttribute: UInt32(truncatingIfNeeded: attributeCount),
            namespace: tag.defaultNamespace, scope: tag.scope,
            defaultNamespace: tag.defaultNamespace,
            attributeCount: UInt16(truncatingIfNeeded: tag.attributes &- attributeCount))
        next = tag.stop &+ 1
        elementCount = index &+ 1
        attributeCount = tag.attributes
        bindingCount = tag.bindings
        if !isEmpty {
            current = index
            depth &+= 1
        }
    }

    // MARK: Attributes

    /// ` name='value'`, from its space.
    @inline(__always)
    private func attribute(_ tag: inout Tag) -> Step {
        let name = tag.here &+ 1
        let open = Int(stops[tag.stop])
        // The quotes, and what comes behind them.
        guard Int(stops[tag.stop &+ 2]) < end else { return .cut }
        var length = names.run(at: name)
        var prefixLength = 0
        if name &+ length &+ 1 != open {
            guard length == 3 else { return afterSpace(&tag) }
            length = Self.lengthAfterXML(window, names, name)
            prefixLength = 3
        }
        let count = tag.attributes &- attributeCount
        guard name &+ length &+ 1 == open, window[open &- 1] == UInt8(ascii: "="),
            length != 0, length <= nameLimit, window[name] >= UInt8(ascii: "A"),
            count < attributeLimit, tag.attributes < attributes.capacity
        else { return .left }
        let quote = window[open]
        guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return .left }
        var close = Int(stops[tag.stop &+ 1])
        tag.stop &+= 2
        var isEncoded = false
        if window[close] != quote {
            let value = Self.longValue(window, stops, tag.stop &- 1, end, quote)
            guard value.stop >= 0 else { return value.stop == -1 ? .left : .cut }
            close = Int(stops[value.stop])
            tag.stop = value.stop &+ 1
            isEncoded = value.isEncoded
        }
        tag.here = close &+ 1
        let word = window.word(at: name, length: length)
        guard isFirst(word, name, length, &tag) else { return .left }
        let isDeclaration = word == 0x73_6E6C_6D78  // xmlns
        attributes[tag.attributes] = AttributeRecord(
            nameStart: UInt32(truncatingIfNeeded: name &+ shift),
            nameLength: UInt16(truncatingIfNeeded: length),
            prefixLength: UInt16(truncatingIfNeeded: prefixLength),
            value: ByteRange(open &+ 1 &+ shift, count: close &- open &- 1),
            namespace: prefixLength == 0 ? 0 : RootContext.xmlBinding,
            isEncoded: isEncoded, isDeclaration: isDeclaration)
        tag.attributes &+= 1
        if isDeclaration {
            guard !isEncoded else { return .left }
            return declare(&tag, open &+ 1 &+ shift, count: close &- open &- 1)
        }
        return .taken
    }

    /// The length of a name that begins with the prefix `xml`, the only one that needs no look-up;
    /// 0: it does not.
    @inline(__always)
    private static func lengthAfterXML(
        _ window: UncheckedBytes, _ names: NameBits, _ name: Int
    ) -> Int {
        let local = name &+ 4
        guard window.word(at: name, length: 4) == 0x3A6C_6D78,  // xml:
            window[local] >= UInt8(ascii: "A")
        else { return 0 }
        let length = names.run(at: local)
        return length == 0 ? 0 : length &+ 4
    }

    /// A space with no attribute behind it.
    @inline(__always)
    private func afterSpace(_ tag: inout Tag) -> Step {
        let byte = window[tag.here &+ 1]
        guard byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") else { return .left }
        tag.here &+= 1
        return .taken
    }

    /// Whether no attribute of the tag before this one has its name. Source: XML 1.0 §3.1.
    @inline(__always)
    private func isFirst(_ word: UInt64, _ name: Int, _ length: Int, _ tag: inout Tag) -> Bool {
        // Fibonacci hashing; few names that come together share their six bits.
        let bit: UInt64 = 1 &<< ((word &* 0x9E37_79B9_7F4A_7C15) &>> 58)
        if tag.seen & bit != 0 {
            return !Self.isRepeated(
                window, shift, attributes, attributeCount..<tag.attributes, name, length)
        }
        tag.seen |= bit
        return true
    }

    @inline(never)
    private static func isRepeated(
        _ window: UncheckedBytes, _ shift: Int, _ attributes: UncheckedRecords<AttributeRecord>,
        _ earlier: Range<Int>, _ name: Int, _ length: Int
    ) -> Bool {
        for index in earlier where Int(attributes[index].nameLength) == length {
            let other = Int(attributes[index].nameStart) &- shift
            if window.isEqual(at: name, to: window, at: other, count: length) { return true }
        }
        return false
    }

    /// The end of a value that has more stops than its quotes: the stop that is its quote; -1: it is
    /// for the lexer; -2: it goes on beyond the window. Source: XML 1.0 §2.3, production 10.
    @inline(never)
    private static func longValue(
        _ window: UncheckedBytes, _ stops: UncheckedRecords<UInt16>, _ first: Int, _ end: Int,
        _ quote: UInt8
    ) -> (stop: Int, isEncoded: Bool) {
        var stop = first
        var isEncoded = false
        while true {
            // What comes behind the quote has a stop too.
            guard Int(stops[stop &+ 1]) < end else { return (-2, false) }
            let at = Int(stops[stop])
            switch window[at] {
            case quote:
                return (stop, isEncoded)
            case UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""):
                break
            case UInt8(ascii: "&"):
                let length = entityLength(window, at, end)
                guard length > 0 else { return (length == 0 ? -1 : -2, false) }
                isEncoded = true
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                isEncoded = true
            default:
                return (-1, false)
            }
            stop &+= 1
        }
    }

    // MARK: Namespaces

    /// `xmlns='...'`. Source: Namespaces in XML 1.0 §3, §6.2.
    @inline(__always)
    private func declare(_ tag: inout Tag, _ value: Int, count: Int) -> Step {
        let rank = Int(bindings[Int(tag.scope)].rank) &+ 1
        // The two names that may not be declared are told by their length, to be on the safe side.
        guard count != RootContext.xmlNamespace.utf8CodeUnitCount,
            count != RootContext.xmlnsNamespace.utf8CodeUnitCount,
            rank <= bindingLimit, tag.bindings < bindings.capacity
        else { return .left }
        bindings[tag.bindings] = NamespaceBinding(
            prefix: .empty, name: ByteRange(value, count: count), older: tag.scope,
            rank: UInt16(truncatingIfNeeded: rank), prefixIsAuxiliary: false,
            nameIsAuxiliary: false)
        tag.scope = UInt32(truncatingIfNeeded: tag.bindings)
        tag.defaultNamespace = tag.scope
        tag.bindings &+= 1
        return .taken
    }
}
