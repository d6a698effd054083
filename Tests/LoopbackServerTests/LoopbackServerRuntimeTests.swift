import EventLoop
import Foundation
import Testing

@testable import LoopbackServer

/// The server on real sockets.
@Suite struct LoopbackServerRuntimeTests {
    private static func run<R>(
        workers: Int = 1, channelBinding: Bool = true, _ body: (LoopbackServerRuntime) throws -> R
    ) throws -> R {
        let address = try #require(SocketAddress(numericHost: "127.0.0.1", port: 0))
        let clock = MonotonicClock()
        var options = LoopbackServerOptions(
            domain: "localhost",
            unixSecondsAtOrigin: Int64(Date().timeIntervalSince1970)
                - clock.now.nanoseconds / 1_000_000_000)
        options.offersChannelBinding = channelBinding
        let runtime = try LoopbackServerRuntime(
            options: options,
            listeners: [.init(address: address), .init(address: address, isDirectTLS: true)],
            tls: TLSServerContext.selfSigned(domain: "localhost"), workers: workers, clock: clock)
        defer { runtime.stop() }
        return try body(runtime)
    }

    @Test(arguments: [
        ("starttls", "SCRAM-SHA-256-PLUS"), ("starttls", "SCRAM-SHA-1"), ("starttls", "PLAIN"),
        ("direct", "SCRAM-SHA-1-PLUS"), ("direct", "SCRAM-SHA-256"), ("none", "SCRAM-SHA-1"),
        ("none", "PLAIN"),
    ])
    func `slixmpp registers, subscribes, chats and leaves`(
        security: String, mechanism: String
    ) throws {
        // This client says of itself that it could bind the channel, and is refused if it does not.
        try Self.run(channelBinding: mechanism.hasSuffix("-PLUS")) { runtime in
            let port = runtime.listeners[security == "direct" ? 1 : 0].address.port
            let report = try PythonClients.run(
                port: port, security: security, mechanism: mechanism)
            #expect(report.problems == [])
            #expect(runtime.statistics.online == 0)
            #expect(runtime.state.domain.withLock { $0.accountCount } == 0)
        }
    }

    @Test func `slixmpp's two clients may live on different workers`() throws {
        try Self.run(workers: 4) { runtime in
            for _ in 0..<3 {
                let report = try PythonClients.run(
                    port: runtime.listeners[0].address.port, security: "starttls",
                    mechanism: "PLAIN")
                #expect(report.problems == [])
            }
        }
    }

    @Test func `an address that is taken is said so`() throws {
        try Self.run { runtime in
            let options = LoopbackServerOptions(domain: "localhost", unixSecondsAtOrigin: 0)
            #expect(throws: TransportError.addressInUse) {
                _ = try LoopbackServerRuntime(
                    options: options, listeners: [runtime.listeners[0]], tls: nil)
            }
        }
    }
}
