internal import EventLoop
internal import Units

/// The other end of what is timed: it lets every session in and sends each message back as it
/// came, which is how a server treats one that is addressed to its own sender.
///
/// Its own time is not counted. It knows what it is sent, so it reads no XML: in turns with its
/// client, a read brings one whole stanza.
final class EchoPeer: TransportHandler {
    private let transport: UVTransport
    /// For sessions without TLS.
    let address: SocketAddress
    /// For sessions with TLS from the first byte.
    let secureAddress: SocketAddress
    /// By owner: whether the session is logged in, and may bind.
    private var isAuthenticated: [Bool] = []
    /// The first messages that were sent back.
    private var samples: [[UInt8]] = []
    private static let sampleCount = 256

    init(tls: TLSServerContext) throws(StreamBenchmarkFailure) {
        transport = try .forBenchmark()
        let any = SocketAddress.loopback(port: 0)
        do throws(TransportError) {
            address = try transport.listen(any, backlog: 1_024, tls: nil, reusePort: false).address
            secureAddress = try transport.listen(any, backlog: 1_024, tls: tls, reusePort: false)
                .address
        } catch {
            throw .unusable("\(error)")
        }
        transport.handler = self
    }

    /// A message of middling size among the first that were sent back.
    var message: [UInt8] {
        let sorted = samples.sorted { $0.count < $1.count }
        return sorted.isEmpty ? [] : sorted[sorted.count / 2]
    }

    func turn() { transport.turn(blocking: false) }

    func close() {
        transport.handler = nil
        transport.close()
    }

    static let streamHeader = Array(
        """
        <?xml version='1.0'?><stream:stream xmlns='jabber:client' \
        xmlns:stream='http://etherx.jabber.org/streams' version='1.0' id='peer' from='localhost'>
        """.utf8)

    private static let mechanisms = Array(
        """
        <stream:features><mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\
        <mechanism>PLAIN</mechanism></mechanisms></stream:features>
        """.utf8)

    private static let bindFeature = Array(
        """
        <stream:features><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></stream:features>
        """.utf8)

    private static let success = Array("<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>".utf8)

    func received(_ id: ConnectionID, owner: Int, _ bytes: Span<UInt8>) {
        guard bytes.count > 1 else { return }
        switch bytes[1] {
        // <message
        case UInt8(ascii: "m"):
            if samples.count < Self.sampleCount { samples.append(Self.copy(bytes)) }
            transport.write(id, bytes)
        // <?xml
        case UInt8(ascii: "?"):
            let features = isAuthenticated[owner] ? Self.bindFeature : Self.mechanisms
            transport.write(id, (Self.streamHeader + features).span)
        // <auth
        case UInt8(ascii: "a"):
            isAuthenticated[owner] = true
            transport.write(id, Self.success.span)
        // <iq
        case UInt8(ascii: "i"):
            transport.write(id, bindResult(Self.copy(bytes)).span)
        default: break
        }
    }

    /// The answer that gives a session the resource it asks for.
    private func bindResult(_ request: [UInt8]) -> [UInt8] {
        let text = String(decoding: request, as: UTF8.self)
        let id = text.between("id='", "'")
        let resource = text.between("<resource>", "</resource>")
        return Array(
            """
            <iq type='result' id='\(id)'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>\
            <jid>user@localhost/\(resource)</jid></bind></iq>
            """.utf8)
    }

    private static func copy(_ bytes: Span<UInt8>) -> [UInt8] {
        bytes.indices.map { bytes[$0] }
    }

    func accepted(_ id: ConnectionID, listener: Int) -> Int {
        isAuthenticated.append(false)
        return isAuthenticated.count - 1
    }

    func connected(_ id: ConnectionID, owner: Int) {}
    func secured(_ id: ConnectionID, owner: Int, _ summary: TLSSummary) {}
    func drained(_ id: ConnectionID, owner: Int) {}
    func closed(_ id: ConnectionID, owner: Int, _ error: TransportError?) {}
    func keyDerived(owner: Int, token: Int, key: [UInt8]) {}
    func wokeUp(at now: Instant) {}
    func woken() {}
}

extension String {
    /// What lies between two marks; empty where they are not.
    fileprivate func between(_ opening: String, _ closing: String) -> Substring {
        guard let from = firstRange(of: opening)?.upperBound,
            let to = self[from...].firstRange(of: closing)?.lowerBound
        else { return "" }
        return self[from..<to]
    }
}
