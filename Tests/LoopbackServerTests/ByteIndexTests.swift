import Testing

@testable import LoopbackServer

@Suite struct ByteIndexTests {
    @Test func `it finds what a dictionary finds, through growth and removal`() {
        var index = ByteIndex()
        var reference: [Int: String] = [:]
        var names: [String] = []
        func find(_ name: String) -> Int? {
            let hash = ByteIndex.hash(Array(name.utf8).span)
            return index.find(hash) { names[$0] == name }
        }
        for round in 0..<3 {
            for number in 0..<2_000 {
                let value = names.count
                names.append("user\(round)x\(number)")
                reference[value] = names[value]
                index.insert(ByteIndex.hash(Array(names[value].utf8).span), value)
            }
            for value in reference.keys.filter({ $0 % 3 != 0 }) {
                index.remove(ByteIndex.hash(Array(names[value].utf8).span), value)
                reference[value] = nil
            }
            #expect(index.count == reference.count)
            for (value, name) in names.enumerated() {
                #expect(find(name) == (reference[value] == nil ? nil : value))
            }
        }
    }

    @Test func `strings with the same hash are told apart`() {
        var index = ByteIndex()
        index.insert(7, 1)
        index.insert(7, 2)
        index.insert(7 + 16, 3)
        #expect(index.find(7) { $0 == 2 } == 2)
        #expect(index.find(7) { $0 == 3 } == nil)
        index.remove(7, 1)
        #expect(index.find(7) { $0 == 2 } == 2)
        #expect(index.find(23) { _ in true } == 3)
    }
}
