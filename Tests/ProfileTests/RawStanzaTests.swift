import Testing
import Units

@testable import Profile

@Suite struct RawStanzaTests {
    /// A profile whose second step is this raw one, its keys on lines of their own.
    private func profile(_ step: String) -> String {
        smallProfile.replacing(
            "[login, logout]",
            with: "\n        - login\n"
                + step.split(separator: "\n").map { "        \($0)\n" }.joined())
    }

    private func stanza(_ step: String) throws -> RawStanza {
        let steps = try loaded(profile(step)).sessions.scenarios[0].steps
        guard case .send(let stanza) = steps[1].action else {
            throw ProfileError(source: "test", message: "not a raw step")
        }
        return stanza
    }

    @Test func `a raw stanza knows what it is`() throws {
        let version = try stanza(
            "- send: \"<iq type='get' id='${id}' to='${domain}'><query xmlns='jabber:iq:version'/></iq>\""
        )
        #expect(version.kind == .iq)
        #expect(version.payloadNamespace == "jabber:iq:version")
        #expect(version.expectation == nil)
        let bare = try stanza("- send: \"<presence/>\"")
        #expect(bare.kind == .presence)
        #expect(bare.payloadNamespace == nil)
        let message = try stanza("- send: \"<message><body>${text(10)}</body></message>\"")
        #expect(message.payloadNamespace == "jabber:client")
    }

    @Test func `the expectation has the timeout of iq unless it says its own`() throws {
        let step = "- send: \"<iq type='get' id='${id}'/>\"\n  expect: {type: result}"
        #expect(try stanza(step).expectation?.within == .seconds(10))
    }

    @Test(arguments: [
        ("- send: \"<iq type='get' id='1'><a></b></iq>\"", "not a stanza: an end tag"),
        ("- send: \"<iq type='get' id='1'>\"", "not a stanza: a stanza without its end"),
        ("- send: \"<message/><message/>\"", "not a stanza: content after the stanza"),
        ("- send: hello", "not a stanza"),
        ("- send: \"<message><!-- c --></message>\"", "not a stanza: a comment"),
        ("- send: \"<x:message/>\"", "not a stanza: a namespace prefix"),
        ("- send: \"<query/>\"", "'query' is no stanza"),
        ("- send: \"<message xmlns='urn:x'/>\"", "'message' is no stanza"),
        ("- send: \"<iq type='get'/>\"", "an iq needs an id"),
        ("- send: \"<iq id='1'/>\"", "an iq needs a type"),
        ("- send: \"<message/>\"\n  expect: {kind: iqq}", "'iqq' is no kind; did you mean 'iq'?"),
        ("- send: \"<message/>\"\n  expect: {within: 1s}", "expect has at least one of"),
        ("- send: \"<message/>\"\n  extract: {a: b}", "'extract' takes from a stanza"),
        (
            "- send: \"<message/>\"\n  expect: {kind: iq}\n  extract: {user: b}",
            "'user' is a variable of every template"
        ),
        (
            "- send: \"<message/>\"\n  expect: {kind: iq}\n  extract: {1a: b}",
            "a variable has a name"
        ),
        ("- send: \"<message/>\"\n  expct: {kind: iq}", "unknown key 'expct' in step"),
    ])
    func `a bad raw step is one mistake`(step: String, message: String) {
        let found = mistakes(profile(step))
        #expect(found.count == 1, "\(found)")
        let text = found.first?.description ?? ""
        #expect(text.contains("error: \(message)"), "\(text)")
    }

    @Test func `the place of bad markup is found in a block over several lines`() throws {
        let found = mistakes(
            profile(
                "- send: |\n    <message to='${jid}'>\n      <body>größer & 5</body>\n    </message>"
            ))
        #expect(found.count == 1)
        let line = try #require(found[0].sourceLine)
        #expect(line.contains("größer &"))
        let column = try #require(found[0].column)
        let place = Array(line)[column - 1]
        #expect("& ".contains(place), "\(found[0])")
    }

    @Test func `variables behind a dollar sign do not shift the place`() {
        let found = mistakes(
            profile("- send: \"<message><body>$$5 ${text(100)} $$6</bdy></message>\""))
        // The 'd' of the end tag, where it departs from the start tag.
        #expect(found.map(\.column) == [56])
    }

    @Test func `XPath is checked by who can`() {
        let step = "- send: \"<message/>\"\n  expect: {xpath: '//v:name['}"
        let text = profile(step) + "namespaces: {v: urn:v}\n"
        var asked: [String] = []
        let found = mistakes(text) { expression, namespaces in
            asked.append(expression + namespaces.map(\.prefix).joined())
            return "it ends early"
        }
        #expect(asked == ["//v:name[v"])
        #expect(found.map(\.message) == ["not an XPath expression: it ends early"])
    }

    @Test func `a variable has a value only after its extraction and in its scenario`() {
        let use = "{message: {to: self, body: '${server}'}}"
        let extract =
            "{send: \"<iq type='get' id='1'/>\", expect: {kind: iq}, extract: {server: 'string(.)'}}"
        #expect(headlines(withSteps("[login, \(extract), \(use)]")).isEmpty)
        #expect(headlines(withSteps("[login, \(use), \(extract)]")).count == 1)
        let other = withSteps("[login, \(extract)]\n    - {name: other, steps: [login, \(use)]}")
        #expect(headlines(other).count == 1)
    }
}
