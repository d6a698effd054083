import EventLoop
import Testing
import Units

@testable import LoopbackServer

@Suite struct MailboxTests {
    private static func put(_ text: String, into mailbox: Mailbox) -> Bool {
        let bytes = Array(("before " + text).utf8)
        return mailbox.put(
            .init(
                route: Route(worker: 1, slot: 2, serial: 3), content: .stanza(7..<bytes.count)),
            bytes.span)
    }

    @Test func `what is put in comes out in order, with its own bytes`() {
        let mailbox = Mailbox(byteLimit: 100)
        #expect(Self.put("<a/>", into: mailbox))
        #expect(Self.put("<b/>", into: mailbox))
        var contents = Mailbox.Contents()
        mailbox.exchange(&contents)
        #expect(String(decoding: contents.writer.bytes, as: UTF8.self) == "<a/><b/>")
        #expect(contents.deliveries.map(\.content) == [.stanza(0..<4), .stanza(4..<8)])
        contents.removeAll()
        mailbox.exchange(&contents)
        #expect(contents.deliveries.isEmpty)
    }

    @Test func `it is bounded, and an end always fits`() {
        let mailbox = Mailbox(byteLimit: 10)
        #expect(Self.put("<123456/>", into: mailbox))
        #expect(!Self.put("<a/>", into: mailbox))
        let end = Outbox.Delivery(
            route: Route(worker: 1, slot: 2, serial: 3), content: .end(.replaced))
        let nothing: [UInt8] = []
        let fits = mailbox.put(end, nothing.span)
        #expect(fits)
        var contents = Mailbox.Contents()
        mailbox.exchange(&contents)
        #expect(contents.deliveries.count == 2)
        #expect(contents.deliveries.last == end)
    }

    @Test func `the worker is woken once for what it has not seen`() throws {
        let network = SimulatedNetwork(seed: 1)
        let transport = network.makeTransport()
        let handler = Counter()
        transport.handler = handler
        let mailbox = Mailbox(byteLimit: 100)
        mailbox.attach(transport.waker)
        for text in ["<a/>", "<b/>"] { #expect(Self.put(text, into: mailbox)) }
        while network.step(until: network.now) {}
        #expect(handler.wokenCount == 1)
        var contents = Mailbox.Contents()
        mailbox.exchange(&contents)
        #expect(Self.put("<c/>", into: mailbox))
        while network.step(until: network.now) {}
        #expect(handler.wokenCount == 2)
    }

    private final class Counter: TransportHandler {
        var wokenCount = 0
        func accepted(_ id: ConnectionID, listener: Int) -> Int { 0 }
        func connected(_ id: ConnectionID, owner: Int) {}
        func secured(_ id: ConnectionID, owner: Int, _ summary: TLSSummary) {}
        func received(_ id: ConnectionID, owner: Int, _ bytes: Span<UInt8>) {}
        func drained(_ id: ConnectionID, owner: Int) {}
        func closed(_ id: ConnectionID, owner: Int, _ error: TransportError?) {}
        func keyDerived(owner: Int, token: Int, key: [UInt8]) {}
        func wokeUp(at now: Instant) {}
        func woken() { wokenCount += 1 }
    }
}
