package import Units

extension Nanoseconds {
    /// The span with a unit that suits it and three significant digits: `12.3 ms`.
    package var inWords: String {
        let magnitude = rawValue.magnitude
        let sign = rawValue < 0 ? "-" : ""
        if magnitude < 1_000 { return "\(rawValue) ns" }
        if magnitude < 999_500 { return sign + (Double(magnitude) / 1e3).threeDigits + " µs" }
        if magnitude < 999_500_000 { return sign + (Double(magnitude) / 1e6).threeDigits + " ms" }
        return sign + (Double(magnitude) / 1e9).threeDigits + " s"
    }
}

extension Nanoseconds {
    /// Minutes and seconds: `0:07`, `61:30`.
    package var onClock: String {
        let seconds = rawValue / 1_000_000_000
        return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }
}

extension ByteCount {
    /// The size for people, with three digits: `310 KiB`.
    package var inWords: String {
        if rawValue < 1_024 { return "\(rawValue) bytes" }
        let units = ["KiB", "MiB", "GiB", "TiB"]
        var size = Double(rawValue) / 1_024
        var unit = 0
        // 1,023.5 would be shown as 1024 of the smaller unit.
        while size >= 1_023.5, unit + 1 < units.count {
            size /= 1_024
            unit += 1
        }
        return "\(size.threeDigits) \(units[unit])"
    }
}

extension Double {
    /// Per cent with one decimal: `93.4 %`.
    package var inPercent: String { "\((self * 100).fixed(1)) %" }

    /// Three significant digits, but never fewer than the whole number has.
    package var threeDigits: String {
        let size = magnitude
        if size < 9.995 { return fixed(2) }
        if size < 99.95 { return fixed(1) }
        return fixed(0)
    }

    /// That many decimals, rounded half away from zero; independent of any locale.
    ///
    /// Bounds: magnitudes below 9e15.
    package func fixed(_ decimals: Int) -> String {
        guard isFinite, magnitude < 9e15 else { return "\(self)" }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (magnitude * scale).rounded()
        guard scaled < 9e18 else { return "\(self)" }
        let number = UInt64(scaled)
        let unit = UInt64(scale)
        let sign = self < 0 && number > 0 ? "-" : ""
        if decimals == 0 { return "\(sign)\(number)" }
        let fraction = String(number % unit)
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(sign)\(number / unit).\(zeros)\(fraction)"
    }
}
