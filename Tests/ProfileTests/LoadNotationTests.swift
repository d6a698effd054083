import Testing
import Units

@testable import Profile

@Suite struct LoadNotationTests {
    private func stage(_ from: Double, _ to: Double, _ seconds: Double) -> LoadStage {
        LoadStage(
            from: Rate(perSecond: from), to: Rate(perSecond: to), duration: .seconds(seconds))
    }

    @Test func `a ramp and a hold`() throws {
        let stages = try LoadNotation.stages("ramp 0..500/s 30s; hold 500/s 2m")
        #expect(stages == [stage(0, 500, 30), stage(500, 500, 120)])
    }

    @Test(arguments: [
        "ramp 60..120/min 1m30s;", "  ramp   60/min..2/s\t90s  ",
        "ramp 1/s..120/min 1500ms60s28.5s",
    ])
    func `units may be mixed, or stand once; blanks do not matter`(text: String) throws {
        #expect(try LoadNotation.stages(text) == [stage(1, 2, 90)])
    }

    @Test func `steps are holds from one rate to the other, up or down`() throws {
        #expect(
            try LoadNotation.stages("steps 100..300/s by 100/s 1m")
                == [stage(100, 100, 60), stage(200, 200, 60), stage(300, 300, 60)])
        #expect(
            try LoadNotation.stages("steps 3..1/s by 1/s 10s")
                == [stage(3, 3, 10), stage(2, 2, 10), stage(1, 1, 10)])
        // Three times 0.1 is not 0.3 in binary.
        #expect(
            try LoadNotation.stages("steps 0.1..0.3/s by 0.1/s 10s").last == stage(0.3, 0.3, 10))
        #expect(try LoadNotation.stages("steps 5..5/s by 1/s 1s") == [stage(5, 5, 1)])
    }

    @Test func `a spike goes up and comes back`() throws {
        #expect(
            try LoadNotation.stages("hold 100/s 1m; spike 100..900/s 10s")
                == [stage(100, 100, 60), stage(100, 900, 5), stage(900, 100, 5)])
    }

    @Test(arguments: [
        ("", 0, "expected a stage such as 'ramp 0..500/s 30s'"),
        ("hold 5/s 1s;; hold 5/s 1s", 12, "expected a stage such as 'ramp 0..500/s 30s'"),
        ("hodl 5/s 1s", 0, "'hodl' is no stage; there are ramp, hold, steps, spike"),
        ("hold 5/s 1s; ramp 0..5/s", 24, "it is written as 'ramp 0..500/s 30s'"),
        ("hold 5/s 1s 2s", 12, "it is written as 'hold 500/s 2m'"),
        ("hold 5 1s", 5, "'5' has no unit"),
        ("hold 5/s 10", 9, "'10' has no unit"),
        ("hold 5/s 0s", 9, "a stage takes time"),
        ("ramp 0-500/s 30s", 5, "expected two rates, as in 'ramp 0..500/s 30s', not '0-500/s'"),
        ("ramp 0..500 30s", 8, "'500' has no unit"),
        ("ramp x..500/s 30s", 5, "'x/s' is not a rate; a rate is written as 100/s, 3/min or 10/h"),
        ("steps 1..5/s at 1/s 1m", 13, "it is written as 'steps 100..500/s by 100/s 1m'"),
        ("steps 1..5/s by 3/s 1m", 16, "the range is no whole number of such steps"),
        ("steps 1..5/s by 0/s 1m", 16, "these are more than 1000 stages"),
        ("steps 1..5000/s by 1/s 1m", 19, "these are more than 1000 stages"),
        ("steps 1..600/s by 1/s 1s; steps 1..600/s by 1/s 1s", 26, "more than 1000 stages"),
    ])
    func `a mistake is told at its place`(text: String, offset: Int, message: String) {
        #expect {
            try LoadNotation.stages(text)
        } throws: { error in
            let problem = error as? LoadNotation.Problem
            return problem?.offset == offset && problem?.message == message
        }
    }

    @Test func `what was probably meant is suggested`() {
        func suggestion(_ text: String) -> String? {
            do throws(LoadNotation.Problem) {
                _ = try LoadNotation.stages(text)
                return nil
            } catch {
                return error.suggestion
            }
        }
        #expect(suggestion("hodl 5/s 1s") == "hold")
        #expect(suggestion("hold 5 1s") == "5/s")
        #expect(suggestion("hold 5/s 10") == "10s")
    }
}
