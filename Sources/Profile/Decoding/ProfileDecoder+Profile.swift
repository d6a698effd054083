internal import Units

extension ProfileDecoder {
    /// The errors in the order of the file, those of overrides after it.
    var sortedErrors: [ProfileError] {
        func key(_ error: ProfileError) -> [Int] {
            let source = sources.firstIndex { $0.name == error.source } ?? 0
            return [source, error.line ?? 0, error.column ?? 0]
        }
        return errors.sorted { key($0).lexicographicallyPrecedes(key($1)) }
    }

    /// The whole profile; valid only when no error was reported.
    mutating func profile(_ root: YAMLNode, name: String) -> Profile? {
        var reader = mapping(root, .profile)
        let title = reader.take("title").flatMap { text($0, "title") }
        let seed = reader.take("seed").flatMap { self.seed($0) }
        namespaces = reader.take("namespaces").map { self.namespaces($0) } ?? []
        timeouts = reader.take("timeouts").map { self.timeouts($0) } ?? Timeouts()
        limits = reader.take("limits").map { self.limits($0) } ?? Limits()
        let target = required("target", in: &reader).flatMap { self.target($0) }
        let accounts = required("accounts", in: &reader).flatMap { self.accounts($0) }
        if let target, let accounts { checkCertificates(target, accounts) }
        let durationNode = reader.take("duration")
        duration = durationNode.flatMap { self.duration($0, "duration") }
        let sessions = required("sessions", in: &reader).flatMap { self.sessions($0) }
        if durationNode == nil, duration == nil {
            reportLack("'duration'", in: reader)
        }
        let traffic = reader.take("traffic").map { self.traffic($0) } ?? []
        checkNames(scenarios: sessions?.scenarios ?? [], traffic: traffic)
        let warmup = reader.take("warmup").flatMap { self.duration($0, "warmup", atLeast: .zero) }
        if let warmup, let duration, warmup >= duration {
            let message = "warmup is a part of duration and must be shorter than it"
            report(reader.keyPosition("warmup"), message)
        }
        let drain = reader.take("drain").flatMap { self.duration($0, "drain", atLeast: .zero) }
        let ledger = reader.take("ledger").map { self.ledger($0) }
        let names = (sessions?.scenarios ?? []).map(\.name) + traffic.map(\.name)
        let thresholds =
            reader.take("thresholds").map { self.thresholds($0, loadNames: names) } ?? []
        let monitor = reader.take("monitor").map { self.monitor($0) } ?? []
        let sampleSessions = reader.take("sample_sessions").flatMap {
            integer($0, "sample_sessions", in: 0...Profile.mostSampleSessions)
        }
        finish(reader)
        guard let target, let accounts, let sessions, let duration else { return nil }
        return Profile(
            title: title ?? name, name: name, target: target, accounts: accounts,
            sessions: sessions, traffic: traffic, warmup: warmup ?? .zero, duration: duration,
            drain: drain ?? .seconds(5), thresholds: thresholds, monitor: monitor,
            sampleSessions: sampleSessions ?? Profile.defaultSampleSessions,
            namespaces: namespaces,
            ledgerGrace: ledger?.grace ?? Profile.defaultGrace,
            orderedPairs: ledger?.orderedPairs ?? Profile.defaultOrderedPairs, timeouts: timeouts,
            limits: limits, seed: seed,
            variables: variables, csvColumns: columns)
    }

    mutating func seed(_ node: YAMLNode) -> UInt64? {
        guard let text = text(node, "seed") else { return nil }
        guard let seed = UInt64(text), !text.hasPrefix("+") else {
            let message = "seed is a whole number from 0 to \(UInt64.max), but here is '\(text)'"
            report(node.position, message)
            return nil
        }
        return seed
    }

    private mutating func namespaces(_ node: YAMLNode) -> [NamespaceBinding] {
        let reader = mapping(node, "namespaces")
        var bindings: [NamespaceBinding] = []
        for entry in reader.entries {
            let isName = entry.key.unicodeScalars.enumerated().allSatisfy { index, scalar in
                scalar.properties.isAlphabetic || scalar == "_"
                    || (index > 0 && (scalar.properties.numericType != nil || scalar == "-"))
            }
            if !isName || entry.key.isEmpty || entry.key.hasPrefix("xml") {
                report(entry.position, "'\(entry.key)' cannot be a namespace prefix")
            }
            guard let uri = text(entry.value, "a namespace") else { continue }
            bindings.append(NamespaceBinding(prefix: entry.key, uri: uri))
        }
        return bindings
    }

    private mutating func timeouts(_ node: YAMLNode) -> Timeouts {
        var reader = mapping(node, .timeouts)
        var timeouts = Timeouts()
        let keys: [(String, WritableKeyPath<Timeouts, Nanoseconds>)] = [
            ("connect", \.connect), ("login", \.login), ("iq", \.iq), ("delivery", \.delivery),
            ("close", \.close),
        ]
        for (key, path) in keys {
            guard let value = reader.take(key) else { continue }
            if let time = self.duration(value, "timeouts.\(key)") { timeouts[keyPath: path] = time }
        }
        finish(reader)
        return timeouts
    }

    private mutating func limits(_ node: YAMLNode) -> Limits {
        var reader = mapping(node, .limits)
        var limits = Limits()
        let sizes: [(String, WritableKeyPath<Limits, ByteCount>)] = [
            ("stanza", \.stanza), ("name", \.name), ("send_queue", \.sendQueue),
        ]
        for (key, path) in sizes {
            guard let value = reader.take(key) else { continue }
            if let size = bytes(value, "limits.\(key)") { limits[keyPath: path] = size }
        }
        let counts: [(String, WritableKeyPath<Limits, Int>)] = [
            ("depth", \.depth), ("attributes", \.attributes), ("namespaces", \.namespaces),
        ]
        for (key, path) in counts {
            guard let value = reader.take(key) else { continue }
            if let count = integer(value, "limits.\(key)", in: 1...65_535) {
                limits[keyPath: path] = count
            }
        }
        finish(reader)
        return limits
    }

    private mutating func ledger(
        _ node: YAMLNode
    ) -> (grace: Nanoseconds?, orderedPairs: Int?) {
        var reader = mapping(node, .ledger)
        let grace = reader.take("grace").flatMap {
            self.duration($0, "ledger.grace", atLeast: .zero)
        }
        let orderedPairs = reader.take("order_pairs").flatMap {
            integer($0, "ledger.order_pairs", in: 1...10_000_000)
        }
        finish(reader)
        return (grace, orderedPairs)
    }

    private mutating func monitor(_ node: YAMLNode) -> [MonitorSource] {
        list(node, "monitor").compactMap { item in
            guard let text = text(item, "a monitor") else { return nil }
            return quantity(item) { () throws(Quantity.Problem) in try MonitorSource(text) }
        }
    }

    private mutating func thresholds(_ node: YAMLNode, loadNames: [String]) -> [Threshold] {
        var thresholds: [Threshold] = []
        for item in list(node, "thresholds") {
            guard let expression = text(item, "a threshold") else { continue }
            do throws(ThresholdParser.Problem) {
                var parser = ThresholdParser(expression, loadNames: loadNames)
                thresholds.append(try parser.parse(at: item.position))
            } catch {
                report(
                    item, offset: error.offset, error.message, suggestion: error.suggestion)
            }
        }
        return thresholds
    }

    /// Scenarios and traffic share the names after the slash of a metric.
    private mutating func checkNames(scenarios: [Scenario], traffic: [Traffic]) {
        var seen: Set<String> = []
        let named =
            scenarios.map { ($0.name, $0.position) } + traffic.map { ($0.name, $0.position) }
        for (name, position) in named where !seen.insert(name).inserted {
            report(position, "the name '\(name)' is taken by an earlier scenario or traffic item")
        }
    }
}
