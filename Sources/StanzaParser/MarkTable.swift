internal import CByteScan

/// Where in a read the bytes stand that the parser has to stop at.
///
/// The bytes are scanned a window at a time, ahead of the parser. What was scanned is of use for
/// all the stanzas of the read; positions handed in count from the stanza that is being read, whose
/// first byte is the `origin`. They ascend until what was scanned is forgotten.
@safe
struct MarkTable: ~Copyable {
    /// Positions in the window, ascending; sentinels behind the last. Owned.
    private let stops: UnsafeMutablePointer<UInt16>
    /// What `NameBits` is of: the masks, owned, and the words of the window behind them.
    private let words: UnsafeMutablePointer<UInt64>
    private let nameWords: UnsafeMutablePointer<UInt64>
    private let kernel: ClamorKernel
    /// The stops of the window, and how many of them were passed.
    private var stopCount = 0
    private var passedStops = 0
    /// The window, in positions of the read.
    private var start = 0
    private var end = 0
    private var origin = 0
    /// Bytes scanned since the engine was made.
    private(set) var scannedBytes: UInt64 = 0
    /// Stops that were passed by the walk since then.
    private(set) var walkedStops: UInt64 = 0

    /// Fewer bytes than these are looked at one by one.
    static let leastBytes = 16

    init(kernel: ByteScanKernel) {
        self.kernel = kernel.isAvailable ? kernel.kernel : CLAMOR_KERNEL_PORTABLE
        unsafe stops = .allocate(capacity: CLAMOR_STOPS_ROOM)
        unsafe words = .allocate(capacity: NameBits.masks + CLAMOR_NAMES_ROOM)
        unsafe nameWords = words + NameBits.masks
        unsafe NameBits.initializeMasks(words)
        unsafe stops.initialize(repeating: 0, count: CLAMOR_STOPS_ROOM)
        unsafe nameWords.initialize(repeating: 0, count: CLAMOR_NAMES_ROOM)
    }

    deinit {
        unsafe stops.deallocate()
        unsafe words.deallocate()
    }

    /// Forgets what was scanned: the next stanza is in other bytes.
    mutating func forget() {
        (start, end, origin) = (0, 0, 0)
        (stopCount, passedStops) = (0, 0)
    }

    /// From here on positions count from this one of the read.
    @inline(__always)
    mutating func setOrigin(_ position: Int) { origin = position }

    /// The first stop at or after `position`, quotes left out unless asked for; the count of
    /// `bytes` if there is none.
    ///
    /// Where few bytes are left to scan, what is not ASCII counts as a stop.
    mutating func next(
        withQuotes: Bool, in bytes: Span<UInt8>, from position: Int
    ) -> Int {
        var position = position
        while position < bytes.count {
            if !covers(position) {
                guard bytes.count - position >= Self.leastBytes else {
                    return Self.nextByBytes(withQuotes: withQuotes, in: bytes, from: position)
                }
                scan(bytes, from: position)
            }
            while passedStops < stopCount {
                let stop = unsafe Int(stops[passedStops]) + shift
                // The window may go on beyond these bytes.
                guard stop < bytes.count else { return bytes.count }
                if stop >= position, withQuotes || !Self.isQuote(bytes[stop]) { return stop }
                passedStops += 1
            }
            position = end - origin
        }
        return bytes.count
    }

    /// Makes the window be one that has what stands at `position`; false: there is too little.
    @inline(__always)
    mutating func prepare(_ bytes: Span<UInt8>, at position: Int) -> Bool {
        if covers(position) { return true }
        guard bytes.count - position >= Self.leastBytes else { return false }
        scan(bytes, from: position)
        return true
    }

    /// Makes the window begin at `position`, where it is in need of what lies behind its end;
    /// false: it begins there already, or there is nothing behind it.
    mutating func moveWindow(_ bytes: Span<UInt8>, to position: Int) -> Bool {
        guard position + origin > start, end - origin < bytes.count else { return false }
        scan(bytes, from: position)
        return true
    }

    // MARK: For the walk. Lifetime: until the next scan.

    /// The position in the stanza of the window's first byte; negative when it comes before that.
    @inline(__always)
    var shift: Int { start &- origin }

    /// Bytes of the window.
    @inline(__always)
    var windowBytes: Int { end &- start }

    /// The first stop that was not passed.
    @inline(__always)
    var nextStop: StopCursor { unsafe StopCursor(stops + passedStops) }

    @inline(__always)
    var names: NameBits { unsafe NameBits(nameWords) }

    /// Passes the stops before this one.
    @inline(__always)
    mutating func pass(to stop: StopCursor) {
        let passed = unsafe stop.distance(from: stops)
        walkedStops &+= UInt64(truncatingIfNeeded: passed &- passedStops)
        passedStops = passed
    }

    @inline(__always)
    private func covers(_ position: Int) -> Bool {
        position + origin < end && position + origin >= start
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
    }

    private static func nextByBytes(
        withQuotes: Bool, in bytes: Span<UInt8>, from start: Int
    ) -> Int {
        for position in start..<bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0..<0x20, 0x80...:
                return position
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                if withQuotes { return position }
            default: break
            }
        }
        return bytes.count
    }

    private mutating func scan(_ bytes: Span<UInt8>, from position: Int) {
        let window = bytes.extracting(
            position..<min(position + CLAMOR_WINDOW_BYTES, bytes.count))
        let scan = unsafe window.withUnsafeBufferPointer { input in
            unsafe clamor_scan(kernel, input.baseAddress, input.count, stops, nameWords)
        }
        start = position + origin
        end = start + scan.bytes
        stopCount = scan.stops
        passedStops = 0
        scannedBytes += UInt64(scan.bytes)
    }
}
