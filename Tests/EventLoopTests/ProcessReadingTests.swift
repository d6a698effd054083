import EventLoop
import Foundation
import Testing
import Units

@testable import EventLoop

@Suite struct ProcessReadingTests {
    @Test func `this process reads as it uses itself`() throws {
        let identifier = ProcessInfo.processInfo.processIdentifier
        let before = try #require(ProcessReading(of: identifier))
        let usage = ProcessUsage.current
        #expect(before.processorTime <= usage.processorTime + .milliseconds(20))
        #expect(before.residentBytes > 1 << 20)
        #expect(try #require(before.descriptors) >= 3)
        let file = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        let after = try #require(ProcessReading(of: identifier))
        #expect(after.processorTime >= before.processorTime)
        #expect(after.startTime == before.startTime && after.startTime > 0)
        try file.close()
    }

    @Test func `a process that has ended has no reading, waited for or not`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sleep")
        process.arguments = ["60"]
        try process.run()
        let identifier = process.processIdentifier
        let reading = try #require(ProcessReading(of: identifier))
        #expect(reading.processorTime < .seconds(Int64(1)))
        kill(identifier, SIGKILL)
        process.waitUntilExit()
        #expect(ProcessReading(of: identifier) == nil)
    }

    @Test func `a name in brackets may hold anything`() throws {
        let zeros = Array(repeating: "0", count: 18).joined(separator: " ")
        let found = try #require(
            ProcessReading.fields(stat: "7 (a) R b) S \(zeros) 4711 0 0"))
        #expect(found.state == "S" && found.startTime == 4_711)
        #expect(ProcessReading.fields(stat: "7 (a") == nil)
    }

    @Test func `both kinds of context switches count`() {
        let status =
            "Name:\tx\nvoluntary_ctxt_switches:\t150\nnonvoluntary_ctxt_switches:\t7\n"
        #expect(ProcessReading.contextSwitches(status) == 157)
    }
}
