import Foundation
import Testing
import Units

@testable import LoadEngine

@Suite struct ControlGroupProbeTests {
    private func folder(_ files: [String: String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("clamor-cgroup-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files {
            try text.write(
                to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
        }
        return folder.path
    }

    @Test func `processor time and memory are read, without files that can be taken back`() throws {
        let path = try folder([
            "cpu.stat": "usage_usec 1500000\nuser_usec 1\nsystem_usec 2\n",
            "memory.current": "90000000\n",
            "memory.stat": "anon 50000000\nfile 40000000\ninactive_file 30000000\n",
        ])
        defer { try? FileManager.default.removeItem(atPath: path) }
        let reading = try ControlGroupProbe(folder: path).read()
        #expect(reading.processorTime == .milliseconds(1_500))
        #expect(reading.residentBytes == 60_000_000)
        #expect(reading.descriptors == nil && reading.contextSwitches == nil)
    }

    @Test func `a group without files for memory tells its processor time`() throws {
        let path = try folder(["cpu.stat": "usage_usec 7\n"])
        defer { try? FileManager.default.removeItem(atPath: path) }
        let reading = try ControlGroupProbe(folder: path).read()
        #expect(reading.processorTime == .microseconds(7) && reading.residentBytes == nil)
    }

    @Test func `what is no control group is said`() {
        let failure = #expect(throws: UsageProbe.Failure.self) {
            _ = try ControlGroupProbe(path: "no/such.group")
        }
        #expect(failure?.reason.contains("/sys/fs/cgroup/no/such.group/cpu.stat") == true)
    }
}
