internal import StanzaParser

/// What a server sent on one stream, as it was recorded.
///
/// After STARTTLS and SASL a stream begins anew (RFC 6120 §4.3.3); of a recording with several
/// the last one counts. What is incomplete at its end is left out.
struct RecordedStream {
    private let path: String
    /// The XML declaration, if there is one, and the start tag of the stream.
    private var header: ArraySlice<UInt8> = []
    private var endTag: [UInt8] = []
    /// Each stanza, with the white space before it.
    private var stanzas: [ArraySlice<UInt8>] = []

    /// Throws: when it is not a stream, or has no stanza.
    init(_ bytes: [UInt8], path: String) throws(ParseBenchmarkFailure) {
        self.path = path
        do throws(StreamParserError) {
            try read(bytes)
        } catch {
            throw .unusableFile(
                "\(path) is not a recorded stream: \(error); it has to be what a server sent, "
                    + "from the stream header on")
        }
        guard !stanzas.isEmpty else {
            throw .unusableFile("\(path) has no complete stanza after a stream header")
        }
    }

    private mutating func read(_ bytes: [UInt8]) throws(StreamParserError) {
        var engine = StanzaEngine()
        var state = StreamState()
        var cursor = 0
        var start = 0
        while true {
            switch try engine.next(&state, bytes.span, &cursor) {
            case .incomplete, .closed: return
            case .opened:
                header = bytes[start..<cursor]
                stanzas = []
                let tag = engine.element(in: bytes.span).source
                endTag = Array("</".utf8)
                var index = 1
                while index < tag.count, !Self.endsName(tag[index]) {
                    endTag.append(tag[index])
                    index += 1
                }
                endTag.append(UInt8(ascii: ">"))
            case .stanza:
                stanzas.append(bytes[start..<cursor])
                let stanza = engine.element(in: bytes.span)
                if stanza.hasName("success", "urn:ietf:params:xml:ns:xmpp-sasl")
                    || stanza.hasName("proceed", "urn:ietf:params:xml:ns:xmpp-tls")
                {
                    state.restart()
                }
            }
            start = cursor
        }
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte <= UInt8(ascii: " ") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }

    /// The stream with its stanzas over and over, until it has the size.
    func corpus(size: Int) -> Corpus {
        var bytes = Array(header)
        var count = 0
        while bytes.count < size {
            bytes += stanzas[count % stanzas.count]
            count += 1
        }
        return Corpus(
            name: path, bytes: bytes + endTag, stanzas: count, requestedSize: size)
    }
}
