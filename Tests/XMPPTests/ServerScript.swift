import Authentication
import StanzaParser

@testable import XMPP

/// Feeds a `ServerStream` with what a client sends, as a server would.
final class ServerScript {
    var stream: ServerStream
    private var parser = StreamState()
    private var engine = StanzaEngine()

    init(_ configuration: ServerStreamConfiguration = .init(domain: "localhost")) {
        stream = ServerStream(configuration: configuration, seed: 1)
    }

    /// What the stream machine wants done about these bytes.
    func receive(_ text: String) -> [ServerStream.Action] {
        let bytes = Array(text.utf8)
        var cursor = 0
        var actions: [ServerStream.Action] = []
        do throws(StreamParserError) {
            reading: while true {
                let some: [ServerStream.Action]
                switch try engine.next(&parser, bytes.span, &cursor) {
                case .incomplete: break reading
                case .opened: some = stream.received(opening: engine.element(in: bytes.span))
                case .stanza: some = stream.received(stanza: engine.element(in: bytes.span))
                case .closed: some = stream.streamClosed()
                }
                actions += perform(some)
                if stream.expectsTLS { break reading }
            }
        } catch {
            actions += stream.parserFailed(error)
        }
        return actions
    }

    /// Does to the parser what the actions say.
    @discardableResult
    func perform(_ actions: [ServerStream.Action]) -> [ServerStream.Action] {
        if actions.contains(.restartParser) { parser.restart() }
        return actions
    }

    /// A stream header to `domain`.
    static func header(to domain: String = "localhost") -> String {
        "<?xml version='1.0'?><stream:stream xmlns='jabber:client' "
            + "xmlns:stream='http://etherx.jabber.org/streams' to='\(domain)' version='1.0'>"
    }

    /// Opens the stream, secures it and opens it again.
    func secure(_ bindings: [ChannelBinding] = []) {
        _ = receive(Self.header())
        _ = receive("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
        perform(stream.tlsEstablished(channelBindings: bindings))
        _ = receive(Self.header())
    }

    /// Logs in with PLAIN on a secured stream and opens it again.
    func logIn() {
        let message = Base64.encodeToString(Array("\0juliet\0secret".utf8))
        _ = receive(
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>\(message)</auth>")
        perform(
            stream.found(
                ServerCredentials(
                    password: Array("secret".utf8), salt: [1], iterations: 4_096)))
        _ = receive(Self.header())
    }
}

extension [ServerStream.Action] {
    /// The text that is written.
    var written: String {
        reduce(into: "") { text, action in
            if case .write(let bytes) = action { text += String(decoding: bytes, as: UTF8.self) }
        }
    }

    /// The other actions.
    var others: [ServerStream.Action] {
        filter { action in
            if case .write = action { false } else { true }
        }
    }
}
