import Units

/// The manual page clamor(1), made from the tables of subcommands and flags.
///
/// Source: man(7).
package enum ManualPage {
    /// The page in troff with the man macros.
    package static var text: String {
        var lines = [
            ".TH CLAMOR 1 \"\" \"clamor \(Version.current)\" \"User Commands\"",
            ".SH NAME", "clamor \\- " + escaped(HelpText.tagline),
            ".SH SYNOPSIS",
        ]
        for subcommand in Subcommand.allCases {
            lines += [".B clamor \(subcommand.rawValue)"]
            let operands = subcommand.operands.map(\.synopsis) + ["[options]"]
            lines += [".I " + escaped(operands.joined(separator: " ")), ".br"]
        }
        lines += [".SH DESCRIPTION", escaped(description), ".SH SUBCOMMANDS"]
        for subcommand in Subcommand.allCases { lines += section(on: subcommand) }
        lines += [".SH EXIT STATUS", "The first that applies of"]
        lines += [ExitCode.precedence.map { "\($0.rawValue)" }.joined(separator: ", ") + "."]
        for code in ExitCode.precedence {
            lines += [".TP", ".B \(code.rawValue)", escaped(code.meaning)]
        }
        lines += [
            ".SH ENVIRONMENT", ".TP", ".B NO_COLOR",
            "when it is set and not empty, results are not coloured",
            ".SH EXAMPLES",
        ]
        for example in HelpText.examples {
            lines += [".TP", escaped(example.purpose), ".B " + escaped(example.command)]
        }
        return lines.joined(separator: "\n")
    }

    private static let description =
        "Runs thousands of light client sessions against an XMPP server, as a profile says, and "
        + "reports latency and throughput with a verdict on whether the figures can be trusted. "
        + "Results go to stdout, progress and messages to stderr."

    private static func section(on subcommand: Subcommand) -> [String] {
        var lines = [".SS " + escaped(HelpText.synopsis(of: subcommand, withOptions: true))]
        for paragraph in subcommand.details.split(separator: "\n\n") {
            lines += [".PP", escaped(String(paragraph))]
        }
        for operand in subcommand.operands {
            lines += [".TP", ".I \(operand.name)", escaped(operand.help)]
        }
        for flag in Flag.known(to: subcommand) {
            lines.append(".TP")
            let name = escaped("--\(flag.name)")
            let value = escaped(flag.value.placeholder)
            lines.append(value.isEmpty ? ".B \(name)" : ".BI \"\(name) \" \"\(value)\"")
            lines.append(escaped(flag.fullHelp))
        }
        return lines
    }

    /// Text that troff prints as it is: no escapes, no hyphens for dashes, no control lines.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : String(line)
        }.joined(separator: "\n")
    }
}
