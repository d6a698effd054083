/// What became of messages.
package struct MessageCounts: Sendable, Equatable {
    /// Messages that went out.
    package var sent: UInt64 = 0
    // The sum: each message sent is in exactly one of these five.
    /// Parsed by a session of the addressee.
    package var delivered: UInt64 = 0
    /// Sent back by the server with an error.
    package var bounced: UInt64 = 0
    /// Not delivered although the addressee stayed.
    package var lost: UInt64 = 0
    /// The addressee left within the grace after the send.
    package var recipientGone: UInt64 = 0
    /// Under way; after the end only if the run was interrupted.
    package var pending: UInt64 = 0
    // Beside the sum.
    /// Copies beyond the first.
    package var duplicated: UInt64 = 0
    /// Delivered after a later one of the same sender and recipient.
    package var reordered: UInt64 = 0
    /// Delivered after its timeout.
    package var late: UInt64 = 0
    /// Delivered to a later session of the account.
    package var stored: UInt64 = 0
    /// Delivered without a check of the order, because the table of pairs was full.
    package var orderUnchecked: UInt64 = 0
    /// Messages of another run.
    package var foreign: UInt64 = 0
    /// Messages that nobody sent, or that reached an account they were not for.
    package var unexpected: UInt64 = 0
    /// Messages to addresses outside the run; nobody here sees them arrive, so `sent` leaves them
    /// out.
    package var outside: UInt64 = 0
    /// Those of them that the server sent back with an error.
    package var outsideBounced: UInt64 = 0

    package init() {}

    /// sent = delivered + bounced + lost + recipient_gone + pending.
    package var isConserved: Bool {
        sent == delivered + bounced + lost + recipientGone + pending
    }

    private typealias Field = any WritableKeyPath<Self, UInt64> & Sendable

    /// Every count with its name in the report, in the order of a report.
    private static let fields: [(name: String, path: Field)] = [
        ("sent", \.sent), ("delivered", \.delivered), ("lost", \.lost),
        ("duplicated", \.duplicated), ("reordered", \.reordered), ("bounced", \.bounced),
        ("recipient_gone", \.recipientGone), ("stored", \.stored), ("late", \.late),
        ("foreign", \.foreign), ("unexpected", \.unexpected), ("pending", \.pending),
        ("order_unchecked", \.orderUnchecked), ("outside", \.outside),
        ("outside_bounced", \.outsideBounced),
    ]

    /// Names of the counts, in the order of a report.
    package static let keys = fields.map(\.name)

    /// The count by its name in the report.
    package func count(named key: String) -> UInt64? {
        Self.fields.first { $0.name == key }.map { self[keyPath: $0.path] }
    }

    /// Adds count by count.
    package static func += (a: inout Self, b: Self) {
        for (_, path) in fields { a[keyPath: path] += b[keyPath: path] }
    }
}

/// Under their names in the report; one that is missing is zero.
extension MessageCounts: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NameKey.self)
        for (name, path) in Self.fields {
            self[keyPath: path] =
                try container.decodeIfPresent(UInt64.self, forKey: NameKey(name)) ?? 0
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        for (name, path) in Self.fields {
            try container.encode(self[keyPath: path], forKey: NameKey(name))
        }
    }
}

/// The counts of a ledger, apart for the measured part of the run and the rest (warm-up).
package struct LedgerCounts: Sendable, Equatable, Codable {
    /// Messages due within the measured part; `foreign` and `unexpected` ones are always here.
    package var measured = MessageCounts()
    /// Messages of the warm-up, or due after the end.
    package var unmeasured = MessageCounts()

    package init() {}

    /// Adds count by count.
    package static func += (a: inout Self, b: Self) {
        a.measured += b.measured
        a.unmeasured += b.unmeasured
    }
}
