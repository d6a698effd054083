/// One mistake in a profile.
package struct ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name as the user gave it, `--set PATH`, or another option.
    package var source: String
    /// Counted from 1; nil where the mistake is in no place, such as a file that is too large.
    package var line: Int?
    package var column: Int?
    package var message: String
    /// What was probably meant.
    package var suggestion: String?
    /// The line of the source that the position is in, or the part of it around the position.
    package var sourceLine: String?
    /// The position within `sourceLine`, from 0.
    package var caret = 0

    /// `file:line:column: error: message; did you mean 'x'?`, the line, and a caret under it.
    package var description: String {
        var text = source
        // An option is too short to need a place in it, and its caret shows it.
        if !source.hasPrefix("--"), let line {
            text += ":\(line)" + (column.map { ":\($0)" } ?? "")
        }
        text += ": error: \(message)"
        if let suggestion { text += "; did you mean '\(suggestion)'?" }
        guard let sourceLine else { return text }
        text += "\n  \(sourceLine)\n  "
        // A tab stays a tab, so that the caret stands right whatever its width.
        for (offset, scalar) in sourceLine.unicodeScalars.enumerated() where offset < caret {
            text += scalar == "\t" ? "\t" : " "
        }
        return text + "^"
    }
}

/// All mistakes of a profile, in the order of their positions.
package struct ProfileErrors: Error, Sendable, CustomStringConvertible {
    package var errors: [ProfileError]

    /// Mistakes that are printed; who has more will want to see the first ones.
    private static let shown = 100

    package var description: String {
        var lines = errors.prefix(Self.shown).map(\.description)
        if errors.count > Self.shown { lines.append("and \(errors.count - Self.shown) more") }
        return lines.joined(separator: "\n")
    }
}
