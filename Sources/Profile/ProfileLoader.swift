/// Reads profiles.
package enum ProfileLoader {
    /// Bytes that a profile may have.
    package static let maximumBytes = 1_048_576

    /// Says what is wrong with an XPath expression; nil when it can be compiled.
    package typealias XPathChecker = (
        _ expression: String, _ namespaces: [NamespaceBinding]
    ) -> String?

    /// The profile in `text` with the overrides applied, or all its mistakes.
    ///
    /// `fileName` is what errors cite; the profile's name is its last part without suffix.
    /// Bounds: `maximumBytes`.
    package static func load(
        text: [UInt8], fileName: String, overrides: [Override] = [],
        checkXPath: XPathChecker? = nil
    ) -> Result<Profile, ProfileErrors> {
        string(text, fileName: fileName).flatMap {
            load(text: $0, fileName: fileName, overrides: overrides, checkXPath: checkXPath)
        }
    }

    /// The text of a file, if it is of a size and kind to be read.
    static func string(
        _ text: [UInt8], fileName: String
    ) -> Result<String, ProfileErrors> {
        guard text.count <= maximumBytes else {
            let message = "a profile has at most \(maximumBytes) bytes, this has \(text.count)"
            return .failure(
                ProfileErrors(errors: [ProfileError(source: fileName, message: message)]))
        }
        if let string = String(validating: text, as: UTF8.self) { return .success(string) }
        // Reading with replacements keeps the place of the first bad byte.
        let repaired = SourceText(name: fileName, text: String(decoding: text, as: UTF8.self))
        let index = repaired.scalars.firstIndex(of: "\u{FFFD}") ?? 0
        let (line, column) = repaired.lineAndColumn(at: index)
        let error = repaired.error(line: line, column: column, "not UTF-8")
        return .failure(ProfileErrors(errors: [error]))
    }

    /// The same for a text that is known to be UTF-8.
    package static func load(
        text: String, fileName: String, overrides: [Override] = [],
        checkXPath: XPathChecker? = nil
    ) -> Result<Profile, ProfileErrors> {
        var sources = [SourceText(name: fileName, text: text)]
        var (root, errors) = YAMLComposer.compose(sources[0], number: 0)
        for override in overrides {
            let source = SourceText(
                name: "--set \(override.path)", text: "\(override.path)=\(override.yaml)",
                yamlStart: override.path.unicodeScalars.count + 1)
            sources.append(source)
            if root == nil, errors.isEmpty { root = emptyRoot }
            apply(override, source, number: sources.count - 1, to: &root, &errors)
        }
        guard let root else {
            if errors.isEmpty {
                errors = [sources[0].error(line: 1, column: 1, "the profile is empty")]
            }
            return .failure(ProfileErrors(errors: errors))
        }
        var decoder = ProfileDecoder(sources: sources, checkXPath: checkXPath)
        decoder.errors = errors
        let profile = decoder.profile(root, name: name(of: fileName))
        if decoder.errors.isEmpty, let profile { return .success(profile) }
        return .failure(ProfileErrors(errors: decoder.sortedErrors))
    }

    /// The faults that options of the command line ask for, or all mistakes in them.
    ///
    /// `options` are keys of `target.faults`, the option that each stands behind, and its value in
    /// YAML.
    package static func faults(
        _ options: [(key: String, option: String, yaml: String)]
    ) -> Result<Faults, ProfileErrors> {
        var sources: [SourceText] = []
        var entries: [YAMLEntry] = []
        var errors: [ProfileError] = []
        for (number, (key, option, yaml)) in options.enumerated() {
            let source = SourceText(name: option, text: yaml)
            sources.append(source)
            let (value, found) = YAMLComposer.compose(source, number: number)
            errors += found
            if let value {
                entries.append(YAMLEntry(key: key, position: value.position, value: value))
            } else if found.isEmpty {
                errors.append(source.error(line: 1, column: 1, "a value is missing"))
            }
        }
        guard let first = entries.first, errors.isEmpty else {
            return errors.isEmpty ? .success(Faults()) : .failure(ProfileErrors(errors: errors))
        }
        var decoder = ProfileDecoder(sources: sources, checkXPath: nil)
        let faults = decoder.faults(
            YAMLNode(content: .mapping(entries), position: first.position))
        if decoder.errors.isEmpty { return .success(faults) }
        return .failure(ProfileErrors(errors: decoder.sortedErrors))
    }

    private static let emptyRoot = YAMLNode(
        content: .mapping([]), position: SourcePosition(line: 1, column: 1))

    private static func apply(
        _ override: Override, _ source: SourceText, number: Int, to root: inout YAMLNode?,
        _ errors: inout [ProfileError]
    ) {
        do throws(OverridePath.Problem) {
            let path = try OverridePath(override.path)
            let (value, found) = YAMLComposer.compose(source, number: number)
            errors += found
            guard found.isEmpty else { return }
            guard let value else {
                let message = "a value is missing after '='; null takes the key away"
                throw OverridePath.Problem(offset: source.yamlStart - 1, message: message)
            }
            guard var tree = root else { return }
            try path.set(value, in: &tree, source: number)
            root = tree
        } catch {
            errors.append(source.error(line: 1, column: error.offset + 1, error.message))
        }
    }

    /// The last part of a file's name, without suffix.
    package static func name(of fileName: String) -> String {
        let last = fileName.split(separator: "/").last.map(String.init) ?? fileName
        for suffix in [".yaml", ".yml"] where last.hasSuffix(suffix) && last != suffix {
            return String(last.dropLast(suffix.count))
        }
        return last
    }
}

/// A value given on the command line for one key of a profile.
package struct Override: Hashable, Sendable {
    /// `sessions.scenarios[0].weight`.
    package var path: String
    /// The new value, in YAML; null takes the key away.
    package var yaml: String

    package init(path: String, yaml: String) {
        self.path = path
        self.yaml = yaml
    }
}
