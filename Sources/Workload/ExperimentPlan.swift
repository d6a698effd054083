/// In which order the variants of an experiment run: in each round each once, in an order of its
/// own, so that what changes with time falls on all of them alike.
package struct ExperimentPlan: Equatable, Sendable {
    /// One run.
    package struct Slot: Equatable, Sendable {
        /// From 1; of warm-up rounds and of the others apart.
        package let round: Int
        package let isWarmup: Bool
        /// Which of the variants.
        package let variant: Int
        /// Of the run: the same for all variants of a round, so that they get the same load.
        package let seed: UInt64
    }

    package let slots: [Slot]

    package init(variants: Int, rounds: Int, warmupRounds: Int, seed: UInt64) {
        var slots: [Slot] = []
        for number in 0..<(warmupRounds + rounds) {
            var random = SeededRandom(
                seed: seed, stream: RandomPurpose.experiment.stream(index: number))
            // Within what readers of JSON that know only doubles can tell apart.
            let runSeed = random.below(1 << 53)
            let isWarmup = number < warmupRounds
            for variant in (0..<variants).shuffled(using: &random) {
                slots.append(
                    Slot(
                        round: isWarmup ? number + 1 : number - warmupRounds + 1,
                        isWarmup: isWarmup, variant: variant, seed: runSeed))
            }
        }
        self.slots = slots
    }
}
