/// What a stanza is read into: how far the lexer is, and what it has found.
struct StanzaWork: ~Copyable {
    var lexer = StanzaLexer()
    var tables: StanzaTables
    /// What was received of a stanza that came with more than one read.
    var bytes = RecordTable<UInt8>(capacity: 1)

    /// Room that bytes keep when their stanza is done with.
    private static let retainedBytes = 128 * 1024

    init(tables: consuming StanzaTables) { self.tables = tables }

    /// Empties the tables for another stanza of the same stream.
    @inline(__always)
    mutating func begin() {
        tables.begin()
        lexer.position = 0
        lexer.current = 0
    }

    /// Makes the bytes be these.
    mutating func hold(_ received: Span<UInt8>) {
        if bytes.capacity > Self.retainedBytes { bytes = RecordTable(capacity: 1) }
        bytes.truncate(to: 0)
        bytes.append(contentsOf: received)
    }
}

/// A stanza of which more is to come, or the room for one.
///
/// The engine reads into one of its own, and hands it to the stream when a read ends within a
/// stanza. It is reached through a pointer, as a class would check each access.
@safe
final class SuspendedStanza {
    /// Owned, freed with the object.
    let work: UnsafeMutablePointer<StanzaWork>

    init(limits: WalkLimits) {
        unsafe work = .allocate(capacity: 1)
        unsafe work.initialize(to: StanzaWork(tables: StanzaTables(limits: limits)))
    }

    /// With what another has read.
    init(copying other: SuspendedStanza) {
        unsafe work = .allocate(capacity: 1)
        var copy = unsafe StanzaWork(tables: StanzaTables(copying: other.work.pointee.tables))
        copy.lexer = unsafe other.work.pointee.lexer
        copy.bytes = unsafe RecordTable(copying: other.work.pointee.bytes)
        unsafe work.initialize(to: copy)
    }

    deinit {
        unsafe work.deinitialize(count: 1)
        unsafe work.deallocate()
    }
}
