import Foundation
import Testing

/// Tests that run the command line as a process, one at a time: each starts servers and sessions
/// of its own, and the machine is to be theirs.
@Suite(.serialized) enum Integration {}

/// A folder that goes away with its last reference.
final class Folder: Sendable {
    let path: String

    init() throws {
        let name = "clamor-test-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Path of an entry.
    subscript(_ name: String) -> String { path + "/" + name }

    /// Writes a file and gives its path.
    func write(_ name: String, _ text: String) throws -> String {
        try text.write(toFile: self[name], atomically: false, encoding: .utf8)
        return self[name]
    }
}

/// Where the package and its products are.
enum Package {
    /// Folder of Package.swift.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The binary that was built together with these tests.
    static let clamor: String = {
        let runner = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let beside = runner.deletingLastPathComponent().appendingPathComponent("clamor").path
        precondition(
            FileManager.default.isExecutableFile(atPath: beside), "no clamor beside \(runner.path)")
        return beside
    }()

    static func server(_ script: String) -> String { root + "/Tests/Servers/" + script }
}
