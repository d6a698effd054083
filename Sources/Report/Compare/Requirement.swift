internal import Measurement
package import Profile
internal import Units

/// A demand on a difference: `message.response.p99 > +5%` fails where the figure is significantly
/// more than 5 % above that of the first side.
package struct Requirement: Hashable, Sendable {
    /// A mistake, at a scalar of the expression.
    package typealias Mistake = LoadNotation.Problem

    /// What became of it for one side.
    package enum Outcome: String, Sendable, Codable {
        case held
        case failed
        /// There are too few runs or windows to tell.
        case unclear = "cannot tell"
    }

    /// For one side.
    package struct Result: Encodable, Sendable, OneLineJSON {
        package let expression: String
        package let side: String
        package let outcome: Outcome
        /// The chance of a figure so far beyond the limit by mere luck; nil without samples.
        package let p: Double?
    }

    /// How far from the first side.
    private enum Margin: Hashable, Sendable {
        /// 0.05 for 5 % of the first side's value.
        case relative(Double)
        case absolute(Double, Figure.Kind)

        var negated: Self {
            switch self {
            case .relative(let size): .relative(-size)
            case .absolute(let size, let kind): .absolute(-size, kind)
            }
        }
    }

    /// As given.
    package let text: String
    /// The same with blanks where they belong.
    package let expression: String
    private let name: String
    private let isAbove: Bool
    private let margin: Margin
    private let marginOffset: Int

    /// Reads `FIGURE > +LIMIT` or `FIGURE < -LIMIT`; LIMIT is `5%`, or a quantity in the figure's
    /// unit (`2ms`, `3/s`, `1KiB`, `0.001`).
    package init(_ text: String) throws(Mistake) {
        let scalars = Array(text.unicodeScalars)
        func string(_ part: ArraySlice<Unicode.Scalar>) -> String {
            String(String.UnicodeScalarView(part))
        }
        guard let place = scalars.firstIndex(where: { $0 == "<" || $0 == ">" }) else {
            throw Mistake(
                offset: scalars.count,
                message: "expected > or < and a limit, as in message.response.p99 > +5%")
        }
        self.text = text
        name = string(scalars[..<place]).filter { $0 != " " && $0 != "\"" }
        if name.isEmpty {
            throw Mistake(offset: 0, message: "expected a figure such as message.response.p99")
        }
        isAbove = scalars[place] == ">"
        let start = scalars[(place + 1)...].firstIndex { $0 != " " } ?? scalars.count
        let limit = string(scalars[start...]).filter { $0 != " " }
        guard let sign = limit.first, sign == "+" || sign == "-" else {
            throw Mistake(
                offset: start,
                message: "the limit of a difference has a sign, + for more than the first side",
                suggestion: limit.isEmpty ? nil : (isAbove ? "+" : "-") + limit)
        }
        let size: Margin
        do throws(Quantity.Problem) {
            size = try Self.margin(String(limit.dropFirst()))
        } catch {
            throw Mistake(
                offset: start + 1, message: error.message,
                suggestion: error.suggestion.map { "\(sign)\($0)" })
        }
        margin = sign == "-" ? size.negated : size
        marginOffset = start
        expression = "\(name) \(isAbove ? ">" : "<") \(limit)"
    }

    private static func margin(_ text: String) throws(Quantity.Problem) -> Margin {
        if text.hasSuffix("%") { return .relative(try Quantity.ratio(text)) }
        if let number = Quantity.number(text) { return .absolute(number, .number) }
        if text.contains("/") { return .absolute(try Quantity.rate(text).perSecond, .rate) }
        if text.hasSuffix("B") {
            return .absolute(Double(try Quantity.bytes(text).rawValue), .bytes)
        }
        do {
            return .absolute(Double(try Quantity.duration(text).rawValue), .duration)
        } catch {
            throw Quantity.Problem(
                message: "'\(text)' is no limit; write 5%, or a quantity in the figure's unit, "
                    + "such as 2ms, 3/s, 1KiB or 0.001", suggestion: error.suggestion)
        }
    }

    /// The figure that it is about.
    package func figure(among figures: [Figure]) throws(Mistake) -> Figure {
        guard let figure = figures.first(where: { $0.name == name }) else {
            let names = figures.map(\.name)
            throw Mistake(
                offset: 0, message: "these reports have no figure '\(name)'",
                suggestion: Suggestion.nearest(to: name, in: names))
        }
        if case .absolute(_, let kind) = margin {
            let expected: Figure.Kind = figure.kind == .share ? .number : figure.kind
            if kind != expected {
                throw Mistake(
                    offset: marginOffset,
                    message: "'\(name)' is a \(figure.kind.rawValue), which this limit is not")
            }
        }
        return figure
    }

    /// - Parameters:
    ///   - first: what the first side has; nil if it has nothing.
    ///   - level: the chance at which a difference counts.
    func judge(
        _ figure: Figure, side: String, from first: Difference.Evidence?,
        to second: Difference.Evidence, level: Double
    ) -> Result {
        func result(_ outcome: Outcome, _ p: Double?) -> Result {
            Result(expression: expression, side: side, outcome: outcome, p: p)
        }
        // A figure that was lost is as bad as a threshold without samples.
        guard second.value != nil else { return result(.failed, nil) }
        guard let first, first.value != nil else { return result(.unclear, nil) }
        let (size, scale): (Double, Difference.Scale) =
            switch margin {
            case .relative(let size): (size, .relative)
            case .absolute(let size, _): (size, .absolute)
            }
        let chance = Difference.chance(
            of: second, beyond: first, by: size, scale, isAbove: isAbove)
        guard let chance else { return result(.unclear, nil) }
        if chance <= level { return result(.failed, chance) }
        if case .runs(let a) = first, case .runs(let b) = second,
            RankSum.smallestP(a.count, b.count) > level
        {
            return result(.unclear, chance)
        }
        return result(.held, chance)
    }
}
