import EventLoop
import Glibc
import LoopbackServer
import Profile
import Synchronization

/// `clamor serve`: the loopback server on its own.
enum ServeCommand {
    private static let defaultAddress = "127.0.0.1:5222"

    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        let domain = invocation.value(of: .domain) ?? "localhost"
        let listeners = try listeners(invocation)
        let faults = try Flag.faults(invocation)
        let certificate = try ServerCertificate(invocation, domain: domain)
        defer { certificate.remove() }
        ProcessLimits.raiseDescriptorLimit()
        let isStopped = StopFlag()
        do throws(TransportError) {
            try SignalWatcher.start { _ in isStopped.set() }
        } catch {
            throw CommandFailure(.unreachable, "cannot start a thread: \(error)")
        }
        let server = try LoopbackServerRuntime.start(
            domain: domain, listeners: listeners, tls: certificate.context,
            workers: Int(invocation.number(of: .workers) ?? 1), faults: faults,
            seed: invocation.number(of: .seed))
        console.print(readyLine(server.listeners, domain: domain, authority: certificate.path))
        while !isStopped.isSet { usleep(20_000) }
        server.stop()
        let counts = server.statistics
        console.note(
            "served \(counts.accepted) connections, \(counts.messagesReceived) messages received, "
                + "\(counts.messagesDelivered) delivered")
        if faults != Faults() { console.note("faults: \(counts.injected)") }
        return .success
    }

    private static func listeners(
        _ invocation: Invocation
    ) throws(CommandFailure) -> [LoopbackServerRuntime.Listener] {
        var plain = invocation.allValues(of: .listen)
        if plain.isEmpty { plain = [defaultAddress] }
        var listeners: [LoopbackServerRuntime.Listener] = []
        for text in plain {
            listeners.append(.init(address: try ListenAddress.parse(text, option: .listen)))
        }
        for text in invocation.allValues(of: .listenTLS) {
            let address = try ListenAddress.parse(text, option: .listenTLS)
            listeners.append(.init(address: address, isDirectTLS: true))
        }
        return listeners
    }

    /// The one line that says where clients can connect and whom they can trust.
    static func readyLine(
        _ listeners: [LoopbackServerRuntime.Listener], domain: String, authority: String
    ) -> String {
        let plain = listeners.filter { !$0.isDirectTLS }.map(\.address.description)
        let direct = listeners.filter(\.isDirectTLS).map(\.address.description)
        var line = "listening \(plain[0]) domain=\(domain) ca=\(authority)"
        if let first = direct.first { line += " direct=\(first)" }
        let others = plain.dropFirst() + direct.dropFirst()
        if !others.isEmpty { line += " also=\(others.joined(separator: ","))" }
        return line
    }
}

/// Set once, from any thread.
final class StopFlag: Sendable {
    private let stored = Atomic<Bool>(false)

    var isSet: Bool { stored.load(ordering: .acquiring) }
    func set() { stored.store(true, ordering: .releasing) }
}
