internal import EventLoop

/// Times what the client's side of a stream costs: stage by stage, the writer, and logins.
package struct StreamBenchmark {
    /// How often each stage and each login is timed.
    package var rounds: Int
    /// Sessions that exchange messages, each with one under way.
    package var sessions: Int
    /// Turns of the loop to a round, in each of which every session gets one message.
    package var turns: Int
    /// Sessions that log in at a time.
    package var logins: Int

    package static let defaultRounds = 15

    package init(
        rounds: Int = defaultRounds, sessions: Int = 64, turns: Int = 50, logins: Int = 8
    ) {
        (self.rounds, self.sessions, self.turns, self.logins) = (rounds, sessions, turns, logins)
    }

    /// - Parameter onProgress: told what is measured next.
    package func run(
        onProgress: (String) -> Void = { _ in }
    ) throws(StreamBenchmarkFailure) -> StreamReport {
        var report = StreamReport(rounds: rounds, sessions: sessions)
        onProgress("measuring exchanges of messages")
        try timeExchanges(&report)
        onProgress("measuring the writer")
        report.stages.append(WriterBenchmark.time(rounds: rounds, stanzas: sessions * turns))
        onProgress("measuring logins")
        report.logins = try LoginBenchmark(rounds: rounds, sessions: logins).run()
        return report
    }

    // MARK: Exchanges

    /// One stage with what it cost in each round.
    private struct Candidate {
        var stage: StreamStage
        var security: StreamSecurity
        var client: any ExchangeClient
        var readings: [Reading] = []
    }

    /// The sessions come first: the others send back a message that those were seen to send.
    private static let order: [(StreamStage, StreamSecurity)] = [
        (.record, .none), (.dispatch, .none), (.parse, .none), (.transport, .none), (.floor, .none),
        (.record, .tls), (.dispatch, .tls), (.parse, .tls), (.transport, .tls),
    ]

    private func timeExchanges(_ report: inout StreamReport) throws(StreamBenchmarkFailure) {
        let peer = try EchoPeer(tls: .forBenchmark())
        defer { peer.close() }
        var candidates: [Candidate] = []
        defer { for candidate in candidates { candidate.client.close() } }
        for (stage, security) in Self.order {
            let client = try client(stage, security, peer)
            candidates.append(Candidate(stage: stage, security: security, client: client))
            try settle(client, peer, "\(stage) (\(security.rawValue))")
        }
        report.messageBytes = peer.message.count
        try time(&candidates, peer)
        let floor = candidates.first { $0.stage == .floor }?.readings ?? []
        report.stages = candidates.reversed().map { candidate in
            StreamResult(
                candidate.stage.rawValue, candidate.security, stanzas: sessions * turns,
                candidate.readings, floor: floor)
        }
        // The floor first, then without TLS, then with it, each in the order of the stages.
        report.stages.sort { ($0.security == .tls ? 1 : 0) < ($1.security == .tls ? 1 : 0) }
    }

    private func client(
        _ stage: StreamStage, _ security: StreamSecurity, _ peer: EchoPeer
    ) throws(StreamBenchmarkFailure) -> any ExchangeClient {
        let address = security.isSecured ? peer.secureAddress : peer.address
        switch stage {
        case .floor:
            return try FloorClient(to: address, sessions: sessions, message: peer.message)
        case .transport, .parse:
            return try EchoClient(
                to: address, tls: security.isSecured ? .forBenchmark() : nil, sessions: sessions,
                message: peer.message, isParsing: stage == .parse)
        case .dispatch, .record:
            return try SessionClient(
                plan: StreamPlan.exchanges(at: address, security, sessions: sessions),
                isRecording: stage == .record)
        }
    }

    /// Connects and logs in, until every session has its message under way.
    private func settle(
        _ client: any ExchangeClient, _ peer: EchoPeer, _ name: String
    ) throws(StreamBenchmarkFailure) {
        var turnsLeft = 10_000
        while client.activeSessions < sessions {
            guard turnsLeft > 0 else {
                throw .stalled("\(name): \(client.activeSessions) of \(sessions) sessions began")
            }
            turnsLeft -= 1
            client.turn()
            peer.turn()
        }
        for _ in 0..<3 {
            peer.turn()
            client.turn()
        }
    }

    /// Times the stages in turns. The first round warms up and is thrown away, as is the first turn
    /// of each: what became due while others had their turn is not of the stanzas.
    private func time(
        _ candidates: inout [Candidate], _ peer: EchoPeer
    ) throws(StreamBenchmarkFailure) {
        let meter = CostMeter()
        for round in 0...rounds {
            for turn in candidates.indices {
                // Each round begins with another one.
                let index = (turn + round) % candidates.count
                let client = candidates[index].client
                peer.turn()
                client.turn()
                let before = client.exchanges
                var sum = Reading.zero
                for _ in 0..<turns {
                    peer.turn()
                    sum.add(meter.measure { client.turn() })
                }
                guard client.exchanges - before == UInt64(sessions * turns) else {
                    throw .stalled(
                        "\(candidates[index].stage): \(client.exchanges - before) messages came "
                            + "in, not \(sessions * turns)")
                }
                if round > 0 { candidates[index].readings.append(sum) }
            }
        }
    }
}

/// Why nothing, or nothing more, was timed.
package enum StreamBenchmarkFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The machine does not give what is needed.
    case unusable(String)
    /// Not every message or login came to its end, so no figure would be true.
    case stalled(String)

    package var description: String {
        switch self {
        case .unusable(let reason): "the benchmark cannot run: \(reason)"
        case .stalled(let what): "the benchmark came to a halt: \(what)"
        }
    }
}

extension UVTransport {
    static func forBenchmark() throws(StreamBenchmarkFailure) -> UVTransport {
        do throws(TransportError) { return try UVTransport() } catch {
            throw .unusable("\(error)")
        }
    }
}

extension TLSServerContext {
    static func forBenchmark() throws(StreamBenchmarkFailure) -> TLSServerContext {
        do throws(TLSContextError) { return try selfSigned(domain: "localhost") } catch {
            throw .unusable("\(error)")
        }
    }
}

extension TLSClientContext {
    static func forBenchmark() throws(StreamBenchmarkFailure) -> TLSClientContext {
        do throws(TLSContextError) {
            return try TLSClientContext(domain: "localhost", verify: TLSVerification.none)
        } catch {
            throw .unusable("\(error)")
        }
    }
}
