import Measurement
import Testing
import Units

@Suite struct UsageRecorderTests {
    private func reading(
        cpu: Int64, memory: UInt64 = 1_000, switches: UInt64 = 0, series: [String: Double] = [:]
    ) -> UsageReading {
        var reading = UsageReading()
        reading.processorTime = .milliseconds(cpu)
        reading.residentBytes = memory
        reading.contextSwitches = switches
        reading.series = series
        return reading
    }

    private func instant(_ milliseconds: Int64) -> Instant { .origin + .milliseconds(milliseconds) }

    @Test func `what counts up becomes a rate since the reading before`() {
        var recorder = UsageRecorder(source: "pid:1")
        recorder.record(reading(cpu: 5_000, switches: 70), at: instant(1_000))
        recorder.record(reading(cpu: 5_500, switches: 100), at: instant(3_000))
        recorder.record(reading(cpu: 6_500, switches: 90), at: instant(4_000))
        let usage = recorder.usage(from: instant(2_000))
        #expect(usage.samples.map(\.cpuRatio) == [nil, 0.25, 1])
        #expect(usage.samples.map(\.contextSwitchesPerSecond) == [nil, 15, 0])
        #expect(
            usage.samples.map(\.time)
                == [.milliseconds(-1_000), .milliseconds(1_000), .milliseconds(2_000)])
        #expect(usage.note == nil)
    }

    @Test func `a reading that failed is noted, and the next one covers its time`() {
        var recorder = UsageRecorder(source: "pid:1")
        recorder.record(reading(cpu: 0), at: instant(0))
        recorder.failed("connection refused", at: instant(1_000))
        recorder.failed("connection reset", at: instant(2_000))
        recorder.record(reading(cpu: 600), at: instant(3_000))
        let usage = recorder.usage(from: .origin)
        #expect(usage.samples.map(\.cpuRatio) == [nil, 0.2])
        #expect(
            usage.note == "2 of 4 readings failed, the first after 1.00 s: connection refused")
    }

    @Test func `series stand by their names, each with its points`() {
        var recorder = UsageRecorder(source: "prometheus:x")
        recorder.record(reading(cpu: 0, series: ["b": 1, "a": 2]), at: instant(0))
        recorder.record(reading(cpu: 0, series: ["b": 3]), at: instant(1_000))
        let series = recorder.usage(from: .origin).series
        #expect(series.names == ["a", "b"])
        #expect(series["a"].map(\.value) == [2])
        #expect(series["b"].map(\.time) == [.zero, .seconds(Int64(1))])
    }
}
