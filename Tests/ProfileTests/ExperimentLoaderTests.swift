import Foundation
import Profile
import Testing

@Suite struct ExperimentLoaderTests {
    private func load(_ text: String) -> Result<Experiment, ProfileErrors> {
        ExperimentLoader.load(text: Array(text.utf8), fileName: "tls.yaml")
    }

    private func mistakes(_ text: String) -> [String] {
        guard case .failure(let errors) = load(text) else { return [] }
        return errors.errors.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message)" }
    }

    @Test func `variants have what all have, and their own after it`() throws {
        let experiment = try load(
            """
            profile: login-storm
            address: 127.0.0.1:5222
            set: {duration: 10s, target.security: starttls}
            after: stop
            variants:
              - {name: a}
              - name: b
                address: 127.0.0.1:5223
                set: {target.security: direct, monitor: ["name:x", 'pid:1'], target.faults: {delay: 3ms}}
                before: |
                  start 'it'
                after: nothing
            seed: 7
            """
        ).get()
        #expect(experiment.title == "tls")
        #expect(experiment.rounds == 5)
        #expect(experiment.warmupRounds == 1)
        #expect(experiment.seed == 7)
        let (a, b) = (experiment.variants[0], experiment.variants[1])
        #expect(a.address == "127.0.0.1:5222")
        #expect(a.before == nil)
        #expect(a.after == "stop")
        #expect(b.address == "127.0.0.1:5223")
        #expect(b.before == "start 'it'\n")
        #expect(b.after == "nothing")
        #expect(
            b.settings.map(\.override) == [
                Override(path: "duration", yaml: "10s"),
                Override(path: "target.security", yaml: "starttls"),
                Override(path: "target.security", yaml: "direct"),
                Override(path: "monitor", yaml: #"["name:x", "pid:1"]"#),
                Override(path: "target.faults", yaml: "{delay: 3ms}"),
            ])
    }

    @Test func `mistakes are told at once, each with its place`() {
        #expect(
            mistakes(
                """
                profil: login-storm
                rounds: 0
                variants:
                  - {name: a/b}
                  - {name: c, sett: {}}
                  - {name: c}
                """) == [
                    "1:1 the experiment lacks the key 'profile'",
                    "1:1 unknown key 'profil' in the experiment",
                    "2:9 rounds is from 1 to 1000, but here is 0",
                    "4:12 a variant's name has at most 40 letters, digits, and any of _ - + . inside",
                    "5:15 unknown key 'sett' in variant", "6:5 the name 'c' is taken already",
                ])
        #expect(
            mistakes("profile: x\nvariants: [{name: a}]") == [
                "2:11 an experiment has at least two variants"
            ])
        #expect(mistakes("") == ["1:1 the experiment is empty"])
    }

    @Test func `those of the project are good`() throws {
        let folder = packageRoot.appendingPathComponent("experiments")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        #expect(files.count >= 3)
        for file in files {
            let text = try Data(contentsOf: file)
            let experiment = try ExperimentLoader.load(
                text: Array(text), fileName: file.lastPathComponent
            ).get()
            let profile = packageRoot.appendingPathComponent(
                "profiles/\(experiment.profile).yaml")
            for variant in experiment.variants {
                _ = try ProfileLoader.load(
                    text: Array(try Data(contentsOf: profile)), fileName: experiment.profile,
                    overrides: variant.settings.map(\.override)
                ).get()
            }
        }
    }

    @Test func `a setting that the profile does not have is a mistake of the experiment`() throws {
        let text = """
            profile: x
            variants:
              - name: a
                set:
                  duration: 10
              - name: b
            """
        let variant = try load(text).get().variants[0]
        let profile = """
            target: {domain: localhost}
            accounts: {count: 1, username: u, password: p}
            sessions: {online: 1, scenarios: [{name: s, steps: [login]}]}
            duration: 5s
            """
        let loaded = ProfileLoader.load(
            text: profile, fileName: "x", overrides: variant.settings.map(\.override))
        guard case .failure(let errors) = loaded else {
            Issue.record("10 is no duration")
            return
        }
        let located = try #require(Experiment.located(errors, in: variant).errors.first)
        #expect(
            located.description == """
                tls.yaml:5:7: error: '10' has no unit; did you mean '10s'?
                        duration: 10
                        ^
                """)
    }
}
