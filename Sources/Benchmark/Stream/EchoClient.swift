internal import EventLoop
internal import StanzaParser
internal import Units

/// Clamor's transport, with or without TLS, below a handler that sends back what it read; or
/// what it read and parsed.
final class EchoClient: ExchangeClient, TransportHandler {
    private let transport: UVTransport
    private let message: [UInt8]
    /// Otherwise bytes are not looked at.
    private let isParsing: Bool
    private var engine = StanzaEngine()
    private var states: [StreamState] = []
    private(set) var exchanges: UInt64 = 0
    private(set) var activeSessions = 0
    /// Why a session came to its end, which none should.
    private(set) var failure: String?
    private let isSecured: Bool

    /// Connects `sessions` times; each sends `message` once it can.
    init(
        to address: SocketAddress, tls: TLSClientContext?, sessions: Int, message: [UInt8],
        isParsing: Bool
    ) throws(StreamBenchmarkFailure) {
        transport = try .forBenchmark()
        self.message = message
        isSecured = tls != nil
        self.isParsing = isParsing
        let opened = Self.openedStream(&engine)
        states = Array(repeating: opened, count: sessions)
        transport.handler = self
        for owner in 0..<sessions {
            _ = transport.connect(address, from: nil, tls: tls, owner: owner)
        }
    }

    /// The state of a stream whose header has come.
    private static func openedStream(_ engine: inout StanzaEngine) -> StreamState {
        var state = StreamState()
        var cursor = 0
        let header = EchoPeer.streamHeader
        let event = try? engine.next(&state, header.span, &cursor)
        precondition(event == .opened, "the peer's own header opens a stream")
        return state
    }

    func turn() { transport.turn(blocking: false) }

    func close() {
        transport.handler = nil
        transport.close()
    }

    private func begin(_ id: ConnectionID) {
        let message = message
        transport.write(id, message.span)
        activeSessions += 1
    }

    func connected(_ id: ConnectionID, owner: Int) { if !isSecured { begin(id) } }

    func secured(_ id: ConnectionID, owner: Int, _ summary: TLSSummary) { begin(id) }

    func received(_ id: ConnectionID, owner: Int, _ bytes: Span<UInt8>) {
        if isParsing {
            parse(id, owner, bytes)
        } else {
            exchanges += 1
            transport.write(id, bytes)
        }
    }

    private func parse(_ id: ConnectionID, _ owner: Int, _ bytes: Span<UInt8>) {
        var cursor = 0
        do {
            while try engine.next(&states[owner], bytes, &cursor) == .stanza {
                exchanges += 1
                transport.write(id, bytes)
            }
        } catch {
            failure = "\(error)"
        }
    }

    func accepted(_ id: ConnectionID, listener: Int) -> Int { 0 }
    func drained(_ id: ConnectionID, owner: Int) {}
    func closed(_ id: ConnectionID, owner: Int, _ error: TransportError?) {
        failure = error.map { "\($0)" } ?? "the peer closed a connection"
    }
    func keyDerived(owner: Int, token: Int, key: [UInt8]) {}
    func wokeUp(at now: Instant) {}
    func woken() {}
}
