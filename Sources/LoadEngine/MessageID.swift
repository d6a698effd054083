package import StanzaParser
package import Units

/// The id of a message that a run sends: it says of itself whose it is and when it was due.
///
/// On the wire: `clamor-NONCE-RANK-WORKER-SENDER-SEQUENCE-DUE`, each number in base 16; `DUE` is in
/// nanoseconds since the start of the run. The nonce tells this run's messages from another's.
package struct MessageID: Equatable, Sendable, BitwiseCopyable {
    package var nonce: UInt32
    package var rank: UInt32
    package var worker: UInt32
    /// The number of the sender's session.
    package var sender: UInt32
    /// Counts the messages of one worker.
    package var sequence: UInt64
    /// Counted from the start of the run.
    package var due: Instant

    package init(
        nonce: UInt32, rank: UInt32, worker: UInt32, sender: UInt32, sequence: UInt64, due: Instant
    ) {
        self.nonce = nonce
        self.rank = rank
        self.worker = worker
        self.sender = sender
        self.sequence = sequence
        self.due = due
    }

    /// One process of a run, as its ids name it.
    package struct Origin: Sendable {
        let nonce: UInt32
        let rank: UInt32
        /// With what the wire form of each of its ids begins.
        package let head: [UInt8]

        package init(nonce: UInt32, rank: UInt32) {
            (self.nonce, self.rank) = (nonce, rank)
            let numbers = "\(String(nonce, radix: 16))-\(String(rank, radix: 16))"
            head = Array("clamor-\(numbers)-".utf8)
        }
    }

    /// Reads an id from its wire form; nil when it is not one of Clamor's.
    ///
    /// - Parameter likely: where it most likely comes from: that head is compared, not read.
    package init?(_ bytes: Span<UInt8>, likely: borrowing Origin) {
        var cursor = 0
        if bytes.hasPrefix(likely.head.span) {
            (nonce, rank) = (likely.nonce, likely.rank)
            cursor = likely.head.count
        } else {
            let name: StaticString = "clamor-"
            guard bytes.hasPrefix(name) else { return nil }
            cursor = name.utf8CodeUnitCount
            guard let nonce = Self.number(in: bytes, &cursor).flatMap(UInt32.init(exactly:)),
                let rank = Self.number(in: bytes, &cursor).flatMap(UInt32.init(exactly:))
            else { return nil }
            (self.nonce, self.rank) = (nonce, rank)
        }
        guard let worker = Self.number(in: bytes, &cursor).flatMap(UInt32.init(exactly:)),
            let sender = Self.number(in: bytes, &cursor).flatMap(UInt32.init(exactly:)),
            let sequence = Self.number(in: bytes, &cursor),
            let due = Self.number(in: bytes, &cursor).flatMap(Int64.init(exactly:)),
            cursor > bytes.count
        else { return nil }
        (self.worker, self.sender, self.sequence) = (worker, sender, sequence)
        self.due = Instant(nanoseconds: due)
    }

    /// Appends what comes behind the head of its origin; the whole has 76 bytes at most.
    package func writeTail(to writer: inout StanzaWriter) {
        // From its end, as the digits of a number come; then it is copied once.
        var wire = InlineArray<51, UInt8>(repeating: UInt8(ascii: "-"))
        var first = wire.count
        Self.prepend(UInt64(max(0, due.nanoseconds)), &wire, &first)
        first -= 1
        Self.prepend(sequence, &wire, &first)
        first -= 1
        Self.prepend(UInt64(sender), &wire, &first)
        first -= 1
        Self.prepend(UInt64(worker), &wire, &first)
        writer.raw(wire.span.extracting(first..<wire.count))
    }

    /// Reads a number that ends at `-` or at the end, and steps over the `-`.
    private static func number(in bytes: Span<UInt8>, _ cursor: inout Int) -> UInt64? {
        let start = cursor
        // 16 digits are the 64 bits of a number.
        let end = min(bytes.count, start + 16)
        var value: UInt64 = 0
        while cursor < end, let digit = digit(bytes[cursor]) {
            value = value << 4 | digit
            cursor += 1
        }
        guard cursor > start, cursor == bytes.count || bytes[cursor] == UInt8(ascii: "-") else {
            return nil
        }
        cursor += 1
        return value
    }

    @inline(__always)
    private static func digit(_ byte: UInt8) -> UInt64? {
        // Without a branch by its kind, which no processor could foresee: 1 for `a` to `f`.
        let isLetter = byte >> 6 & 1
        let first = UInt8(ascii: "0") &+ isLetter &* (UInt8(ascii: "a") - UInt8(ascii: "0"))
        let offset = byte &- first
        return offset < 10 &- 4 &* isLetter ? UInt64(offset &+ 10 &* isLetter) : nil
    }

    /// Puts a number before what is there already.
    @inline(__always)
    private static func prepend(
        _ number: UInt64, _ wire: inout InlineArray<51, UInt8>, _ first: inout Int
    ) {
        var rest = number
        repeat {
            first -= 1
            let digit = UInt8(truncatingIfNeeded: rest & 0xF)
            wire[first] = digit &+ (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
            rest >>= 4
        } while rest > 0
    }
}
