import Measurement
import StanzaParser
import Testing
import Units

@testable import LoadEngine
@testable import Profile
@testable import Workload

@Suite struct MessageStanzaTests {
    private func message(_ body: String, to: Recipient = .online) -> MessageStanza {
        var parser = TemplateParser()
        let step = MessageStep(
            to: to, form: .full, type: .chat, body: parser.parse(body).template,
            awaitsDelivery: false, timeout: .seconds(1))
        var catalogue = MetricCatalogue()
        let metric = catalogue.register("message", tag: "test", model: .open)
        return MessageStanza(
            step, metric: metric, origin: MessageID.Origin(nonce: 77, rank: 0))
    }

    @Test func `only the values are left of a message`() {
        var writer = StanzaWriter()
        writer.render(message("hello").template) { slot, writer in
            writer.value(["u@d/r", "1", "a<b"][slot])
        }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == "<message to='u@d/r' type='chat' id='clamor-4d-0-1'><body>a&lt;b</body></message>"
        )
    }

    @Test func `the literal parts of a body are escaped once`() {
        #expect(
            message("a<b & ${user}").body.segments
                == [.literal(Array("a&lt;b &amp; ".utf8)), .field(.user)])
    }

    @Test func `any account is addressed bare, as it may not be there`() {
        #expect(message("x", to: .random).form == .bare)
        #expect(message("x").form == .full)
    }
}
