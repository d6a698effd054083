import StanzaParser

/// Hands single stanzas of a client's stream to a test.
struct StanzaReader: ~Copyable {
    private var engine = StanzaEngine()

    mutating func read<R>(_ xml: String, _ body: (ElementView) -> R) -> R? {
        let header =
            "<stream:stream xmlns='jabber:client'"
            + " xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>"
        var state = StreamState()
        let bytes = Array((header + xml).utf8)
        let input = bytes.span
        var cursor = 0
        do {
            guard try engine.next(&state, input, &cursor) == .opened,
                try engine.next(&state, input, &cursor) == .stanza
            else { return nil }
        } catch {
            return nil
        }
        return body(engine.element(in: input))
    }

    /// What `body` makes of one stanza.
    static func read<R>(_ xml: String, _ body: (ElementView) -> R) -> R? {
        var reader = StanzaReader()
        return reader.read(xml, body)
    }
}
