package import Units

/// What became of every message that one worker sent.
///
/// It lives on the sender's side; addressees report what they parse. At all times
/// sent = delivered + bounced + lost + recipient_gone + pending, which is asserted.
///
/// An account is a number from 0, a session a number from 1 that is never used again in a run.
///
/// Bounds: about one bit for each message sent, an entry of 56 bytes for each that is under way,
/// 16 bytes for each pair of sessions in the order check.
package struct Ledger: Sendable {
    private struct Entry: BitwiseCopyable {
        let due: Instant
        let sentAt: Instant
        /// Delivered later than this is late.
        let deadline: Instant
        let recipientAccount: Int32
        /// 0: the account had no session.
        let recipientSession: UInt32
        let senderSession: UInt32
        var awaitedBy: Int32
        let metric: MetricID
        let isMeasured: Bool
        var isTimedOut = false
        var addressee = Addressee.present
    }

    /// What is known of an addressee whose message has not come.
    private enum Addressee: BitwiseCopyable {
        /// The grace is not over.
        case present
        /// It was there for the whole grace.
        case stayed
        /// It left within the grace, or was never there.
        case gone
    }

    /// When a session began to log out or lost its stream: whether it was at or before the instant.
    package typealias HasEnded = (_ account: Int32, _ session: UInt32, _ by: Instant) -> Bool

    private let grace: Nanoseconds
    private var underWay = SequenceTable<Entry>()
    private var delivered = PagedBitmap()
    private var bounced = PagedBitmap()
    private var order: OrderTable
    private var nextSequence: UInt64 = 0
    /// Half of all numbers are for messages to addresses outside the run.
    private static let firstOutside = UInt64(1) << 63
    private var nextOutside = firstOutside
    private var isClosed = false
    private var tally = LedgerCounts()

    /// - Parameters:
    ///   - grace: `ledger.grace`: an addressee that leaves so soon after the send is gone.
    ///   - orderedPairs: pairs of sessions whose order is checked at a time.
    package init(grace: Nanoseconds, orderedPairs: Int) {
        self.grace = grace
        order = OrderTable(capacity: orderedPairs)
    }

    /// What became of the messages so far.
    package var counts: LedgerCounts { tally }

    /// What the ledger holds on to.
    package var memory: ByteCount {
        [underWay.memory, delivered.memory, bounced.memory, order.memory].reduce(ByteCount(0)) {
            ByteCount($0.rawValue + $1.rawValue)
        }
    }

    /// Messages under way.
    package var underWayCount: Int { underWay.count }

    /// A message goes out.
    ///
    /// - Parameters:
    ///   - timeout: from the send; later deliveries are late. `nil`: there is none.
    ///   - recipientSession: the session that it is for; 0 if the account has none.
    ///   - awaitedBy: given back when it is delivered or bounces; -1: nobody waits.
    /// - Returns: the sequence number that its id must carry.
    package mutating func sent(
        metric: MetricID, due: Instant, at now: Instant, timeout: Nanoseconds?,
        recipientAccount: Int32, recipientSession: UInt32, senderSession: UInt32,
        awaitedBy: Int32 = -1, isMeasured: Bool
    ) -> UInt64 {
        precondition(!isClosed, "a message was sent after the ledger was closed")
        let sequence = nextSequence
        nextSequence += 1
        underWay[sequence] = Entry(
            due: due, sentAt: now, deadline: timeout.map { now + $0 } ?? .distantFuture,
            recipientAccount: recipientAccount, recipientSession: recipientSession,
            senderSession: senderSession, awaitedBy: awaitedBy, metric: metric,
            isMeasured: isMeasured)
        count(isMeasured) { counts in
            counts.sent += 1
            counts.pending += 1
        }
        return sequence
    }

    /// A message goes out to an address outside the run, which no later call is about but
    /// `outsideBounced`.
    ///
    /// - Returns: a number for its id, unlike that of any message within the run.
    package mutating func sentOutside(isMeasured: Bool) -> UInt64 {
        precondition(!isClosed, "a message was sent after the ledger was closed")
        defer { nextOutside += 1 }
        count(isMeasured) { $0.outside += 1 }
        return nextOutside
    }

    /// Whether a sequence number is that of a message to somebody outside the run.
    package static func isOutside(_ sequence: UInt64) -> Bool { sequence >= firstOutside }

    /// The server sent such a message back with an error.
    package mutating func outsideBounced(isMeasured: Bool) {
        count(isMeasured) { $0.outsideBounced += 1 }
    }

    /// A session parsed a message with this sequence number.
    ///
    /// - Parameter isMeasured: as when it was sent; for copies, whose entry is gone.
    package mutating func delivered(
        sequence: UInt64, at now: Instant, account: Int32, session: UInt32, isMeasured: Bool = true
    ) -> LedgerVerdict {
        guard sequence < nextSequence else { return unexpected() }
        guard let place = underWay.find(sequence) else { return copy(of: sequence, isMeasured) }
        guard underWay[at: place].recipientAccount == account else { return unexpected() }
        let entry = underWay.remove(at: place)
        var flags: LedgerVerdict.Flags = .delivered
        if entry.isTimedOut || now > entry.deadline { flags.insert(.late) }
        if session != entry.recipientSession { flags.insert(.stored) }
        let check = order.delivered(
            sequence: sequence, sender: entry.senderSession, recipient: session)
        if check == .reordered { flags.insert(.reordered) }
        delivered.insert(sequence)
        count(entry.isMeasured) { counts in
            counts.pending -= 1
            counts.delivered += 1
            if flags.contains(.late) { counts.late += 1 }
            if flags.contains(.stored) { counts.stored += 1 }
            if flags.contains(.reordered) { counts.reordered += 1 }
            if check == .unchecked { counts.orderUnchecked += 1 }
        }
        return LedgerVerdict(flags: flags, message: Self.message(of: entry))
    }

    /// The server sent the message back with an error.
    package mutating func bounced(sequence: UInt64) -> LedgerVerdict {
        guard sequence < nextSequence else { return unexpected() }
        guard let entry = underWay.remove(sequence) else {
            if delivered.contains(sequence) || bounced.contains(sequence) { return unexpected() }
            return .nothing(.afterClose)
        }
        bounced.insert(sequence)
        count(entry.isMeasured) { counts in
            counts.pending -= 1
            counts.bounced += 1
        }
        return LedgerVerdict(flags: .bounced, message: Self.message(of: entry))
    }

    /// The sender gave the message up; if it comes after all, it is late.
    ///
    /// - Returns: whether the addressee is gone by `now`, so that the action is to be withdrawn;
    ///   nil when the message is not under way any more.
    package mutating func timedOut(
        sequence: UInt64, now: Instant, hasEnded: HasEnded
    ) -> Bool? {
        guard let entry = underWay[sequence] else { return nil }
        underWay[sequence]?.isTimedOut = true
        underWay[sequence]?.awaitedBy = -1
        return isGone(entry, now: now, hasEnded)
    }

    /// Whoever waited for the message has gone, without giving it up.
    package mutating func stopAwaiting(sequence: UInt64) {
        underWay[sequence]?.awaitedBy = -1
    }

    /// A message with the id of another run came in.
    package mutating func foreign() { tally.measured.foreign += 1 }

    /// A message came in that nobody sent, or not to there.
    @discardableResult
    package mutating func unexpected() -> LedgerVerdict {
        tally.measured.unexpected += 1
        return .nothing(.unexpected)
    }

    /// Looks after messages whose grace is over: is the addressee gone? To be called once a second.
    ///
    /// Nothing is final by it: a later session of the account may still get the message.
    package mutating func sweep(now: Instant, hasEnded: HasEnded) {
        var oldest: [UInt32: UInt64] = [:]
        let prunes = order.isCrowded
        let grace = grace
        underWay.forEach { sequence, entry in
            if prunes {
                oldest[entry.senderSession] = min(oldest[entry.senderSession] ?? .max, sequence)
            }
            let limit = entry.sentAt + grace
            if entry.addressee == .present && now >= limit {
                entry.addressee =
                    Self.isGone(entry, by: limit, hasEnded) ? .gone : .stayed
            }
        }
        if prunes { order.prune(oldest: oldest) }
    }

    /// The drain is over: what has not come is lost, its addressee gone, or, after an interruption,
    /// pending. To be called before sessions log out; later deliveries change nothing.
    ///
    /// - Parameter onGone: told of each message whose addressee is gone, so that the recorder can
    ///   withdraw the action; in no particular order.
    package mutating func close(
        now: Instant, isInterrupted: Bool, hasEnded: HasEnded,
        onGone: (_ metric: MetricID, _ due: Instant) -> Void
    ) {
        precondition(!isClosed, "the ledger is closed once")
        isClosed = true
        if isInterrupted {
            underWay.removeAll()
            return
        }
        var waiting = underWay
        underWay.removeAll()
        waiting.forEach { _, entry in
            let isGone = isGone(entry, now: now, hasEnded)
            count(entry.isMeasured) { counts in
                counts.pending -= 1
                if isGone { counts.recipientGone += 1 } else { counts.lost += 1 }
            }
            // One that was given up has ended already.
            if isGone && !entry.isTimedOut { onGone(entry.metric, entry.due) }
        }
    }

    private func isGone(_ entry: Entry, now: Instant, _ hasEnded: HasEnded) -> Bool {
        switch entry.addressee {
        case .gone: true
        case .stayed: false
        case .present: Self.isGone(entry, by: min(entry.sentAt + grace, now), hasEnded)
        }
    }

    private static func isGone(_ entry: Entry, by limit: Instant, _ hasEnded: HasEnded) -> Bool {
        entry.recipientSession == 0
            || hasEnded(entry.recipientAccount, entry.recipientSession, limit)
    }

    /// A message came in that is not under way any more.
    private mutating func copy(of sequence: UInt64, _ isMeasured: Bool) -> LedgerVerdict {
        if bounced.contains(sequence) { return unexpected() }
        if !delivered.contains(sequence) { return .nothing(.afterClose) }
        count(isMeasured) { $0.duplicated += 1 }
        return .nothing(.duplicate)
    }

    private static func message(of entry: Entry) -> SentMessage {
        SentMessage(
            due: entry.due, sent: entry.sentAt, metric: entry.metric, awaitedBy: entry.awaitedBy,
            senderSession: entry.senderSession, isTimedOut: entry.isTimedOut)
    }

    private mutating func count(_ isMeasured: Bool, _ body: (inout MessageCounts) -> Void) {
        if isMeasured {
            body(&tally.measured)
            assert(tally.measured.isConserved, "a message is in none or two of the classes")
        } else {
            body(&tally.unmeasured)
            assert(tally.unmeasured.isConserved, "a message is in none or two of the classes")
        }
    }
}
