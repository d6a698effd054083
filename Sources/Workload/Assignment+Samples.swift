/// Which sessions a report shows in full.
extension Assignment {
    /// Arrivals that are looked at for one of the wanted scenario.
    private static let patience = 10_000

    /// Arrivals drawn by the seed, of one scenario after the other.
    ///
    /// - Parameters:
    ///   - count: how many; fewer if there are fewer arrivals.
    ///   - arrivals: the first so many are drawn from.
    package func samples(_ count: Int, of arrivals: Int) -> Set<Int> {
        var random = SeededRandom(seed: seed, stream: RandomPurpose.samples.stream())
        var chosen: Set<Int> = []
        for turn in 0..<min(count, arrivals) {
            let wanted = turn % scenarioCount
            let start = Int(random.below(UInt64(arrivals)))
            let candidates = (0..<min(arrivals, Self.patience)).lazy
                .map { (start + $0) % arrivals }.filter { !chosen.contains($0) }
            // A scenario may be too rare to be found.
            if let arrival = candidates.first(where: { scenario(ofArrival: $0) == wanted })
                ?? candidates.first
            {
                chosen.insert(arrival)
            }
        }
        return chosen
    }
}
