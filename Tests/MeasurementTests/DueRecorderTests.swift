import Testing
import Units

@testable import Measurement

@Suite struct DueRecorderTests {
    private func at(_ milliseconds: Int64) -> Instant { .origin + .milliseconds(milliseconds) }

    private var recorder: DueRecorder {
        DueRecorder(start: .origin, length: .seconds(Int64(1)))
    }

    private func row(_ totals: DueTotals, _ interval: Int) -> IntervalRow {
        var row = IntervalRow()
        totals.describe(interval, &row)
        return row
    }

    private func near(_ found: Nanoseconds?, _ milliseconds: Int64) -> Bool {
        guard let found else { return false }
        let exact = Nanoseconds.milliseconds(milliseconds).inSeconds
        return found.inSeconds >= exact && found.inSeconds <= exact * (1 + 1.0 / 64)
    }

    @Test func `what is done later belongs to the interval in which it was due`() {
        var recorder = recorder
        var totals = DueTotals()
        // Ten a second; from 1 s to 4 s the server stands still, then it answers all at once.
        for tick in 0..<50 {
            let due = at(Int64(tick) * 100)
            let isFrozen = tick >= 10 && tick < 40
            recorder.began(due: due)
            if !isFrozen { recorder.done(due: due, at: due + .milliseconds(10)) }
            if tick % 10 == 9 { totals.add(recorder.take()) }
        }
        #expect(row(totals, 2).dueUnfinished == 10)
        #expect((0..<5).allSatisfy { row(totals, $0).due == 10 })
        #expect(row(totals, 2).dueP50 == nil)
        for tick in 10..<40 { recorder.done(due: at(Int64(tick) * 100), at: at(5_000)) }
        totals.add(recorder.take())
        #expect(near(row(totals, 0).dueP99, 10) && near(row(totals, 4).dueP99, 10))
        #expect(near(row(totals, 1).dueP99, 4_000) && near(row(totals, 3).dueP99, 2_000))
        #expect((0..<5).allSatisfy { row(totals, $0).dueUnfinished == 0 })
    }

    @Test func `what never finishes is infinite, what failed is not waited for`() {
        var recorder = recorder
        var totals = DueTotals()
        for tick in 0..<100 {
            let due = at(Int64(tick) * 10)
            recorder.began(due: due)
            switch tick {
            case 0..<50: recorder.done(due: due, at: due + .milliseconds(5))
            case 50..<90: recorder.ended(due: due)
            default: break
            }
        }
        totals.add(recorder.take())
        let row = row(totals, 0)
        #expect(row.dueUnfinished == 10)
        #expect(near(row.dueP50, 5))
        #expect(row.dueP95 == nil && row.dueP99 == nil)
    }

    @Test func `workers add up exactly`() {
        var (one, two, both) = (recorder, recorder, recorder)
        for tick in 0..<200 {
            let due = at(Int64(tick) * 20)
            let done = due + .milliseconds(Int64(tick * tick % 3_000))
            both.began(due: due)
            both.done(due: due, at: done)
            if tick % 2 == 0 {
                one.began(due: due)
                one.done(due: due, at: done)
            } else {
                two.began(due: due)
                two.done(due: due, at: done)
            }
        }
        var (parts, whole) = (DueTotals(), DueTotals())
        whole.add(both.take())
        parts.add(two.take())
        parts.add(one.take())
        for interval in 0..<4 { #expect(row(parts, interval) == row(whole, interval)) }
        #expect(row(whole, 9).dueUnfinished == 0 && row(whole, 9).dueP50 == nil)
    }
}
