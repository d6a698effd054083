extension ProfileDecoder {
    private static let mostVariants = 26
    private static let mostRounds = 1_000

    /// The whole experiment; valid only when no error was reported.
    mutating func experiment(_ root: YAMLNode, name: String) -> Experiment? {
        var reader = mapping(root, .experiment)
        let title = reader.take("title").flatMap { text($0, "title") }
        let profile = required("profile", in: &reader).flatMap { text($0, "profile") }
        let address = reader.take("address").flatMap { text($0, "address") }
        let settings = reader.take("set").map { self.settings($0) } ?? []
        let before = reader.take("before").flatMap { text($0, "before") }
        let after = reader.take("after").flatMap { text($0, "after") }
        let rounds = reader.take("rounds").flatMap {
            integer($0, "rounds", in: 1...Self.mostRounds)
        }
        let warmup = reader.take("warmup_rounds").flatMap {
            integer($0, "warmup_rounds", in: 0...Self.mostRounds)
        }
        let seed = reader.take("seed").flatMap { self.seed($0) }
        var variants: [Experiment.Variant] = []
        if let node = required("variants", in: &reader) {
            let items = list(node, "variants")
            if items.count == 1 { report(node.position, "an experiment has at least two variants") }
            if items.count > Self.mostVariants {
                report(node.position, "an experiment has at most \(Self.mostVariants) variants")
            }
            for item in items {
                guard var variant = self.variant(item) else { continue }
                if variants.contains(where: { $0.name == variant.name }) {
                    report(item.position, "the name '\(variant.name)' is taken already")
                }
                variant.address = variant.address ?? address
                variant.settings = settings + variant.settings
                variant.before = variant.before ?? before
                variant.after = variant.after ?? after
                variants.append(variant)
            }
        }
        finish(reader)
        guard let profile else { return nil }
        return Experiment(
            title: title ?? name, profile: profile, variants: variants,
            rounds: rounds ?? Experiment.defaultRounds, warmupRounds: warmup ?? 1, seed: seed)
    }

    private mutating func variant(_ node: YAMLNode) -> Experiment.Variant? {
        var reader = mapping(node, .variant)
        let name = required("name", in: &reader).flatMap { self.variantName($0) }
        let address = reader.take("address").flatMap { text($0, "address") }
        let settings = reader.take("set").map { self.settings($0) } ?? []
        let before = reader.take("before").flatMap { text($0, "before") }
        let after = reader.take("after").flatMap { text($0, "after") }
        finish(reader)
        guard let name else { return nil }
        return Experiment.Variant(
            name: name, address: address, settings: settings, before: before, after: after)
    }

    /// It becomes part of a path.
    private mutating func variantName(_ node: YAMLNode) -> String? {
        guard let name = text(node, "name") else { return nil }
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || "0123456789_-.+".contains(Character(scalar)))
        }
        if isPlain, name.first != ".", name.count <= 40 { return name }
        report(
            node.position,
            "a variant's name has at most 40 letters, digits, and any of _ - + . inside")
        return nil
    }

    private mutating func settings(_ node: YAMLNode) -> [Experiment.Setting] {
        mapping(node, "set").entries.map { entry in
            let place = sources[entry.position.source].error(
                line: entry.position.line, column: entry.position.column, "")
            return Experiment.Setting(
                override: Override(path: entry.key, yaml: entry.value.flowText), place: place)
        }
    }
}

extension Experiment {
    /// The fewest that can tell variants apart at 1 %.
    static let defaultRounds = 5
}
