/// A set of message sequence numbers at one bit each, in pages.
///
/// A page that is empty or full holds no bits, so a run that lost little keeps little.
///
/// Bounds: 512 bytes for a page of 4,096 numbers, 9 bytes once it is full.
package struct PagedBitmap: Sendable {
    private enum Page {
        case empty
        case partial(words: [UInt64], count: Int)
        case full
    }

    /// Numbers to a page.
    package static let pageBits = 4_096

    private var pages: [Page] = []

    package init() {}

    /// Whether the number was added.
    package func contains(_ number: UInt64) -> Bool {
        let page = Int(number) / Self.pageBits
        if page >= pages.count { return false }
        switch pages[page] {
        case .empty: return false
        case .full: return true
        case .partial(let words, _):
            let bit = Int(number) % Self.pageBits
            return words[bit / 64] >> UInt64(bit % 64) & 1 == 1
        }
    }

    /// Adds a number.
    ///
    /// - Returns: whether it was new.
    @discardableResult
    package mutating func insert(_ number: UInt64) -> Bool {
        let page = Int(number) / Self.pageBits
        while pages.count <= page { pages.append(.empty) }
        let bit = Int(number) % Self.pageBits
        var words: [UInt64]
        var count: Int
        switch pages[page] {
        case .full: return false
        case .empty: (words, count) = (Array(repeating: 0, count: Self.pageBits / 64), 0)
        case .partial(let present, let used): (words, count) = (present, used)
        }
        if words[bit / 64] >> UInt64(bit % 64) & 1 == 1 { return false }
        pages[page] = .empty  // so that the words have one owner and are changed in place
        words[bit / 64] |= 1 << UInt64(bit % 64)
        count += 1
        pages[page] = count == Self.pageBits ? .full : .partial(words: words, count: count)
        return true
    }

    /// Pages that hold bits of their own.
    package var partialPages: Int {
        pages.count {
            if case .partial = $0 { true } else { false }
        }
    }
}
