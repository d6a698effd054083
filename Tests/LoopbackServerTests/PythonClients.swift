import Foundation

/// Runs the two slixmpp clients of `Tests/Servers/two_clients.py` against a server.
enum PythonClients {
    /// What the clients saw, and what of it is wrong.
    struct Report: Decodable {
        var problems: [String]
    }

    /// Runs them to the end.
    static func run(port: UInt16, security: String, mechanism: String) throws -> Report {
        let script = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Servers/two_clients.py")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            script.path, "127.0.0.1", String(port), "localhost", "--security", security,
            "--mechanism", mechanism,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(Report.self, from: data)
    }
}
