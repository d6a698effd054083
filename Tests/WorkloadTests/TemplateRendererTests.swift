import Foundation
import StanzaParser
import Testing

@testable import Profile
@testable import Workload

@Suite struct TemplateRendererTests {
    private let renderer = TemplateRenderer()

    private func render(
        _ text: String, _ context: TemplateContext = TemplateContext(index: 7), seed: UInt64 = 1,
        escaping: TemplateRenderer.Escaping = .nothing
    ) -> String {
        var parser = TemplateParser(variables: ["v": 0], columns: ["c"], hasColumns: true)
        let parsed = parser.parse(text)
        #expect(parsed.problems.isEmpty)
        var random = SeededRandom(seed: seed, stream: 1)
        var writer = StanzaWriter()
        renderer.render(parsed.template, &random, escaping: escaping, to: &writer) {
            context.write($0, escaping: escaping != .nothing, to: &$1)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `every field is filled in`() {
        let context = TemplateContext(
            index: 42, user: Array("u".utf8), domain: Array("d".utf8), jid: Array("u@d/r".utf8),
            resource: Array("r".utf8), id: Array("i1".utf8),
            millisecondsSince1970: 1_000_000_000_123, columns: [Array("Köln".utf8)],
            variables: [Array("x".utf8)])
        let text = "${index} ${user} ${domain} ${jid} ${resource} ${id} ${now} ${csv.c} ${v} $$"
        #expect(
            render(text, context)
                == "42 u d u@d/r r i1 2001-09-09T01:46:40.123Z Köln x $")
    }

    @Test func `numbers are within their range, text has its length`() throws {
        for seed in 0..<200 {
            let number = try #require(Int(render("${random(-3..12)}", seed: UInt64(seed))))
            #expect((-3...12).contains(number))
            let text = render("${text(5..9)}", seed: UInt64(seed))
            #expect((5...9).contains(text.count))
        }
    }

    @Test func `a UUID is one of version 4`() throws {
        for seed in 0..<100 {
            let text = render("${uuid}", seed: UInt64(seed))
            let uuid = try #require(UUID(uuidString: text))
            #expect(uuid.uuidString.lowercased() == text)
            #expect(uuid.uuid.6 >> 4 == 4)
            #expect(uuid.uuid.8 >> 6 == 2)
        }
        #expect(render("${uuid}", seed: 1) != render("${uuid}", seed: 2))
    }

    @Test func `what is filled in is escaped, or all, or nothing`() {
        let context = TemplateContext(
            index: 1, user: Array("a<b>&'\"\u{1}ü".utf8), variables: [[]])
        #expect(
            render("<x y='${user}'/>&", context, escaping: .values)
                == "<x y='a&lt;b&gt;&amp;&apos;&quot;\u{FFFD}ü'/>&")
        #expect(
            render("<${user}>", context, escaping: .everything)
                == "&lt;a&lt;b&gt;&amp;&apos;&quot;\u{FFFD}ü&gt;")
        #expect(render("<${user}>", context) == "<a<b>&'\"\u{1}ü>")
    }

    @Test(arguments: [
        0, 951_782_399_999, 951_782_400_000, 951_868_799_000, 1_709_164_800_000, 4_102_444_799_999,
        253_402_300_799_999,
    ]) func `times are those of the calendar`(milliseconds: Int64) throws {
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        var writer = StanzaWriter()
        TemplateRenderer.writeDateTime(millisecondsSince1970: milliseconds, to: &writer)
        #expect(writer.count == 24)
        let date = try Date(String(decoding: writer.bytes, as: UTF8.self), strategy: format)
        #expect((date.timeIntervalSince1970 * 1_000).rounded() == Double(milliseconds))
    }

    @Test func `a buffer that has room does not move`() {
        var parser = TemplateParser()
        let template = parser.parse("${text(200)} ${uuid} ${index} ${user}").template
        let context = TemplateContext(index: 7, user: Array("someone".utf8))
        var random = SeededRandom(seed: 1, stream: 1)
        var writer = StanzaWriter()
        var places: Set<UnsafePointer<UInt8>?> = []
        for _ in 0..<100 {
            writer.removeAll()
            // The first time the buffer grows.
            writer.raw(String(repeating: " ", count: 4_096))
            writer.removeAll()
            renderer.render(template, &random, escaping: .values, to: &writer) {
                context.write($0, escaping: true, to: &$1)
            }
            places.insert(writer.span.withUnsafeBufferPointer { $0.baseAddress })
        }
        #expect(places.count == 1)
    }
}
