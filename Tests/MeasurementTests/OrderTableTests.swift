import Testing

@testable import Measurement

@Suite struct OrderTableTests {
    @Test func `A message older than the last of its pair is reordered`() {
        var table = OrderTable(capacity: 16)
        let check1 = table.delivered(sequence: 5, sender: 1, recipient: 2)
        #expect(check1 == .inOrder)
        let check2 = table.delivered(sequence: 4, sender: 2, recipient: 1)
        #expect(check2 == .inOrder)
        let check3 = table.delivered(sequence: 3, sender: 1, recipient: 2)
        #expect(check3 == .reordered)
        let check4 = table.delivered(sequence: 4, sender: 1, recipient: 2)
        #expect(check4 == .reordered)
        let check5 = table.delivered(sequence: 6, sender: 1, recipient: 2)
        #expect(check5 == .inOrder)
        #expect(table.count == 2)
    }

    @Test func `A pair for which there is no room is not checked`() {
        var table = OrderTable(capacity: 14)
        for sender in 1...14 {
            let check = table.delivered(sequence: 1, sender: UInt32(sender), recipient: 1)
            #expect(check == .inOrder)
        }
        let check6 = table.delivered(sequence: 1, sender: 15, recipient: 1)
        #expect(check6 == .unchecked)
        let check7 = table.delivered(sequence: 0, sender: 14, recipient: 1)
        #expect(check7 == .reordered)
    }

    @Test func `It takes no more memory than its pairs need`() {
        var table = OrderTable(capacity: 1_000_000)
        let checks = (1...10_000).map {
            table.delivered(sequence: 1, sender: UInt32($0), recipient: 1)
        }
        #expect(checks.allSatisfy { $0 == .inOrder } && table.count == 10_000)
        #expect(table.memory.rawValue == 16_384 * 16)
        // None was lost on the way.
        let again = (1...10_000).map {
            table.delivered(sequence: 0, sender: UInt32($0), recipient: 1)
        }
        #expect(again.allSatisfy { $0 == .reordered })
    }

    @Test func `Pairs that can still be out of order survive a prune`() {
        var table = OrderTable(capacity: 16)
        for sender in 1...12 {
            _ = table.delivered(sequence: 100, sender: UInt32(sender), recipient: 1)
        }
        #expect(table.isCrowded)
        // Of sender 1 an older one is under way, of 2 only a newer one, of the others none.
        table.prune(oldest: [1: 50, 2: 101])
        #expect(table.count == 1)
        let check8 = table.delivered(sequence: 50, sender: 1, recipient: 1)
        #expect(check8 == .reordered)
        let check9 = table.delivered(sequence: 101, sender: 2, recipient: 1)
        #expect(check9 == .inOrder)
    }

    @Test func `It agrees with a dictionary while there is room`() {
        var random = RandomNumbers(seed: 2)
        var table = OrderTable(capacity: 4_096)
        var last: [UInt64: UInt64] = [:]
        for _ in 0..<20_000 {
            let sender = UInt32.random(in: 1...50, using: &random)
            let recipient = UInt32.random(in: 1...50, using: &random)
            let sequence = UInt64.random(in: 0..<1_000, using: &random)
            let key = UInt64(sender) << 32 | UInt64(recipient)
            let isOlder = sequence < last[key] ?? 0
            if !isOlder { last[key] = sequence }
            let check = table.delivered(sequence: sequence, sender: sender, recipient: recipient)
            #expect(check == (isOlder ? .reordered : .inOrder))
        }
        #expect(table.count == last.count)
    }
}
