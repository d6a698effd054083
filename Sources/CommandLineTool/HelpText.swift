import Units

/// The text of `--help`, made from the tables of subcommands and flags.
package enum HelpText {
    /// Columns that the text keeps within.
    package static let width = 100

    /// What the tool is, in half a sentence.
    package static let tagline = "a load generator and benchmark suite for XMPP servers"

    /// Command lines to begin with.
    static let examples = [
        (purpose: "A first run, on the built-in server:", command: "clamor run quickstart"),
        (
            purpose: "The same load on a server of yours:",
            command: "clamor run quickstart HOST:PORT --domain DOMAIN --allow-remote HOST"
        ),
    ]

    /// The help on the tool itself.
    package static var overview: String {
        let codes = ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }
        return """
            clamor \(Version.current): \(tagline)

            \(list(Subcommand.allCases))

            \(examples.map { "\($0.purpose)\n  \($0.command)" }.joined(separator: "\n"))

            'clamor SUBCOMMAND --help' says more. Exit codes, the first that applies of 2, 3, 130, 4, 1, 0:
            \(table(codes))
            """
    }

    /// The subcommands that begin with this word.
    package static func text(forGroup name: String) -> String {
        """
        \(list(Subcommand.inGroup(name)))

        'clamor \(name) WORD --help' says more.
        """
    }

    /// The help on one subcommand.
    package static func text(for subcommand: Subcommand) -> String {
        var text = "Usage: \(synopsis(of: subcommand, withOptions: true))\n\n"
        text += subcommand.details + "\n"
        if !subcommand.operands.isEmpty {
            text += "\n" + table(subcommand.operands.map { ($0.name, $0.help) }) + "\n"
        }
        let rows = Flag.known(to: subcommand).map { flag in
            let placeholder = flag.value.placeholder
            let name = "--\(flag.name)" + (placeholder.isEmpty ? "" : " \(placeholder)")
            return (name, flag.fullHelp)
        }
        return text + "\nOptions:\n" + table(rows)
    }

    private static func list(_ subcommands: [Subcommand]) -> String {
        table(subcommands.map { (synopsis(of: $0, withOptions: false), $0.summary) })
    }

    /// The subcommand with its operands.
    static func synopsis(of subcommand: Subcommand, withOptions: Bool) -> String {
        let words = ["clamor", subcommand.rawValue] + subcommand.operands.map(\.synopsis)
        return (words + (withOptions ? ["[options]"] : [])).joined(separator: " ")
    }

    /// Two columns, the second wrapped at words.
    private static func table(_ rows: [(String, String)]) -> String {
        let left = (rows.map(\.0.count).max() ?? 0) + 4
        return rows.map { name, help in
            var lines: [String] = []
            var line = "  " + name + String(repeating: " ", count: left - 2 - name.count)
            for word in help.split(separator: " ") {
                if line.count > left, line.count + 1 + word.count > width {
                    lines.append(line)
                    line = String(repeating: " ", count: left)
                }
                line += (line.count == left ? "" : " ") + word
            }
            return (lines + [line]).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
