internal import Units

/// Reads a load that is written in one line: `ramp 0..500/s 30s; hold 500/s 2m`.
package struct LoadNotation {
    /// A mistake, at a Unicode scalar of the text.
    package struct Problem: Error, Hashable, Sendable {
        package var offset: Int
        package var message: String
        package var suggestion: String?

        package init(offset: Int, message: String, suggestion: String? = nil) {
            self.offset = offset
            self.message = message
            self.suggestion = suggestion
        }

        /// The mistake as errors of a profile are printed: message, text, and a caret.
        package func described(in text: String, as source: String) -> String {
            SourceText(name: source, text: text).error(
                line: 1, column: offset + 1, message, suggestion: suggestion
            ).description
        }
    }

    /// Stages that a load may have; so many of the longest still add up within 64 bits.
    package static let maximumStages = 1_000

    private enum Kind: String, CaseIterable {
        case ramp, hold, steps, spike

        var example: String {
            switch self {
            case .ramp: "ramp 0..500/s 30s"
            case .hold: "hold 500/s 2m"
            case .steps: "steps 100..500/s by 100/s 1m"
            case .spike: "spike 100..900/s 10s"
            }
        }

        var wordCount: Int { example.split(separator: " ").count }
    }

    private struct Word {
        var text: String
        var offset: Int

        var end: Int { offset + text.unicodeScalars.count }
    }

    /// The stages that the text stands for.
    ///
    /// Bounds: `maximumStages`.
    package static func stages(_ text: String) throws(Problem) -> [LoadStage] {
        var stages: [LoadStage] = []
        var offset = 0
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        for (number, part) in parts.enumerated() {
            let words = words(part, from: offset)
            offset += part.unicodeScalars.count + 1
            if words.isEmpty {
                // The last stage may have its semicolon.
                if number == parts.count - 1, number > 0 { continue }
                throw Problem(
                    offset: offset - 1, message: "expected a stage such as '\(Kind.ramp.example)'")
            }
            stages += try self.stages(words)
            if stages.count > maximumStages {
                throw Problem(
                    offset: words[0].offset, message: "more than \(maximumStages) stages")
            }
        }
        return stages
    }

    private static func words(_ part: Substring, from start: Int) -> [Word] {
        var words: [Word] = []
        var word = Word(text: "", offset: start)
        for (number, scalar) in part.unicodeScalars.enumerated() {
            if scalar == " " || scalar == "\t" {
                if !word.text.isEmpty { words.append(word) }
                word = Word(text: "", offset: start + number + 1)
            } else {
                word.text.unicodeScalars.append(scalar)
            }
        }
        if !word.text.isEmpty { words.append(word) }
        return words
    }

    /// What one part between semicolons stands for.
    private static func stages(_ words: [Word]) throws(Problem) -> [LoadStage] {
        guard let kind = Kind(rawValue: words[0].text) else {
            let known = Kind.allCases.map(\.rawValue)
            throw Problem(
                offset: words[0].offset,
                message: "'\(words[0].text)' is no stage; there are "
                    + known.joined(separator: ", "),
                suggestion: Suggestion.nearest(to: words[0].text, in: known))
        }
        if words.count != kind.wordCount {
            let isLonger = words.count > kind.wordCount
            throw Problem(
                offset: isLonger ? words[kind.wordCount].offset : words[words.count - 1].end,
                message: "it is written as '\(kind.example)'")
        }
        let time = try duration(words[words.count - 1])
        switch kind {
        case .hold:
            let rate = try rate(words[1])
            return [LoadStage(from: rate, to: rate, duration: time)]
        case .ramp:
            let (from, to) = try range(words[1], kind)
            return [LoadStage(from: from, to: to, duration: time)]
        case .spike:
            let (base, peak) = try range(words[1], kind)
            let rise = time / 2
            return [
                LoadStage(from: base, to: peak, duration: rise),
                LoadStage(from: peak, to: base, duration: time - rise),
            ]
        case .steps:
            guard words[2].text == "by" else {
                throw Problem(
                    offset: words[2].offset, message: "it is written as '\(kind.example)'")
            }
            return try steps(try range(words[1], kind), by: words[3], time)
        }
    }

    /// Holds from one rate to the other, both included.
    private static func steps(
        _ ends: (from: Rate, to: Rate), by word: Word, _ time: Nanoseconds
    ) throws(Problem) -> [LoadStage] {
        let size = try rate(word).perSecond
        let (from, to) = (ends.from.perSecond, ends.to.perSecond)
        let count = (abs(to - from) / size).rounded()
        guard size > 0, count < Double(maximumStages) else {
            throw Problem(
                offset: word.offset, message: "these are more than \(maximumStages) stages")
        }
        guard abs(count * size - abs(to - from)) <= 1e-6 * size else {
            throw Problem(
                offset: word.offset, message: "the range is no whole number of such steps")
        }
        return (0...Int(count)).map { number in
            // The last is as written, whatever sums of decimal fractions lose.
            let isLast = number == Int(count)
            let rate = Rate(
                perSecond: isLast ? to : from + (to > from ? size : -size) * Double(number))
            return LoadStage(from: rate, to: rate, duration: time)
        }
    }

    // MARK: Words

    /// `0..500/s`; the unit may stand once, at the end.
    private static func range(
        _ word: Word, _ kind: Kind
    ) throws(Problem) -> (from: Rate, to: Rate) {
        guard let dots = word.text.firstRange(of: "..") else {
            throw Problem(
                offset: word.offset,
                message: "expected two rates, as in '\(kind.example)', not '\(word.text)'")
        }
        var from = Word(text: String(word.text[..<dots.lowerBound]), offset: word.offset)
        let to = Word(text: String(word.text[dots.upperBound...]), offset: from.end + 2)
        let end = try rate(to)
        if !from.text.contains("/"), let slash = to.text.firstIndex(of: "/") {
            from.text += to.text[slash...]
        }
        return (try rate(from), end)
    }

    private static func rate(_ word: Word) throws(Problem) -> Rate {
        try quantity(word) { text throws(Quantity.Problem) in try Quantity.rate(text) }
    }

    private static func duration(_ word: Word) throws(Problem) -> Nanoseconds {
        let time = try quantity(word) { text throws(Quantity.Problem) in
            try Quantity.duration(text)
        }
        // A spike has two stages.
        guard time >= Nanoseconds(2) else {
            throw Problem(offset: word.offset, message: "a stage takes time")
        }
        return time
    }

    private static func quantity<Value>(
        _ word: Word, _ read: (String) throws(Quantity.Problem) -> Value
    ) throws(Problem) -> Value {
        do throws(Quantity.Problem) { return try read(word.text) } catch {
            throw Problem(
                offset: word.offset, message: error.message, suggestion: error.suggestion)
        }
    }
}
