import Foundation
import Report
import Testing

/// The page has the words of the documents.
@Suite struct MetricGlossaryTests {
    private func page(_ name: String) throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/\(name)").standardizedFileURL
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test func `Each metric of the document is in the glossary, in the same words`() throws {
        let page = try page("metrics.md")
        for entry in MetricGlossary.metrics {
            let names = entry.names.map { "`\($0)`" }.joined(separator: ", ")
            #expect(page.contains("| \(names) | \(entry.from) | \(entry.to) |"), "\(names)")
        }
        for term in MetricGlossary.server {
            #expect(page.contains("| `\(term.name)` | \(term.meaning) |"), "\(term.name)")
        }
        let names = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { String($0.split(separator: "`")[1]) }
        let known = MetricGlossary.metrics.map { $0.names[0] } + MetricGlossary.server.map(\.name)
        #expect(Set(names) == Set(known))
    }

    @Test func `Durations and the classes of messages are those of the document`() throws {
        let page = try page("report.md")
        for term in MetricGlossary.messages {
            #expect(page.contains("| `\(term.name)` | \(term.meaning) |"), "\(term.name)")
        }
        for term in MetricGlossary.durations {
            let (formula, meaning) = try #require(term.meaning.split(separator: ": ").pair)
            #expect(page.contains("| \(term.name) | \(formula) | \(meaning) |"), "\(term.name)")
        }
    }

    @Test func `A metric goes by the definition of what it is a part of`() {
        #expect(MetricGlossary.entry(for: "message/talker")?.names == ["message"])
        #expect(MetricGlossary.entry(for: "tls/full")?.names == ["tls"])
        #expect(MetricGlossary.entry(for: "ping")?.names == ["roster", "ping"])
        #expect(MetricGlossary.entry(for: "iq.jabber:iq:version")?.names == ["iq.<namespace>"])
        #expect(MetricGlossary.entry(for: "unheard") == nil)
    }
}

extension Array {
    fileprivate var pair: (Element, Element)? { count == 2 ? (self[0], self[1]) : nil }
}
