package import StanzaParser
package import Units

/// The id of a message that a run sends: it says of itself whose it is and when it was due.
///
/// On the wire: `clamor-NONCE-RANK-WORKER-SENDER-SEQUENCE-DUE`, each number in base 36; `DUE` is in
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

    /// Reads an id from its wire form; nil when it is not one of Clamor's.
    package init?(_ bytes: Span<UInt8>) {
        guard bytes.count > Self.prefixBytes.count else { return nil }
        for index in Self.prefixBytes.indices where bytes[index] != Self.prefixBytes[index] {
            return nil
        }
        var cursor = Self.prefixBytes.count
        guard let nonce = Self.readBase36(bytes, &cursor),
            let rank = Self.readBase36(bytes, &cursor),
            let worker = Self.readBase36(bytes, &cursor),
            let sender = Self.readBase36(bytes, &cursor),
            let sequence = Self.readBase36(bytes, &cursor),
            let due = Self.readBase36(bytes, &cursor),
            cursor > bytes.count,
            let nonce32 = UInt32(exactly: nonce), let rank32 = UInt32(exactly: rank),
            let worker32 = UInt32(exactly: worker), let sender32 = UInt32(exactly: sender),
            let due64 = Int64(exactly: due)
        else { return nil }
        self.init(
            nonce: nonce32, rank: rank32, worker: worker32, sender: sender32, sequence: sequence,
            due: Instant(nanoseconds: due64))
    }

    /// With what the wire form of each id of a run and rank begins; the whole has 80 bytes at most.
    package static func head(nonce: UInt32, rank: UInt32) -> String {
        "clamor-\(String(nonce, radix: 36))-\(String(rank, radix: 36))"
    }

    /// Appends what comes behind `head`.
    package func writeTail(to writer: inout StanzaWriter) {
        // From its end, as the digits of a number come; then it is copied once.
        var wire = InlineArray<48, UInt8>(repeating: 0)
        var first = wire.count
        Self.prepend(UInt64(max(0, due.nanoseconds)), &wire, &first)
        Self.prepend(sequence, &wire, &first)
        Self.prepend(UInt64(sender), &wire, &first)
        Self.prepend(UInt64(worker), &wire, &first)
        writer.raw(wire.span.extracting(first..<wire.count))
    }

    private static var prefixBytes: InlineArray<7, UInt8> {
        // "clamor-"
        [0x63, 0x6C, 0x61, 0x6D, 0x6F, 0x72, 0x2D]
    }

    /// Reads a number that ends at `-` or at the end, and steps over the `-`.
    private static func readBase36(_ bytes: Span<UInt8>, _ cursor: inout Int) -> UInt64? {
        var value: UInt64 = 0
        let start = cursor
        // 36^12 < 2^63: only a thirteenth digit can be too much.
        let unchecked = min(bytes.count, start + 12)
        var index = start
        while index < unchecked, let digit = digit(bytes[index]) {
            value = value &* 36 &+ digit
            index += 1
        }
        while index >= start + 12, index < bytes.count, let digit = digit(bytes[index]) {
            let (product, overflow) = value.multipliedReportingOverflow(by: 36)
            let (sum, carry) = product.addingReportingOverflow(digit)
            guard !overflow, !carry else { return nil }
            value = sum
            index += 1
        }
        guard index > start, index == bytes.count || bytes[index] == UInt8(ascii: "-") else {
            return nil
        }
        cursor = index + 1
        return value
    }

    @inline(__always)
    private static func digit(_ byte: UInt8) -> UInt64? {
        let decimal = byte &- 0x30
        if decimal < 10 { return UInt64(decimal) }
        let letter = byte &- 0x61
        return letter < 26 ? UInt64(letter) + 10 : nil
    }

    /// Puts a hyphen and a number before what is there already.
    private static func prepend(
        _ number: UInt64, _ wire: inout InlineArray<48, UInt8>, _ first: inout Int
    ) {
        var rest = number
        repeat {
            first -= 1
            let digit = UInt8(truncatingIfNeeded: rest % 36)
            wire[first] = digit < 10 ? 0x30 + digit : 0x61 + digit - 10
            rest /= 36
        } while rest > 0
        first -= 1
        wire[first] = UInt8(ascii: "-")
    }
}
