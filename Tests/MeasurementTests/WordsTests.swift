import Measurement
import Testing
import Units

@Suite struct WordsTests {
    @Test(arguments: [
        (0, "0 ns"), (999, "999 ns"), (1_000, "1.00 µs"), (12_345, "12.3 µs"),
        (999_499, "999 µs"), (999_500, "1.00 ms"), (20_000_000, "20.0 ms"),
        (999_499_999, "999 ms"), (1_500_000_000, "1.50 s"), (3_600_000_000_000, "3600 s"),
        (-2_000_000, "-2.00 ms"),
    ])
    func `A span has the unit that suits it`(span: Int64, words: String) {
        #expect(Nanoseconds(span).inWords == words)
    }

    @Test(arguments: [
        (0, "0 bytes"), (1_023, "1023 bytes"), (1_024, "1.00 KiB"), (317_759, "310 KiB"),
        (1_048_063, "1023 KiB"), (1_048_064, "1.00 MiB"), (5 << 40, "5.00 TiB"),
        (5_000 << 40, "5000 TiB"),
    ])
    func `A size has the unit that suits it`(bytes: Int, words: String) {
        #expect(ByteCount(bytes).inWords == words)
    }

    @Test func `Decimals are rounded and filled up`() {
        #expect(1.005.fixed(0) == "1")
        #expect(0.05.fixed(1) == "0.1")
        #expect((-0.04).fixed(1) == "0.0")
        #expect((-1.25).fixed(1) == "-1.3")
        #expect(1234.5.fixed(3) == "1234.500")
        #expect(0.9012.inPercent == "90.1 %")
        #expect(9.996.threeDigits == "10.0")
        #expect(123_456.0.threeDigits == "123456")
        #expect(Double.infinity.fixed(2) == "inf")
    }
}
