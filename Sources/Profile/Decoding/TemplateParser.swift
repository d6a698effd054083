/// Splits a text with `${...}` into segments.
struct TemplateParser {
    /// Extracted variables that have a value at this place, with their numbers.
    var variables: [String: Int] = [:]
    /// Columns named so far; new ones are appended.
    var columns: [String] = []
    /// Whether accounts come from a file that may have further columns.
    var hasColumns = false
    /// The names that are allowed here; nil allows all.
    var allowed: Set<String>?

    /// A mistake, at a scalar of the text.
    struct Problem: Error {
        var offset: Int
        var message: String
        var suggestion: String?
    }

    struct Result {
        var template: Template
        /// Where each segment begins, in scalars of the text; literals run on from there.
        var origins: [Int]
        var problems: [Problem]
    }

    static let names = [
        "index", "user", "domain", "jid", "resource", "id", "uuid", "now", "text", "random",
        "csv",
    ]

    /// Characters that `${text(n)}` may ask for.
    private static let longestText = 1_000_000

    mutating func parse(_ text: String) -> Result {
        let scalars = Array(text.unicodeScalars)
        var result = Result(
            template: Template(source: text, segments: []), origins: [], problems: [])
        var literal = String.UnicodeScalarView()
        var literalStart = 0
        func endLiteral() {
            guard !literal.isEmpty else { return }
            result.template.segments.append(.literal(Array(String(literal).utf8)))
            result.origins.append(literalStart)
            literal = String.UnicodeScalarView()
        }
        var place = 0
        while place < scalars.count {
            let following = place + 1 < scalars.count ? scalars[place + 1] : nil
            if scalars[place] == "$", following == "{" {
                endLiteral()
                guard let end = scalars[place...].firstIndex(of: "}") else {
                    let message = "'${' without '}'; a dollar sign before '{' is written '$$'"
                    result.problems.append(Problem(offset: place, message: message))
                    return result
                }
                let expression = Self.string(scalars[place + 2..<end])
                do throws(Problem) {
                    result.template.segments.append(try segment(expression, at: place + 2))
                    result.origins.append(place)
                } catch {
                    result.problems.append(error)
                }
                place = end + 1
                literalStart = place
            } else {
                let isEscape = scalars[place] == "$" && following == "$"
                if isEscape {
                    // A literal of its own, so that each literal is one stretch of the text.
                    endLiteral()
                    place += 1
                    literalStart = place
                }
                if literal.isEmpty { literalStart = place }
                literal.append(scalars[place])
                place += 1
            }
        }
        endLiteral()
        return result
    }

    private mutating func segment(
        _ expression: String, at offset: Int
    ) throws(Problem) -> TemplateSegment {
        let name = String(expression.prefix { $0 != "(" && $0 != "." })
        let rest = String(expression.dropFirst(name.count))
        if let variable = variables[expression] { return .field(.variable(variable)) }
        guard Self.names.contains(name) else {
            let candidates = Self.names + variables.keys.sorted()
            throw Problem(
                offset: offset, message: "unknown variable '\(expression)'",
                suggestion: Suggestion.nearest(to: name, in: candidates).map { $0 + rest })
        }
        if let allowed, !allowed.contains(name) {
            let list = allowed.sorted().map { "${\($0)}" }.joined(separator: ", ")
            let message = "'${\(name)}' has no value here; there is \(list)"
            throw Problem(offset: offset, message: message)
        }
        switch name {
        case "text": return try textSegment(rest, at: offset)
        case "random": return try randomSegment(rest, at: offset)
        case "csv": return try csvSegment(rest, at: offset)
        default: break
        }
        guard rest.isEmpty else {
            throw Problem(
                offset: offset, message: "'\(name)' takes no argument", suggestion: "${\(name)}")
        }
        switch name {
        case "index": return .field(.index)
        case "user": return .field(.user)
        case "domain": return .field(.domain)
        case "jid": return .field(.jid)
        case "resource": return .field(.resource)
        case "id": return .field(.id)
        case "uuid": return .uuid
        default: return .field(.now)
        }
    }

    private func textSegment(_ rest: String, at offset: Int) throws(Problem) -> TemplateSegment {
        let range = Self.range(rest)
        guard let range, range.from >= 1, range.to <= Int64(Self.longestText) else {
            let message =
                "text takes 1 to \(Self.longestText) characters: ${text(80)} or ${text(40..200)}"
            throw Problem(offset: offset, message: message)
        }
        return .text(from: Int(range.from), to: Int(range.to))
    }

    private func randomSegment(_ rest: String, at offset: Int) throws(Problem) -> TemplateSegment {
        guard let range = Self.range(rest), rest.contains("..") else {
            let message = "random takes two whole numbers, the smaller first: ${random(1..6)}"
            throw Problem(offset: offset, message: message)
        }
        return .random(from: range.from, to: range.to)
    }

    private mutating func csvSegment(
        _ rest: String, at offset: Int
    ) throws(Problem) -> TemplateSegment {
        let column = String(rest.dropFirst())
        guard rest.hasPrefix("."), !column.isEmpty else {
            let message = "a column of the accounts file is written ${csv.COLUMN}"
            throw Problem(offset: offset, message: message)
        }
        guard hasColumns else {
            let message = "'\(rest.dropFirst())' is a column, but accounts have no file"
            throw Problem(offset: offset, message: message)
        }
        if let index = columns.firstIndex(of: column) { return .field(.csv(index)) }
        columns.append(column)
        return .field(.csv(columns.count - 1))
    }

    /// `(a)` or `(a..b)` with a <= b.
    private static func range(_ text: String) -> (from: Int64, to: Int64)? {
        guard text.hasPrefix("("), text.hasSuffix(")"), text.count > 2 else { return nil }
        let inner = text.dropFirst().dropLast()
        let dots = inner.indices.first { inner[$0...].hasPrefix("..") }
        guard let dots else { return Int64(inner).map { ($0, $0) } }
        let upper = inner[inner.index(dots, offsetBy: 2)...]
        guard let from = Int64(inner[..<dots]), let to = Int64(upper), from <= to else {
            return nil
        }
        return (from, to)
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
