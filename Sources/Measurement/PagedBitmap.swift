internal import Units

/// A set of message sequence numbers at one bit each, in pages.
///
/// A page that is empty or full holds no bits, so a run that lost little keeps little.
///
/// Bounds: 512 bytes for a page of 4,096 numbers, 16 bytes once it is full.
package struct PagedBitmap: Sendable {
    private struct Page {
        /// None while it is empty, and again once it is full.
        var words: [UInt64] = []
        /// Numbers in it.
        var count = 0

        var isFull: Bool { count == PagedBitmap.pageBits }
    }

    /// Numbers to a page.
    package static let pageBits = 4_096

    private var pages: [Page] = []

    package init() {}

    /// Whether the number was added.
    package func contains(_ number: UInt64) -> Bool {
        let page = Int(number) / Self.pageBits
        if page >= pages.count { return false }
        if pages[page].isFull { return true }
        if pages[page].count == 0 { return false }
        let bit = Int(number) % Self.pageBits
        return pages[page].words[bit / 64] >> UInt64(bit % 64) & 1 == 1
    }

    /// Adds a number.
    ///
    /// - Returns: whether it was new.
    @discardableResult
    package mutating func insert(_ number: UInt64) -> Bool {
        let page = Int(number) / Self.pageBits
        while pages.count <= page { pages.append(Page()) }
        if pages[page].isFull { return false }
        if pages[page].count == 0 {
            pages[page].words = Array(repeating: 0, count: Self.pageBits / 64)
        }
        let bit = Int(number) % Self.pageBits
        let mask: UInt64 = 1 << UInt64(bit % 64)
        // Each in place: a copy of the words would be one for every message.
        if pages[page].words[bit / 64] & mask != 0 { return false }
        pages[page].words[bit / 64] |= mask
        pages[page].count += 1
        if pages[page].isFull { pages[page].words = [] }
        return true
    }

    /// Pages that hold bits of their own.
    package var partialPages: Int {
        pages.count { !$0.words.isEmpty }
    }

    /// What the set holds on to.
    var memory: ByteCount {
        ByteCount(
            pages.capacity * MemoryLayout<Page>.stride + partialPages * (Self.pageBits / 8))
    }
}
