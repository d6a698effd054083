package import EventLoop
package import Measurement
package import Profile
import Synchronization
package import Units

/// Watches the server while a run lasts, once a second, on a thread of its own.
///
/// Lifetime: `begin` starts the thread, `end` waits for its end.
package final class ServerMonitor: Sendable {
    /// Between two looks.
    private static let interval = Nanoseconds.seconds(Int64(1))
    /// Between two looks at whether it is to end.
    private static let patience = Nanoseconds.milliseconds(50)

    private struct Watch: Sendable {
        let source: String
        var probe: UsageProbe
        var recorder: UsageRecorder
    }

    /// Has its origin when the monitor is made.
    private let clock = MonotonicClock()
    private let watches: Guarded<[Watch]>
    private let isEnding = Atomic<Bool>(false)
    private let thread = Guarded<WorkerThread?>(nil)
    /// Whether there is anything whose idle use has to be known.
    private let measuresIdle: Bool
    /// What the user has to know of the sources before the run, a line each.
    package let notes: [String]

    /// Looks at each source for the first time.
    ///
    /// - Parameters:
    ///   - loopback: the processor time of the server in this process, if there is one.
    ///   - policy: which endpoints may be asked.
    /// - Throws: when a source is not there, or may not be asked.
    package init(
        _ sources: [MonitorSource], loopback: (@Sendable () -> Nanoseconds)?,
        policy: AddressPolicy, resolver: Resolver.Options
    ) throws(PreparationError) {
        var watches: [Watch] = []
        var notes: [String] = []
        if let loopback {
            watches.append(
                Watch(
                    source: "loopback", probe: .loopback(loopback),
                    recorder: UsageRecorder(source: "loopback")))
        }
        for source in sources {
            let address = try Self.address(source, policy, resolver)
            let probe: UsageProbe
            do throws(UsageProbe.Failure) {
                probe = try Self.probe(source, at: address)
            } catch {
                throw .unreachable("monitor \(source.text): \(error.reason)")
            }
            if case .processes(let processes) = probe, processes.identifiers.count > 1 {
                let list = processes.identifiers.map(String.init).joined(separator: ", ")
                notes.append(
                    "monitor \(source.text): the sum of \(processes.identifiers.count) processes, "
                        + "\(list); pid:NUMBER watches one of them")
            }
            watches.append(
                Watch(
                    source: source.text, probe: probe,
                    recorder: UsageRecorder(source: source.text)))
        }
        try Self.checkOverlap(watches)
        measuresIdle = !sources.isEmpty
        self.watches = Guarded(watches)
        self.notes = notes
    }

    /// The figures of all sources are added up, so a process must not be in two of them.
    private static func checkOverlap(_ watches: [Watch]) throws(PreparationError) {
        for (place, watch) in watches.enumerated() {
            for other in watches[..<place] {
                guard let shared = watch.probe.overlap(with: other.probe) else { continue }
                throw .refused(
                    "monitor \(other.source) and monitor \(watch.source) both watch \(shared), "
                        + "which would count twice; leave one of them out")
            }
        }
    }

    private static func probe(
        _ source: MonitorSource, at address: SocketAddress?
    ) throws(UsageProbe.Failure) -> UsageProbe {
        switch source.kind {
        case .process(let identifier):
            return .processes(try ProcessProbe(identifier: identifier))
        case .name(let name): return .processes(try ProcessProbe(name: name))
        case .controlGroup(let path): return .controlGroup(try ControlGroupProbe(path: path))
        case .prometheus(let endpoint):
            guard let address else { throw UsageProbe.Failure(reason: "it has no address") }
            return .prometheus(try PrometheusProbe(endpoint, at: address))
        }
    }

    /// Where a source on the network is, once it is known that it may be asked.
    private static func address(
        _ source: MonitorSource, _ policy: AddressPolicy, _ resolver: Resolver.Options
    ) throws(PreparationError) -> SocketAddress? {
        guard case .prometheus(let endpoint) = source.kind else { return nil }
        let found: ResolvedEndpoint
        do throws(ResolverError) {
            found = try Resolver.resolve(
                host: endpoint.host, port: endpoint.port, isDirectTLS: false, options: resolver)
        } catch {
            throw .unreachable(
                "monitor \(source.text): \(endpoint.host) does not resolve: \(error)")
        }
        if let refusal = policy.refusal(of: found.addresses, names: [endpoint.host]) {
            throw .refused("monitor \(source.text): \(refusal)")
        }
        return found.addresses.first
    }

    /// Watches for a second how much the server uses with nothing to do; blocks the caller.
    package func watchIdle() {
        guard measuresIdle else { return }
        look()
        WallClock.sleep(Self.interval)
        look()
    }

    /// Watches from now on.
    ///
    /// - Parameter origin: of the run's clock; looks are taken at its whole seconds.
    package func begin(origin: MonotonicClock) {
        look()
        thread.withLock { thread in
            // Without the thread there are fewer samples, and the run goes on.
            thread = try? WorkerThread.start(name: "monitor") { [self] in watch(origin) }
        }
    }

    private func watch(_ run: MonotonicClock) {
        var next = Instant.origin
        while true {
            while run.now < next {
                if isEnding.load(ordering: .acquiring) { return }
                WallClock.sleep(min(Self.patience, max(Nanoseconds(1), next - run.now)))
            }
            look()
            // A look that took long leaves others out.
            while next <= run.now { next = next + Self.interval }
        }
    }

    private func look() {
        watches.withLock { watches in
            for place in watches.indices {
                do throws(UsageProbe.Failure) {
                    let reading = try watches[place].probe.read()
                    watches[place].recorder.record(reading, at: clock.now)
                } catch {
                    watches[place].recorder.failed(error.reason, at: clock.now)
                }
            }
        }
    }

    /// Takes a last look and tells all that was seen; by source, in the order of the profile.
    ///
    /// - Parameter origin: of the run's clock.
    package func end(origin: MonotonicClock) -> [ServerUsage] {
        isEnding.store(true, ordering: .releasing)
        thread.withLock { $0 }?.join()
        look()
        let start =
            Instant.origin + Nanoseconds(origin.originNanoseconds - clock.originNanoseconds)
        return watches.withLock { $0.map { $0.recorder.usage(from: start) } }
    }
}
