/// The stream parser: bytes to framed, well-formed stanzas with their namespaces resolved.
///
/// One engine serves all the streams of a worker; its tables are used again for each stanza, so
/// that stanzas which come whole cost no allocation. What is particular to a stream is in its
/// `StreamState`. A stanza is read in place; only if a read ends within it are its bytes copied, and
/// the next read goes on where the last one ended.
///
/// Checked are UTF-8 (RFC 3629), XML 1.0 (fifth edition) and Namespaces in XML 1.0 without what
/// RFC 6120 §11.1 leaves out, and the limits. What the elements mean is not looked at.
@safe
public struct StanzaEngine: ~Copyable {
    /// What a stream may ask for.
    public let limits: ParserLimits

    /// What stanzas are read into, and the same as a pointer.
    private var own: SuspendedStanza
    private var work: UnsafeMutablePointer<StanzaWork>
    private var marks: MarkTable
    /// Where the last stanza is: in the bytes held, or in the input.
    private var isHeld = false
    private var stanza = 0..<0
    /// The input that the marks are of.
    private var scan = Scan()
    /// Objects for stanzas to come in pieces, kept so that they cost no allocation each.
    private var spares: [SuspendedStanza] = []
    /// Headers seen lately, newest last.
    private var contexts: [RootContext] = []
    /// Bytes copied, and steps of lexer and walk, since the engine was made.
    private var copiedBytes: UInt64 = 0
    private var steps: UInt64 = 0
    /// Whether whole tags are walked; tests compare.
    private let walks: Bool

    /// The read that the marks are of. Its stream carries the same number.
    private struct Scan {
        var number: UInt32 = 1
        var address: UInt = 0
        var count = 0
        var cursor = 0
    }

    /// Bytes taken over from a read at a time when a stanza goes on, or as many as are held already:
    /// what lies beyond its end is copied for nothing.
    private static let continuationBytes = 256
    private static let sparesKept = 4
    private static let contextsKept = 16

    /// - Parameter kernel: how bytes are scanned; one that is not available is replaced by the
    ///   portable one.
    public init(limits: ParserLimits = ParserLimits(), kernel: ByteScanKernel = .best) {
        self.init(limits: limits, kernel: kernel, walks: true)
    }

    /// - Parameter walks: false leaves all to the lexer.
    package init(limits: ParserLimits, kernel: ByteScanKernel, walks: Bool) {
        self.limits = limits
        self.walks = walks
        marks = MarkTable(kernel: kernel)
        own = SuspendedStanza(limits: WalkLimits(limits))
        unsafe work = own.work
    }

    /// Work done since the engine was made, in bytes scanned, bytes copied, and steps of lexer and
    /// walk. It grows with the bytes received, however they are cut.
    package var workDone: (scanned: UInt64, copied: UInt64, steps: UInt64) {
        (marks.scannedBytes, copiedBytes, steps + marks.walkedStops)
    }

    /// Reads on from `cursor` and returns one event.
    ///
    /// With `.incomplete` all input was consumed: what belongs to an incomplete stanza is kept in
    /// `state`. With the other events the state holds nothing, and the element is in the engine
    /// and in `input`, which must not change until the whole of it is consumed.
    ///
    /// Throws: what the stream must be ended for; the same again when it is read on.
    public mutating func next(
        _ state: inout StreamState, _ input: Span<UInt8>, _ cursor: inout Int
    ) throws(StreamParserError) -> StreamEvent {
        let start = cursor
        if state.suspended != nil, input.count &- start == 1, takePlain(input[start], &state) {
            cursor = input.count
            state.byteOffset &+= 1
            return .incomplete
        }
        var isBegun = false
        if hasScanned(input, for: state, at: start) {
            guard start < input.count else {
                state.scan = 0
                return .incomplete
            }
            if input[start] == UInt8(ascii: "<") {
                if walk(input, from: start) {
                    cursor = stanza.upperBound
                    state.byteOffset &+= UInt64(cursor &- start)
                    return .stanza
                }
                isBegun = true
            }
        }
        let offset = state.byteOffset
        do throws(StreamParserError) {
            let event = try advance(&state, input, &cursor, isBegun: isBegun)
            state.byteOffset = offset + UInt64(cursor - start)
            return event
        } catch {
            state.byteOffset = offset + UInt64(cursor - start)
            state.fail(error)
            throw error
        }
    }

    /// The element of the last `.opened` (the start tag only) or `.stanza`.
    ///
    /// - Parameter input: the input that it was found in.
    @_lifetime(borrow self, copy input)
    public func element(in input: Span<UInt8>) -> ElementView {
        let bytes = isHeld ? unsafe work.pointee.bytes.span : input
        return unsafe ElementView(stanza: bytes.extracting(stanza), work: work, index: 1)
    }

    // MARK: Between stanzas

    /// - Parameter isBegun: whether the walk has begun with what stands at `cursor`, and left it.
    private mutating func advance(
        _ state: inout StreamState, _ input: Span<UInt8>, _ cursor: inout Int, isBegun: Bool
    ) throws(StreamParserError) -> StreamEvent {
        let start = cursor
        var isBegun = isBegun
        if !isBegun, let event = try takeUp(&state, input, &cursor) { return event }
        while true {
            let blank = cursor
            while cursor < input.count, XMLCharacters.isSpace(input[cursor]) { cursor += 1 }
            if cursor > blank, state.phase == .start { state.phase = .prolog }
            guard cursor < input.count else {
                state.scan = 0
                return .incomplete
            }
            let offset = state.byteOffset + UInt64(cursor - start)
            guard input[cursor] == UInt8(ascii: "<"), state.phase != .closed else {
                throw StreamParserError(offset: offset, reason: Self.misplacedContent(state.phase))
            }
            if !isBegun, walk(input, from: cursor, isOpen: state.isOpen) {
                cursor = stanza.upperBound
                return .stanza
            }
            isBegun = false
            guard let outcome = try lex(&state, input, &cursor, offset) else {
                return .incomplete
            }
            if let event = finish(outcome, &state, input) { return event }
        }
    }

    /// Begins with a read, and ends what an earlier one has left; nil: stanzas may follow.
    @inline(never)
    private mutating func takeUp(
        _ state: inout StreamState, _ input: Span<UInt8>, _ cursor: inout Int
    ) throws(StreamParserError) -> StreamEvent? {
        switch state.phase {
        case .failed(let error): throw error
        case .emptied:
            state.phase = .closed
            return .closed
        default: break
        }
        if state.suspended != nil {
            guard let outcome = try resume(&state, input, &cursor) else { return .incomplete }
            if let event = finish(outcome, &state, input) { return event }
        }
        claimScan(&state, input, cursor)
        return nil
    }

    /// What is wrong with a byte that is neither white space nor the start of a tag.
    private static func misplacedContent(_ phase: StreamState.Phase) -> StreamParserError.Reason {
        switch phase {
        case .start, .prolog: .textBeforeStream
        case .open: .textBetweenStanzas
        default: .contentAfterStream
        }
    }

    // MARK: A stanza

    /// Takes a stanza that is whole and plain; false: it is for the lexer, from where the walk came
    /// to.
    ///
    /// - Parameter isOpen: false for what comes before stanzas, which is not walked.
    @inline(__always)
    private mutating func walk(
        _ input: Span<UInt8>, from start: Int, isOpen: Bool = true
    ) -> Bool {
        marks.setOrigin(start)
        unsafe work.pointee.begin()
        let bytes = visible(input, from: start)
        guard walks, isOpen, unsafe StanzaWalk.run(work, bytes, &marks) else { return false }
        let length = unsafe work.pointee.lexer.position
        found(start..<start + length)
        return true
    }

    /// No byte beyond the limit of a stanza is looked at.
    @inline(__always)
    @_lifetime(copy input)
    private func visible(_ input: Span<UInt8>, from start: Int) -> Span<UInt8> {
        input.extracting(start..<min(input.count, start + limits.stanzaBytes))
    }

    /// Notes where in the input the unit is that was read.
    @inline(__always)
    private mutating func found(_ range: Range<Int>) {
        scan.cursor = range.upperBound
        isHeld = false
        stanza = range
    }

    /// Reads a unit of the stream from its `<`, at `cursor`, or from where the walk came to; nil: it
    /// is incomplete and now held by `state`.
    private mutating func lex(
        _ state: inout StreamState, _ input: Span<UInt8>, _ cursor: inout Int, _ offset: UInt64
    ) throws(StreamParserError) -> StanzaLexer.Outcome? {
        let start = cursor
        if unsafe work.pointee.lexer.current == 0 {
            unsafe work.pointee.lexer.begin(in: state.phase)
        } else {
            unsafe work.pointee.lexer.beginBetweenTags()
        }
        let bytes = visible(input, from: start)
        if let outcome = unsafe try run(work, bytes, offset) {
            cursor = unsafe start + work.pointee.lexer.position
            found(start..<cursor)
            return outcome
        }
        unsafe work.pointee.hold(bytes)
        copiedBytes += UInt64(bytes.count)
        cursor = input.count
        suspend(&state)
        return nil
    }

    /// Reads the held stanza on, where it is held; nil: it is still incomplete.
    private mutating func resume(
        _ state: inout StreamState, _ input: Span<UInt8>, _ cursor: inout Int
    ) throws(StreamParserError) -> StanzaLexer.Outcome? {
        guard cursor < input.count else { return nil }
        let work = unsafe state.uniqueWork()
        let offset = unsafe state.byteOffset - UInt64(work.pointee.bytes.count)
        while true {
            let held = unsafe work.pointee.bytes.count
            let more = min(
                input.count - cursor, max(Self.continuationBytes, held),
                limits.stanzaBytes - held)
            unsafe work.pointee.bytes.append(
                contentsOf: input.extracting(cursor..<cursor + more))
            copiedBytes += UInt64(more)
            cursor += more
            forgetScan()
            let bytes = unsafe work.pointee.bytes.span
            if let outcome = unsafe try run(work, bytes, offset) {
                let position = unsafe work.pointee.lexer.position
                cursor -= held + more - position
                unsafe work.pointee.bytes.truncate(to: position)
                isHeld = true
                stanza = 0..<position
                takeOver(&state)
                return outcome
            }
            if cursor == input.count { return nil }
        }
    }

    /// Takes a byte that a stanza goes on with if nothing more is to be done with it, as with most
    /// that come alone.
    @inline(__always)
    private mutating func takePlain(_ byte: UInt8, _ state: inout StreamState) -> Bool {
        let work = unsafe state.uniqueWork()
        let held = unsafe work.pointee.bytes.count
        guard held &+ 1 < limits.stanzaBytes,
            unsafe work.pointee.lexer.takePlain(byte, at: held, limits)
        else { return false }
        unsafe work.pointee.bytes.append(byte)
        copiedBytes &+= 1
        steps &+= 1
        return true
    }

    /// Lets lexer and walk go on in the bytes that there are of a unit; nil: it is not whole.
    ///
    /// - Parameter offset: that of the first byte.
    private mutating func run(
        _ work: UnsafeMutablePointer<StanzaWork>, _ bytes: Span<UInt8>, _ offset: UInt64
    ) throws(StreamParserError) -> StanzaLexer.Outcome? {
        do throws(StanzaLexer.Fault) {
            while true {
                switch unsafe try work.pointee.lexer.run(
                    bytes, &work.pointee.tables, &marks, limits, stopsBetweenTags: walks,
                    steps: &steps)
                {
                case .complete(let outcome): return outcome
                case .betweenTags:
                    if unsafe StanzaWalk.run(work, bytes, &marks) { return .stanza }
                case .incomplete:
                    guard bytes.count < limits.stanzaBytes else {
                        throw StanzaLexer.Fault(
                            position: limits.stanzaBytes,
                            reason: .stanzaTooLong(limit: limits.stanzaBytes))
                    }
                    return nil
                }
            }
        } catch {
            throw StreamParserError(offset: offset + UInt64(error.position), reason: error.reason)
        }
    }

    /// What a complete unit of the stream means; nil: nothing to tell.
    private mutating func finish(
        _ outcome: StanzaLexer.Outcome, _ state: inout StreamState, _ input: Span<UInt8>
    ) -> StreamEvent? {
        switch outcome {
        case .declaration:
            state.phase = .prolog
            return nil
        case .header(let isEmpty):
            state.phase = isEmpty ? .emptied : .open
            state.context = intern(RootContext.after(header: element(in: input)))
            return .opened
        case .stanza:
            return .stanza
        case .end:
            state.phase = .closed
            state.scan = 0
            return .closed
        }
    }

    /// The object that equal headers share.
    private mutating func intern(_ context: RootContext) -> RootContext {
        for known in contexts.reversed() where known.isEqual(to: context) { return known }
        if contexts.count == Self.contextsKept { contexts.removeFirst() }
        contexts.append(context)
        return context
    }

    // MARK: Stanzas in pieces

    /// Hands the stanza that was begun over to its stream.
    private mutating func suspend(_ state: inout StreamState) {
        forgetScan()
        state.scan = 0
        state.suspended = own
        own = spares.popLast() ?? SuspendedStanza(limits: WalkLimits(limits))
        unsafe work = own.work
    }

    /// Takes the held stanza, which is complete, over from its stream, which holds nothing afterwards.
    private mutating func takeOver(_ state: inout StreamState) {
        guard let held = state.suspended.take() else { return }
        if spares.count < Self.sparesKept { spares.append(own) }
        own = held
        unsafe work = own.work
    }

    // MARK: Scans

    /// Whether the marks are of this input, and the stream's last stanza ended here.
    @inline(__always)
    private func hasScanned(
        _ input: Span<UInt8>, for state: borrowing StreamState, at cursor: Int
    ) -> Bool {
        state.scan == scan.number && scan.cursor == cursor && scan.count == input.count
            && scan.address == Self.address(of: input)
    }

    /// Makes the marks be of this input, and the tables of this stream. Both are kept from one stanza
    /// to the next of a read.
    private mutating func claimScan(
        _ state: inout StreamState, _ input: Span<UInt8>, _ cursor: Int
    ) {
        forgetScan()
        scan.address = Self.address(of: input)
        scan.count = input.count
        scan.cursor = cursor
        state.scan = state.isOpen ? scan.number : 0
        unsafe work.pointee.tables.enter(state.context)
    }

    /// Makes no input be the one that the marks are of.
    private mutating func forgetScan() {
        marks.forget()
        // 0 is the number of no scan.
        scan.number = scan.number == .max ? 1 : scan.number + 1
    }

    @inline(__always)
    private static func address(of input: Span<UInt8>) -> UInt {
        unsafe input.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
}
