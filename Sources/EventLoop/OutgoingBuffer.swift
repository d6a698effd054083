/// Bytes gathered for sending: a buffer that grows and is used again.
///
/// Lifetime: owned by its pool or by one `TLSBuffers`.
@safe final class OutgoingBuffer {
    private(set) var base: UnsafeMutableRawPointer
    private(set) var count = 0
    private var capacity: Int

    private static let initialCapacity = 2_048
    /// A buffer that grew beyond this gives its memory back when it is emptied.
    private static let keptCapacity = 65_536

    init() {
        capacity = Self.initialCapacity
        unsafe base = .allocate(byteCount: Self.initialCapacity, alignment: 16)
    }

    deinit { unsafe base.deallocate() }

    /// What was gathered. Lifetime: until the buffer is changed.
    var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let elements = unsafe UnsafeBufferPointer(
                start: base.assumingMemoryBound(to: UInt8.self), count: count)
            return unsafe _overrideLifetime(elements.span, borrowing: self)
        }
    }

    func append(_ bytes: UnsafeRawPointer, count added: Int) {
        if count + added > capacity { reallocate(max(capacity * 2, count + added)) }
        unsafe (base + count).copyMemory(from: bytes, byteCount: added)
        count += added
    }

    func removeAll() {
        count = 0
        if capacity > Self.keptCapacity { reallocate(Self.initialCapacity) }
    }

    private func reallocate(_ newCapacity: Int) {
        let grown = UnsafeMutableRawPointer.allocate(byteCount: newCapacity, alignment: 16)
        unsafe grown.copyMemory(from: base, byteCount: count)
        unsafe base.deallocate()
        unsafe base = grown
        capacity = newCapacity
    }
}
