import EventLoop
import Testing
import Units

@Suite struct ProcessUsageTests {
    /// In a process of its own: beside other tests memory goes as it comes.
    @Test func `work and memory show up in the next reading`() async {
        await #expect(processExitsWith: .success) {
            let before = ProcessUsage.current
            #expect(before.resident.rawValue > 1 << 20)
            #expect(before.peakResident.rawValue > 1 << 20)
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 64 << 20)
            memory.initialize(repeating: 1, count: 64 << 20)
            defer { memory.deallocate() }
            let clock = MonotonicClock()
            var sum: UInt64 = 0
            while clock.now - .origin < .milliseconds(30) { sum &+= 1 }
            let after = ProcessUsage.current
            #expect(sum > 0)
            #expect(after.processorTime > before.processorTime)
            #expect(after.resident.rawValue > before.resident.rawValue + (32 << 20))
            #expect(after.peakResident >= before.peakResident)
        }
    }

    @Test func `a thread's processor time grows with its work only`() {
        let before = MonotonicClock.threadProcessorTime
        let clock = MonotonicClock()
        while clock.now - .origin < .milliseconds(5) {}
        #expect(MonotonicClock.threadProcessorTime > before)
    }
}
