internal import LoadEngine
internal import StanzaParser
internal import Units
import Workload

/// Times the writer alone: the message of a session, from its parts to the bytes to be sent.
enum WriterBenchmark {
    static func time(rounds: Int, stanzas: Int) -> StreamResult {
        let address = Array("user17@localhost/1-17".utf8)
        var random = SeededRandom(seed: 1, stream: 1)
        var source = StanzaWriter()
        TextSource().write(characters: 120, &random, to: &source)
        let text = source.bytes
        let idHead = MessageID.Origin(nonce: 1, rank: 0).head
        var writer = StanzaWriter()
        let meter = CostMeter()
        var readings: [Reading] = []
        // The first round warms up.
        for round in 0...rounds {
            let reading = meter.measure {
                for sequence in 0..<UInt64(stanzas) {
                    write(&writer, address.span, idHead.span, text.span, sequence)
                }
            }
            if round > 0 { readings.append(reading) }
        }
        return StreamResult("writer", .none, stanzas: stanzas, readings, floor: nil)
    }

    private static func write(
        _ writer: inout StanzaWriter, _ address: Span<UInt8>, _ idHead: Span<UInt8>,
        _ text: Span<UInt8>, _ sequence: UInt64
    ) {
        writer.removeAll()
        writer.raw("<message")
        writer.attribute("to", address)
        writer.raw(" type='chat' id='")
        writer.raw(idHead)
        MessageID(
            nonce: 1, rank: 0, worker: 0, sender: 17, sequence: sequence,
            due: Instant(nanoseconds: 1_000_000_000 + Int64(sequence))
        ).writeTail(to: &writer)
        writer.raw("'><body>")
        writer.text(text)
        writer.raw("</body></message>")
    }
}
