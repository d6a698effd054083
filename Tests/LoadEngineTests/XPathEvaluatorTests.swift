import Profile
import Testing

@testable import LoadEngine

@Suite struct XPathEvaluatorTests {
    private let version = [NamespaceBinding(prefix: "v", uri: "jabber:iq:version")]
    private let stanza = Array(
        "<iq type='result'><query xmlns='jabber:iq:version'><name>P &amp; Q</name></query></iq>"
            .utf8)

    @Test func `expressions are evaluated on a stanza with the stream's namespaces`() {
        let evaluator = XPathEvaluator(
            namespaces: version + [NamespaceBinding(prefix: "c", uri: "jabber:client")])
        func matches(_ path: String) -> Bool { evaluator.matches(path, stanza.span) }
        func string(_ path: String) -> String? { evaluator.string(path, stanza.span) }
        #expect(matches("//v:name"))
        #expect(matches("@type = 'result'"))
        #expect(matches("self::c:iq"))
        #expect(!matches("//v:os"))
        #expect(string("string(//v:name)") == "P & Q")
        #expect(string("count(//v:*)") == "2")
    }

    @Test func `what cannot be evaluated is told before the run`() {
        #expect(XPathEvaluator.problem(with: "//v:name", namespaces: version) == nil)
        #expect(XPathEvaluator.problem(with: "//v:name[", namespaces: version) != nil)
        #expect(XPathEvaluator.problem(with: "//w:name", namespaces: version) != nil)
        #expect(XPathEvaluator.problem(with: "nosuch(1)", namespaces: version) != nil)
    }
}
