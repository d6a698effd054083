/// Where the use that the server makes of its machine is read from.
package struct MonitorSource: Hashable, Sendable {
    /// As the user wrote it.
    package let text: String
    package let kind: Kind

    package enum Kind: Hashable, Sendable {
        case process(Int32)
        /// All processes of that name.
        case name(String)
        /// A control group, by its path.
        case controlGroup(String)
        case prometheus(PrometheusEndpoint)
    }

    /// The forms, for messages.
    package static let forms =
        "pid:1234, name:beam.smp, cgroup:PATH or prometheus:http://HOST:PORT/PATH#SERIES,SERIES"

    /// Reads `pid:1234`, `name:beam.smp`, `cgroup:PATH`, `prometheus:URL#SERIES`.
    package init(_ text: String) throws(Quantity.Problem) {
        guard let colon = text.firstIndex(of: ":") else {
            throw .init(message: "'\(text.clipped(to: 60))' is no monitor; write \(Self.forms)")
        }
        let word = String(text[..<colon])
        let value = String(text[text.index(after: colon)...])
        guard ["pid", "name", "cgroup", "prometheus"].contains(word) else {
            throw .init(
                message: "'\(word.clipped(to: 40))' is no kind of monitor; write \(Self.forms)",
                suggestion: Suggestion.nearest(
                    to: word, in: ["pid", "name", "cgroup", "prometheus"]))
        }
        guard !value.isEmpty else { throw .init(message: "there is nothing after '\(word):'") }
        self.text = text
        switch word {
        case "pid":
            guard let identifier = Int32(value), identifier > 0 else {
                throw .init(message: "'\(value.clipped(to: 40))' is no number of a process")
            }
            kind = .process(identifier)
        case "name": kind = .name(value)
        case "cgroup": kind = .controlGroup(value)
        default: kind = .prometheus(try PrometheusEndpoint(value))
        }
    }
}

/// A place that tells metrics in the text format of Prometheus.
package struct PrometheusEndpoint: Hashable, Sendable {
    /// A name or a numeric address, without brackets.
    package let host: String
    package let port: UInt16
    /// With the query.
    package let path: String
    /// Names of series, each with labels in braces or without.
    package let series: [String]

    /// Series of one endpoint.
    package static let maximumSeries = 32

    /// Reads `http://HOST:PORT/PATH#SERIES,SERIES`.
    init(_ url: String) throws(Quantity.Problem) {
        let scheme = "http://"
        guard url.hasPrefix(scheme) else {
            throw .init(
                message: url.hasPrefix("https://")
                    ? "https is not spoken here; name an address that takes http://"
                    : "'\(url.clipped(to: 60))' does not begin with http://")
        }
        let parts = url.dropFirst(scheme.count).split(
            separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let slash = parts[0].firstIndex(of: "/") ?? parts[0].endIndex
        guard case .host(let host, let port)? = TargetAddress(String(parts[0][..<slash])) else {
            throw .init(message: "'\(url.clipped(to: 60))' has no HOST or HOST:PORT after http://")
        }
        (self.host, self.port) = (host, port ?? 80)
        let path = String(parts[0][slash...])
        guard path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .init(message: "the path '\(path.clipped(to: 60))' has characters of no URL")
        }
        self.path = path.isEmpty ? "/metrics" : path
        series = parts.count > 1 ? Self.split(parts[1]) : []
        guard series.count <= Self.maximumSeries else {
            throw .init(message: "more than \(Self.maximumSeries) series of one endpoint")
        }
    }

    /// At commas outside of braces.
    private static func split(_ text: Substring) -> [String] {
        var names: [String] = [""]
        var depth = 0
        for character in text {
            if character == "{" { depth += 1 }
            if character == "}" { depth -= 1 }
            if character == ",", depth <= 0 {
                names.append("")
            } else {
                names[names.count - 1].append(character)
            }
        }
        return names.filter { !$0.isEmpty }
    }
}
