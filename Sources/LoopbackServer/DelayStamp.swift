/// Times of day as XMPP writes them.
///
/// Source: XEP-0082 §3.2, XEP-0203.
package enum DelayStamp {
    /// The UTC time as `CCYY-MM-DDThh:mm:ssZ`.
    ///
    /// Units: seconds since 1970-01-01T00:00:00Z; not before it.
    package static func text(unixSeconds: Int64) -> String {
        let days = unixSeconds / 86_400
        let second = unixSeconds % 86_400
        let date = civil(daysSince1970: days)
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
            + "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):"
            + "\(padded(second % 60, 2))Z"
    }

    /// The day in the Gregorian calendar; years are counted from March, so that the leap day is
    /// a year's last.
    private static func civil(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = daysSince1970 + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
