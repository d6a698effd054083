package import StanzaParser

/// Feeds streams to an engine in pieces, each in a buffer of its own.
///
/// What the engine promises whatever the bytes are is checked here and traps, so that a test and a
/// fuzzer fail alike.
package struct Feeder: ~Copyable {
    package private(set) var reading = Reading()
    package private(set) var error: StreamParserError?
    package var engine: StanzaEngine
    package var state = StreamState()

    /// - Parameter walks: false leaves all to the lexer.
    package init(
        limits: ParserLimits = ParserLimits(), kernel: ByteScanKernel = .best, walks: Bool = true
    ) {
        engine = StanzaEngine(limits: limits, kernel: kernel, walks: walks)
    }

    /// The whole of a stream, cut before these bytes, read by an engine of its own.
    package static func read(
        _ bytes: [UInt8], cuts: [Int] = [], kernel: ByteScanKernel = .best,
        limits: ParserLimits = ParserLimits()
    ) -> (reading: Reading, error: StreamParserError?) {
        var feeder = Feeder(limits: limits, kernel: kernel)
        return feeder.readAnother(bytes, cuts: cuts)
    }

    /// The whole of another stream, cut before these bytes, read by the same engine.
    package mutating func readAnother(
        _ bytes: [UInt8], cuts: [Int] = []
    ) -> (reading: Reading, error: StreamParserError?) {
        state = StreamState()
        reading = Reading()
        error = nil
        var start = 0
        for cut in cuts + [bytes.count] {
            feed(Array(bytes[start..<cut]))
            start = cut
        }
        return (reading, error)
    }

    /// As after STARTTLS; what was read stays.
    package mutating func restart() {
        state.restart()
        error = nil
        reading.end = .incomplete
    }

    /// Feeds it although an error was thrown before.
    package mutating func feedAgain(_ text: String) {
        error = nil
        feed(text)
    }

    package mutating func feed(_ text: String) { feed(Array(text.utf8)) }

    package mutating func feed(_ piece: [UInt8]) {
        guard error == nil else { return }
        let input = piece.span
        let offset = state.byteOffset
        var cursor = 0
        do {
            while true {
                let event = try engine.next(&state, input, &cursor)
                precondition(state.byteOffset == offset + UInt64(cursor), "a wrong byte offset")
                switch event {
                case .incomplete:
                    precondition(cursor == piece.count, "bytes are left of an incomplete stanza")
                    return
                case .opened, .stanza:
                    precondition(!state.holdsBytes, "bytes are held of a complete stanza")
                    reading.elements.append(Node(engine.element(in: input)))
                case .closed:
                    reading.end = .closed
                }
            }
        } catch {
            precondition(!state.holdsBytes && !state.isOpen, "a failed stream is not let go")
            self.error = error
            reading.end = .failed(error.condition)
        }
    }
}
