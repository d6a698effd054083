package import Measurement
package import Profile
package import Workload

extension ScenarioLadder {
    /// The ladder of a scenario that nobody has climbed.
    package init(_ program: ScenarioProgram) {
        self.init(
            name: program.name,
            steps: program.steps.map { StepResult(step: $0.keyword, path: $0.path) })
    }

    /// Those of all scenarios of a profile.
    package static func all(of profile: Profile) -> [ScenarioLadder] {
        profile.sessions.scenarios.map { ScenarioLadder(ScenarioProgram($0)) }
    }
}
