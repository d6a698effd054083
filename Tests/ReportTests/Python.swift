import Foundation
import Testing

/// The Python of the project's own environment, which has the public HdrHistogram package.
enum Python {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let packageRoot = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs a script and gives back what it prints, parsed as JSON.
    ///
    /// - Throws: if `make setup` has not been run, or the script fails.
    static func run(_ script: String, arguments: [String] = []) throws -> Any {
        let python = packageRoot.appending(path: ".build/venv/bin/python3")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw Failure(description: "\(python.path) is missing: run `make setup`")
        }
        let process = Process()
        process.executableURL = python
        process.arguments = ["-c", script] + arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: String(decoding: complaint, as: UTF8.self))
        }
        return try JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
    }
}

/// A folder that is gone when the test ends.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(
            path: "clamor-report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
}
