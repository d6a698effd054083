package import Units

/// Reads quantities with their units, as profiles and flags write them.
package enum Quantity {
    /// Why a text is not a quantity, and what was probably meant.
    package struct Problem: Error, Hashable, Sendable {
        package var message: String
        package var suggestion: String?

        package init(message: String, suggestion: String? = nil) {
            self.message = message
            self.suggestion = suggestion
        }
    }

    /// Longer times are refused; they would be a mistake.
    package static let longestDuration = Nanoseconds.seconds(1_000 * 3_600)
    package static let highestRate = Rate(perSecond: 10_000_000)

    /// `250ms`, `1.5s`, `1h30m`; units us, ms, s, m, h.
    package static func duration(_ text: String) throws(Problem) -> Nanoseconds {
        var rest = text[...]
        var total = 0.0
        repeat {
            guard let number = takeNumber(&rest) else { throw notADuration(text) }
            let unit = rest.prefix { !$0.isNumber && $0 != "." }
            rest = rest.dropFirst(unit.count)
            guard let scale = durationUnits[String(unit)] else { throw notADuration(text) }
            total += number * scale
        } while !rest.isEmpty
        guard total <= Double(longestDuration.rawValue) else {
            throw Problem(message: "'\(text)' is longer than 1000h")
        }
        return Nanoseconds(Int64(total.rounded()))
    }

    private static let durationUnits: [String: Double] = [
        "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9, "h": 3_600e9,
    ]

    private static let durationWords: [String: String] = [
        "": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "msec": "ms",
        "millis": "ms", "min": "m", "mins": "m", "minute": "m", "minutes": "m", "hr": "h",
        "hrs": "h", "hour": "h", "hours": "h", "usec": "us", "ms": "ms", "us": "us", "s": "s",
        "m": "m", "h": "h",
    ]

    private static func notADuration(_ text: String) -> Problem {
        let expected = "a duration is written as 250ms, 5s, 2m or 1h"
        guard let (number, unit) = split(text) else {
            return Problem(message: "'\(text)' is not a duration; \(expected)")
        }
        if unit.isEmpty {
            return Problem(message: "'\(text)' has no unit", suggestion: number + "s")
        }
        let suggestion = durationWords[unit.lowercased()].map { number + $0 }
        return Problem(
            message: "'\(text)' is not a duration" + (suggestion == nil ? "; \(expected)" : ""),
            suggestion: suggestion)
    }

    /// `100/s`, `3/min`, `10/h`.
    package static func rate(_ text: String) throws(Problem) -> Rate {
        let expected = "a rate is written as 100/s, 3/min or 10/h"
        var rest = text[...]
        guard let number = takeNumber(&rest) else {
            throw Problem(message: "'\(text)' is not a rate; \(expected)")
        }
        guard let seconds = rateUnits[String(rest)] else {
            guard let (number, unit) = split(text) else {
                throw Problem(message: "'\(text)' is not a rate; \(expected)")
            }
            if unit.isEmpty {
                throw Problem(message: "'\(text)' has no unit", suggestion: number + "/s")
            }
            let word = unit.drop { $0 == "/" || $0 == " " }.lowercased()
            let suggestion: String? =
                switch word {
                case "s", "sec", "second", "ps": number + "/s"
                case "m", "min", "minute": number + "/min"
                case "h", "hour", "hr": number + "/h"
                default: nil
                }
            let hint = suggestion == nil ? "; \(expected)" : ""
            throw Problem(message: "'\(text)' is not a rate\(hint)", suggestion: suggestion)
        }
        let rate = Rate(perSecond: number / seconds)
        guard rate <= highestRate else {
            throw Problem(message: "'\(text)' is more than 10000000/s")
        }
        return rate
    }

    private static let rateUnits: [String: Double] = ["/s": 1, "/min": 60, "/h": 3_600]

    /// `80B`, `4KiB`, `1MiB`, `2GiB`.
    package static func bytes(_ text: String) throws(Problem) -> ByteCount {
        let expected = "a size is written as 80B, 4KiB or 1MiB"
        var rest = text[...]
        let number = takeNumber(&rest)
        guard let number, let scale = byteUnits[String(rest)] else {
            guard let (digits, unit) = split(text) else {
                throw Problem(message: "'\(text)' is not a size; \(expected)")
            }
            if unit.isEmpty {
                throw Problem(message: "'\(text)' has no unit", suggestion: digits + "B")
            }
            let suggestion = byteWords[unit.lowercased()].map { digits + $0 }
            let hint = suggestion == nil ? "; \(expected)" : ""
            throw Problem(message: "'\(text)' is not a size\(hint)", suggestion: suggestion)
        }
        let total = number * scale
        guard total <= 0x1p40, total == total.rounded() else {
            throw Problem(message: "'\(text)' is not a whole number of bytes up to 1024GiB")
        }
        return ByteCount(Int(total))
    }

    private static let byteUnits: [String: Double] = [
        "B": 1, "KiB": 1_024, "MiB": 1_048_576, "GiB": 1_073_741_824,
    ]

    private static let byteWords: [String: String] = [
        "b": "B", "byte": "B", "bytes": "B", "k": "KiB", "kb": "KiB", "kib": "KiB", "m": "MiB",
        "mb": "MiB", "mib": "MiB", "g": "GiB", "gb": "GiB", "gib": "GiB",
    ]

    /// `0.1%` or the plain ratio `0.001`.
    package static func ratio(_ text: String) throws(Problem) -> Double {
        var rest = text[...]
        guard let number = takeNumber(&rest), rest.isEmpty || rest == "%" else {
            let message = "'\(text)' is not a ratio; it is written as 0.1% or 0.001"
            throw Problem(message: message)
        }
        return rest.isEmpty ? number : number / 100
    }

    /// A decimal number without sign, exponent or unit.
    package static func number(_ text: String) -> Double? {
        var rest = text[...]
        guard let number = takeNumber(&rest), rest.isEmpty else { return nil }
        return number
    }

    /// The number that `text` begins with, as written, and the rest without blanks around it.
    private static func split(_ text: String) -> (number: String, unit: String)? {
        var rest = text[...]
        guard takeNumber(&rest) != nil else { return nil }
        let digits = text[..<rest.startIndex]
        let unit = rest.drop { $0 == " " }
        return (String(digits), String(unit))
    }

    private static func takeNumber(_ text: inout Substring) -> Double? {
        let isDigit = { (character: Character) in character.isASCII && character.isNumber }
        let whole = text.prefix(while: isDigit)
        guard !whole.isEmpty, whole.count <= 15 else { return nil }
        var digits = String(whole)
        var rest = text.dropFirst(whole.count)
        if rest.first == "." {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            if !fraction.isEmpty {
                digits += "." + fraction
                rest = rest.dropFirst(1 + fraction.count)
            }
        }
        text = rest
        return Double(digits)
    }
}
