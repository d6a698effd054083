import Authentication
import StanzaParser

/// What goes out: headers, features, replies, stream errors.
extension ServerStream {
    /// Ends the stream with an error. Source: RFC 6120 §4.9.
    mutating func fail(_ condition: StreamErrorCondition, text: String? = nil) -> [Action] {
        if case .closed = state { return [] }
        var writer = StanzaWriter()
        if !hasSentHeader { writeHeader(to: nil, &writer) }
        Self.writeError(condition, text: text, to: &writer)
        state = .closed
        return [.write(writer.bytes), .finish(condition)]
    }

    /// Writes a stream error and the end of the stream.
    package static func writeError(
        _ condition: StreamErrorCondition, text: String? = nil, to writer: inout StanzaWriter
    ) {
        writer.raw("<stream:error><")
        writer.raw(condition.rawValue)
        writer.raw(" xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>")
        if let text {
            writer.raw("<text xmlns='urn:ietf:params:xml:ns:xmpp-streams' xml:lang='en'>")
            writer.text(text)
            writer.raw("</text>")
        }
        writer.raw("</stream:error></stream:stream>")
    }

    mutating func writeHeader(to client: String?, _ writer: inout StanzaWriter) {
        hasSentHeader = true
        writer.raw("<?xml version='1.0'?><stream:stream xmlns='jabber:client'")
        writer.raw(" xmlns:stream='http://etherx.jabber.org/streams'")
        writer.attribute("id", String(identifiers.next(), radix: 16))
        writer.attribute("from", configuration.domain)
        if let client { writer.attribute("to", client) }
        writer.raw(" version='1.0' xml:lang='en'>")
    }

    /// Source: RFC 6120 §4.3.2.
    func writeFeatures(_ writer: inout StanzaWriter) {
        writer.raw("<stream:features>")
        if username == nil {
            writeFeaturesBeforeLogin(&writer)
        } else {
            writer.raw("<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>")
            writer.raw("<session xmlns='urn:ietf:params:xml:ns:xmpp-session'><optional/></session>")
            writer.raw("<ver xmlns='urn:xmpp:features:rosterver'/>")
        }
        writer.raw("</stream:features>")
    }

    private func writeFeaturesBeforeLogin(_ writer: inout StanzaWriter) {
        if configuration.offersTLS && !isEncrypted {
            writer.raw("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'>")
            if configuration.requiresTLS { writer.raw("<required/>") }
            writer.raw("</starttls>")
        }
        let mechanisms = mechanisms
        if !mechanisms.isEmpty {
            writer.raw("<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>")
            for mechanism in mechanisms {
                writer.raw("<mechanism>")
                writer.raw(mechanism.rawValue)
                writer.raw("</mechanism>")
            }
            writer.raw("</mechanisms>")
        }
        if !channelBindings.isEmpty {
            writer.raw("<sasl-channel-binding xmlns='urn:xmpp:sasl-cb:0'>")
            for binding in channelBindings {
                writer.raw("<channel-binding")
                writer.attribute("type", binding.type)
                writer.raw("/>")
            }
            writer.raw("</sasl-channel-binding>")
        }
        if configuration.offersRegistration && (isEncrypted || !configuration.requiresTLS) {
            writer.raw("<register xmlns='http://jabber.org/features/iq-register'/>")
        }
    }

    static func saslElement(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let head = "<\(name) xmlns='urn:ietf:params:xml:ns:xmpp-sasl'"
        if data.isEmpty { return Array("\(head)/>".utf8) }
        return Array("\(head)>\(Base64.encodeToString(data))</\(name)>".utf8)
    }

    static func resultReply(
        _ id: String?, _ content: ((inout StanzaWriter) -> Void)? = nil
    ) -> [UInt8] {
        var writer = StanzaWriter()
        writer.raw("<iq type='result'")
        if let id { writer.attribute("id", id) }
        guard let content else {
            writer.raw("/>")
            return writer.bytes
        }
        writer.raw(">")
        content(&writer)
        writer.raw("</iq>")
        return writer.bytes
    }

    static func errorReply(_ id: String?, _ error: StanzaError) -> [UInt8] {
        var writer = StanzaWriter()
        writer.raw("<iq type='error'")
        if let id { writer.attribute("id", id) }
        writer.raw(">")
        error.write(to: &writer)
        writer.raw("</iq>")
        return writer.bytes
    }

    /// The namespace that a stream header declares for names without a prefix.
    static func defaultNamespace(_ header: Span<UInt8>) -> String? {
        var tag = ServerStartTag(header)
        while let attribute = tag.next() {
            if tag.equals(attribute.name, "xmlns") { return tag.text(attribute.value) }
        }
        return nil
    }
}
