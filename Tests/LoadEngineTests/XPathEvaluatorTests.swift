import Profile
import StanzaParser
import Testing

@testable import LoadEngine

@Suite struct XPathEvaluatorTests {
    private let version = [NamespaceBinding(prefix: "v", uri: "jabber:iq:version")]
    private static let header =
        "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"

    /// What an expression gives on a stanza that comes after the header: whether it holds, and its
    /// string.
    private func evaluate(
        _ expression: String, on stanza: String, after header: String = header,
        namespaces: [NamespaceBinding]
    ) throws -> (holds: Bool, string: String?) {
        let evaluator = XPathEvaluator(namespaces: namespaces)
        var engine = StanzaEngine()
        var state = StreamState()
        var cursor = 0
        let bytes = Array((header + stanza).utf8)
        let input = bytes.span
        let opened = try engine.next(&state, input, &cursor)
        #expect(opened == .opened)
        let complete = try engine.next(&state, input, &cursor)
        #expect(complete == .stanza)
        let element = engine.element(in: input)
        return (evaluator.matches(expression, element), evaluator.string(expression, element))
    }

    @Test(arguments: [
        ("//v:name", true, "P & Q"), ("@type = 'result'", true, "true"),
        ("self::c:iq", true, "P & Q"), ("//v:os", false, ""), ("count(//v:*)", true, "2"),
    ])
    func `expressions are evaluated on a stanza with the stream's namespaces`(
        expression: String, holds: Bool, string: String
    ) throws {
        let found = try evaluate(
            expression,
            on: """
                <iq type='result'>\
                <query xmlns='jabber:iq:version'><name>P &amp; Q</name></query></iq>
                """,
            namespaces: version + [NamespaceBinding(prefix: "c", uri: "jabber:client")])
        #expect(found.holds == holds)
        #expect(found.string == string)
    }

    @Test func `prefixes that only the stream's header declares are known`() throws {
        let found = try evaluate(
            "string(//v:name)",
            on: "<c:iq><e:query a:b='&amp;'><e:name>P</e:name></e:query></c:iq>",
            after: """
                <s:stream xmlns:c='jabber:client' xmlns:s='http://etherx.jabber.org/streams'
                  xmlns:e='jabber:iq:version' xmlns:a='urn:x?a=1&amp;b=&apos;2&apos;'>
                """, namespaces: version)
        #expect(found.string == "P")
    }

    @Test func `what cannot be evaluated is told before the run`() {
        #expect(XPathEvaluator.problem(with: "//v:name", namespaces: version) == nil)
        #expect(XPathEvaluator.problem(with: "//v:name[", namespaces: version) != nil)
        #expect(XPathEvaluator.problem(with: "//w:name", namespaces: version) != nil)
        #expect(XPathEvaluator.problem(with: "nosuch(1)", namespaces: version) != nil)
    }
}
