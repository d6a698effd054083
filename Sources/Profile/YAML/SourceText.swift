/// The text that a position refers to: the profile's file, or one override as typed.
struct SourceText: Sendable {
    /// As errors cite it.
    let name: String
    let scalars: [Unicode.Scalar]
    /// Where the YAML begins; in an override it follows `path=`.
    let yamlStart: Int
    private let lineStarts: [Int]

    /// Longer lines are shown in part.
    private static let shownColumns = 160

    init(name: String, text: String, yamlStart: Int = 0) {
        self.name = name
        self.yamlStart = yamlStart
        scalars = Array(text.unicodeScalars)
        var starts = [0]
        for (index, scalar) in scalars.enumerated() where Self.isLineBreak(scalar) {
            let isFirstOfTwo =
                scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
            if !isFirstOfTwo { starts.append(index + 1) }
        }
        lineStarts = starts
    }

    /// YAML 1.1 §5.4; libyaml counts lines by it.
    static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    /// Line and column, from 1, of an index into `scalars`.
    func lineAndColumn(at index: Int) -> (line: Int, column: Int) {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= index { low = middle } else { high = middle }
        }
        return (low + 1, index - lineStarts[low] + 1)
    }

    /// An error at a place in this text.
    func error(
        line: Int, column: Int, _ message: String, suggestion: String? = nil
    ) -> ProfileError {
        var shown: String?
        var caret = 0
        if lineStarts.indices.contains(line - 1) {
            var start = lineStarts[line - 1]
            let next = line < lineStarts.count ? lineStarts[line] : scalars.count
            let end = scalars[start..<next].firstIndex(where: Self.isLineBreak) ?? next
            caret = max(0, min(column - 1, end - start))
            if caret > Self.shownColumns / 2, end - start > Self.shownColumns {
                start += caret - Self.shownColumns / 2
                caret = Self.shownColumns / 2
            }
            var line = String.UnicodeScalarView()
            line.append(contentsOf: scalars[start..<min(end, start + Self.shownColumns)])
            shown = String(line)
        }
        return ProfileError(
            source: name, line: line, column: column, message: message, suggestion: suggestion,
            sourceLine: shown, caret: caret)
    }

    /// The place of a character of a scalar's text, found by walking text and source together.
    ///
    /// Escapes, folded lines and block indentation make the two differ; blanks of the source that
    /// the text lacks are stepped over. `offset` counts Unicode scalars of the text.
    func index(of offset: Int, in scalar: YAMLScalar) -> Int {
        var place = scalar.range.lowerBound
        let end = min(scalar.range.upperBound, scalars.count)
        guard place < end else { return scalar.range.lowerBound }
        let quote = scalars[place]
        let isQuoted = !scalar.isPlain && (quote == "\"" || quote == "'")
        let isBlock = !scalar.isPlain && (quote == "|" || quote == ">")
        if isQuoted { place += 1 }
        if isBlock {
            while place < end, !Self.isLineBreak(scalars[place]) { place += 1 }
        }
        for (number, wanted) in scalar.text.unicodeScalars.enumerated() {
            place = skipBlanks(from: place, to: end, before: wanted)
            if number == offset || place >= end { break }
            place += width(at: place, quote: isQuoted ? quote : nil)
        }
        return min(place, max(scalar.range.lowerBound, end - 1))
    }

    /// Steps over line breaks and indentation that stand for nothing or for `wanted` itself.
    private func skipBlanks(from start: Int, to end: Int, before wanted: Unicode.Scalar) -> Int {
        var place = start
        while place < end, scalars[place] != wanted {
            let scalar = scalars[place]
            if scalar == "\\", place + 1 < end, Self.isLineBreak(scalars[place + 1]) {
                // An escaped line break stands for nothing.
                place += 2
                continue
            }
            let isBlank = scalar == " " || scalar == "\t" || Self.isLineBreak(scalar)
            // A folded line break is read as one blank.
            if !isBlank || (wanted == " " && Self.isLineBreak(scalar)) { break }
            place += 1
        }
        return place
    }

    /// How many scalars of the source stand for the one at `place`.
    private func width(at place: Int, quote: Unicode.Scalar?) -> Int {
        guard place + 1 < scalars.count else { return 1 }
        if quote == "'", scalars[place] == "'", scalars[place + 1] == "'" { return 2 }
        guard quote == "\"", scalars[place] == "\\" else { return 1 }
        switch scalars[place + 1] {
        case "x": return 4
        case "u": return 6
        case "U": return 10
        default: return 2
        }
    }
}
