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

    @Test func `the group of a process is that of version 2`() {
        let hybrid = "5:devices:/\n4:memory:/other\n0::/system.slice/prosody.service\n"
        #expect(
            ControlGroupProbe.folder(inMembership: hybrid)
                == "/sys/fs/cgroup/system.slice/prosody.service")
        #expect(ControlGroupProbe.folder(inMembership: "4:memory:/other\n") == nil)
    }

    @Test func `a group in a group is watched by both`() throws {
        let path = try folder(["cpu.stat": "usage_usec 7\n"])
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(
            atPath: path + "/inner", withIntermediateDirectories: false)
        try "usage_usec 3\n".write(
            toFile: path + "/inner/cpu.stat", atomically: false, encoding: .utf8)
        let outer = UsageProbe.controlGroup(try ControlGroupProbe(folder: path))
        let inner = UsageProbe.controlGroup(try ControlGroupProbe(folder: path + "/inner"))
        #expect(inner.overlap(with: outer) == path + "/inner")
        #expect(outer.overlap(with: inner) == path + "/inner")
        #expect(outer.overlap(with: outer) == path)
        let process = ProcessInfo.processInfo.processIdentifier
        let own = UsageProbe.processes(try ProcessProbe(identifier: process))
        #expect(own.overlap(with: outer) == nil && outer.overlap(with: own) == nil)
    }
}
