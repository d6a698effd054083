import Benchmark
import Foundation
import Testing

@Suite struct RecordedStreamTests {
    private static let header =
        "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"

    /// A benchmark of a file with this content.
    private func run(_ text: String) throws -> ParseReport {
        let path = NSTemporaryDirectory() + "/clamor-recorded-\(UUID().uuidString).xml"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let benchmark = ParseBenchmark(
            settings: [ParseBenchmark.Setting(corpus: .file(path), chunk: 1_500)], rounds: 1,
            inputBytes: 64 * 1024)
        return try benchmark.run()
    }

    @Test func `stanzas are repeated until the input has its size`() throws {
        let stanza = "<message><body>\(String(repeating: "x", count: 970))</body></message>\n"
        let report = try run(Self.header + stanza + "<presence/>")
        let result = try #require(report.results.first)
        // A pair of stanzas has some 1,020 bytes.
        #expect((120...132).contains(result.stanzas))
        #expect((65_536..<67_000).contains(result.inputBytes))
    }

    @Test func `the last stream of a recording counts, without its incomplete end`() throws {
        let report = try run(
            "<?xml version='1.0'?>\(Self.header)<a/><b/>"
                + "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"
                + "<?xml version='1.0'?>\(Self.header)<presence/><presence")
        let result = try #require(report.results.first)
        #expect(result.stanzas >= 64 * 1024 / "<presence/>".utf8.count - 20)
    }

    @Test(arguments: [
        ("", "no complete stanza"), ("not XML", "not a recorded stream"),
        (header, "no complete stanza"), (header + "<a/>text", "not a recorded stream"),
    ])
    func `a file that is no stream is refused, and why`(text: String, reason: String) throws {
        do throws(any Error) {
            _ = try run(text)
            Issue.record("taken")
        } catch {
            #expect("\(error)".contains(reason), "\(error)")
        }
    }
}
