import StanzaParserOracles

/// What libFuzzer hands over: a stream. Where it is cut, and how else it is read, follows from its
/// bytes, so that the same input is treated alike each time.
struct FuzzerInput {
    let document: [UInt8]
    let cuts: [Int]
    let way: EngineComparison.Way

    init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        document = Array(UnsafeBufferPointer(start: start, count: count))
        // FNV-1a.
        let hash = document.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        var random = SeededRandom(seed: hash)
        cuts = (0..<1 + random.below(4)).map { _ in random.below(count + 1) }.sorted()
        way = random.pick(EngineComparison.Way.allCases)
    }
}
