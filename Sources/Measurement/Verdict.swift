/// Whether the measurement can be trusted; it judges the generator alone, never the server.
package struct Verdict: Sendable, Equatable {
    /// What may be done with the figures.
    package enum Status: String, CaseIterable, Sendable, Codable {
        case valid = "VALID"
        /// Usable with care.
        case suspect = "SUSPECT"
        /// The figures do not show what the server does under the load that was asked for.
        case invalid = "INVALID"
    }

    /// What a reason does to the status.
    package enum Severity: String, CaseIterable, Sendable, Comparable, Codable {
        /// Nothing; it is good to know.
        case info
        case suspect
        case invalid

        package static func < (a: Severity, b: Severity) -> Bool { a.weight < b.weight }

        private var weight: Int {
            switch self {
            case .info: 0
            case .suspect: 1
            case .invalid: 2
            }
        }
    }

    /// A rule that was broken.
    package struct Reason: Sendable, Equatable, Codable {
        /// The rule, in a word that scripts can rely on.
        package let code: String
        package let severity: Severity
        /// The figure and its limit.
        package let seen: String
        package let meaning: String
        package let remedy: String
    }

    /// The gravest first.
    package let reasons: [Reason]

    /// A verdict for these reasons, the gravest first.
    package init(reasons: [Reason]) { self.reasons = reasons }

    /// As the gravest reason demands.
    package var status: Status {
        switch reasons.map(\.severity).max() {
        case nil, .info: .valid
        case .suspect: .suspect
        case .invalid: .invalid
        }
    }

    /// Applies every rule of the table.
    package static func judge(_ result: RunResult) -> Verdict {
        let reasons = VerdictRule.allCases.flatMap { rule in
            rule.findings(result).map { finding in
                Reason(
                    code: rule.rawValue, severity: finding.severity, seen: finding.seen,
                    meaning: rule.meaning, remedy: rule.remedy)
            }
        }
        // A stable order: by severity, then as in the table.
        let ordered = reasons.enumerated().sorted { a, b in
            a.element.severity != b.element.severity
                ? a.element.severity > b.element.severity : a.offset < b.offset
        }
        return Verdict(reasons: ordered.map(\.element))
    }
}

/// Its status follows from its reasons, but readers of JSON want to see it.
extension Verdict: Codable {
    private enum CodingKeys: CodingKey { case status, reasons }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(reasons: try container.decode([Reason].self, forKey: .reasons))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status, forKey: .status)
        try container.encode(reasons, forKey: .reasons)
    }
}
