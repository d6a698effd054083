import Units

/// What one client sent while a fault keeps the server from looking at it, in order.
struct HeldInput {
    /// One read.
    private struct Chunk {
        var arrivedAt: Instant
        /// When its next element may be looked at.
        var release: Instant
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

    /// When what is next may be looked at; nil when nothing waits.
    var release: Instant? { chunks.first?.release }

    /// When the chunk came that has been looked at in part; nil when there is none.
    var arrivalOfRest: Instant? { cursor > 0 ? chunks.first?.arrivedAt : nil }

    mutating func append(_ bytes: Span<UInt8>, at now: Instant, release: Instant) {
        chunks.append(
            Chunk(arrivedAt: now, release: release, bytes: Address.copy(bytes)))
        byteCount += bytes.count
    }

    /// The first chunk, and how much of it has been looked at; nil when nothing waits.
    var first: (bytes: [UInt8], cursor: Int)? { chunks.first.map { ($0.bytes, cursor) } }

    /// Notes when the rest of the first chunk may be looked at.
    mutating func postpone(to release: Instant) { chunks[0].release = release }

    /// Notes how much of the first chunk has been looked at now; one that is done goes.
    mutating func advance(to cursor: Int) {
        self.cursor = cursor
        guard let first = chunks.first, cursor >= first.bytes.count else { return }
        byteCount -= first.bytes.count
        chunks.removeFirst()
        self.cursor = 0
    }
}
