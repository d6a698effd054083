package import Measurement
package import Profile
internal import Units

extension RunTotals {
    /// For a run of the profile by so many workers.
    package init(profile: Profile, catalogue: MetricCatalogue, workers: Int) {
        self.init(
            catalogue: catalogue, workers: workers, start: .origin,
            measureFrom: .origin + profile.warmup, measureUntil: .origin + profile.duration,
            conditions: profile.thresholds.map(Condition.init),
            ladders: ScenarioLadder.all(of: profile))
    }
}
