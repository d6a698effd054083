import Authentication
import StanzaParser

@testable import XMPP

/// A client's stream that is fed with XML text, and says in words what it wants done.
final class ClientPlay {
    static let header =
        "<?xml version='1.0'?><stream:stream xmlns='jabber:client'"
        + " xmlns:stream='http://etherx.jabber.org/streams' version='1.0' to='example.org'>"
    /// What a server opens its stream with.
    static let opening =
        "<?xml version='1.0'?><stream:stream xmlns:stream='http://etherx.jabber.org/streams'"
        + " xml:lang='en' version='1.0' id='s1' from='example.org' xmlns='jabber:client'>"
    static let opened = ["began stream", "write \(header)"]
    static let endTag = "write </stream:stream>"
    static let startTLS = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
    static let proceed = "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
    static let binding = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"
    static let registering = "<register xmlns='http://jabber.org/features/iq-register'/>"

    static func features(_ content: String...) -> String {
        "<stream:features>\(content.joined())</stream:features>"
    }

    static func mechanisms(_ names: String...) -> String {
        let list = names.map { "<mechanism>\($0)</mechanism>" }.joined()
        return "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(list)</mechanisms>"
    }

    static func sasl(_ name: String, _ content: String = "") -> String {
        "<\(name) xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(content)</\(name)>"
    }

    var stream: ClientStream
    private(set) var request: KeyDerivationRequest?
    private var engine = StanzaEngine()
    private var state = StreamState()
    private let isCut: Bool

    /// With `isCut` each byte comes in a read of its own.
    init(
        security: ClientStreamConfiguration.Security = .none, mechanism: String? = nil,
        allowPlain: Bool = true, purpose: ClientStreamConfiguration.Purpose = .login,
        resource: String? = "balcony", isCut: Bool = false, sharesCertificate: Bool = false
    ) {
        let configuration = ClientStreamConfiguration(
            domain: "example.org", security: security, mechanism: mechanism,
            allowPlain: allowPlain, purpose: purpose, sharesCertificate: sharesCertificate)
        stream = ClientStream(
            configuration: configuration, username: "juliet", password: "r0m30",
            resource: resource)
        self.isCut = isCut
    }

    /// What follows from a call.
    func tell(_ event: (inout ClientStream) -> [ClientStream.Action]) -> [String] {
        perform(event(&stream))
    }

    /// What follows from bytes of the server.
    func receive(_ xml: String) -> [String] {
        let bytes = Array(xml.utf8)
        return isCut ? bytes.flatMap { read([$0]) } : read(bytes)
    }

    private func read(_ bytes: [UInt8]) -> [String] {
        var words: [String] = []
        var cursor = 0
        let input = bytes.span
        while !stream.isEnded {
            do {
                switch try engine.next(&state, input, &cursor) {
                case .incomplete: return words
                case .opened:
                    words += perform(stream.received(opening: engine.element(in: input)))
                case .stanza:
                    words += perform(stream.received(stanza: engine.element(in: input)))
                case .closed: words += perform(stream.streamClosed())
                }
            } catch {
                words += perform(stream.parserFailed(error))
            }
        }
        return words
    }

    private func perform(_ actions: [ClientStream.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .write(let bytes): return "write \(String(decoding: bytes, as: UTF8.self))"
            case .startTLS: return "start TLS"
            case .restartParser:
                state.restart()
                return "restart parser"
            case .deriveKey(let request):
                self.request = request
                return "derive key"
            case .began(let phase): return "began \(phase.rawValue)"
            case .ended(let phase): return "ended \(phase.rawValue)"
            case .bound(let jid): return "bound \(jid)"
            case .registered: return "registered"
            case .unregistered: return "unregistered"
            case .finish(nil): return "finish"
            case .finish(let failure?): return "finish \(failure)"
            }
        }
    }

    /// Goes on to where the server's features of the stream that is logged in are awaited.
    func logIn() {
        _ = tell { $0.connected() }
        _ = receive(Self.opening + Self.features(Self.mechanisms("PLAIN")))
        _ = receive(Self.sasl("success"))
        _ = receive(Self.opening)
    }

    /// Goes on to a bound resource.
    func bind() {
        logIn()
        _ = receive(Self.features(Self.binding) + Self.bindResult)
    }

    static let bindResult =
        "<iq id='bind' type='result'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
        + "<jid>juliet@example.org/balcony</jid></bind></iq>"
    static let bindRequest =
        "write <iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
        + "<resource>balcony</resource></bind></iq>"
    static let plainAuth =
        "write <auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>"
        + "AGp1bGlldAByMG0zMA==</auth>"
}
