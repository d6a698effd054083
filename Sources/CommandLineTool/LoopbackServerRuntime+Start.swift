import EventLoop
import LoadEngine
import LoopbackServer
import Profile
import Units

extension LoopbackServerRuntime {
    /// Starts a server that has this tool's version and the machine's time of day.
    static func start(
        domain: String, listeners: [Listener], tls: TLSServerContext, workers: Int = 1,
        faults: Faults, seed: UInt64?
    ) throws(CommandFailure) -> LoopbackServerRuntime {
        let clock = MonotonicClock()
        var options = LoopbackServerOptions(
            domain: domain,
            unixSecondsAtOrigin: WallClock.nanosecondsSince1970 / 1_000_000_000,
            seed: seed ?? .random(in: 0 ... .max), version: Version.current)
        options.faults = faults
        do throws(TransportError) {
            return try LoopbackServerRuntime(
                options: options, listeners: listeners, tls: tls, workers: workers, clock: clock)
        } catch {
            let places = listeners.map(\.address.description).joined(separator: ", ")
            throw CommandFailure(.unreachable, "cannot listen at \(places): \(error)")
        }
    }
}
