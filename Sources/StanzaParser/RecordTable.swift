/// Records one after the other in memory of its own: an array without the cost of one.
///
/// It grows and keeps its room.
@safe
struct RecordTable<Record: BitwiseCopyable>: ~Copyable {
    /// The first record; owned, freed with the table.
    private var base: UnsafeMutablePointer<Record>
    /// One past the last that there is room for.
    private var limit: UnsafeMutablePointer<Record>
    private(set) var count = 0

    /// - Parameter capacity: at least 1.
    init(capacity: Int) {
        unsafe base = .allocate(capacity: capacity)
        unsafe limit = base + capacity
    }

    /// With the records of another.
    init(copying other: borrowing RecordTable) {
        self.init(capacity: other.capacity)
        count = other.count
        unsafe base.initialize(from: other.base, count: other.count)
    }

    // Records own nothing: there is nothing to deinitialize.
    deinit { unsafe base.deallocate() }

    /// How many there is room for.
    var capacity: Int { unsafe limit - base }

    subscript(index: Int) -> Record {
        @inline(__always)
        get {
            precondition(index >= 0 && index < count)
            return unsafe base[index]
        }
        @inline(__always)
        _modify {
            precondition(index >= 0 && index < count)
            yield unsafe &base[index]
        }
    }

    /// All of them.
    var span: Span<Record> {
        @_lifetime(borrow self)
        get {
            let records = unsafe Span(_unsafeStart: base, count: count)
            return unsafe _overrideLifetime(records, borrowing: self)
        }
    }

    mutating func append(_ record: Record) {
        if count == capacity { makeRoom(for: 1) }
        unsafe base.advanced(by: count).initialize(to: record)
        count += 1
    }

    mutating func append(contentsOf records: Span<Record>) {
        if capacity - count < records.count { makeRoom(for: records.count) }
        unsafe records.withUnsafeBufferPointer { records in
            guard let first = records.baseAddress else { return }
            unsafe base.advanced(by: count).initialize(from: first, count: records.count)
        }
        count += records.count
    }

    /// Leaves the first ones only, and the room.
    @inline(__always)
    mutating func truncate(to count: Int) {
        precondition(count >= 0 && count <= self.count)
        self.count = count
    }

    private mutating func makeRoom(for more: Int) {
        let larger = max(capacity * 2, count + more)
        let moved = UnsafeMutablePointer<Record>.allocate(capacity: larger)
        unsafe moved.initialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = moved
        unsafe limit = moved + larger
    }

    // MARK: For the walk

    /// A record by its index, unchecked. Lifetime: until something is appended.
    @inline(__always)
    func cursor(at index: Int) -> RecordCursor<Record> {
        assert(index >= 0 && index <= capacity)
        return unsafe RecordCursor(base + index)
    }

    /// Where the next record goes.
    var nextCursor: RecordCursor<Record> {
        @inline(__always)
        get { unsafe RecordCursor(base + count) }
    }

    /// One past the last that there is room for.
    var end: RecordCursor<Record> {
        @inline(__always)
        get { unsafe RecordCursor(limit) }
    }

    /// The index of a record.
    @inline(__always)
    func index(of cursor: RecordCursor<Record>) -> Int {
        unsafe RecordCursor(base).distance(to: cursor)
    }

    /// Takes in records that were written through cursors up to this one.
    @inline(__always)
    mutating func extend(to cursor: RecordCursor<Record>) {
        assert(index(of: cursor) >= count && index(of: cursor) <= capacity)
        count = index(of: cursor)
    }

    /// Takes in this many records that were written through cursors.
    @inline(__always)
    mutating func extend(by more: Int) {
        assert(count + more <= capacity)
        count &+= more
    }
}
