import Benchmark
import StanzaParser

/// The stanzas of a stream, each with what tests ask about it.
struct StanzaList {
    struct Stanza {
        var kind: CorpusKind
        /// As received.
        var text: String
        var bytes: Int { text.utf8.count }
        /// Items of a roster.
        var items = 0
        /// Bytes of text that is base64.
        var base64Bytes = 0
    }

    private(set) var stanzas: [Stanza] = []

    init(_ bytes: [UInt8]) throws {
        var engine = StanzaEngine()
        var state = StreamState()
        var cursor = 0
        while true {
            let start = cursor
            let event = try engine.next(&state, bytes.span, &cursor)
            guard event != .incomplete, event != .closed else { return }
            if event == .stanza {
                stanzas.append(Self.stanza(engine.element(in: bytes.span), bytes[start..<cursor]))
            }
        }
    }

    private static func stanza(
        _ element: borrowing ElementView, _ source: ArraySlice<UInt8>
    ) -> Stanza {
        var stanza = Stanza(kind: kind(element), text: String(decoding: source, as: UTF8.self))
        if let query = element.child("query", "jabber:iq:roster") {
            var item = query.firstChild
            while let next = item {
                stanza.items += 1
                item = next.nextSibling
            }
        }
        if let message = element.child("encrypted", "eu.siacs.conversations.axolotl") {
            if let header = message.child("header", "eu.siacs.conversations.axolotl") {
                var key = header.firstChild
                while let next = key {
                    stanza.base64Bytes += next.text.utf8.count
                    key = next.nextSibling
                }
            }
            stanza.base64Bytes +=
                message.child("payload", "eu.siacs.conversations.axolotl")?.text.utf8.count ?? 0
        }
        stanza.base64Bytes +=
            element.child("openpgp", "urn:xmpp:openpgp:0")?.text.utf8.count ?? 0
        return stanza
    }

    /// Told by what is in it, not by how it was made.
    private static func kind(_ element: borrowing ElementView) -> CorpusKind {
        if element.hasNamespace("urn:xmpp:sm:3") { return .acks }
        if element.child("query", "jabber:iq:roster") != nil { return .roster }
        if element.child("result", "urn:xmpp:mam:2") != nil
            || element.child("fin", "urn:xmpp:mam:2") != nil
        {
            return .mam
        }
        if element.child("occupant-id", "urn:xmpp:occupant-id:0") != nil { return .muc }
        if element.child("event", "http://jabber.org/protocol/pubsub#event") != nil
            || element.child("pubsub", "http://jabber.org/protocol/pubsub") != nil
        {
            return .pubsub
        }
        if element.child("encryption", "urn:xmpp:eme:0") != nil { return .encrypted }
        return element.hasLocalName("presence") ? .presence : .chat
    }
}
