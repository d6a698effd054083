import Testing
import Units

@testable import Measurement

/// Each test is a transcript: what was sent and what came of it, then the counts.
@Suite struct LedgerTests {
    private let message: MetricID

    init() {
        var catalogue = MetricCatalogue()
        message = catalogue.register("message", model: .open)
    }

    private func at(_ seconds: Double) -> Instant { .origin + .seconds(seconds) }

    private func ledger(orderedPairs: Int = 64) -> Ledger {
        Ledger(grace: .seconds(Int64(5)), orderedPairs: orderedPairs)
    }

    /// Sends from session 100 to account 7, whose session is 200 unless another one is given.
    private func send(
        _ ledger: inout Ledger, at now: Double = 0, to session: UInt32 = 200,
        timeout: Double? = nil,
        awaitedBy: Int32 = -1, from sender: UInt32 = 100, isMeasured: Bool = true
    ) -> UInt64 {
        ledger.sent(
            metric: message, due: at(now), at: at(now), timeout: timeout.map { .seconds($0) },
            recipientAccount: 7, recipientSession: session, senderSession: sender,
            awaitedBy: awaitedBy, isMeasured: isMeasured)
    }

    private func close(
        _ ledger: inout Ledger, at now: Double = 30, isInterrupted: Bool = false,
        hasEnded: Ledger.HasEnded = { _, _, _ in false }
    ) {
        ledger.close(
            now: at(now), isInterrupted: isInterrupted, hasEnded: hasEnded, onGone: { _, _ in })
    }

    @Test func `Delivered: the addressee parsed it`() {
        var ledger = ledger()
        let sequence = send(&ledger, at: 1, awaitedBy: 42)
        #expect(ledger.counts.measured.pending == 1)
        let verdict = ledger.delivered(sequence: sequence, at: at(2), account: 7, session: 200)
        #expect(verdict.flags == .delivered)
        #expect(verdict.message?.awaitedBy == 42)
        #expect(verdict.message?.sent == at(1))
        #expect(verdict.message?.metric == message)
        #expect(ledger.underWayCount == 0)
        close(&ledger)
        var expected = MessageCounts()
        expected.sent = 1
        expected.delivered = 1
        #expect(ledger.counts.measured == expected)
    }

    @Test func `Duplicated: a further copy, in and out of the run's time`() {
        var ledger = ledger()
        let sequence = send(&ledger)
        _ = ledger.delivered(sequence: sequence, at: at(1), account: 7, session: 200)
        let copy = ledger.delivered(sequence: sequence, at: at(2), account: 7, session: 200)
        #expect(copy.flags == .duplicate)
        #expect(copy.message == nil)
        close(&ledger)
        _ = ledger.delivered(sequence: sequence, at: at(31), account: 7, session: 201)
        #expect(ledger.counts.measured.delivered == 1)
        #expect(ledger.counts.measured.duplicated == 2)
    }

    @Test func `Bounced: the server sent it back`() {
        var ledger = ledger()
        let sequence = send(&ledger, awaitedBy: 3)
        let verdict = ledger.bounced(sequence: sequence)
        #expect(verdict.flags == .bounced)
        #expect(verdict.message?.awaitedBy == 3)
        #expect(ledger.counts.measured.bounced == 1)
        // What comes after a bounce was not to be expected.
        let again = ledger.bounced(sequence: sequence)
        #expect(again.flags == .unexpected)
        let late = ledger.delivered(sequence: sequence, at: at(1), account: 7, session: 200)
        #expect(late.flags == .unexpected)
        #expect(ledger.counts.measured.unexpected == 2)
        #expect(ledger.counts.measured.isConserved)
    }

    @Test func `A bounce of a delivered message is unexpected`() {
        var ledger = ledger()
        let sequence = send(&ledger)
        _ = ledger.delivered(sequence: sequence, at: at(1), account: 7, session: 200)
        let bounce = ledger.bounced(sequence: sequence)
        #expect(bounce.flags == .unexpected)
        #expect(ledger.counts.measured.bounced == 0)
    }

    @Test func `Lost: the addressee stayed and it did not come`() {
        var ledger = ledger()
        _ = send(&ledger, at: 1)
        close(&ledger)
        #expect(ledger.counts.measured.lost == 1)
        #expect(ledger.counts.measured.pending == 0)
    }

    @Test func `Lost: the addressee left, but after the grace`() {
        var ledger = ledger()
        _ = send(&ledger, at: 1)
        let end = at(6.5)
        ledger.sweep(now: at(6)) { _, _, limit in end <= limit }
        ledger.sweep(now: at(7)) { _, _, limit in end <= limit }
        close(&ledger) { _, _, limit in end <= limit }
        #expect(ledger.counts.measured.lost == 1)
    }

    @Test func `Recipient gone: the addressee left within the grace`() {
        var ledger = ledger()
        _ = send(&ledger, at: 1)
        let end = at(5.9)
        var asked: [(Int32, UInt32, Instant)] = []
        ledger.sweep(now: at(5.5)) { _, _, _ in
            Issue.record("the grace is not over")
            return false
        }
        ledger.sweep(now: at(6)) { account, session, limit in
            asked.append((account, session, limit))
            return end <= limit
        }
        #expect(asked.count == 1)
        #expect(asked.first?.0 == 7 && asked.first?.1 == 200 && asked.first?.2 == at(6))
        // It is decided: nobody is asked again.
        var gone: [Instant] = []
        ledger.close(
            now: at(30), isInterrupted: false,
            hasEnded: { _, _, _ in
                Issue.record("asked twice")
                return false
            }, onGone: { _, due in gone.append(due) })
        #expect(ledger.counts.measured.recipientGone == 1)
        #expect(gone == [at(1)])
    }

    @Test func `Recipient gone: within the grace that the end of the drain cuts short`() {
        var ledger = ledger()
        _ = send(&ledger, at: 28)
        var limits: [Instant] = []
        close(&ledger, at: 30) { _, _, limit in
            limits.append(limit)
            return at(29) <= limit
        }
        #expect(limits == [at(30)])
        #expect(ledger.counts.measured.recipientGone == 1)
    }

    @Test func `An action that timed out is not withdrawn as well`() {
        var ledger = ledger()
        let sequence = send(&ledger, at: 1)
        let isGone = ledger.timedOut(sequence: sequence, now: at(2)) { _, _, _ in false }
        #expect(isGone == false)
        ledger.close(
            now: at(30), isInterrupted: false, hasEnded: { _, _, _ in true },
            onGone: { _, _ in Issue.record("it has ended already") })
        #expect(ledger.counts.measured.recipientGone == 1)
    }

    @Test func `Recipient gone: when the sender gives it up, within the grace`() {
        var ledger = ledger()
        let (first, second) = (send(&ledger, at: 1), send(&ledger, at: 1))
        var limits: [Instant] = []
        let early = ledger.timedOut(sequence: first, now: at(3)) { _, _, limit in
            limits.append(limit)
            return true
        }
        let late = ledger.timedOut(sequence: second, now: at(20)) { _, _, limit in
            limits.append(limit)
            return true
        }
        #expect(early == true && late == true)
        #expect(limits == [at(3), at(6)])
        ledger.close(
            now: at(30), isInterrupted: false, hasEnded: { _, _, _ in true },
            onGone: { _, _ in Issue.record("it has ended already") })
        #expect(ledger.counts.measured.recipientGone == 2)
    }

    @Test func `Stored: a later session of the account got it`() {
        var ledger = ledger()
        let sequence = send(&ledger, at: 1)
        ledger.sweep(now: at(10)) { _, _, _ in true }
        let verdict = ledger.delivered(sequence: sequence, at: at(20), account: 7, session: 201)
        #expect(verdict.flags == [.delivered, .stored])
        close(&ledger)
        #expect(ledger.counts.measured.delivered == 1)
        #expect(ledger.counts.measured.stored == 1)
        #expect(ledger.counts.measured.recipientGone == 0)
    }

    @Test func `An account without a session: stored, else the recipient is gone`() {
        var ledger = ledger()
        let first = send(&ledger, to: 0)
        _ = send(&ledger, to: 0)
        ledger.sweep(now: at(10)) { _, _, _ in
            Issue.record("there is no session to ask for")
            return false
        }
        let verdict = ledger.delivered(sequence: first, at: at(20), account: 7, session: 201)
        #expect(verdict.flags == [.delivered, .stored])
        close(&ledger)
        #expect(ledger.counts.measured.stored == 1)
        #expect(ledger.counts.measured.recipientGone == 1)
        #expect(ledger.counts.measured.lost == 0)
    }

    @Test func `Late: it came after its timeout`() {
        var ledger = ledger()
        let inTime = send(&ledger, timeout: 2)
        let late = send(&ledger, timeout: 2)
        let onTheDot = ledger.delivered(sequence: inTime, at: at(2), account: 7, session: 200)
        #expect(onTheDot.flags == .delivered)
        let verdict = ledger.delivered(sequence: late, at: at(2.1), account: 7, session: 200)
        #expect(verdict.flags == [.delivered, .late])
        #expect(verdict.message?.isTimedOut == false)
        #expect(ledger.counts.measured.late == 1)
    }

    @Test func `Late: the sender had given it up, and is not woken`() {
        var ledger = ledger()
        let sequence = send(&ledger, awaitedBy: 9)
        let isGone = ledger.timedOut(sequence: sequence, now: at(0.5)) { _, _, _ in false }
        #expect(isGone == false)
        let verdict = ledger.delivered(sequence: sequence, at: at(1), account: 7, session: 200)
        #expect(verdict.flags == [.delivered, .late])
        #expect(verdict.message?.awaitedBy == -1)
        #expect(verdict.message?.isTimedOut == true)
        let again = ledger.timedOut(sequence: sequence, now: at(2)) { _, _, _ in true }
        #expect(again == nil)
    }

    @Test func `Whoever left is not woken, and the message is not late`() {
        var ledger = ledger()
        let sequence = send(&ledger, awaitedBy: 9)
        ledger.stopAwaiting(sequence: sequence)
        let verdict = ledger.delivered(sequence: sequence, at: at(1), account: 7, session: 200)
        #expect(verdict.flags == .delivered)
        #expect(verdict.message?.awaitedBy == -1)
    }

    @Test func `Reordered: a later message of the pair came first`() {
        var ledger = ledger()
        let sequences = (0..<3).map { _ in send(&ledger) }
        let other = send(&ledger, from: 101)
        let transcript: [(UInt64, LedgerVerdict.Flags)] = [
            (sequences[1], .delivered),
            (sequences[0], [.delivered, .reordered]),
            (sequences[2], .delivered),
            (other, .delivered),
        ]
        for (sequence, flags) in transcript {
            let verdict = ledger.delivered(sequence: sequence, at: at(1), account: 7, session: 200)
            #expect(verdict.flags == flags)
        }
        #expect(ledger.counts.measured.reordered == 1)
        #expect(ledger.counts.measured.delivered == 4)
    }

    @Test func `More pairs than the table holds are told, not passed over`() {
        var ledger = ledger(orderedPairs: 14)
        for sender in 1...20 {
            let sequence = send(&ledger, from: UInt32(sender))
            _ = ledger.delivered(sequence: sequence, at: at(1), account: 7, session: 200)
        }
        #expect(ledger.counts.measured.orderUnchecked == 6)
        // A sweep makes room: nothing of these senders is under way.
        ledger.sweep(now: at(2)) { _, _, _ in false }
        let sequence = send(&ledger, from: 21)
        _ = ledger.delivered(sequence: sequence, at: at(3), account: 7, session: 200)
        #expect(ledger.counts.measured.orderUnchecked == 6)
    }

    @Test func `A sweep of a crowded table forgets no pair that matters`() {
        var ledger = ledger(orderedPairs: 16)
        let early = send(&ledger, from: 1)
        for sender in 1...12 {
            let sequence = send(&ledger, from: UInt32(sender))
            _ = ledger.delivered(sequence: sequence, at: at(1), account: 7, session: 200)
        }
        ledger.sweep(now: at(2)) { _, _, _ in false }
        let verdict = ledger.delivered(sequence: early, at: at(3), account: 7, session: 200)
        #expect(verdict.flags == [.delivered, .reordered])
    }

    @Test func `Unexpected: never sent, or at the wrong account`() {
        var ledger = ledger()
        let sequence = send(&ledger)
        let unknown = ledger.delivered(sequence: 17, at: at(1), account: 7, session: 200)
        #expect(unknown.flags == .unexpected)
        let astray = ledger.delivered(sequence: sequence, at: at(1), account: 8, session: 300)
        #expect(astray.flags == .unexpected)
        let bounce = ledger.bounced(sequence: 18)
        #expect(bounce.flags == .unexpected)
        #expect(ledger.counts.measured.unexpected == 3)
        #expect(ledger.counts.measured.pending == 1)
    }

    @Test func `Outside: to somebody beyond the run, beside the sum`() {
        var ledger = ledger()
        let inside = send(&ledger)
        let first = ledger.sentOutside(isMeasured: true)
        let second = ledger.sentOutside(isMeasured: true)
        _ = ledger.sentOutside(isMeasured: false)
        #expect(Ledger.isOutside(first) && Ledger.isOutside(second) && first != second)
        #expect(!Ledger.isOutside(inside))
        ledger.outsideBounced(isMeasured: true)
        #expect(ledger.underWayCount == 1)
        #expect(ledger.counts.measured.outside == 2)
        #expect(ledger.counts.measured.outsideBounced == 1)
        #expect(ledger.counts.measured.sent == 1)
        #expect(ledger.counts.unmeasured.outside == 1)
    }

    @Test func `Foreign: of another run`() {
        var ledger = ledger()
        ledger.foreign()
        #expect(ledger.counts.measured.foreign == 1)
        #expect(ledger.counts.measured.sent == 0)
    }

    @Test func `Pending: only after an interruption`() {
        var ledger = ledger()
        _ = send(&ledger)
        close(&ledger, isInterrupted: true) { _, _, _ in true }
        #expect(ledger.counts.measured.pending == 1)
        #expect(ledger.counts.measured.isConserved)
    }

    @Test func `After the close nothing changes`() {
        var ledger = ledger()
        let first = send(&ledger)
        let second = send(&ledger)
        close(&ledger)
        let counts = ledger.counts
        let verdict = ledger.delivered(sequence: first, at: at(31), account: 7, session: 200)
        #expect(verdict.flags == .afterClose)
        let bounce = ledger.bounced(sequence: second)
        #expect(bounce.flags == .afterClose)
        #expect(ledger.counts == counts)
    }

    @Test func `The warm-up has counts of its own`() {
        var ledger = ledger()
        let sequence = send(&ledger, isMeasured: false)
        _ = send(&ledger, isMeasured: false)
        _ = send(&ledger)
        for _ in 0..<2 {
            _ = ledger.delivered(
                sequence: sequence, at: at(1), account: 7, session: 200, isMeasured: false)
        }
        close(&ledger)
        #expect(ledger.counts.unmeasured.duplicated == 1)
        #expect(ledger.counts.measured.duplicated == 0)
        #expect(ledger.counts.unmeasured.sent == 2)
        #expect(ledger.counts.unmeasured.delivered == 1)
        #expect(ledger.counts.unmeasured.lost == 1)
        #expect(ledger.counts.measured.sent == 1)
        #expect(ledger.counts.measured.lost == 1)
    }

    @Test func `A message that is over costs one bit, or less once its page is full`() {
        var ledger = ledger(orderedPairs: 50_000)
        let count = 400_000
        func deliver(_ sequence: UInt64) {
            _ = ledger.delivered(
                sequence: sequence, at: at(1), account: 7, session: UInt32(1 + sequence % 7))
        }
        let first = (0..<200).map { _ in send(&ledger) }
        for sequence in first { deliver(sequence) }
        let before = ledger.memory
        // One in four thousand is lost, so that hardly a page is ever full.
        for number in 0..<count {
            let sequence = send(&ledger)
            if number % 4_000 != 0 { deliver(sequence) }
        }
        let bits = Double(ledger.memory.rawValue - before.rawValue) * 8 / Double(count)
        #expect((0.9..<1.2).contains(bits), "\(bits)")
        // The pairs' 16 bytes each, with the free slots, and what 200 under way take.
        #expect(before < .kibibytes(1_024 + 64))
    }

    @Test func `A soak of a week keeps 16 bytes for 4,096 messages`() {
        var bitmap = PagedBitmap()
        for number in 0..<UInt64(1_000_000) { bitmap.insert(number) }
        #expect(bitmap.partialPages == 1)
        #expect(bitmap.memory.rawValue < 1_000_000 / 4_096 * 16 * 2 + 512)
    }

    @Test(arguments: 1...20)
    func `Whatever happens, each message is in exactly one class`(seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        var ledger = ledger(orderedPairs: 16)
        var plain = PlainLedger()
        for step in 0..<2_000 {
            let now = Double(step) / 100
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let session = UInt32.random(in: 0...5, using: &random)
                let sequence = send(&ledger, at: now, to: session, from: session + 10)
                #expect(sequence == UInt64(plain.fates.count))
                plain.fates.append(.underWay)
            case 5..<8:
                let sequence = UInt64.random(in: 0..<UInt64(plain.fates.count + 3), using: &random)
                let session = UInt32.random(in: 1...6, using: &random)
                _ = ledger.delivered(
                    sequence: sequence, at: at(now), account: 7, session: session)
                plain.delivered(sequence)
            case 8:
                let sequence = UInt64.random(in: 0..<UInt64(plain.fates.count + 3), using: &random)
                _ = ledger.bounced(sequence: sequence)
                plain.bounced(sequence)
            default:
                ledger.sweep(now: at(now)) { _, session, _ in session % 2 == 0 }
            }
        }
        #expect(ledger.counts.measured.pending == plain.count(.underWay))
        #expect(ledger.underWayCount == Int(plain.count(.underWay)))
        close(&ledger) { _, session, _ in session % 2 == 0 }
        let counts = ledger.counts.measured
        #expect(counts.isConserved)
        #expect(counts.sent == UInt64(plain.fates.count))
        #expect(counts.delivered == plain.count(.delivered))
        #expect(counts.bounced == plain.count(.bounced))
        #expect(counts.lost + counts.recipientGone == plain.count(.underWay))
        #expect(counts.duplicated == plain.duplicated)
        #expect(counts.unexpected == plain.unexpected)
    }
}

/// The ledger's sum with an entry kept for every message.
private struct PlainLedger {
    enum Fate { case underWay, delivered, bounced }

    var fates: [Fate] = []
    var duplicated: UInt64 = 0
    var unexpected: UInt64 = 0

    mutating func delivered(_ sequence: UInt64) {
        guard sequence < UInt64(fates.count) else {
            unexpected += 1
            return
        }
        switch fates[Int(sequence)] {
        case .underWay: fates[Int(sequence)] = .delivered
        case .delivered: duplicated += 1
        case .bounced: unexpected += 1
        }
    }

    mutating func bounced(_ sequence: UInt64) {
        guard sequence < UInt64(fates.count), fates[Int(sequence)] == .underWay else {
            unexpected += 1
            return
        }
        fates[Int(sequence)] = .bounced
    }

    func count(_ fate: Fate) -> UInt64 { UInt64(fates.count { $0 == fate }) }
}
