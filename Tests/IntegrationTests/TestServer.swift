import Foundation

/// A server on a loopback address that a test has started.
final class TestServer: Sendable {
    /// `127.0.0.1:PORT`.
    let address: String
    let domain: String
    /// Path of the certificate to trust; empty when there is none.
    let authority: String
    /// `127.0.0.1:PORT` of direct TLS; empty when there is none.
    let directAddress: String
    /// The port of `address`.
    var port: UInt16 { Self.port(address) }
    /// The port of `directAddress`.
    var directPort: UInt16 { Self.port(directAddress) }

    private static func port(_ address: String) -> UInt16 {
        UInt16(address.drop { $0 != ":" }.dropFirst()) ?? 0
    }

    /// The server's own process.
    let identifier: Int32
    private let process: ChildProcess?
    private let folder: Folder

    /// Starts Prosody or ejabberd; it also ends when the tests do.
    static func script(_ name: String, _ options: String...) async throws -> TestServer {
        let folder = try Folder()
        let parent = "parent=\(ProcessInfo.processInfo.processIdentifier)"
        let starter = try ChildProcess(
            Package.server(name), ["start", folder["state"], parent] + options)
        let result = try await starter.result(within: 90)
        guard result.status == 0 else { throw ChildProcess.Failure(description: "\(result)") }
        return try TestServer(line: result.lastLine, process: nil, folder: folder)
    }

    /// Starts the server that misbehaves.
    static func hostile(_ arguments: [String]) async throws -> TestServer {
        try await process(
            "/usr/bin/python3", [Package.server("hostile.py")] + arguments)
    }

    /// Starts `clamor serve` on a free port.
    ///
    /// - Parameter folder: has files of the server's; kept as long as the server.
    static func loopback(
        _ arguments: String..., keeping folder: Folder? = nil
    ) async throws -> TestServer {
        try await process(
            Package.clamor, ["serve", "--listen", "127.0.0.1:0"] + arguments, folder)
    }

    private static func process(
        _ executable: String, _ arguments: [String], _ folder: Folder? = nil
    ) async throws -> TestServer {
        let process = try ChildProcess(executable, arguments)
        let line = try await process.line(startingWith: "listening ")
        return try TestServer(line: line, process: process, folder: folder ?? Folder())
    }

    private init(line: String, process: ChildProcess?, folder: Folder) throws {
        let words = line.split(separator: " ").map(String.init)
        guard words.count >= 3, words[0] == "listening" else {
            throw ChildProcess.Failure(description: "not the line of a server: \(line)")
        }
        func value(_ key: String) -> String? {
            words.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
        }
        address = words[1]
        domain = value("domain") ?? ""
        authority = value("ca") ?? ""
        directAddress = value("direct") ?? ""
        identifier = value("pid").flatMap { Int32($0) } ?? process?.identifier ?? 0
        self.process = process
        self.folder = folder
    }

    deinit { process?.send(SIGTERM) }

    /// Kills it as a crash would.
    func crash() { kill(identifier, SIGKILL) }

    /// Stops it in the middle of everything; its connections stay open.
    func freeze() { kill(identifier, SIGSTOP) }

    /// What it wrote to stderr; empty for Prosody and ejabberd, which have a log.
    var errors: String { process?.errors ?? "" }

    /// Stops `clamor serve` and tells how many connections it has seen.
    func connectionsServed() async throws -> Int {
        process?.send(SIGTERM)
        let result = try await process?.result(within: 30)
        let text = result?.errors ?? ""
        guard let match = text.firstMatch(of: /served ([0-9]+) connections/),
            let count = Int(match.1)
        else { throw ChildProcess.Failure(description: "no count of connections in '\(text)'") }
        return count
    }
}
