import StanzaParser
import Testing

@testable import XMPP

@Suite("Stanza errors")
struct StanzaErrorTests {
    private let stanzas = "xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'"

    private func error(_ content: String) -> StanzaError? {
        StanzaReader.read("<message type='error'>\(content)</message>") { StanzaError(in: $0) }
    }

    @Test("reads kind, condition and text, and passes over what was sent back")
    func reads() {
        let error = error(
            "<body>hi</body><error xmlns='urn:other'/><error type='wait'>"
                + "<resource-constraint \(stanzas)/><text \(stanzas)>Slow down</text>"
                + "<app xmlns='urn:app'/></error>")
        #expect(
            error == StanzaError(.resourceConstraint, kind: .wait, text: "Slow down"))
        #expect(error?.description == "resource-constraint (Slow down)")
    }

    @Test("what the sender leaves out is undefined or usual")
    func incomplete() {
        #expect(error("") == StanzaError(.undefinedCondition))
        #expect(error("<error/>") == StanzaError(.undefinedCondition))
        #expect(error("<error><forbidden \(stanzas)/></error>") == StanzaError(.forbidden))
        #expect(error("<error><forbidden \(stanzas)/></error>")?.kind == .auth)
        #expect(
            error("<error type='odd'><no-such-thing \(stanzas)/></error>")
                == StanzaError(.undefinedCondition))
    }

    @Test("reads every condition that it writes", arguments: StanzaError.Condition.allCases)
    func roundTrip(condition: StanzaError.Condition) {
        for text in [nil, "a < b & c"] {
            let written = StanzaError(condition, text: text)
            var writer = StanzaWriter()
            written.write(to: &writer)
            #expect(error(String(decoding: writer.bytes, as: UTF8.self)) == written)
        }
    }
}
