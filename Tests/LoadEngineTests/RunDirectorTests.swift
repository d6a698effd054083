import Testing
import Units

@testable import LoadEngine

@Suite struct RunDirectorTests {
    private func at(_ seconds: Double) -> Instant { .origin + .seconds(seconds) }

    private func seen(
        inFlight: Int64 = 0, open: Int64 = 0, opened: Int64 = 1, unreachable: Int64 = 0,
        ticks: Int64 = 0, interruptions: Int = 0
    ) -> RunDirector.Observation {
        let gauges = WorkerGauges(workers: 1)
        gauges.set(.inFlight, worker: 0, inFlight)
        gauges.set(.openConnections, worker: 0, open)
        gauges.set(.streamsOpened, worker: 0, opened)
        gauges.set(.unreachable, worker: 0, unreachable)
        gauges.set(.ticks, worker: 0, ticks)
        return RunDirector.Observation(gauges, interruptions: interruptions)
    }

    @Test func `a run goes through its phases`() {
        var director = RunDirector(duration: .seconds(10), drain: .seconds(5), close: .seconds(5))
        #expect(director.step(at: at(9.99), seen()) == .running)
        #expect(director.step(at: at(10), seen(inFlight: 3, ticks: 500)) == .draining)
        #expect(director.step(at: at(11), seen(inFlight: 1, ticks: 550)) == .draining)
        #expect(director.step(at: at(12), seen(ticks: 600)) == .loggingOut)
        #expect(director.step(at: at(12.1), seen(open: 7, ticks: 605)) == .loggingOut)
        #expect(director.step(at: at(12.2), seen(ticks: 610)) == .finished)
        #expect(director.earlyEnd == nil)
        #expect(director.drainStart == at(10))
    }

    @Test func `figures from before the drain do not end it`() {
        var director = RunDirector(duration: .seconds(10), drain: .seconds(5), close: .seconds(5))
        #expect(director.step(at: at(10), seen(ticks: 500)) == .draining)
        #expect(director.step(at: at(10.01), seen(ticks: 501)) == .draining)
        #expect(director.step(at: at(10.06), seen(ticks: 503)) == .loggingOut)
    }

    @Test func `a drain ends at its limit, and so does logging out`() {
        var director = RunDirector(duration: .seconds(10), drain: .seconds(5), close: .seconds(5))
        _ = director.step(at: at(10), seen(inFlight: 1))
        #expect(director.step(at: at(14.99), seen(inFlight: 1, ticks: 50)) == .draining)
        #expect(director.step(at: at(15), seen(inFlight: 1, open: 1, ticks: 50)) == .loggingOut)
        #expect(director.step(at: at(24.9), seen(open: 1, ticks: 90)) == .loggingOut)
        #expect(director.step(at: at(25), seen(open: 1, ticks: 90)) == .finished)
    }

    @Test func `one interruption drains, two end at once`() {
        var director = RunDirector(duration: .seconds(10), drain: .seconds(5), close: .seconds(5))
        #expect(director.step(at: at(3), seen(inFlight: 1, interruptions: 1)) == .draining)
        #expect(director.earlyEnd == .interrupted)
        #expect(director.step(at: at(3.1), seen(inFlight: 1, interruptions: 2)) == .finished)
        #expect(director.earlyEnd == .killed)
    }

    @Test func `an interruption while draining or logging out is one, and lets these go on`() {
        for phases in [[RunPhase.draining], [.draining, .loggingOut]] {
            var director = RunDirector(
                duration: .seconds(10), drain: .seconds(5), close: .seconds(5))
            var time = 10.0
            for phase in phases {
                #expect(director.step(at: at(time), seen(inFlight: 1, open: 1)) == phase)
                time += 5
            }
            #expect(director.earlyEnd == nil)
            let last = phases.last
            let seen = seen(inFlight: 1, open: 1, interruptions: 1)
            #expect(director.step(at: at(time - 4), seen) == last)
            #expect(director.earlyEnd == .interrupted)
            #expect(director.drainStart == at(10))
            // Only what is still waited for stays pending.
            #expect(director.isCutShort == (last == .draining))
        }
    }

    @Test func `a target that nobody reaches ends the run early`() {
        var many = RunDirector(duration: .seconds(30), drain: .seconds(5), close: .seconds(5))
        #expect(many.step(at: at(0.5), seen(opened: 0, unreachable: 9)) == .running)
        #expect(many.step(at: at(0.6), seen(opened: 0, unreachable: 10)) == .finished)
        #expect(many.earlyEnd == .unreachable)
        var few = RunDirector(duration: .seconds(30), drain: .seconds(5), close: .seconds(5))
        #expect(few.step(at: at(2.9), seen(opened: 0, unreachable: 1)) == .running)
        #expect(few.step(at: at(3), seen(opened: 0, unreachable: 1)) == .finished)
        var some = RunDirector(duration: .seconds(30), drain: .seconds(5), close: .seconds(5))
        #expect(some.step(at: at(9), seen(opened: 1, unreachable: 500)) == .running)
    }
}
