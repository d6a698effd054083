import Testing
import Units

@testable import Profile

@Suite struct FaultsTests {
    private static let all = """
        {delay: exponential 20ms, freeze: 1s/10s, stall_reads: 500ms/1m, rate_cap: 500/s,
          close_after: 5s, lose: 1%, duplicate: 0.02, reorder: 3%, bounce: 4%}
        """

    private static func profile(_ faults: String) -> String {
        smallProfile.replacing("loopback}", with: "loopback, faults: \(faults)}")
    }

    @Test func `a profile's faults are read and print back`() throws {
        let profile = try loaded(Self.profile(Self.all))
        var expected = Faults()
        expected.delay = .exponential(mean: .milliseconds(20))
        expected.freeze = Recurrence(length: .seconds(1), period: .seconds(10))
        expected.stallReads = Recurrence(length: .milliseconds(500), period: .seconds(60))
        expected.rateCap = Rate(perSecond: 500)
        expected.closeAfter = .seconds(5)
        expected.lose = 0.01
        expected.duplicate = 0.02
        expected.reorder = 0.03
        expected.bounce = 0.04
        #expect(profile.target.faults == expected)
        let again = try loaded(ResolvedProfile.yaml(profile, showingSecrets: true))
        #expect(again.target.faults == expected)
    }

    @Test(arguments: [
        ("20ms", Pause.fixed(.milliseconds(20))),
        ("10ms..30ms", .uniform(.milliseconds(10), .milliseconds(30))),
        ("{min: 10ms, max: 30ms}", .uniform(.milliseconds(10), .milliseconds(30))),
        ("exponential 20ms", .exponential(mean: .milliseconds(20))),
        ("{mean: 20ms, distribution: exponential}", .exponential(mean: .milliseconds(20))),
    ])
    func `a delay has the words of a pause`(text: String, delay: Pause) throws {
        #expect(try loaded(Self.profile("{delay: \(text)}")).target.faults.delay == delay)
    }

    @Test func `without faults there is none, and none is printed`() throws {
        let profile = try loaded(smallProfile)
        #expect(profile.target.faults == Faults())
        #expect(!ResolvedProfile.yaml(profile).contains("faults"))
    }

    @Test func `a recurrence is the last part of each period`() {
        let freeze = Recurrence(length: .seconds(1), period: .seconds(10))
        func at(_ milliseconds: Int64) -> Instant { .origin + .milliseconds(milliseconds) }
        #expect(freeze.end(around: at(0)) == nil)
        #expect(freeze.end(around: at(8_999)) == nil)
        #expect(freeze.end(around: at(9_000)) == at(10_000))
        #expect(freeze.end(around: at(9_999)) == at(10_000))
        #expect(freeze.end(around: at(10_000)) == nil)
        #expect(freeze.change(after: at(0)) == at(9_000))
        #expect(freeze.change(after: at(9_000)) == at(10_000))
        #expect(freeze.change(after: at(10_000)) == at(19_000))
    }

    @Test func `a recurrence goes back before the origin`() {
        let freeze = Recurrence(length: .seconds(1), period: .seconds(10))
        let instant = Instant.origin - .milliseconds(500)
        #expect(freeze.end(around: instant) == .origin)
        #expect(freeze.change(after: instant) == .origin)
        #expect(freeze.end(around: .origin - .milliseconds(1_500)) == nil)
    }

    @Test func `options are read like the keys, and mistakes name the option`() {
        let good = ProfileLoader.faults([("delay", "--delay", "20ms"), ("lose", "--lose", "1%")])
        var expected = Faults()
        expected.delay = .fixed(.milliseconds(20))
        expected.lose = 0.01
        #expect(try! good.get() == expected)
        #expect(try! ProfileLoader.faults([]).get() == Faults())
        let bad = ProfileLoader.faults([
            ("lose", "--lose", "1%"), ("delay", "--delay", "20"), ("freeze", "--freeze", ""),
        ])
        guard case .failure(let errors) = bad else {
            return #expect(Bool(false), "two mistakes")
        }
        #expect(errors.errors.map(\.source) == ["--freeze"])
        let badValue = ProfileLoader.faults([("lose", "--lose", "1%"), ("delay", "--delay", "20")])
        guard case .failure(let errors) = badValue else {
            return #expect(Bool(false), "a mistake")
        }
        #expect(
            errors.description
                == "--delay: error: '20' has no unit; did you mean '20s'?\n  20\n  ^")
    }
}
