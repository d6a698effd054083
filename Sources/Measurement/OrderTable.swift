internal import Units

/// The last message delivered on each pair of sender and recipient session.
///
/// Bounds: a fixed number of pairs in slots of 16 bytes, of which at least an eighth stays free;
/// deliveries of further pairs are not checked and are reported as such. Pairs that can no longer
/// be out of order make room for others.
package struct OrderTable: Sendable {
    /// What a delivery shows about its pair.
    package enum Check: Equatable {
        case inOrder
        case reordered
        /// There was no room for the pair.
        case unchecked
    }

    private struct Slot {
        var sender: UInt32 = 0
        var recipient: UInt32 = 0
        var last: UInt64 = 0

        /// Sessions are numbered from 1.
        var isFree: Bool { sender == 0 }
    }

    /// As many as a power of two. Few at first, since a table that is in no cache costs more than
    /// all that is done with it.
    private var slots = [Slot](repeating: Slot(), count: 16)
    /// Pairs in the table.
    package private(set) var count = 0
    private let capacity: Int

    /// - Parameter capacity: pairs that are tracked, at least one.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// What the table holds on to.
    var memory: ByteCount { ByteCount(slots.count * MemoryLayout<Slot>.stride) }

    /// A message was delivered.
    package mutating func delivered(sequence: UInt64, sender: UInt32, recipient: UInt32) -> Check {
        let index = find(sender, recipient)
        if slots[index].isFree {
            if count >= capacity { return .unchecked }
            if count >= room {
                refill(slots.count * 2) { _ in true }
                return delivered(sequence: sequence, sender: sender, recipient: recipient)
            }
            slots[index] = Slot(sender: sender, recipient: recipient, last: sequence)
            count += 1
            return .inOrder
        }
        if sequence < slots[index].last { return .reordered }
        slots[index].last = sequence
        return .inOrder
    }

    /// Whether a prune is due; it looks at every pair, so it is not for each message.
    package var isCrowded: Bool { count > min(capacity, room) / 2 }

    /// Pairs for which the slots are enough.
    private var room: Int { slots.count / 8 * 7 }

    /// Drops the pairs on which nothing older than the last delivered can arrive any more.
    ///
    /// - Parameter oldest: the lowest sequence under way of each sender; absent: none is.
    package mutating func prune(oldest: [UInt32: UInt64]) {
        refill(slots.count) { slot in
            oldest[slot.sender].map { $0 < slot.last } ?? false
        }
    }

    private mutating func refill(_ slotCount: Int, keeps: (Slot) -> Bool) {
        let former = slots
        slots = Array(repeating: Slot(), count: slotCount)
        count = 0
        for slot in former where !slot.isFree && keeps(slot) {
            slots[find(slot.sender, slot.recipient)] = slot
            count += 1
        }
    }

    /// The slot of the pair, or the free one where it belongs; linear probing.
    private func find(_ sender: UInt32, _ recipient: UInt32) -> Int {
        let mask = slots.count - 1
        var hash = UInt64(sender) << 32 | UInt64(recipient)
        hash = (hash ^ (hash >> 31)) &* 0x9e37_79b9_7f4a_7c15
        var index = Int(hash >> 32) & mask
        while !slots[index].isFree {
            if slots[index].sender == sender && slots[index].recipient == recipient { break }
            index = (index + 1) & mask
        }
        return index
    }
}
