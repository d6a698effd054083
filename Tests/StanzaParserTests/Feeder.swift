import StanzaParser
import Testing

/// Feeds a stream to an engine in pieces, each in a buffer of its own.
struct Feeder: ~Copyable {
    private(set) var reading = Reading()
    private(set) var error: StreamParserError?
    var engine: StanzaEngine
    var state = StreamState()

    init(limits: ParserLimits = ParserLimits(), kernel: ByteScanKernel = .best) {
        engine = StanzaEngine(limits: limits, kernel: kernel)
    }

    /// The whole of a stream, cut before these bytes.
    static func read(
        _ bytes: [UInt8], cuts: [Int] = [], kernel: ByteScanKernel = .best,
        limits: ParserLimits = ParserLimits()
    ) -> (reading: Reading, error: StreamParserError?) {
        var feeder = Feeder(limits: limits, kernel: kernel)
        var start = 0
        for cut in cuts + [bytes.count] {
            feeder.feed(Array(bytes[start..<cut]))
            start = cut
        }
        return (feeder.reading, feeder.error)
    }

    /// As after STARTTLS; what was read stays.
    mutating func restart() {
        state.restart()
        error = nil
        reading.end = .incomplete
    }

    /// Feeds it although an error was thrown before.
    mutating func feedAgain(_ text: String) {
        error = nil
        feed(text)
    }

    mutating func feed(_ text: String) { feed(Array(text.utf8)) }

    mutating func feed(_ piece: [UInt8]) {
        guard error == nil else { return }
        let input = piece.span
        var cursor = 0
        do {
            while true {
                let event = try engine.next(&state, input, &cursor)
                switch event {
                case .incomplete:
                    #expect(cursor == piece.count)
                    return
                case .opened, .stanza:
                    #expect(!state.holdsBytes)
                    reading.elements.append(Node(engine.element(in: input)))
                case .closed:
                    reading.end = .closed
                }
            }
        } catch {
            self.error = error
            reading.end = .failed(error.condition)
        }
    }
}
