import EventLoop
import Foundation
import Profile
import Testing
import Units

@testable import LoadEngine

@Suite struct ProcessProbeTests {
    /// A program of a name that no other process of this machine has.
    private final class Program {
        let folder: String
        let name = "probe-\(Int.random(in: 100_000...999_999))"
        private var processes: [Process] = []

        init() throws {
            folder =
                FileManager.default.temporaryDirectory
                .appendingPathComponent("clamor-probe-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: "\(folder)/\(name)")
        }

        deinit {
            while !processes.isEmpty { end() }
            try? FileManager.default.removeItem(atPath: folder)
        }

        func start() throws -> Int32 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "\(folder)/\(name)")
            process.arguments = ["600"]
            try process.run()
            processes.append(process)
            return process.processIdentifier
        }

        /// Ends the first that was started.
        func end() {
            let process = processes.removeFirst()
            // Not SIGTERM: what a test starts may have inherited it as blocked.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    @Test func `all processes of a name count, those too that come later`() throws {
        let program = try Program()
        let first = try program.start()
        var probe = try ProcessProbe(name: program.name)
        #expect(probe.identifiers == [first])
        let before = try probe.read()
        let second = try program.start()
        let both = try probe.read()
        #expect(Set(probe.identifiers) == [first, second])
        #expect(try #require(both.residentBytes) > (try #require(before.residentBytes)))
        program.end()
        let rest = try probe.read()
        #expect(probe.identifiers == [second])
        // What the one that has ended took stays in the sum.
        #expect(
            try #require(rest.processorTime) >= (try #require(both.processorTime)))
        program.end()
        #expect(
            throws: UsageProbe.Failure(reason: "no process of the name '\(program.name)' is left")
        ) {
            _ = try probe.read()
        }
    }

    @Test func `the user is told when several processes have the name`() throws {
        let program = try Program()
        let first = try program.start()
        func notes() throws -> [String] {
            try ServerMonitor(
                [try MonitorSource("name:\(program.name)")], loopback: nil,
                policy: AddressPolicy(), resolver: Resolver.Options()
            ).notes
        }
        #expect(try notes() == [])
        let second = try program.start()
        let list = [first, second].sorted().map(String.init).joined(separator: ", ")
        #expect(
            try notes() == [
                "monitor name:\(program.name): the sum of 2 processes, \(list); pid:NUMBER watches "
                    + "one of them"
            ])
    }

    @Test func `a process that has ended is said to have`() throws {
        let program = try Program()
        let identifier = try program.start()
        var probe = try ProcessProbe(identifier: identifier)
        _ = try probe.read()
        program.end()
        #expect(throws: UsageProbe.Failure(reason: "process \(identifier) has ended")) {
            _ = try probe.read()
        }
        #expect(throws: UsageProbe.Failure(reason: "there is no process \(identifier)")) {
            _ = try ProcessProbe(identifier: identifier)
        }
    }

    @Test func `a name that nothing has is said`() {
        #expect(throws: UsageProbe.Failure(reason: "there is no process of the name 'no-such'")) {
            _ = try ProcessProbe(name: "no-such")
        }
    }
}
