import EventLoop
import Units

/// A loopback server that runs: workers on threads of their own, with real sockets.
///
/// Lifetime: runs until `stop`, which has to be called.
package final class LoopbackServerRuntime: Sendable {
    /// An address that the server listens on.
    package struct Listener: Equatable, Sendable {
        /// The address; port 0 lets the system choose.
        package var address: SocketAddress
        /// TLS begins at once, rather than with STARTTLS.
        package var isDirectTLS: Bool

        /// An address for STARTTLS, or for direct TLS.
        package init(address: SocketAddress, isDirectTLS: Bool = false) {
            self.address = address
            self.isDirectTLS = isDirectTLS
        }
    }

    /// The accounts and sessions.
    package let state: ServerState
    /// What it listens on, with real ports, in the order in which it was asked for.
    package let listeners: [Listener]
    private let statisticsOfWorkers: [LoopbackStatistics]
    private let threads: [WorkerThread]

    /// Starts a server; when this returns, clients can connect.
    ///
    /// With several workers each listens on every address, and the system spreads the connections.
    /// `clock` is the one that `unixSecondsAtOrigin` of the options refers to.
    /// Throws: what the operating system says to an address.
    package init(
        options: LoopbackServerOptions, listeners asked: [Listener], tls: TLSServerContext?,
        workers: Int = 1, clock: MonotonicClock = MonotonicClock()
    ) throws(TransportError) {
        precondition(workers >= 1, "a server has at least one worker")
        let state = ServerState(options: options, workers: workers)
        var bound = asked
        var statistics: [LoopbackStatistics] = []
        var threads: [WorkerThread] = []
        for worker in 0..<workers {
            do throws(TransportError) {
                let server = try Self.makeWorker(
                    worker, of: workers, state: state, tls: tls, clock: clock, &bound)
                statistics.append(server.statistics)
                threads.append(try Self.start(server, worker))
            } catch {
                state.stop()
                for thread in threads { thread.join() }
                throw error
            }
        }
        self.state = state
        listeners = bound
        statisticsOfWorkers = statistics
        self.threads = threads
    }

    /// What all workers together have done.
    package var statistics: LoopbackStatistics.Snapshot {
        var sum = LoopbackStatistics.Snapshot()
        for worker in statisticsOfWorkers { sum.add(worker.current) }
        return sum
    }

    /// Ends all streams with `system-shutdown` and waits until the workers are done, which takes at
    /// most the time that a closed connection waits for its peer.
    package func stop() {
        state.stop()
        for thread in threads { thread.join() }
    }

    /// A worker that listens. The first one turns port 0 into a real port for the others.
    private static func makeWorker(
        _ worker: Int, of workers: Int, state: ServerState, tls: TLSServerContext?,
        clock: MonotonicClock, _ bound: inout [Listener]
    ) throws(TransportError) -> sending LoopbackServer<UVTransport> {
        var limits = UVTransport.Limits()
        limits.writeQueue = ByteCount(state.options.limits.queueBytes)
        let transport = try UVTransport(clock: clock, limits: limits)
        let server = LoopbackServer(transport: transport, worker: worker, state: state, tls: tls)
        do throws(TransportError) {
            for index in bound.indices {
                bound[index].address = try server.listen(
                    bound[index].address, isDirectTLS: bound[index].isDirectTLS,
                    reusePort: workers > 1)
            }
        } catch {
            transport.close()
            throw error
        }
        return server
    }

    private static func start(
        _ server: sending LoopbackServer<UVTransport>, _ worker: Int
    ) throws(TransportError) -> WorkerThread {
        try WorkerThread.start(name: "loopback-\(worker)") {
            let transport = server.transport
            server.whenEnded { transport.stop() }
            transport.run()
            transport.close()
        }
    }
}
