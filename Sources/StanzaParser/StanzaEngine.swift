/// The stream parser: bytes to framed, well-formed stanzas with their namespaces resolved.
///
/// One engine serves all the streams of a worker; its tables are used again for each stanza, so
/// that stanzas which come whole cost no allocation. What is particular to a stream is in its
/// `StreamState`. A stanza is read in place; only if a read ends within it are its bytes copied, and
/// the next read goes on where the last one ended.
///
/// Checked are UTF-8 (RFC 3629), XML 1.0 (fifth edition) and Namespaces in XML 1.0 without what
/// RFC 6120 §11.1 leaves out, and the limits. What the elements mean is not looked at.
public struct StanzaEngine: ~Copyable {
    /// What a stream may ask for.
    public let limits: ParserLimits

    private var lexer = StanzaLexer()
    private var tables = StanzaTables()
    private var marks: MarkTable
    /// The bytes of a stanza that came with more than one read.
    private var tail: [UInt8] = []
    /// Where the last stanza is: in the tail, or in the input.
    private var isInTail = false
    private var stanza = 0..<0
    /// The input that the marks are of.
    private var scan = Scan()
    /// Objects for stanzas to come in pieces, kept so that they cost no allocation each.
    private var spares: [SuspendedStanza] = []
    /// Headers seen lately, newest last.
    private var contexts: [RootContext] = []
    /// Bytes copied since the engine was made.
    private var copiedBytes: UInt64 = 0

    /// The read that the marks are of. Its stream carries the same number.
    private struct Scan {
        var number: UInt32 = 0
        var address: UInt = 0
        var count = 0
        var cursor = 0
    }

    /// Bytes taken over from a read at a time when a stanza goes on: what lies beyond its end is
    /// copied for nothing.
    private static let continuationBytes = 4096
    private static let sparesKept = 4
    private static let contextsKept = 16
    /// Room that a tail keeps when its stanza is done with.
    private static let retainedTailBytes = 64 * 1024

    /// - Parameter kernel: how bytes are scanned; one that is not available is replaced by the
    ///   portable one.
    public init(limits: ParserLimits = ParserLimits(), kernel: ByteScanKernel = .best) {
        self.limits = limits
        marks = MarkTable(kernel: kernel)
    }

    /// Work done since the engine was made, in bytes scanned, bytes copied and steps of the lexer.
    /// It grows with the bytes received, however they are cut.
    package var work: (scanned: UInt64, copied: UInt64, steps: UInt64) {
        (marks.scannedBytes, copiedBytes, lexer.steps)
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
        let offset = state.byteOffset
        do {
            let event = try advance(&state, input, &cursor)
            state.byteOffset = offset + UInt64(cursor - start)
            return event
        } catch {
            state.byteOffset = offset + UInt64(cursor - start)
            state.suspended = nil
            state.phase = .failed(error)
            throw error
        }
    }

    /// The element of the last `.opened` (the start tag only) or `.stanza`.
    ///
    /// - Parameter input: the input that it was found in.
    @_lifetime(borrow self, copy input)
    public func element(in input: Span<UInt8>) -> ElementView {
        ElementView(
            stanza: isInTail ? tail.span.extracting(stanza) : input.extracting(stanza),
            elements: tables.elements.span, attributes: tables.attributes.span,
            bindings: tables.bindings.span, auxiliary: tables.auxiliary.span,
            streamLanguage: tables.context?.language ?? .empty, index: 0)
    }

    // MARK: Between stanzas

    private mutating func advance(
        _ state: inout StreamState, _ input: Span<UInt8>, _ cursor: inout Int
    ) throws(StreamParserError) -> StreamEvent {
        let entry = (cursor: cursor, offset: state.byteOffset)
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
        while true {
            let blank = cursor
            while cursor < input.count, XMLCharacters.isSpace(input[cursor]) { cursor += 1 }
            if cursor > blank, state.phase == .start { state.phase = .prolog }
            guard cursor < input.count else { return .incomplete }
            let offset = entry.offset + UInt64(cursor - entry.cursor)
            guard input[cursor] == UInt8(ascii: "<"), state.phase != .closed else {
                throw StreamParserError(offset: offset, reason: Self.misplacedContent(state.phase))
            }
            guard let outcome = try begin(&state, input, &cursor, offset) else {
                return .incomplete
            }
            if let event = finish(outcome, &state, input) { return event }
        }
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

    /// Reads a stanza from its `<`, at `cursor`; nil: it is incomplete and now held by `state`.
    private mutating func begin(
        _ state: inout StreamState, _ input: Span<UInt8>, _ cursor: inout Int, _ offset: UInt64
    ) throws(StreamParserError) -> StanzaLexer.Outcome? {
        let start = cursor
        marks.setOrigin(start)
        tables.begin(in: state.context)
        lexer.begin(in: state.phase)
        // No byte beyond the limit is looked at.
        let end = min(input.count, start + limits.stanzaBytes)
        let bytes = input.extracting(start..<end)
        let outcome: StanzaLexer.Outcome?
        do {
            outcome = try lexer.run(bytes, &tables, &marks, limits)
        } catch {
            throw StreamParserError(offset: offset + UInt64(error.position), reason: error.reason)
        }
        if let outcome {
            cursor = start + lexer.position
            scan.cursor = cursor
            isInTail = false
            stanza = start..<cursor
            return outcome
        }
        guard bytes.count < limits.stanzaBytes else {
            throw tooLong(offset: offset)
        }
        tail.removeAll(keepingCapacity: tail.capacity <= Self.retainedTailBytes)
        append(bytes)
        cursor = input.count
        suspend(&state)
        return nil
    }

    /// Reads the held stanza on; nil: it is still incomplete.
    private mutating func resume(
        _ state: inout StreamState, _ input: Span<UInt8>, _ cursor: inout Int
    ) throws(StreamParserError) -> StanzaLexer.Outcome? {
        guard cursor < input.count else { return nil }
        forgetScan()
        takeOver(&state)
        let offset = state.byteOffset - UInt64(tail.count)
        while true {
            let taken = min(
                input.count - cursor, Self.continuationBytes, limits.stanzaBytes - tail.count)
            append(input.extracting(cursor..<cursor + taken))
            cursor += taken
            marks.forget()
            let outcome: StanzaLexer.Outcome?
            do {
                outcome = try lexer.run(tail, &tables, &marks, limits)
            } catch {
                throw StreamParserError(
                    offset: offset + UInt64(error.position), reason: error.reason)
            }
            if let outcome {
                cursor -= tail.count - lexer.position
                tail.removeLast(tail.count - lexer.position)
                isInTail = true
                stanza = 0..<tail.count
                return outcome
            }
            guard tail.count < limits.stanzaBytes else { throw tooLong(offset: offset) }
            if cursor == input.count {
                suspend(&state)
                return nil
            }
        }
    }

    private func tooLong(offset: UInt64) -> StreamParserError {
        StreamParserError(
            offset: offset + UInt64(limits.stanzaBytes),
            reason: .stanzaTooLong(limit: limits.stanzaBytes))
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
        let held = spares.popLast() ?? SuspendedStanza()
        swap(&held.tables, &tables)
        swap(&held.bytes, &tail)
        held.lexer = lexer
        state.suspended = held
    }

    /// Takes the held stanza over from its stream, which holds nothing afterwards.
    private mutating func takeOver(_ state: inout StreamState) {
        // A copy of the state may be in use, and is to go on from the same place.
        let isShared = !isKnownUniquelyReferenced(&state.suspended)
        guard let held = state.suspended.take() else { return }
        lexer.resume(held.lexer)
        if isShared {
            tables = held.tables
            tail = held.bytes
        } else {
            swap(&held.tables, &tables)
            swap(&held.bytes, &tail)
            if spares.count < Self.sparesKept { spares.append(held) }
        }
    }

    private mutating func append(_ bytes: Span<UInt8>) {
        tail.append(copying: bytes)
        copiedBytes += UInt64(bytes.count)
    }

    // MARK: Scans

    /// Makes the marks be of this input. They are kept from one stanza to the next of a read.
    private mutating func claimScan(
        _ state: inout StreamState, _ input: Span<UInt8>, _ cursor: Int
    ) {
        let address = unsafe input.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        if state.scan == scan.number, scan.address == address, scan.count == input.count,
            scan.cursor == cursor
        {
            return
        }
        forgetScan()
        scan.address = address
        scan.count = input.count
        scan.cursor = cursor
        state.scan = scan.number
    }

    /// Makes no input be the one that the marks are of.
    private mutating func forgetScan() {
        marks.forget()
        // 0 is the number of no scan.
        scan.number = scan.number == .max ? 1 : scan.number + 1
    }
}
