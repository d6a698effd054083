import Testing
import Units

@testable import Measurement

@Suite struct ServerCostsTests {
    /// A run by the second: what each interval had.
    private struct Second {
        var logins: UInt64 = 0
        var messages: UInt64 = 0
        var online = 0
    }

    private func rows(_ seconds: [Second]) -> [IntervalRow] {
        seconds.enumerated().map { place, second in
            var row = IntervalRow()
            row.start = .seconds(Int64(place))
            row.length = .seconds(Int64(1))
            (row.logins, row.sent, row.online) = (second.logins, second.messages, second.online)
            return row
        }
    }

    /// Samples at whole seconds, from a second before the run.
    ///
    /// - Parameter ratios: first the one before the run.
    private func usage(
        _ ratios: [Double], memory: [UInt64?] = [], source: String = "pid:1"
    ) -> ServerUsage {
        var usage = ServerUsage(source: source)
        for place in 0...ratios.count {
            var sample = ServerUsage.Sample(time: .seconds(Int64(place - 1)))
            sample.cpuRatio = place == 0 ? nil : ratios[place - 1]
            if place < memory.count { sample.residentBytes = memory[place] }
            usage.samples.append(sample)
        }
        return usage
    }

    @Test func `without messages a login costs what was spent above idle by the logins`() {
        // 10 % idle; 2 ms for each of 100 + 50 logins, some of it a second late.
        let costs = ServerCosts(
            [usage([0.1, 0.25, 0.2, 0.15, 0.1])],
            rows([Second(logins: 100), Second(logins: 50), Second(), Second()]))
        #expect(costs.cpuPerLogin == .milliseconds(2))
        #expect(costs.cpuPerMessage == nil)
        #expect(costs.memoryPerSessionBytes == nil)
    }

    @Test func `without logins a message costs what was spent above idle by the messages`() {
        let costs = ServerCosts(
            [usage([0, 0.1, 0.3])], rows([Second(messages: 1_000), Second(messages: 3_000)]))
        #expect(costs.cpuPerMessage == .microseconds(100))
        #expect(costs.cpuPerLogin == nil)
    }

    @Test func `logins and messages are told apart where they come at different times`() throws {
        // 3 ms a login, 50 µs a message, 5 % idle.
        let seconds = [
            Second(logins: 100), Second(logins: 50, messages: 1_000), Second(messages: 4_000),
            Second(messages: 2_000), Second(),
        ]
        let ratios = seconds.map { 0.05 + Double($0.logins) * 3e-3 + Double($0.messages) * 50e-6 }
        let costs = ServerCosts([usage([0.05] + ratios)], rows(seconds))
        #expect(costs.cpuPerLogin == .milliseconds(3))
        #expect(costs.cpuPerMessage == .microseconds(50))
    }

    @Test func `a server that is noisy is still told apart to a few per cent`() throws {
        var random = RandomNumbers(seed: 5)
        let seconds = (0..<30).map { second in
            second < 10 ? Second(logins: 50) : Second(messages: 1_000)
        }
        let ratios = seconds.map { second in
            let exact = Double(second.logins) * 3e-3 + Double(second.messages) * 50e-6
            return exact * (0.9 + 0.2 * Double(random.next() % 1_000) / 1_000)
        }
        let costs = ServerCosts([usage([0] + ratios)], rows(seconds))
        let login = try #require(costs.cpuPerLogin).inSeconds
        let message = try #require(costs.cpuPerMessage).inSeconds
        #expect(abs(login / 3e-3 - 1) < 0.05)
        #expect(abs(message / 50e-6 - 1) < 0.05)
    }

    @Test func `what comes in step is not told apart`() {
        let seconds = (0..<6).map { Second(logins: 10 + $0, messages: 100 + $0 * 10) }
        let ratios = seconds.map { Double($0.logins) * 3e-3 + Double($0.messages) * 50e-6 }
        let costs = ServerCosts([usage([0] + ratios)], rows(seconds))
        #expect(costs == ServerCosts())
    }

    @Test func `a figure that may as well be zero is none`() {
        // Messages cost nothing here; the rest is noise.
        let seconds = (0..<8).map { Second(logins: $0 < 4 ? 100 : 0, messages: $0 < 4 ? 0 : 100) }
        let ratios = [0.3, 0.32, 0.28, 0.3, 0.02, 0, 0, 0.001]
        let costs = ServerCosts([usage([0] + ratios)], rows(seconds))
        #expect(costs.cpuPerLogin == .milliseconds(3))
        #expect(costs.cpuPerMessage == nil)
    }

    @Test func `sources add up, and Prometheus counts where there is nothing else`() {
        let rows = rows([Second(logins: 100)])
        let (one, two) = (usage([0, 0.1]), usage([0, 0.2], source: "pid:2"))
        let endpoint = usage([0, 0.4], source: "prometheus:http://h/metrics")
        #expect(ServerCosts([one, two], rows).cpuPerLogin == .milliseconds(3))
        #expect(ServerCosts([one, endpoint], rows).cpuPerLogin == .milliseconds(1))
        #expect(ServerCosts([endpoint], rows).cpuPerLogin == .milliseconds(4))
        #expect(ServerCosts([], rows) == ServerCosts())
    }

    @Test func `of the measured part the whole use of all sources is told`() {
        var rows = rows([Second(logins: 100), Second(), Second(), Second()])
        for place in 1...2 { rows[place].isMeasured = true }
        let (one, two) = (
            usage([0.1, 0.9, 0.2, 0.3, 0.9]), usage([0.1, 0, 1, 0.5, 0], source: "pid:2")
        )
        #expect(ServerCosts([one, two], rows).cpuRatio == 1)
        #expect(ServerCosts([one], rows).cpuRatio == 0.25)
        // It was not watched to the end.
        #expect(ServerCosts([usage([0, 0.5, 0.2])], rows).cpuRatio == 0.2)
        #expect(ServerCosts([usage([0])], rows).cpuRatio == nil)
    }

    @Test func `the most memory is that of all sources at once`() {
        let one = usage([0, 0, 0], memory: [5_000_000, 6_000_000, 9_000_000, 7_000_000])
        let two = usage(
            [0, 0, 0], memory: [4_000_000, nil, 1_000_000, 2_000_000], source: "pid:2")
        #expect(ServerCosts([one], []).memoryPeakBytes == 9_000_000)
        #expect(ServerCosts([one, two], []).memoryPeakBytes == 10_000_000)
        #expect(ServerCosts([usage([0, 0.1])], []).memoryPeakBytes == nil)
    }

    @Test func `memory is a slope while sessions become more`() {
        let rows = rows([
            Second(online: 10), Second(online: 20), Second(online: 30), Second(online: 30),
            Second(online: 0),
        ])
        // What it takes later, and keeps when they have left, is no memory of a session.
        let memory: [UInt64?] = [
            5_000_000, 5_000_000, 5_300_000, 5_600_000, 5_900_000, 9_000_000, 9_000_000,
        ]
        let watched = usage([0, 0, 0, 0, 0, 0], memory: memory)
        #expect(ServerCosts([watched], rows).memoryPerSessionBytes == 30_000)
    }

    @Test func `without sessions that become more there is no slope`() {
        let memory: [UInt64?] = [5_000_000, 5_000_000, 5_300_000, 5_600_000]
        let watched = usage([0, 0, 0], memory: memory)
        let idle = [Second(), Second()]
        #expect(ServerCosts([watched], rows(idle)).memoryPerSessionBytes == nil)
        let still = usage([0, 0, 0], memory: [5_000_000, 5_000_000, 5_000_000, 5_000_000])
        let busy = [Second(online: 5), Second(online: 9)]
        #expect(ServerCosts([still], rows(busy)).memoryPerSessionBytes == nil)
    }
}
