internal import Measurement
internal import Units
internal import Workload

/// How far sessions come in their scenarios: each step is counted as it begins and as it ends.
extension Worker {
    /// The session's program has given out a step, which is due at `stepDue`.
    func beginStep(_ row: Int, _ scenario: Int) {
        let step =
            plan.firstSteps[scenario]
            + plan.scenarios[scenario].stepNumbers[sessions[row].program.instruction]
        sessions[row].openStep = step
        recorder.stepBegan(Int(step), due: sessions[row].stepDue)
    }

    /// The session's present step is over; a second word on it does not count.
    ///
    /// - Parameter isTimed: whether it waited for the server.
    func endStep(_ row: Int, _ ending: StepEnding, isTimed: Bool = false, at now: Instant) {
        let step = sessions[row].openStep
        guard step >= 0 else { return }
        sessions[row].openStep = -1
        recorder.stepEnded(
            Int(step), ending, due: sessions[row].stepDue, at: isTimed ? now : nil)
    }
}
