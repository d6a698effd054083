import EventLoop
import LoadEngine
import Profile

/// The profile that a command line names, with everything applied that it overrides.
enum ProfileInput {
    /// Reads the file, or takes the built-in profile of that name.
    static func profile(_ invocation: Invocation) throws(CommandFailure) -> Profile {
        let name = invocation.operand(0) ?? ""
        let text = try text(of: name)
        let overrides = try overrides(invocation)
        let result = ProfileLoader.load(
            text: text, fileName: name, overrides: overrides.map(\.override),
            checkXPath: { XPathEvaluator.problem(with: $0, namespaces: $1) })
        switch result {
        case .success(let profile): return profile
        case .failure(let errors): throw failure(errors, overrides)
        }
    }

    /// What the file says, or the built-in profile of that name.
    static func text(of name: String) throws(CommandFailure) -> [UInt8] {
        do throws(FileReader.Failure) {
            return try FileReader.read(name)
        } catch {
            if let entry = BuiltInProfiles.named(name) { return entry.text }
            throw CommandFailure(
                .usage, "\(error.description)\n\(BuiltInProfiles.hint(for: name))")
        }
    }

    /// An override and the option that it came from.
    private struct Source {
        var override: Override
        /// `--duration`; nil for `--set`, which the loader cites by itself.
        var option: String?
    }

    private static func overrides(_ invocation: Invocation) throws(CommandFailure) -> [Source] {
        var sources: [Source] = []
        func add(_ path: String, _ yaml: String, _ option: String) {
            sources.append(Source(override: Override(path: path, yaml: yaml), option: option))
        }
        if let text = invocation.operand(1) {
            let address: AddressArgument
            do throws(UsageError) {
                address = try AddressArgument(text)
            } catch {
                throw CommandFailure(.usage, error.message)
            }
            add("target.address", quoted(address.addresses.joined(separator: ",")), "ADDRESS")
            if let name = address.hostName { add("target.domain", quoted(name), "ADDRESS") }
        }
        for (flag, path) in [
            (Flag.domain, "target.domain"), (.duration, "duration"), (.seed, "seed"),
            (.sampleSessions, "sample_sessions"),
        ] {
            if let value = invocation.value(of: flag) {
                add(path, quoted(value), "--\(flag.name)")
            }
        }
        if let slo = invocation.value(of: .slo) {
            let (path, yaml) = thresholds(Objective.parts(of: slo))
            add(path, yaml, "--slo")
        }
        for text in invocation.allValues(of: .load) {
            let load: LoadArgument
            do throws(UsageError) { load = try LoadArgument(text) } catch {
                throw CommandFailure(.usage, error.message, hasPlaces: true)
            }
            for override in load.overrides { add(override.path, override.yaml, "--load") }
            if let length = load.arrivals, !invocation.has(.duration) {
                add("duration", ResolvedProfile.text(length), "--load")
            }
        }
        for text in invocation.allValues(of: .set) {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw CommandFailure(.usage, "--set \(text): write KEY=VALUE")
            }
            let value = String(text[text.index(after: equals)...])
            sources.append(Source(override: Override(path: String(text[..<equals]), yaml: value)))
        }
        return sources
    }

    /// The override that makes these the only thresholds of a profile.
    static func thresholds(_ expressions: [String]) -> (path: String, yaml: String) {
        ("thresholds", "[\(expressions.map(quoted).joined(separator: ", "))]")
    }

    /// A YAML scalar of a text that is taken as it is.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func failure(_ errors: ProfileErrors, _ sources: [Source]) -> CommandFailure {
        var options: [String: String] = [:]
        for source in sources where source.option != nil {
            options["--set \(source.override.path)"] = source.option
        }
        for source in sources where source.option == nil {
            options["--set \(source.override.path)"] = nil
        }
        let lines = errors.errors.map { error in
            var error = error
            if let option = options[error.source] {
                error.source = option
                // Both would be those of the override that it was turned into.
                error.line = nil
                error.sourceLine = nil
            }
            return error.description
        }
        return CommandFailure(.usage, lines.joined(separator: "\n"), hasPlaces: true)
    }
}
