/// The fast way through a stanza: from one whole tag to the next, over the stops that the kernel
/// found.
///
/// It takes what comes whole, with ASCII names and single spaces, and checks all of it. At anything
/// else (a tag that goes on beyond what was received, a section, a prefix to look up, a numeric
/// reference, whatever is wrong) it stops where that begins and leaves no trace of it: the lexer
/// goes on from there, knows the rare and names what is wrong. They share the tables and `Place`.
///
/// Memory is read and written unchecked (`Unchecked.swift`). Why that is safe: a stop below `end`
/// is a byte that was handed in, and every byte looked at stands at or before such a stop; records
/// are written up to the capacity of their tables, which nothing changes meanwhile; and elements
/// are looked up by indices that the tables hold.
struct StanzaWalk {
    /// Where in a stanza it is.
    struct Place {
        /// The first byte that was not consumed.
        var position: Int
        /// The innermost open element; -1 before the stanza's first tag.
        var current: Int
        var depth: Int
    }

    /// What became of a tag, a piece of text, or the whole.
    enum Step {
        case taken
        /// It is for the lexer.
        case left
        /// It goes on beyond the window.
        case cut
        /// The stanza is complete.
        case complete
    }

    /// The bytes from the stanza's first one on, and from the window's. The positions of stops, and
    /// those below unless they are in records, count in the window.
    let stanza: UncheckedBytes
    let window: UncheckedBytes
    /// The position in the stanza of the window's first byte.
    let shift: Int
    /// One past the last byte of the window that was handed in.
    let end: Int
    let stops: UncheckedRecords<UInt16>
    let names: NameBits
    let elements: UncheckedRecords<ElementRecord>
    let attributes: UncheckedRecords<AttributeRecord>
    let bindings: UncheckedRecords<NamespaceBinding>
    /// What is in force outside the stanza.
    let rootScope: UInt32
    let rootDefault: UInt32
    let nameLimit: Int
    let depthLimit: Int
    let attributeLimit: Int
    let bindingLimit: Int

    /// The stop that comes next.
    var next: Int
    var current: Int
    var depth: Int
    var elementCount: Int
    var attributeCount: Int
    var bindingCount: Int
    /// Tags and pieces of text that were taken.
    var tokens: UInt64 = 0

    /// Walks on from between two tags, or from the `<` of the stanza, as far as it can.
    static func run(
        from place: inout Place, _ bytes: Span<UInt8>, _ tables: inout StanzaTables,
        _ marks: inout MarkTable, _ limits: ParserLimits, steps: inout UInt64
    ) -> Bool {
        guard marks.prepare(bytes, at: place.position) else { return false }
        while true {
            let step = unsafe bytes.withUnsafeBufferPointer { buffer in
                let bytes = unsafe UncheckedBytes(buffer.baseAddress!, count: buffer.count)
                var walk = StanzaWalk(from: place, bytes, tables, marks.window, limits)
                let step = walk.walk(&place.position)
                (place.current, place.depth) = (walk.current, walk.depth)
                steps &+= walk.tokens
                marks.pass(to: walk.next)
                tables.elements.extend(to: walk.elementCount)
                tables.attributes.extend(to: walk.attributeCount)
                tables.bindings.extend(to: walk.bindingCount)
                return step
            }
            guard step == .cut, marks.moveWindow(bytes, to: place.position) else {
                return step == .complete
            }
        }
    }

    @inline(__always)
    private init(
        from place: Place, _ bytes: UncheckedBytes, _ tables: borrowing StanzaTables,
        _ marks: MarkTable.Window, _ limits: ParserLimits
    ) {
        stanza = bytes
        window = bytes.moved(by: marks.shift)
        shift = marks.shift
        end = min(marks.end, bytes.count &- marks.shift)
        stops = marks.stops
        names = marks.names
        elements = tables.elements.unchecked
        attributes = tables.attributes.unchecked
        bindings = tables.bindings.unchecked
        rootScope = tables.rootScope
        rootDefault = tables.rootDefault
        nameLimit = min(limits.nameBytes, NameBits.longestRun)
        depthLimit = limits.depth
        attributeLimit = limits.attributesPerElement
        bindingLimit = limits.namespaceDeclarations
        next = marks.nextStop
        current = place.current
        depth = place.depth
        elementCount = tables.elements.count
        attributeCount = tables.attributes.count
        bindingCount = tables.bindings.count
    }

    /// Walks to the end of the stanza, of the window, or to what is left to the lexer; `position` is
    /// where it is in the stanza.
    @inline(__always)
    private mutating func walk(_ position: inout Int) -> Step {
        while Int(stops[next]) &+ shift < position { next &+= 1 }
        while true {
            let at = Int(stops[next])
            guard at < end else {
                position = end &+ shift
                return .cut
            }
            let step = window[at] == UInt8(ascii: "<") ? tag(at) : text(at)
            tokens &+= 1
            if step == .taken { continue }
            position = (step == .complete ? Int(stops[next &- 1]) &+ 1 : at) &+ shift
            return step
        }
    }

    @inline(__always)
    private mutating func tag(_ at: Int) -> Step {
        // A tag has another stop, its `>`.
        let following = Int(stops[next &+ 1])
        guard following < end else { return .cut }
        return window[at &+ 1] == UInt8(ascii: "/") ? endTag(at, following) : startTag(at)
    }

    // MARK: Text

    /// A stop in text other than `<`.
    @inline(__always)
    private mutating func text(_ at: Int) -> Step {
        switch window[at] {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\t"):
            break
        case UInt8(ascii: "&"):
            let length = Self.entityLength(window, at, end)
            guard length > 0 else { return length == 0 ? .left : .cut }
            elements[current].hasEncodedText = true
        case UInt8(ascii: ">"):
            // What comes before text ends in `>` or `;`: the brackets can only be text.
            if window[at &- 1] == UInt8(ascii: "]"), window[at &- 2] == UInt8(ascii: "]") {
                return .left
            }
        case UInt8(ascii: "\r"):
            elements[current].hasEncodedText = true
        default:
            return .left
        }
        next &+= 1
        return .taken
    }

    /// The bytes of a reference to one of the five entities; 0: it is another, or none; negative:
    /// the window ends before that can be told.
    @inline(__always)
    static func entityLength(_ window: UncheckedBytes, _ at: Int, _ end: Int) -> Int {
        guard at &+ 9 <= end else { return -1 }
        let word = window.word(at: at &+ 1)
        if word & 0xFFFF_FFFF == 0x3B70_6D61 { return 5 }  // amp;
        if word & 0xFF_FFFF == 0x3B_746C { return 4 }  // lt;
        if word & 0xFF_FFFF == 0x3B_7467 { return 4 }  // gt;
        if word & 0xFF_FFFF_FFFF == 0x3B_746F_7571 { return 6 }  // quot;
        if word & 0xFF_FFFF_FFFF == 0x3B_736F_7061 { return 6 }  // apos;
        return 0
    }

    // MARK: End tags

    /// `</name>`, the name being that of the innermost open element.
    @inline(__always)
    private mutating func endTag(_ at: Int, _ following: Int) -> Step {
        guard current >= 0 else { return .left }
        let start = Int(elements[current].start)
        let length = Int(elements[current].nameLength)
        guard following == at &+ 2 &+ length, window[following] == UInt8(ascii: ">"),
            hasName(at &+ 2, of: start &+ 1, length: length)
        else { return .left }
        elements[current].contentEnd = UInt32(truncatingIfNeeded: at &+ shift)
        elements[current].end = UInt32(truncatingIfNeeded: following &+ 1 &+ shift)
        next &+= 2
        depth &-= 1
        let parent = elements[current].parent
        if parent == ElementRecord.noParent { return .complete }
        current = Int(parent)
        return .taken
    }

    /// Whether the same name stands here as, some bytes earlier in the stanza, in a start tag.
    @inline(__always)
    private func hasName(_ here: Int, of start: Int, length: Int) -> Bool {
        if length <= 8 {
            return window.word(at: here, length: length) == stanza.word(at: start, length: length)
        }
        return window.isEqual(at: here, to: stanza, at: start, count: length)
    }
}
