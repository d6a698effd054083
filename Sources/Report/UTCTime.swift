/// A time of day in UTC, from nanoseconds since 1970-01-01.
package struct UTCTime {
    /// Of the Gregorian calendar.
    package let year: Int64
    /// From 1.
    package let month: Int64
    /// Of the month, from 1.
    package let day: Int64
    /// From 0 to 23.
    package let hour: Int64
    /// From 0 to 59.
    package let minute: Int64
    /// From 0 to 59.
    package let second: Int64
    /// From 0 to 999.
    package let millisecond: Int64

    /// Source: H. Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
    package init(nanosecondsSince1970 time: Int64) {
        let milliseconds = Self.floorDivide(time, 1_000_000)
        let seconds = Self.floorDivide(milliseconds, 1_000)
        let days = Self.floorDivide(seconds, 86_400)
        millisecond = milliseconds - seconds * 1_000
        let ofDay = seconds - days * 86_400
        (hour, minute, second) = (ofDay / 3_600, ofDay / 60 % 60, ofDay % 60)
        let shifted = days + 719_468
        let era = Self.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let leaps = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leaps) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// `2026-11-30T03:57:44.123Z` (RFC 3339).
    package var timestamp: String {
        let date = "\(year)-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
        let time = "\(Self.digits(hour, 2)):\(Self.digits(minute, 2)):\(Self.digits(second, 2))"
        return "\(date)T\(time).\(Self.digits(millisecond, 3))Z"
    }

    /// `20261130T035744Z`, for names of files.
    package var compact: String {
        let date = "\(year)\(Self.digits(month, 2))\(Self.digits(day, 2))"
        return date + "T\(Self.digits(hour, 2))\(Self.digits(minute, 2))\(Self.digits(second, 2))Z"
    }

    private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
        a / b - (a % b < 0 ? 1 : 0)
    }

    private static func digits(_ value: Int64, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(width - text.count, 0)) + text
    }
}
