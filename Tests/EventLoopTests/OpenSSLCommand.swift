import Foundation

/// The openssl command line: an independent TLS peer, and a maker of certificates.
enum OpenSSLCommand {
    /// Runs `openssl` to its end; returns what it wrote to its standard output.
    @discardableResult
    static func run(_ arguments: [String], input: String = "") throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        let output = Pipe()
        let source = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = source
        try process.run()
        source.fileHandleForWriting.write(Data(input.utf8))
        try source.fileHandleForWriting.close()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }

    /// Starts `openssl` and leaves it running, with pipes for its input and output.
    static func start(_ arguments: [String]) throws -> (Process, input: Pipe, output: Pipe) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, input, output)
    }
}

/// A folder with an authority and certificates that the openssl command made; removed at the end.
final class TestCertificates {
    let folder: URL

    var authority: String { folder.appendingPathComponent("ca.pem").path }

    func certificate(_ name: String) -> String { folder.appendingPathComponent("\(name).pem").path }
    func key(_ name: String) -> String { folder.appendingPathComponent("\(name).key").path }

    /// A certificate and its key, as one text.
    func pem(of name: String) throws -> String {
        try String(contentsOfFile: key(name), encoding: .utf8)
            + String(contentsOfFile: certificate(name), encoding: .utf8)
    }

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("clamor-certificates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try OpenSSLCommand.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", key("ca"), "-out", authority, "-days", "30", "-subj", "/CN=Test authority",
        ])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Makes `name`.pem and `name`.key, signed by the authority; days below 0: expired.
    func make(_ name: String, alternativeNames: String, days: Int = 30) throws {
        try OpenSSLCommand.run([
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", key(name), "-out", certificate("\(name).request"), "-subj", "/CN=\(name)",
        ])
        let extensions = folder.appendingPathComponent("\(name).ext")
        try "subjectAltName=\(alternativeNames)\n".write(
            to: extensions, atomically: true, encoding: .utf8)
        try OpenSSLCommand.run([
            "x509", "-req", "-in", certificate("\(name).request"), "-CA", authority,
            "-CAkey", key("ca"), "-CAcreateserial", "-days", String(days),
            "-extfile", extensions.path, "-out", certificate(name),
        ])
    }
}
