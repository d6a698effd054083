import LoadEngine
import Measurement
import Profile
import Testing
import Units

@testable import CommandLineTool

@Suite struct LiveViewTests {
    private static func profile(_ traffic: String = "rate: 50/s") throws -> Profile {
        let text = """
            title: A profile with a title that is long
            target: {domain: localhost, address: loopback}
            accounts: {count: 50}
            sessions:
              arrival: {stages: [{rate: 0/s to 40/s, for: 4s}]}
              scenarios: [{name: s, steps: [login, presence, {stay: until-end}]}]
            traffic: [{message: {to: online, body: x}, after: 2s, \(traffic)}]
            duration: 10s
            """
        return try ProfileLoader.load(text: text, fileName: "live.yaml").get()
    }

    /// A view after so many seconds in each of which the same was done.
    private func view(
        seconds: Int, traffic: String = "rate: 50/s", setting: LoadSetting = LoadSetting()
    ) throws -> LiveView {
        var view = LiveView(try Self.profile(traffic))
        var catalogue = MetricCatalogue()
        let message = catalogue.register("message", model: .open)
        let until = Instant.origin + .seconds(Int64(10))
        var recorder = Recorder(
            worker: 0, catalogue: catalogue, start: .origin, measureFrom: .origin,
            measureUntil: until)
        var totals = RunTotals(
            catalogue: catalogue, workers: 1, start: .origin, measureFrom: .origin,
            measureUntil: until)
        var ledger = LedgerCounts()
        var activity = WorkerActivity()
        for second in 0..<seconds {
            let start = Instant.origin + .seconds(Int64(second))
            for _ in 0..<49 {
                recorder.started(message, due: start, sent: start)
                recorder.done(
                    message, due: start, sent: start,
                    done: start + .milliseconds(Int64(1) << Int64(second)))
            }
            ledger.measured.sent += 49
            activity.logins += 12
            activity.online += 12
            let snapshot = recorder.takeInterval(
                at: start + .seconds(Int64(1)), activity: activity, ledger: ledger)
            if let interval = totals.add(snapshot) {
                view.add(interval, phase: "run", catalogue: catalogue, setting: setting)
            }
        }
        return view
    }

    private func lines(
        _ view: LiveView, width: Int = 80, setting: LoadSetting = LoadSetting(),
        hasKeys: Bool = true, isStopping: Bool = false
    ) -> [String] {
        view.lines(width: width, setting: setting, hasKeys: hasKeys, isStopping: isStopping)
    }

    @Test(arguments: [20, 40, 80, 200])
    func `it fills the width and never goes beyond it`(width: Int) throws {
        let lines = lines(try view(seconds: 5), width: width)
        #expect(lines.count == 6)
        #expect(lines.allSatisfy { $0.count <= width })
        if width >= 80 {
            #expect(lines[0].count == width)
            #expect(lines[0].contains("━╌"))
            #expect(lines[0].hasSuffix(" 0:10, 0:05 left"))
        }
    }

    @Test func `what is done stands beside what is asked for`() throws {
        // Between the fourth and the fifth second no session is asked for any more.
        #expect(try lines(view(seconds: 4))[2] == "logins 12 of 35/s   messages 49 of 50/s")
        #expect(try lines(view(seconds: 2))[2].hasSuffix("messages 49 of 0/s"))
    }

    @Test func `what is asked for follows the keys`() throws {
        var setting = LoadSetting()
        setting.faster()
        let view = try view(seconds: 4, setting: setting)
        #expect(lines(view)[2].hasSuffix("messages 49 of 55/s"))
        #expect(lines(view, setting: setting)[5].hasSuffix("rates × 1.10"))
        setting.isPaused = true
        #expect(lines(view, setting: setting)[5].contains("p go on"))
        #expect(lines(view, hasKeys: false)[5] == "Ctrl-C stops")
        #expect(lines(view, isStopping: true)[5].hasPrefix("stopping: "))
    }

    @Test func `the sparkline is as high as the logarithm`() throws {
        let message = try lines(view(seconds: 8))[4]
        #expect(message.hasSuffix("▁▂▃▄▅▆▇█"))
        let flat = [Nanoseconds?](repeating: .milliseconds(5), count: 3)
        #expect(LiveView.sparkline(flat[...]) == "▁▁▁")
        let holes: [Nanoseconds?] = [.milliseconds(1), nil, .milliseconds(1_000)]
        #expect(LiveView.sparkline(holes[...]) == "▁ █")
        #expect(LiveView.sparkline([]) == "")
    }
}
