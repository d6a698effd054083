import Benchmark
import Testing

@Suite struct CorpusTests {
    static let size = 256 * 1024

    @Test(arguments: CorpusKind.allCases)
    func `the same seed gives the same bytes, another one others`(kind: CorpusKind) {
        let corpus = Corpus(kind, size: 128 * 1024, seed: 7)
        #expect(corpus.bytes == Corpus(kind, size: 128 * 1024, seed: 7).bytes)
        #expect(corpus.bytes != Corpus(kind, size: 128 * 1024, seed: 8).bytes)
        #expect(corpus.bytes.count >= 128 * 1024)
    }

    @Test(arguments: CorpusKind.allCases)
    func `every parser takes it and sees the same`(kind: CorpusKind) throws {
        let corpus = Corpus(kind, size: Self.size, seed: 3)
        let benchmark = ParseBenchmark()
        for chunk in [1_500, 16_384] {
            let seen = try benchmark.observe(corpus, chunk: chunk)
            #expect(seen.count >= 2)
            for (parser, observation) in seen {
                // The header is one more.
                #expect(observation.stanzas.count == corpus.stanzas + 1, "\(parser)")
            }
        }
    }

    @Test func `a roster has 500 items`() throws {
        let corpus = Corpus(.roster, size: 1_000, seed: 1)
        #expect(corpus.stanzas == 1)
        #expect(try StanzaList(corpus.bytes).stanzas.map(\.items) == [500])
    }

    @Test func `most bytes of encrypted messages are base64`() throws {
        let list = try StanzaList(Corpus(.encrypted, size: Self.size, seed: 1).bytes)
        let base64 = list.stanzas.reduce(0) { $0 + $1.base64Bytes }
        let all = list.stanzas.reduce(0) { $0 + $1.bytes }
        #expect(Double(base64) > 0.5 * Double(all))
    }

    // MARK: The mixture

    @Test(arguments: [1, 2, 77] as [UInt64])
    func `mixed has the shares that it promises`(seed: UInt64) throws {
        let list = try StanzaList(Corpus(.mixed, size: 1_400_000, seed: seed).bytes)
        let total = Double(list.stanzas.count)
        let bytes = Double(list.stanzas.reduce(0) { $0 + $1.bytes })
        var counts: [CorpusKind: Double] = [:]
        var sizes: [CorpusKind: Double] = [:]
        for stanza in list.stanzas {
            counts[stanza.kind, default: 0] += 1
            sizes[stanza.kind, default: 0] += Double(stanza.bytes)
        }
        func share(_ kind: CorpusKind) -> Double { (counts[kind] ?? 0) / total }
        #expect(abs(share(.acks) - 0.40) < 0.01)
        #expect(abs(share(.presence) - 0.25) < 0.01)
        #expect(abs(share(.chat) - 0.25) < 0.01)
        let rest: [CorpusKind] = [.muc, .mam, .pubsub, .encrypted, .roster]
        #expect(abs(rest.reduce(0) { $0 + share($1) } - 0.10) < 0.01)
        for kind in rest + [.acks] {
            #expect(share(kind) > 0, "\(kind)")
            #expect((sizes[kind] ?? 0) / bytes < 0.20, "\(kind)")
        }
    }

    @Test func `chat has a median of 300 bytes, more than ASCII and references`() throws {
        for kind in [CorpusKind.chat, .mixed] {
            let list = try StanzaList(Corpus(kind, size: 500_000, seed: 5).bytes)
            let chat = list.stanzas.filter { $0.kind == .chat }
            let sizes = chat.map(\.bytes).sorted()
            #expect(abs(sizes[sizes.count / 2] - 300) <= 15, "median \(sizes[sizes.count / 2])")
            let marked = chat.count { $0.text.utf8.contains { $0 >= 0x80 } }
            let encoded = chat.count { $0.text.utf8.contains(UInt8(ascii: "&")) }
            #expect(marked > chat.count / 10)
            #expect(encoded > chat.count / 20)
        }
    }
}
