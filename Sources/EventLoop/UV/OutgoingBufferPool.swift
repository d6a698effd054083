/// Lends buffers for gathering writes, so that connections own none while they are idle.
struct OutgoingBufferPool {
    /// Buffers kept for later use; more are freed when they come back.
    private static let maximumKept = 1_024

    private var free: [OutgoingBuffer] = []

    mutating func take() -> OutgoingBuffer { free.popLast() ?? OutgoingBuffer() }

    mutating func giveBack(_ buffer: OutgoingBuffer) {
        guard free.count < Self.maximumKept else { return }
        buffer.removeAll()
        free.append(buffer)
    }
}
