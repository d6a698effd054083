import Foundation
import Testing
import Units

@testable import Profile

@Suite struct OverrideTests {
    private func set(_ path: String, _ yaml: String) -> Override {
        Override(path: path, yaml: yaml)
    }

    @Test func `an override changes, adds and takes away`() throws {
        let profile = try loaded(
            smallProfile + "warmup: 1s\n",
            overrides: [
                set("duration", "20s"), set("target.address", "127.0.0.1:5222"),
                set("target.domain", "example.org"), set("sessions.scenarios[0].weight", "3"),
                set("sessions.scenarios[0].steps[1]", "{stay: 2s}"),
                set("sessions.scenarios[1]", "{name: second, steps: [login]}"),
                set("limits.depth", "5"), set("thresholds[0]", "errors.rate < 1%"),
                set("warmup", "null"), set("title", "'a: b'"),
            ])
        #expect(profile.duration == .seconds(20))
        #expect(profile.target.addresses == [.host("127.0.0.1", port: 5222)])
        #expect(profile.target.domain == "example.org")
        #expect(profile.sessions.scenarios.map(\.weight) == [3, 1])
        #expect(profile.sessions.scenarios[0].steps.map(\.keyword) == ["login", "stay"])
        #expect(profile.limits.depth == 5)
        #expect(profile.thresholds.count == 1)
        #expect(profile.warmup == .zero)
        #expect(profile.title == "a: b")
    }

    @Test func `overrides alone can be a profile`() throws {
        let profile = try loaded(
            "",
            overrides: [
                set("target.address", "loopback"), set("accounts.count", "1"),
                set("sessions", "{online: 1, scenarios: [{name: a, steps: [login]}]}"),
                set("duration", "1s"),
            ])
        #expect(profile.sessions.scenarios.map(\.name) == ["a"])
    }

    @Test(arguments: [
        ("target.adress", "x", 8, "unknown key 'adress' in target; did you mean 'address'?"),
        ("duration", "5", 10, "'5' has no unit; did you mean '5s'?"),
        ("sessions.arrival.rate", "5/s", 18, "there is '5/s' before 'rate', not a mapping"),
        ("sessions.scenarios[5].weight", "1", 19, "the list has 1 items, counted from 0"),
        ("target[0]", "1", 7, "there is a mapping before '[0]', not a list"),
        ("target..x", "1", 8, "expected the name of a key"),
        ("sessions.scenarios[x]", "1", 19, "expected a number in [...]"),
        ("", "1", 1, "expected the name of a key"),
        ("duration", "", 9, "a value is missing after '='"),
        ("title", "{a", 9, "not valid YAML: "),
        (
            "sessions.scenarios[0].steps[0]", "{message: {to: online, body: '${x'}}", 62,
            "'${' without"
        ),
    ])
    func `a mistake in an override cites it`(
        path: String, yaml: String, column: Int, message: String
    ) {
        let found = mistakes(smallProfile, overrides: [set(path, yaml)])
        let error = found.first { $0.message.hasPrefix(message.components(separatedBy: ";")[0]) }
        #expect(error?.source == "--set \(path)", "\(found)")
        #expect(error?.column == column, "\(found)")
        let text = error?.description ?? ""
        #expect(text.hasPrefix("--set \(path): error: \(message)"), "\(text)")
        #expect(text.contains("\n  \(path)=\(yaml)\n"))
    }

    @Test func `mistakes of the file come first, then those of overrides in their order`() {
        let sources = mistakes(
            smallProfile + "warmup: 1\n", overrides: [set("drain", "2"), set("title", "[]")]
        ).map(\.source)
        #expect(sources == ["test.yaml", "--set drain", "--set title"])
    }
}
