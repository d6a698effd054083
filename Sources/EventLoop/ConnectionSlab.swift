/// Where a connection is between being made and being told `closed`.
enum ConnectionState: UInt8 {
    case free
    case connecting
    case open
    /// Only `closed` follows.
    case closing
}

/// What a transport keeps of one connection.
protocol SlabRecord {
    /// A free place.
    init()
    var state: ConnectionState { get }
    /// Of the connection that has the place; the slab counts it.
    var generation: UInt32 { get set }
}

/// The connections of a transport: records in places that are used again, each time under the next
/// generation.
///
/// Bounds: as many places as there were connections at once; they are not given back.
struct ConnectionSlab<Record: SlabRecord> {
    private var records: ContiguousArray<Record> = []
    private var freeSlots: [UInt32] = []

    var indices: Range<Int> { records.indices }

    subscript(slot: Int) -> Record {
        _read { yield records[slot] }
        // In place: a connection's record is changed several times in each turn.
        _modify { yield &records[slot] }
    }

    /// A free place; its record keeps nothing of the connection before but what `free` left there.
    mutating func take() -> Int {
        if let slot = freeSlots.popLast() { return Int(slot) }
        records.append(Record())
        return records.count - 1
    }

    /// Gives a place back; from now on the connection's identifier is stale.
    mutating func free(_ slot: Int, leaving record: Record = Record()) {
        let generation = records[slot].generation &+ 1
        records[slot] = record
        records[slot].generation = generation
        freeSlots.append(UInt32(slot))
    }

    func identifier(_ slot: Int) -> ConnectionID {
        ConnectionID(slot: UInt32(slot), generation: records[slot].generation)
    }

    /// The slot of a connection that is neither stale nor being closed.
    func slot(of id: ConnectionID) -> Int? {
        let slot = Int(id.slot)
        guard slot < records.count, records[slot].generation == id.generation else { return nil }
        switch records[slot].state {
        case .connecting, .open: return slot
        case .free, .closing: return nil
        }
    }
}
