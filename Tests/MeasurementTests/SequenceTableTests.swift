import Testing

@testable import Measurement

@Suite struct SequenceTableTests {
    @Test func `what is set is found until it is removed`() {
        var table = SequenceTable<Int>()
        table[7] = 70
        #expect(table[7] == 70)
        #expect(table[8] == nil)
        table[7] = 71
        #expect(table.count == 1)
        let first = table.remove(7)
        let second = table.remove(7)
        #expect(first == 71)
        #expect(second == nil)
        #expect(table[7] == nil)
        #expect(table.count == 0)
    }

    @Test func `it behaves as a dictionary does, whatever comes and goes`() {
        var table = SequenceTable<UInt64>()
        var plain: [UInt64: UInt64] = [:]
        var random = RandomNumbers(seed: 5)
        for step in UInt64(0)..<20_000 {
            table[step] = step * 3
            plain[step] = step * 3
            // Most leave soon, some stay long.
            let leaving = step &- random.next() % 200
            let removed = table.remove(leaving)
            let expected = plain.removeValue(forKey: leaving)
            #expect(removed == expected)
            #expect(table.count == plain.count)
        }
        var seen: [UInt64: UInt64] = [:]
        table.forEach { number, value in
            let former = seen.updateValue(value, forKey: number)
            #expect(former == nil)
            value += 1
        }
        #expect(seen == plain)
        for (number, value) in plain { #expect(table[number] == value + 1) }
        table.removeAll()
        #expect(table.count == 0)
        for number in plain.keys { #expect(table[number] == nil) }
    }
}
