/// A service-level objective: thresholds that all have to be kept, with `and` between them.
package enum Objective {
    /// The thresholds as they are written, blanks made single.
    package static func parts(of text: String) -> [String] {
        var parts: [[Substring]] = [[]]
        // Quotes hold a name together, and no name has a blank.
        for word in text.split(separator: " ") {
            if word == "and" { parts.append([]) } else { parts[parts.count - 1].append(word) }
        }
        return parts.map { $0.joined(separator: " ") }
    }
}
