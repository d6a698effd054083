import Testing
import Units

@testable import Profile

@Suite struct QuantityTests {
    @Test(arguments: [
        ("250us", 250_000), ("250µs", 250_000), ("250ms", 250_000_000), ("5s", 5_000_000_000),
        ("1.5s", 1_500_000_000), ("2m", 120_000_000_000), ("1h", 3_600_000_000_000),
        ("1h30m", 5_400_000_000_000), ("0s", 0), ("0.001ms", 1_000),
        ("1000h", 3_600_000_000_000_000),
    ])
    func `durations have units`(text: String, nanoseconds: Int64) throws {
        #expect(try Quantity.duration(text) == Nanoseconds(nanoseconds))
    }

    @Test(arguments: [
        ("5", "5s"), ("5sec", "5s"), ("5 s", "5s"), ("2min", "2m"), ("2 hours", "2h"),
        ("10S", "10s"), ("1.5", "1.5s"), ("20millis", "20ms"),
    ])
    func `a wrong duration suggests the right one`(text: String, suggestion: String) {
        #expect(
            problem { () throws(Quantity.Problem) in _ = try Quantity.duration(text) }?.suggestion
                == suggestion)
    }

    @Test(arguments: ["", "s", "fast", "-5s", "1e3s", "5s ", "1001h", "5d", ".5s", "5.s"])
    func `what is no duration is refused`(text: String) {
        #expect(problem { () throws(Quantity.Problem) in _ = try Quantity.duration(text) } != nil)
    }

    @Test func `rates have units`() throws {
        #expect(try Quantity.rate("100/s").perSecond == 100)
        #expect(try Quantity.rate("2.5/s").perSecond == 2.5)
        #expect(try Quantity.rate("3/min").perSecond == 0.05)
        #expect(try Quantity.rate("36/h").perSecond == 0.01)
        #expect(try Quantity.rate("0/s").perSecond == 0)
    }

    @Test(arguments: [
        ("25", "25/s"), ("25/sec", "25/s"), ("25 /s", "25/s"), ("3/m", "3/min"), ("9/hour", "9/h"),
    ])
    func `a wrong rate suggests the right one`(text: String, suggestion: String) {
        #expect(
            problem { () throws(Quantity.Problem) in _ = try Quantity.rate(text) }?.suggestion
                == suggestion)
    }

    @Test(arguments: ["fast", "/s", "-1/s", "1/d", "10000001/s", "5s"])
    func `what is no rate is refused`(text: String) {
        #expect(problem { () throws(Quantity.Problem) in _ = try Quantity.rate(text) } != nil)
    }

    @Test func `sizes have units`() throws {
        #expect(try Quantity.bytes("80B").rawValue == 80)
        #expect(try Quantity.bytes("4KiB").rawValue == 4_096)
        #expect(try Quantity.bytes("1.5KiB").rawValue == 1_536)
        #expect(try Quantity.bytes("1MiB").rawValue == 1_048_576)
        #expect(try Quantity.bytes("2GiB").rawValue == 2_147_483_648)
    }

    @Test(arguments: [
        ("80", "80B"), ("4KB", "4KiB"), ("4kb", "4KiB"), ("1 mb", "1MiB"), ("2G", "2GiB"),
    ])
    func `a wrong size suggests the right one`(text: String, suggestion: String) {
        #expect(
            problem { () throws(Quantity.Problem) in _ = try Quantity.bytes(text) }?.suggestion
                == suggestion)
    }

    @Test(arguments: ["large", "0.5B", "2000GiB", "-1B", "B"])
    func `what is no size is refused`(text: String) {
        #expect(problem { () throws(Quantity.Problem) in _ = try Quantity.bytes(text) } != nil)
    }

    @Test func `ratios are percent or plain`() throws {
        #expect(try Quantity.ratio("0.1%") == 0.001)
        #expect(try Quantity.ratio("0.001") == 0.001)
        #expect(problem { () throws(Quantity.Problem) in _ = try Quantity.ratio("1 %") } != nil)
    }

    private func problem(
        _ body: () throws(Quantity.Problem) -> Void
    ) -> Quantity.Problem? {
        do throws(Quantity.Problem) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "0s", "1us", "1500us", "250ms", "90s", "1h", "25h", "1.5us", "0.001us", "1001ms",
    ])
    func `a duration reads back as printed`(text: String) throws {
        let time = try Quantity.duration(text)
        #expect(try Quantity.duration(ResolvedProfile.text(time)) == time)
    }

    @Test(arguments: ["0/s", "25/s", "2.5/s", "3/min", "10/h", "0.001/h", "7/h", "33.3/s", "1/min"])
    func `a rate reads back as printed`(text: String) throws {
        let rate = try Quantity.rate(text)
        #expect(try Quantity.rate(ResolvedProfile.text(rate)) == rate)
    }
}
