/// Samples out of the text format of Prometheus.
///
/// Source: Prometheus, exposition formats, version 0.0.4.
struct PrometheusText {
    private var samples: [String: [(labels: [String: String], value: Double)]] = [:]

    /// - Parameter names: of the metrics that are kept.
    init(_ text: String, names: Set<String>) {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            var scanner = PrometheusScanner(Substring(line))
            guard let name = scanner.name(), names.contains(name) else { continue }
            guard let labels = scanner.labels(), let value = scanner.number() else { continue }
            samples[name, default: []].append((labels, value))
        }
    }

    /// The sum of all samples that the series stands for; nil for none.
    func value(of series: PrometheusSeries) -> Double? {
        let values = (samples[series.name] ?? []).filter { sample in
            series.labels.allSatisfy { sample.labels[$0.key] == $0.value }
        }.map(\.value)
        return values.isEmpty ? nil : values.reduce(0, +)
    }
}

/// The name of a metric, and labels that a sample has to have.
struct PrometheusSeries: Sendable {
    /// As the user wrote it.
    let text: String
    let name: String
    let labels: [String: String]

    /// Reads `name` or `name{label="value"}`; what is no such thing is a name that nothing has.
    init(_ text: String) {
        self.text = text
        var scanner = PrometheusScanner(text[...])
        let name = scanner.name()
        let labels = scanner.labels()
        self.name = labels == nil ? text : name ?? text
        self.labels = labels ?? [:]
    }
}

/// Goes through one line.
private struct PrometheusScanner {
    private var rest: Substring

    init(_ line: Substring) { rest = line }

    mutating func name() -> String? {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == ":" }
        rest = rest.dropFirst(name.count)
        return name.isEmpty ? nil : String(name)
    }

    /// None where no brace follows; nil for what is damaged.
    mutating func labels() -> [String: String]? {
        var labels: [String: String] = [:]
        guard take("{") else { return labels }
        while !take("}") {
            guard let name = name(), take("="), take("\""), let value = quoted() else {
                return nil
            }
            labels[name] = value
            _ = take(",")
        }
        return labels
    }

    /// nil also for what is no number that can be added up.
    mutating func number() -> Double? {
        let word = rest.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\r" }
        return Double(word).flatMap { $0.isFinite ? $0 : nil }
    }

    private mutating func take(_ mark: Character) -> Bool {
        rest = rest.drop { $0 == " " }
        guard rest.first == mark else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func quoted() -> String? {
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return value
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                value.append(escaped == "n" ? "\n" : escaped)
            default: value.append(character)
            }
        }
        return nil
    }
}
