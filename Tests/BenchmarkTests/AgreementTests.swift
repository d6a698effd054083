import Benchmark
import Testing

@Suite struct AgreementTests {
    private let seen: Observation

    init() throws {
        let corpus = Corpus(.chat, size: 64 * 1024, seed: 1)
        seen = try #require(try ParseBenchmark().observe(corpus, chunk: 4_096).first).seen
    }

    private func difference(_ change: (inout Observation) -> Void) -> Agreement.Difference? {
        var other = seen
        change(&other)
        do throws(Agreement.Difference) {
            try Agreement.check([(.clamor, seen), (.libxml2, other)], corpus: "chat")
            return nil
        } catch {
            return error
        }
    }

    @Test func `equal observations agree`() { #expect(difference { _ in } == nil) }

    @Test func `a difference is told with its stanza and kind`() {
        let elements = difference { $0.stanzas[3].elements = Digest() }
        #expect(elements?.place == "stanza 3: elements")
        #expect(elements?.parsers == [.clamor, .libxml2])
        #expect(
            difference { $0.stanzas[0].attributes = Digest() }?.place == "the header: attributes")
        let two = difference { observation in
            observation.stanzas[5].attributes = Digest()
            observation.stanzas[5].text = Digest()
        }
        #expect(two?.place == "stanza 5: attributes, text")
    }

    @Test func `a missing end is told with the counts`() {
        let place = difference { $0.stanzas.removeLast() }?.place
        #expect(place == "\(seen.stanzas.count) and \(seen.stanzas.count - 1) stanzas")
        #expect(difference { $0.elements += 1 }?.place.hasSuffix("elements") == true)
    }
}
