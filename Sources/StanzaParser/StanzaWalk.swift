/// The fast way through a stanza: from one whole tag to the next, over the stops that the kernel
/// found.
///
/// It takes what comes whole, with ASCII names and single spaces, and checks all of it. At anything
/// else (a tag that goes on beyond what was received, a section, a prefix to look up, a numeric
/// reference, whatever is wrong) it stops where that begins and leaves no trace of it: the lexer
/// goes on from there, knows the rare and names what is wrong. Both leave off between two tags by
/// the lexer's `position` and `current`, and by the tables.
///
/// Memory is read and written unchecked (`Unchecked.swift`). Why that is safe: a stop below `end`
/// is a byte that was handed in, and every byte looked at stands at or before such a stop; behind
/// the last stop are sentinels, more than are looked at; records are written below the end of
/// their tables, which do not grow meanwhile; and elements are looked up by indices that the tables
/// hold.
@safe
struct StanzaWalk {
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

    /// The bytes from the window's first one on; those of the stanza before it have negative
    /// indices. Positions are in the window, unless they are in records.
    let window: UncheckedBytes
    /// The position in the stanza of the window's first byte.
    let shift: Int
    /// The last position that eight bytes follow from.
    let lastWord: Int
    /// One past the last byte of the window that was handed in.
    let end: Int
    let names: NameBits
    private let work: UnsafeMutablePointer<StanzaWork>
    /// The stop that comes next.
    var stop: StopCursor
    /// Where the next element and the next attribute go.
    var element: RecordCursor<ElementRecord>
    var attribute: RecordCursor<AttributeRecord>
    /// The innermost open element, or the stream.
    var current: RecordCursor<ElementRecord>

    /// Walks on from where the lexer is, between two tags or at the `<` of the stanza, as far as it
    /// can. True: the stanza is complete.
    static func run(
        _ work: UnsafeMutablePointer<StanzaWork>, _ bytes: Span<UInt8>, _ marks: inout MarkTable
    ) -> Bool {
        guard unsafe marks.prepare(bytes, at: work.pointee.lexer.position) else { return false }
        while true {
            let step = unsafe bytes.withUnsafeBufferPointer { buffer in
                let bytes = unsafe UncheckedBytes(buffer.baseAddress!, count: buffer.count)
                var walk = unsafe StanzaWalk(work, bytes, marks)
                let step = unsafe walk.walk(&work.pointee.lexer.position)
                marks.pass(to: walk.stop)
                unsafe walk.giveBack(to: &work.pointee)
                return step
            }
            guard step == .cut,
                unsafe marks.moveWindow(bytes, to: work.pointee.lexer.position)
            else { return step == .complete }
        }
    }

    @inline(__always)
    private init(
        _ work: UnsafeMutablePointer<StanzaWork>, _ bytes: UncheckedBytes,
        _ marks: borrowing MarkTable
    ) {
        shift = marks.shift
        window = bytes.moved(by: shift)
        lastWord = window.count &- 8
        end = min(marks.windowBytes, window.count)
        names = marks.names
        stop = marks.nextStop
        unsafe self.work = unsafe work
        element = unsafe work.pointee.tables.elements.nextCursor
        attribute = unsafe work.pointee.tables.attributes.nextCursor
        current = unsafe work.pointee.tables.elements.cursor(at: work.pointee.lexer.current)
    }

    /// Lets lexer and tables have what was found.
    @inline(__always)
    private func giveBack(to work: inout StanzaWork) {
        work.lexer.current = work.tables.elements.index(of: current)
        work.tables.elements.extend(to: element)
        work.tables.attributes.extend(to: attribute)
    }

    /// Walks to the end of the stanza, of the window, or to what is left to the lexer; `position` is
    /// where it is in the stanza.
    @inline(__always)
    private mutating func walk(_ position: inout Int) -> Step {
        while stop[0] &+ shift < position { stop.advance(by: 1) }
        while true {
            let at = stop[0]
            guard at < end else {
                position = end &+ shift
                return .cut
            }
            let step: Step
            if window[at] == UInt8(ascii: "<") {
                // A tag has another stop, its `>`.
                if stop[1] >= end {
                    step = .cut
                } else if window[at &+ 1] == UInt8(ascii: "/") {
                    step = endTag(at)
                } else {
                    step = startTag(at)
                }
            } else {
                step = text(at)
            }
            if step == .taken { continue }
            position = (step == .complete ? stop[-1] &+ 1 : at) &+ shift
            return step
        }
    }

    // MARK: The tables. What is rarely asked for stays where it is, to leave registers free.

    var limits: WalkLimits {
        @inline(__always)
        get { unsafe work.pointee.tables.walkLimits }
    }

    /// Another element; the index has to be one of the table.
    @inline(__always)
    func element(at index: Int) -> RecordCursor<ElementRecord> {
        unsafe work.pointee.tables.elements.cursor(at: index)
    }

    /// Whether there is room for one more element, for so many attributes.
    var hasRoomForElement: Bool {
        @inline(__always)
        get { unsafe element.isBefore(work.pointee.tables.elements.end) }
    }

    @inline(__always)
    func hasRoom(for attribute: RecordCursor<AttributeRecord>) -> Bool {
        unsafe attribute.isBefore(work.pointee.tables.attributes.end)
    }

    var attributeCount: Int {
        @inline(__always)
        get { unsafe work.pointee.tables.attributes.index(of: attribute) }
    }

    var bindings: RecordTable<NamespaceBinding> {
        @inline(__always)
        _read { yield unsafe work.pointee.tables.bindings }
    }

    /// Takes in bindings that were written.
    @inline(__always)
    func takeBindings(_ count: Int) { unsafe work.pointee.tables.bindings.extend(by: count) }

    /// The first eight bytes of a name.
    @inline(__always)
    func word(_ name: Int, _ length: Int) -> UInt64 {
        name <= lastWord
            ? window.word(at: name) & names.mask(length: length)
            : window.lastWord(at: name, length: length)
    }

    // MARK: Text

    /// A stop in text other than `<`.
    @inline(__always)
    private mutating func text(_ at: Int) -> Step {
        let (step, isEncoded) = Self.stopInText(window, at, end)
        guard step == .taken else { return step }
        if isEncoded { current.record.hasEncodedText = true }
        stop.advance(by: 1)
        return .taken
    }

    @inline(never)
    private static func stopInText(
        _ window: UncheckedBytes, _ at: Int, _ end: Int
    ) -> (Step, isEncoded: Bool) {
        switch window[at] {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\t"):
            (.taken, false)
        case UInt8(ascii: "&"):
            (entity(window, at, end), true)
        case UInt8(ascii: ">"):
            // What comes before text ends in `>` or `;`: the brackets can only be text.
            window[at &- 1] == UInt8(ascii: "]") && window[at &- 2] == UInt8(ascii: "]")
                ? (.left, false) : (.taken, false)
        case UInt8(ascii: "\r"):
            (.taken, true)
        default:
            (.left, false)
        }
    }

    /// Whether a reference to one of the five entities stands here.
    static func entity(_ window: UncheckedBytes, _ at: Int, _ end: Int) -> Step {
        // With the longest, `&quot;`, and what the word takes in behind it.
        guard at &+ 9 <= end else { return .cut }
        let word = window.word(at: at &+ 1)
        let isKnown =
            word & 0xFFFF_FFFF == 0x3B_706D_61  // amp;
            || word & 0xFF_FFFF == 0x3B_746C  // lt;
            || word & 0xFF_FFFF == 0x3B_7467  // gt;
            || word & 0xFF_FFFF_FFFF == 0x3B_746F_7571  // quot;
            || word & 0xFF_FFFF_FFFF == 0x3B_736F_7061  // apos;
        return isKnown ? .taken : .left
    }

    // MARK: End tags

    /// `</name>`, the name being that of the innermost open element.
    @inline(__always)
    private mutating func endTag(_ at: Int) -> Step {
        let length = Int(current.record.nameLength)
        let close = stop[1]
        // Longer names are the lexer's, as is the end of the stream, which has none here.
        guard isName(length), close == at &+ 2 &+ length, window[close] == UInt8(ascii: ">"),
            word(at &+ 2, length) == current.record.nameWord,
            length <= 8
                || window.isEqual(
                    at &+ 2, Int(current.record.nameStart) &- shift, count: length)
        else { return .left }
        current.record.contentEnd = UInt32(truncatingIfNeeded: at &+ shift)
        current.record.end = UInt32(truncatingIfNeeded: close &+ 1 &+ shift)
        stop.advance(by: 2)
        let parent = Int(current.record.parent)
        current = element(at: parent)
        return parent == 0 ? .complete : .taken
    }
}
