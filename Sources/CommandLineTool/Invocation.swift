import Profile

/// A command line that has been understood.
package struct Invocation: Equatable, Sendable {
    package var subcommand: Subcommand
    /// One for each word that is not an option, no more than the subcommand takes.
    package var operands: [String] = []
    /// By the option's name.
    package var values: [String: [String]] = [:]

    package init(subcommand: Subcommand) { self.subcommand = subcommand }

    /// The value of an option that is given at most once.
    package func value(of flag: Flag) -> String? { values[flag.name]?.last }
    /// All values of an option that may be given several times.
    package func allValues(of flag: Flag) -> [String] { values[flag.name] ?? [] }
    package func has(_ flag: Flag) -> Bool { values[flag.name] != nil }
    /// The value of an option that takes a whole number.
    package func number(of flag: Flag) -> UInt64? { value(of: flag).flatMap { UInt64($0) } }
    /// The value of an option that is a quantity; nil where it is not given.
    func quantity<Value>(
        of flag: Flag, _ read: (String) throws(Quantity.Problem) -> Value
    ) throws(CommandFailure) -> Value? {
        guard let text = value(of: flag) else { return nil }
        return try Self.quantity(text, of: flag, read)
    }
    /// One value of an option, which is a quantity.
    static func quantity<Value>(
        _ text: String, of flag: Flag, _ read: (String) throws(Quantity.Problem) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(Quantity.Problem) {
            return try read(text)
        } catch {
            let suggestion = error.suggestion.map { "; did you mean '\($0)'?" } ?? ""
            throw CommandFailure(.usage, "--\(flag.name): \(error.message)\(suggestion)")
        }
    }
    /// What `--format` asks for, of those that the subcommand has.
    func format<Format: RawRepresentable<String> & CaseIterable>(
        _ standard: Format
    ) throws(CommandFailure) -> Format {
        guard let word = value(of: .format) else { return standard }
        if let format = Format(rawValue: word) { return format }
        let known = Format.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandFailure(
            .usage, "--format of '\(subcommand.rawValue)' is one of \(known), not '\(word)'")
    }
    /// The command line again, with one option more.
    func arguments(adding flag: Flag, _ value: String) -> [String] {
        let options = (Flag.all + [.rank]).flatMap { known in
            (values[known.name] ?? []).map { text in
                known.value == .none ? "--\(known.name)" : "--\(known.name)=\(text)"
            }
        }
        return subcommand.words + options + ["--\(flag.name)=\(value)", "--"] + operands
    }
    package func operand(_ index: Int) -> String? {
        operands.indices.contains(index) ? operands[index] : nil
    }
}

/// What a command line asks for.
package enum Request: Equatable, Sendable {
    case invoke(Invocation)
    /// Nil: the help on the tool itself.
    case help(Subcommand?)
    /// The subcommands that begin with this word, which is none itself.
    case helpOnGroup(String)
}

/// Why a command line is not understood.
package struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
    package var message: String
    /// Whose help tells more; nil: that of the tool.
    package var subcommand: Subcommand?

    package init(_ message: String, _ subcommand: Subcommand? = nil) {
        self.message = message
        self.subcommand = subcommand
    }

    package var description: String {
        let name = subcommand.map { " \($0.rawValue)" } ?? ""
        return "error: \(message)\nTry 'clamor\(name) --help'."
    }
}
