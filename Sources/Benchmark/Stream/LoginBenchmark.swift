internal import EventLoop
internal import LoadEngine
internal import LoopbackServer
internal import Units

/// Times logins, from the connection to the bound resource, against the loopback server.
///
/// Client and server take turns on one thread. Counted are the client's turns and, where keys are
/// derived, what the thread pool spends on it; the server has its keys from an earlier login.
struct LoginBenchmark {
    var rounds: Int
    /// Sessions that log in at a time.
    var sessions: Int

    /// One way to log in, with what it cost in each round.
    private final class Candidate {
        let security: StreamSecurity
        let mechanism: String
        /// Of the last logins; it has the keys.
        var worker: DrivenWorker?
        let plan: RunPlan
        let server: Server
        /// For a login that derives its key, and for one that finds it.
        var derived: [Nanoseconds] = []
        var cached: [Nanoseconds] = []

        init(
            _ security: StreamSecurity, _ mechanism: String, _ server: Server, sessions: Int
        ) throws(StreamBenchmarkFailure) {
            self.security = security
            self.mechanism = mechanism
            self.server = server
            plan = try StreamPlan.logins(
                at: security.isSecured ? server.secureAddress : server.address, security,
                mechanism: mechanism, sessions: sessions)
        }
    }

    private static let plainMechanisms = ["PLAIN", "SCRAM-SHA-1", "SCRAM-SHA-256"]
    private static let boundMechanisms = ["SCRAM-SHA-1-PLUS", "SCRAM-SHA-256-PLUS"]

    func run() throws(StreamBenchmarkFailure) -> [LoginResult] {
        // A server that offers channel binding refuses clients that could use it and do not.
        let servers = [
            try Server(offersChannelBinding: false, sessions: sessions),
            try Server(offersChannelBinding: true, sessions: sessions),
        ]
        defer { for server in servers { server.close() } }
        var candidates: [Candidate] = []
        for security in StreamSecurity.allCases {
            let bound = security.isSecured ? Self.boundMechanisms : []
            for mechanism in Self.plainMechanisms + bound {
                let server = servers[bound.contains(mechanism) ? 1 : 0]
                candidates.append(
                    try Candidate(security, mechanism, server, sessions: sessions))
            }
        }
        // The first round warms up: the server derives its keys, TLS gets its first session.
        for round in 0...rounds {
            for candidate in candidates { try time(candidate, isCounted: round > 0) }
        }
        return candidates.flatMap { results(of: $0) }
    }

    /// One round of a way to log in: with keys to be derived where it needs any, then without.
    private func time(
        _ candidate: Candidate, isCounted: Bool
    ) throws(StreamBenchmarkFailure) {
        if candidate.mechanism != "PLAIN" {
            let time = try logIn(candidate, takingKeys: false, isWarm: isCounted)
            if isCounted { candidate.derived.append(time) }
        }
        let time = try logIn(candidate, takingKeys: true, isWarm: isCounted)
        if isCounted { candidate.cached.append(time) }
    }

    /// Logs all sessions in and drops them; returns what that cost the client.
    private func logIn(
        _ candidate: Candidate, takingKeys: Bool, isWarm: Bool
    ) throws(StreamBenchmarkFailure) -> Nanoseconds {
        let transport = try UVTransport.forBenchmark()
        defer { transport.close() }
        let worker = DrivenWorker(plan: candidate.plan, transport: transport)
        defer { worker.end() }
        if takingKeys, let former = candidate.worker { worker.takeKeys(of: former) }
        worker.begin()
        let threadBefore = MonotonicClock.threadProcessorTime
        let processBefore = ProcessUsage.current.processorTime
        var spent = Nanoseconds.zero
        var turnsLeft = 100_000
        while worker.sessionsOnline < sessions {
            let activity = Self.activity(of: transport)
            let before = MonotonicClock.threadProcessorTime
            transport.turn(blocking: false)
            let time = MonotonicClock.threadProcessorTime - before
            candidate.server.turn()
            if Self.activity(of: transport) != activity {
                spent = spent + time
            } else {
                // The thread pool is at work: to wait for it costs a client nothing.
                WallClock.sleep(.microseconds(50))
            }
            turnsLeft -= 1
            guard turnsLeft > 0, worker.sessionsFailed == 0 else {
                throw .stalled(
                    "\(candidate.mechanism) (\(candidate.security.rawValue)): "
                        + "\(worker.sessionsOnline) of \(sessions) sessions logged in")
            }
        }
        let inProcess = ProcessUsage.current.processorTime - processBefore
        let inPool = inProcess - (MonotonicClock.threadProcessorTime - threadBefore)
        guard !isWarm || (worker.sessionsResumed == sessions) == (candidate.security == .tlsResumed)
        else {
            throw .stalled(
                "\(candidate.mechanism) (\(candidate.security.rawValue)): "
                    + "\(worker.sessionsResumed) of \(sessions) sessions resumed TLS")
        }
        candidate.worker = worker
        try logOut(worker, transport, candidate.server)
        return (spent + max(.zero, inPool)) / Int64(sessions)
    }

    /// Ends the sessions in good order, as those of a run do.
    private func logOut(
        _ worker: DrivenWorker, _ transport: UVTransport, _ server: Server
    ) throws(StreamBenchmarkFailure) {
        worker.logOut()
        var turnsLeft = 10_000
        while transport.statistics.openConnections > 0 {
            guard turnsLeft > 0 else { throw .stalled("sessions do not log out") }
            turnsLeft -= 1
            transport.turn(blocking: false)
            server.turn()
        }
    }

    /// What changes in every turn that does something.
    private static func activity(of transport: UVTransport) -> [UInt64] {
        let statistics = transport.statistics
        return [
            statistics.bytesRead, statistics.bytesWritten, UInt64(statistics.openConnections),
        ]
    }

    private func results(of candidate: Candidate) -> [LoginResult] {
        var results: [LoginResult] = []
        if !candidate.derived.isEmpty {
            results.append(
                LoginResult(
                    candidate.mechanism, candidate.security, key: .derived, candidate.derived))
        }
        let key: LoginResult.Key = candidate.derived.isEmpty ? .none : .cached
        results.append(
            LoginResult(candidate.mechanism, candidate.security, key: key, candidate.cached))
        return results
    }

    /// A loopback server with the sessions' accounts, which works only in `turn`.
    private final class Server {
        let address: SocketAddress
        let secureAddress: SocketAddress
        private let transport: UVTransport
        private let server: LoopbackServer<UVTransport>

        init(offersChannelBinding: Bool, sessions: Int) throws(StreamBenchmarkFailure) {
            transport = try .forBenchmark()
            var options = LoopbackServerOptions(
                domain: "localhost",
                unixSecondsAtOrigin: WallClock.nanosecondsSince1970 / 1_000_000_000)
            options.offersChannelBinding = offersChannelBinding
            options.scramIterations = LoginBenchmark.iterations
            let state = ServerState(options: options)
            for index in 1...sessions {
                _ = state.register(username: "user\(index)", password: StreamPlan.password)
            }
            server = LoopbackServer(
                transport: transport, state: state, tls: try .forBenchmark())
            do throws(TransportError) {
                let any = SocketAddress.loopback(port: 0)
                address = try server.listen(any, isDirectTLS: false)
                secureAddress = try server.listen(any, isDirectTLS: true)
            } catch {
                throw .unusable("\(error)")
            }
        }

        func turn() { transport.turn(blocking: false) }

        func close() {
            transport.handler = nil
            transport.close()
        }
    }

    /// Rounds of hashing that the server asks for, as Prosody does and RFC 7677 §4 advises.
    static let iterations = 10_000
}
