import Units

/// What one client sent while a fault keeps the server from looking at it, in order.
struct HeldInput {
    /// One read.
    private struct Chunk {
        var arrivedAt: Instant
        var bytes: [UInt8]
    }

    private var chunks: [Chunk] = []
    /// How much of the first chunk has been looked at.
    private var cursor = 0
    /// The bytes of all chunks.
    private(set) var byteCount = 0
    /// The client is not read from, because so much waits.
    var isFull = false

    var isEmpty: Bool { chunks.isEmpty }

    /// When what is next came.
    var arrival: Instant? { chunks.first?.arrivedAt }

    mutating func append(_ bytes: Span<UInt8>, at now: Instant) {
        chunks.append(Chunk(arrivedAt: now, bytes: Address.copy(bytes)))
        byteCount += bytes.count
    }

    /// The first chunk, and how much of it has been looked at; nil when nothing waits.
    var first: (bytes: [UInt8], cursor: Int)? { chunks.first.map { ($0.bytes, cursor) } }

    /// Notes how much of the first chunk has been looked at now; one that is done goes.
    mutating func advance(to cursor: Int) {
        self.cursor = cursor
        guard let first = chunks.first, cursor >= first.bytes.count else { return }
        byteCount -= first.bytes.count
        chunks.removeFirst()
        self.cursor = 0
    }
}
