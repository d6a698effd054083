internal import Units

/// Reads `login.response.p99 < 500ms`, which may go on with `in every 10s` and `abort after 5s`.
struct ThresholdParser {
    /// A mistake, at a scalar of the expression.
    struct Problem: Error {
        var offset: Int
        var message: String
        var suggestion: String?
    }

    private let scalars: [Unicode.Scalar]
    private let loadNames: [String]
    private var place = 0

    /// Names that have times; after a slash may come a scenario or traffic item.
    static let metrics = [
        "login", "message", "presence", "roster", "ping", "register", "send", "dns", "connect",
        "tls", "stream", "auth", "bind",
    ]

    /// Keys of a result that are plain numbers, by group.
    static let counters: [String: [String]] = [
        "messages": [
            "sent", "delivered", "lost", "duplicated", "reordered", "bounced",
            "recipient_gone", "stored", "late", "foreign", "unexpected", "pending",
            "order_unchecked", "outside", "outside_bounced",
        ],
        "sessions": ["started", "online_peak", "failed", "skipped", "cut"],
        "actions": ["skipped"],
        "bytes": ["sent", "received"],
        "stanzas": ["sent", "received"],
    ]

    private struct Component {
        var text: String
        var offset: Int
    }

    init(_ expression: String, loadNames: [String]) {
        scalars = Array(expression.unicodeScalars)
        self.loadNames = loadNames
    }

    mutating func parse(at position: SourcePosition) throws(Problem) -> Threshold {
        let path = try path()
        let quantity = try quantity(path)
        let comparison = try comparison()
        let limit = try limit(of: quantity)
        let window = try window(of: quantity)
        let abortAfter = try abortion(of: quantity)
        try end()
        let words = string(scalars[...]).split(separator: " ")
        return Threshold(
            expression: words.joined(separator: " "), quantity: quantity, comparison: comparison,
            limit: limit, window: window, abortAfter: abortAfter, position: position)
    }

    // MARK: The left side

    private mutating func path() throws(Problem) -> [Component] {
        var components: [Component] = []
        skipBlanks()
        while true {
            let start = place
            if place < scalars.count, scalars[place] == "\"" {
                guard let end = scalars[(place + 1)...].firstIndex(of: "\"") else {
                    throw Problem(offset: place, message: "a quoted name without its end")
                }
                components.append(
                    Component(text: string(scalars[place + 1..<end]), offset: start + 1))
                place = end + 1
            } else {
                while place < scalars.count, Self.isPlain(scalars[place]) { place += 1 }
                guard place > start else {
                    let message = "expected a name such as login.response.p99; others are quoted"
                    throw Problem(offset: place, message: message)
                }
                components.append(Component(text: string(scalars[start..<place]), offset: start))
            }
            guard place < scalars.count, scalars[place] == "." else { return components }
            place += 1
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar == "_" || scalar == "-" || scalar == "/"
    }

    private func quantity(_ path: [Component]) throws(Problem) -> Threshold.Quantity {
        let first = path[0]
        guard path.count >= 2 else {
            let message = "'\(first.text)' is no figure; one is login.response.p99 or message.lost"
            throw Problem(offset: first.offset, message: message)
        }
        if first.text == "server" { return .server(try serverFigure(path)) }
        if let counter = try counter(path) { return counter }
        guard path.count <= 3 else {
            let message = "a name with dots is quoted: \"iq.jabber:iq:version\".response.p99"
            throw Problem(offset: path[3].offset, message: message)
        }
        try checkMetric(first)
        if path.count == 2 {
            if let figure = Threshold.Figure(rawValue: path[1].text) {
                return .metric(first.text, figure)
            }
            var choices = Threshold.Figure.allCases.map(\.rawValue)
            choices += Threshold.Time.allCases.map(\.rawValue)
            if first.text == "message" { choices += Self.counters["messages"] ?? [] }
            throw unknown(path[1], "figure of '\(first.text)'", choices)
        }
        guard let time = Threshold.Time(rawValue: path[1].text) else {
            throw unknown(path[1], "time", Threshold.Time.allCases.map(\.rawValue))
        }
        guard let statistic = Threshold.Statistic(rawValue: path[2].text) else {
            throw unknown(path[2], "statistic", Threshold.Statistic.allCases.map(\.rawValue))
        }
        return .latency(metric: first.text, time: time, statistic: statistic)
    }

    private func counter(_ path: [Component]) throws(Problem) -> Threshold.Quantity? {
        guard path.count == 2 else { return nil }
        let key = path[1].text
        if path[0].text == "errors" {
            switch key {
            case "rate": return .errorRate
            case "count": return .errorCount
            default: throw unknown(path[1], "figure of 'errors'", ["rate", "count"])
            }
        }
        if path[0].text == "message", Self.counters["messages"]?.contains(key) == true {
            return .counter(group: "messages", key: key)
        }
        guard let keys = Self.counters[path[0].text] else { return nil }
        guard keys.contains(key) else {
            throw unknown(path[1], "figure of '\(path[0].text)'", keys)
        }
        return .counter(group: path[0].text, key: key)
    }

    private func serverFigure(
        _ path: [Component]
    ) throws(Problem) -> Threshold.ServerFigure {
        if path.count == 2, let figure = Threshold.ServerFigure(rawValue: path[1].text) {
            return figure
        }
        let choices = Threshold.ServerFigure.allCases.map(\.rawValue)
        var name = path[1]
        name.text = path.dropFirst().map(\.text).joined(separator: ".")
        throw unknown(name, "figure of 'server'", choices)
    }

    private func checkMetric(_ component: Component) throws(Problem) {
        let name = component.text
        let base = String(name.prefix { $0 != "/" })
        if base == "iq" {
            let message = "iq metrics have a namespace: \"iq.jabber:iq:version\".response.p99"
            throw Problem(offset: component.offset, message: message)
        }
        guard Self.metrics.contains(base) || base.hasPrefix("iq.") else {
            let choices = Self.metrics + Self.counters.keys.sorted() + ["errors", "server"]
            throw unknown(Component(text: base, offset: component.offset), "metric", choices)
        }
        // A namespace may hold slashes of its own, so what follows them is not checked.
        guard base.count < name.count, !base.hasPrefix("iq.") else { return }
        let tag = String(name.dropFirst(base.count + 1))
        let names = base == "tls" ? ["full", "resumed"] : loadNames
        guard names.contains(tag) else {
            let place = component.offset + base.unicodeScalars.count + 1
            throw unknown(Component(text: tag, offset: place), "scenario or traffic item", names)
        }
    }

    private func unknown(
        _ component: Component, _ what: String, _ choices: [String]
    ) -> Problem {
        let suggestion = Suggestion.nearest(to: component.text, in: choices)
        let list = suggestion == nil ? " (one of \(choices.joined(separator: ", ")))" : ""
        return Problem(
            offset: component.offset, message: "'\(component.text)' is no \(what)\(list)",
            suggestion: suggestion)
    }

    // MARK: Operator and right side

    private mutating func comparison() throws(Problem) -> Threshold.Comparison {
        skipBlanks()
        let start = place
        while place < scalars.count, "<>=!".unicodeScalars.contains(scalars[place]) { place += 1 }
        let text = string(scalars[start..<place])
        if let comparison = Threshold.Comparison(rawValue: text) { return comparison }
        let list = Threshold.Comparison.allCases.map(\.rawValue).joined(separator: " ")
        let suggestions = ["=": "==", "=<": "<=", "=>": ">=", "<>": "!="]
        throw Problem(
            offset: start, message: "expected a comparison, one of \(list)",
            suggestion: suggestions[text])
    }

    private mutating func limit(of quantity: Threshold.Quantity) throws(Problem) -> Threshold.Limit
    {
        skipBlanks()
        let start = place
        let text = word()
        guard !text.isEmpty else {
            throw Problem(offset: start, message: "the limit is missing")
        }
        do throws(Quantity.Problem) {
            return try Self.limit(text, of: quantity)
        } catch {
            throw Problem(offset: start, message: error.message, suggestion: error.suggestion)
        }
    }

    private static func limit(
        _ text: String, of quantity: Threshold.Quantity
    ) throws(Quantity.Problem) -> Threshold.Limit {
        switch quantity {
        case .latency(_, _, .count), .metric(_, .count), .metric(_, .errors),
            .metric(_, .unfinished), .errorCount:
            return .number(try count(text))
        case .latency: return .duration(try Quantity.duration(text))
        case .metric(_, .rate): return .number(try Quantity.rate(text).perSecond)
        case .metric(_, .errorRate), .errorRate: return .number(try Quantity.ratio(text))
        case .server(.cpuPerMessage), .server(.cpuPerLogin):
            return .duration(try Quantity.duration(text))
        case .server(.cpuRatio): return .number(try Quantity.ratio(text))
        case .counter(group: "bytes", _), .server(.memoryPerSession), .server(.memoryPeak):
            return .number(Double(try Quantity.bytes(text).rawValue))
        case .counter: return .number(try count(text))
        }
    }

    // MARK: What may follow

    /// The shortest window: an interval of the time series.
    private static let shortestWindow = Nanoseconds.seconds(1)

    private mutating func window(of quantity: Threshold.Quantity) throws(Problem) -> Nanoseconds? {
        skipBlanks()
        let start = place
        guard take("in") else { return nil }
        guard take("every") else {
            throw Problem(offset: place, message: "expected 'every', as in 'in every 10s'")
        }
        if case .counter(let group, let key) = quantity {
            let message =
                "\(group).\(key) is known for the whole run only; windows are for the figures of "
                + "metrics and errors, such as message.error_rate"
            throw Problem(offset: start, message: message)
        }
        try checkKnownInTime(quantity, at: start)
        return try time("10s", atLeast: Self.shortestWindow)
    }

    private mutating func abortion(
        of quantity: Threshold.Quantity
    ) throws(Problem) -> Nanoseconds? {
        skipBlanks()
        let start = place
        guard take("abort") else { return nil }
        try checkKnownInTime(quantity, at: start)
        return take("after") ? try time("5s", atLeast: .zero) : .zero
    }

    private func checkKnownInTime(
        _ quantity: Threshold.Quantity, at offset: Int
    ) throws(Problem) {
        guard case .server(let figure) = quantity else { return }
        let message =
            "server.\(figure.rawValue) is known only when the run is over, so it has no windows "
            + "and can end no run"
        throw Problem(offset: offset, message: message)
    }

    private mutating func time(
        _ example: String, atLeast least: Nanoseconds
    ) throws(Problem) -> Nanoseconds {
        skipBlanks()
        let start = place
        let text = word()
        guard !text.isEmpty else {
            throw Problem(offset: start, message: "the time is missing, such as \(example)")
        }
        let time: Nanoseconds
        do throws(Quantity.Problem) {
            time = try Quantity.duration(text)
        } catch {
            throw Problem(offset: start, message: error.message, suggestion: error.suggestion)
        }
        guard time >= least else {
            let shortest = ResolvedProfile.text(least)
            throw Problem(offset: start, message: "'\(text)' is shorter than \(shortest)")
        }
        return time
    }

    private mutating func end() throws(Problem) {
        skipBlanks()
        guard place < scalars.count else { return }
        let rest = string(scalars[place...]).clipped(to: 40)
        let next = String(rest.prefix { $0 != " " })
        throw Problem(
            offset: place,
            message: "unexpected '\(rest)' after the limit; 'in every 10s' and 'abort' may follow",
            suggestion: Suggestion.nearest(to: next, in: ["abort"]))
    }

    /// Moves past a word if it is the next one.
    private mutating func take(_ expected: String) -> Bool {
        skipBlanks()
        let start = place
        if word() == expected { return true }
        place = start
        return false
    }

    private mutating func word() -> String {
        let start = place
        while place < scalars.count, scalars[place] != " " { place += 1 }
        return string(scalars[start..<place])
    }

    private static func count(_ text: String) throws(Quantity.Problem) -> Double {
        guard let number = Quantity.number(text), number == number.rounded() else {
            throw Quantity.Problem(message: "'\(text)' is not a whole number")
        }
        return number
    }

    private mutating func skipBlanks() {
        while place < scalars.count, scalars[place] == " " { place += 1 }
    }

    private func string(_ part: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: part)
        return String(view)
    }
}
