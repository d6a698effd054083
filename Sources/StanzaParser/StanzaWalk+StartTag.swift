// Start tags: the name, the attributes, the namespaces.

extension StanzaWalk {
    /// A start tag as far as it was read.
    private struct Tag {
        /// One past what was read: at most the position of the next stop.
        var here: Int
        var stop: StopCursor
        /// Where its next attribute goes.
        var attribute: RecordCursor<AttributeRecord>
        /// How many namespaces it declares.
        var declared = 0
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
        guard isName(length), window[name] >= UInt8(ascii: "A"), hasRoomForElement,
            current.record.level < limits.depth
        else { return .left }
        var tag = Tag(
            here: name &+ length, stop: stop, attribute: attribute, scope: current.record.scope,
            defaultNamespace: current.record.defaultNamespace)
        tag.stop.advance(by: 1)
        while window[tag.here] == UInt8(ascii: " ") {
            let step = readAttribute(&tag)
            guard step == .taken else { return step }
        }
        // A `/` is no stop: the `>` stands at the next one, or what is there is wrong.
        let isEmpty = window[tag.here] == UInt8(ascii: "/")
        if isEmpty { tag.here &+= 1 }
        guard window[tag.here] == UInt8(ascii: ">"),
            attribute.distance(to: tag.attribute) <= limits.attributes
        else { return .left }
        take(tag, from: at, nameLength: length, isEmpty: isEmpty)
        return isEmpty && current.record.nameLength == 0 ? .complete : .taken
    }

    /// Whether a run of so many bytes is a name within its limit; `run` may not know the end of a
    /// longer one.
    @inline(__always)
    func isName(_ length: Int) -> Bool {
        UInt(bitPattern: length &- 1) < limits.name
    }

    /// Makes a start tag that was read count.
    @inline(__always)
    private mutating func take(_ tag: Tag, from at: Int, nameLength: Int, isEmpty: Bool) {
        let stream = element(at: 0)
        let index = UInt32(truncatingIfNeeded: stream.distance(to: element))
        let previous = Int(current.record.lastChild)
        if previous != 0 {
            element(at: previous).record.nextSibling = index
        }
        current.record.lastChild = index
        let after = UInt32(truncatingIfNeeded: tag.here &+ 1 &+ shift)
        element.record = ElementRecord(
            start: UInt32(truncatingIfNeeded: at &+ shift), end: isEmpty ? after : 0,
            contentStart: after, contentEnd: isEmpty ? after : 0,
            parent: UInt32(truncatingIfNeeded: stream.distance(to: current)),
            firstAttribute: UInt32(truncatingIfNeeded: attributeCount),
            namespace: tag.defaultNamespace, scope: tag.scope,
            defaultNamespace: tag.defaultNamespace,
            attributeCount: UInt16(truncatingIfNeeded: attribute.distance(to: tag.attribute)),
            level: current.record.level &+ 1,
            nameWord: word(at &+ 1, nameLength),
            nameLength: UInt16(truncatingIfNeeded: nameLength), prefixLength: 0)
        if tag.declared != 0 { takeBindings(tag.declared) }
        attribute = tag.attribute
        stop = tag.stop
        stop.advance(by: 1)
        if !isEmpty { current = element }
        element = element.next
    }

    // MARK: Attributes

    /// ` name='value'`, from its space.
    @inline(__always)
    private func readAttribute(_ tag: inout Tag) -> Step {
        let name = tag.here &+ 1
        let open = tag.stop[0]
        // The quotes, and what comes behind them.
        guard tag.stop[2] < end else { return .cut }
        let length = names.run(at: name)
        if name &+ length &+ 1 == open {
            return readValue(&tag, name, length, open, prefixLength: 0)
        }
        guard length == 3 else { return readSpace(&tag) }
        let wholeLength = lengthAfterXML(name)
        guard name &+ wholeLength &+ 1 == open else { return .left }
        return readValue(&tag, name, wholeLength, open, prefixLength: 3)
    }

    /// What follows a name, if it is one: `=` and the value, whose quote may be at `open`.
    @inline(__always)
    private func readValue(
        _ tag: inout Tag, _ name: Int, _ length: Int, _ open: Int, prefixLength: UInt16
    ) -> Step {
        let quote = window[open]
        guard window[open &- 1] == UInt8(ascii: "="), isName(length),
            window[name] >= UInt8(ascii: "A"),
            quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
            hasRoom(for: tag.attribute)
        else { return length == 0 ? readSpace(&tag) : .left }
        let close = tag.stop[1]
        if window[close] == quote {
            tag.stop.advance(by: 2)
            let value = ByteRange(open &+ 1 &+ shift, count: close &- open &- 1)
            tag.here = close &+ 1
            return add(&tag, name, length, prefixLength, value, isEncoded: false)
        }
        let long = Self.longValue(window, tag.stop, end, quote)
        guard long.step == .taken else { return long.step }
        tag.stop = long.end
        tag.here = long.close &+ 1
        let value = ByteRange(open &+ 1 &+ shift, count: long.close &- open &- 1)
        return add(&tag, name, length, prefixLength, value, isEncoded: long.isEncoded)
    }

    /// Adds an attribute that was read, if it is the first of its name.
    @inline(__always)
    private func add(
        _ tag: inout Tag, _ name: Int, _ length: Int, _ prefixLength: UInt16, _ value: ByteRange,
        isEncoded: Bool
    ) -> Step {
        let word = word(name, length)
        // Fibonacci hashing; few names that come together share their six bits.
        let bit: UInt64 = 1 &<< ((word &* 0x9E37_79B9_7F4A_7C15) &>> 58)
        if tag.seen & bit != 0, isRepeated(word, name, length, tag.attribute) { return .left }
        tag.seen |= bit
        let isDeclaration = prefixLength == 0 && word == 0x73_6E6C_6D78  // xmlns
        tag.attribute.record = AttributeRecord(
            nameWord: word, nameStart: UInt32(truncatingIfNeeded: name &+ shift),
            nameLength: UInt16(truncatingIfNeeded: length), prefixLength: prefixLength,
            value: value, namespace: prefixLength == 0 ? 0 : RootContext.xmlBinding,
            isEncoded: isEncoded, isDeclaration: isDeclaration)
        tag.attribute = tag.attribute.next
        return isDeclaration ? declare(&tag, value, isEncoded) : .taken
    }

    /// The length of a name that begins with the prefix `xml`, the only one that needs no look-up;
    /// 0: it does not.
    @inline(__always)
    private func lengthAfterXML(_ name: Int) -> Int {
        let local = name &+ 4
        guard word(name, 4) == 0x3A6C_6D78,  // xml:
            window[local] >= UInt8(ascii: "A")
        else { return 0 }
        return names.run(at: local) &+ 4
    }

    /// A space with no attribute behind it.
    @inline(__always)
    private func readSpace(_ tag: inout Tag) -> Step {
        let byte = window[tag.here &+ 1]
        guard byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") else { return .left }
        tag.here &+= 1
        return .taken
    }

    /// Whether an attribute of the tag before this one has its name, or there are too many to look.
    /// Source: XML 1.0 §3.1.
    @inline(__always)
    private func isRepeated(
        _ word: UInt64, _ name: Int, _ length: Int, _ end: RecordCursor<AttributeRecord>
    ) -> Bool {
        Self.isRepeated(
            window, shift, attribute, end, limits.attributes, word, name, length)
    }

    @inline(never)
    private static func isRepeated(
        _ window: UncheckedBytes, _ shift: Int, _ first: RecordCursor<AttributeRecord>,
        _ end: RecordCursor<AttributeRecord>, _ limit: Int, _ word: UInt64, _ name: Int,
        _ length: Int
    ) -> Bool {
        guard first.distance(to: end) < limit else { return true }
        var other = first
        while other.isBefore(end) {
            if other.record.nameWord == word, Int(other.record.nameLength) == length,
                window.isEqual(name, Int(other.record.nameStart) &- shift, count: length)
            {
                return true
            }
            other = other.next
        }
        return false
    }

    /// The end of a value that has more stops than its quotes, the first of which is at `stop`.
    /// Source: XML 1.0 §2.3, production 10.
    @inline(never)
    private static func longValue(
        _ window: UncheckedBytes, _ stop: StopCursor, _ end: Int, _ quote: UInt8
    ) -> (step: Step, end: StopCursor, close: Int, isEncoded: Bool) {
        var next = stop
        next.advance(by: 1)
        var isEncoded = false
        while true {
            // What comes behind the quote has a stop too.
            guard next[1] < end else { return (.cut, stop, 0, false) }
            let at = next[0]
            next.advance(by: 1)
            switch window[at] {
            case quote:
                return (.taken, next, at, isEncoded)
            case UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""):
                break
            case UInt8(ascii: "&"):
                let step = entity(window, at, end)
                guard step == .taken else { return (step, stop, 0, false) }
                isEncoded = true
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                isEncoded = true
            default:
                return (.left, stop, 0, false)
            }
        }
    }

    // MARK: Namespaces

    /// `xmlns='...'`. Source: Namespaces in XML 1.0 §3, §6.2.
    @inline(__always)
    private func declare(_ tag: inout Tag, _ value: ByteRange, _ isEncoded: Bool) -> Step {
        let index = bindings.count &+ tag.declared
        let binding = bindings.cursor(at: index)
        let outer = bindings.cursor(at: Int(tag.scope))
        // The two names that may not be declared are told by their length, to be on the safe side.
        guard !isEncoded, value.count != RootContext.xmlNamespace.utf8CodeUnitCount,
            value.count != RootContext.xmlnsNamespace.utf8CodeUnitCount,
            outer.record.rank < limits.bindings, binding.isBefore(bindings.end)
        else { return .left }
        binding.record = NamespaceBinding(
            prefix: .empty, name: value, older: tag.scope, rank: outer.record.rank &+ 1,
            prefixIsAuxiliary: false, nameIsAuxiliary: false)
        tag.scope = UInt32(truncatingIfNeeded: index)
        tag.defaultNamespace = tag.scope
        tag.declared &+= 1
        return .taken
    }
}
