internal import Units

extension ProfileDecoder {
    /// Loops within loops.
    private static let maximumNesting = 8

    // MARK: The list of steps

    mutating func steps(_ node: YAMLNode, nesting: Int) -> [Step] {
        list(node, "steps").compactMap { step($0, nesting: nesting) }
    }

    private mutating func step(_ node: YAMLNode, nesting: Int) -> Step? {
        // `- login` is short for `- login:`.
        var content = node.content
        if case .scalar(let scalar) = content {
            let nothing = YAMLScalar(
                text: "", isPlain: true, range: scalar.range.upperBound..<scalar.range.upperBound)
            let value = YAMLNode(content: .scalar(nothing), position: node.position)
            let entry = YAMLEntry(key: scalar.text, position: node.position, value: value)
            content = .mapping([entry])
        }
        var reader = mapping(YAMLNode(content: content, position: node.position), "step")
        let action = stepAction(in: &reader, StepKeyword.allCases, nesting: nesting) { .step($0) }
        finish(reader)
        return action.map { Step(action: $0, position: node.position) }
    }

    /// The action of a step or traffic item; its keyword is the one key out of `keywords`, and
    /// says what else the mapping may have.
    mutating func stepAction(
        in reader: inout MappingReader, _ keywords: [StepKeyword], nesting: Int,
        shape: (StepKeyword) -> ProfileShape
    ) -> Step.Action? {
        let found = reader.entries.compactMap { entry in
            StepKeyword(rawValue: entry.key).flatMap { keyword in
                keywords.contains(keyword) ? (keyword, entry) : nil
            }
        }
        guard let (keyword, entry) = found.first else {
            // What stands beside an unknown step cannot be judged.
            reportNoKeyword(reader, keywords.map(\.rawValue))
            return nil
        }
        if found.count > 1 {
            let message = "'\(found[1].1.key)' beside '\(entry.key)': each item is one step"
            report(found[1].1.position, message)
        } else {
            reader.shape = shape(keyword)
        }
        let value = reader.take(entry.key) ?? entry.value
        return action(keyword, value, in: &reader, nesting: nesting)
    }

    private mutating func reportNoKeyword(_ reader: MappingReader, _ keywords: [String]) {
        let place = reader.context == "step" ? "" : " in \(reader.context)"
        let suggested = reader.entries.lazy.compactMap { entry in
            Suggestion.nearest(to: entry.key, in: keywords).map { (entry, $0) }
        }.first
        if let (entry, suggestion) = suggested {
            report(
                entry.position, "unknown step '\(entry.key)'\(place)",
                suggestion: suggestion)
        } else if let entry = reader.entries.first {
            let list = keywords.joined(separator: ", ")
            let name = entry.key.clipped(to: 40)
            report(entry.position, "unknown step '\(name)'\(place) (one of \(list))")
        }
    }

    private mutating func action(
        _ keyword: StepKeyword, _ value: YAMLNode, in reader: inout MappingReader, nesting: Int
    ) -> Step.Action? {
        switch keyword {
        case .login: plain(.login, keyword, value)
        case .logout: plain(.logout, keyword, value)
        case .roster: plain(.roster, keyword, value)
        case .register: plain(.register, keyword, value)
        case .presence: presence(value).map { .presence($0) }
        case .message: message(value).map { .message($0) }
        case .pause: pause(value, "pause").map { .pause($0) }
        case .stay: stay(value).map { .stay($0) }
        case .ping: .ping(self.ping(value))
        case .repeat: loop(value, in: &reader, nesting: nesting)
        case .send: rawStanza(value, in: &reader).map { .send($0) }
        }
    }

    private mutating func plain(
        _ action: Step.Action, _ keyword: StepKeyword, _ value: YAMLNode
    ) -> Step.Action? {
        if value.isNull { return action }
        report(value.position, "'\(keyword.rawValue)' takes no value")
        return nil
    }

    private mutating func loop(
        _ value: YAMLNode, in reader: inout MappingReader, nesting: Int
    ) -> Step.Action? {
        let count = integer(value, "repeat", in: 1...1_000_000_000)
        guard nesting < Self.maximumNesting else {
            report(value.position, "repeat stands in more than \(Self.maximumNesting) others")
            _ = reader.take("steps")
            return nil
        }
        guard let node = reader.take("steps") else {
            report(reader.position, "repeat lacks the key 'steps'")
            return nil
        }
        let body = self.steps(node, nesting: nesting + 1)
        guard let count, !body.isEmpty else { return nil }
        return .loop(count: count, steps: body)
    }

    // MARK: Waiting

    /// `1s`, `1s..3s`, `exponential 1s`, or a mapping.
    mutating func pause(_ node: YAMLNode, _ what: String) -> Pause? {
        if case .mapping = node.content { return drawnPause(node) }
        guard let text = text(node, what) else { return nil }
        let exponential = Pause.Distribution.exponential.rawValue + " "
        if text.hasPrefix(exponential) {
            return quantity(node) { () throws(Quantity.Problem) in
                .exponential(mean: try Quantity.duration(String(text.dropFirst(exponential.count))))
            }
        }
        if let dots = text.firstRange(of: "..") {
            let from = text[..<dots.lowerBound]
            let to = text[dots.upperBound...]
            let times = [from, to].compactMap { part in
                quantity(node) { () throws(Quantity.Problem) in
                    try Quantity.duration(String(part))
                }
            }
            guard times.count == 2 else { return nil }
            return uniformPause(times[0], times[1], node.position)
        }
        return duration(node, what, atLeast: .zero).map { .fixed($0) }
    }

    /// `{mean: 1s, distribution: exponential}` or `{min: 1s, max: 3s}`.
    private mutating func drawnPause(_ node: YAMLNode) -> Pause? {
        var reader = mapping(node, .pause)
        let minimum = reader.take("min").flatMap { self.duration($0, "min", atLeast: .zero) }
        let maximum = reader.take("max").flatMap { self.duration($0, "max", atLeast: .zero) }
        let mean = reader.take("mean").flatMap { self.duration($0, "mean") }
        let distributionNode = reader.take("distribution")
        let distribution = distributionNode.flatMap {
            choice($0, "distribution", Pause.Distribution.self)
        }
        finish(reader)
        if distributionNode != nil, distribution == nil { return nil }
        let hasBounds = reader.has("min") || reader.has("max")
        switch distribution ?? (hasBounds ? .uniform : .fixed) {
        case .uniform:
            guard reader.has("min"), reader.has("max"), !reader.has("mean") else {
                report(node.position, "a uniform pause has 'min' and 'max'")
                return nil
            }
            guard let minimum, let maximum else { return nil }
            return uniformPause(minimum, maximum, node.position)
        case .exponential, .fixed:
            guard reader.has("mean"), !hasBounds else {
                let message = "a pause that is not uniform has 'mean', and neither 'min' nor 'max'"
                report(node.position, message)
                return nil
            }
            guard let mean else { return nil }
            return distribution == .exponential ? .exponential(mean: mean) : .fixed(mean)
        }
    }

    private mutating func uniformPause(
        _ from: Nanoseconds, _ to: Nanoseconds, _ position: SourcePosition
    ) -> Pause? {
        if from <= to { return .uniform(from, to) }
        report(position, "the shorter end of a pause comes first")
        return nil
    }

    private mutating func stay(_ node: YAMLNode) -> Stay? {
        guard let text = text(node, "stay") else { return nil }
        if text == "until-end" { return .untilEnd }
        if Suggestion.nearest(to: text, in: ["until-end"]) != nil {
            reportChoice(node, "stay", text, ["until-end"])
            return nil
        }
        return duration(node, "stay").map { .time($0) }
    }

    // MARK: Stanzas

    private mutating func message(_ node: YAMLNode) -> MessageStep? {
        var reader = mapping(node, .message)
        let to = required("to", in: &reader).flatMap { recipient($0) }
        let form = addressForm(in: &reader, to: to)
        let type = reader.take("type").flatMap { choice($0, "message type", MessageType.self) }
        let body = required("body", in: &reader).flatMap { template($0, "body") }
        let awaited = reader.take("await").flatMap { choice($0, "await", MessageStep.Awaited.self) }
        let timeout = reader.take("timeout").flatMap { self.duration($0, "timeout") }
        finish(reader)
        if let body { checkSize(of: body, reader.keyPosition("body")) }
        if awaited == .delivery, let to, !to.isOwnSession {
            let reason =
                to == .random
                ? "'random' may be offline" : "this run has no session of it to see it"
            report(reader.keyPosition("await"), "delivery cannot be awaited: \(reason)")
        }
        guard let to, let body else { return nil }
        return MessageStep(
            to: to, form: form, type: type ?? .chat, body: body,
            awaitsDelivery: awaited == .delivery, timeout: timeout ?? timeouts.delivery)
    }

    /// Refuses what the run's own limits would have its sessions fail for.
    private mutating func checkSize(of body: Template, _ position: SourcePosition) {
        let size = body.sizeOfLongest
        for (key, limit) in [("stanza", limits.stanza), ("send_queue", limits.sendQueue)]
        where size > limit.rawValue {
            report(
                position,
                "a body of \(size) bytes or more is beyond what a session may hold; raise "
                    + "limits.\(key), which is \(ResolvedProfile.text(limit))")
        }
    }

    private mutating func presence(_ node: YAMLNode) -> PresenceStep? {
        var reader = optionalMapping(node, .presence)
        let show = reader.take("show").flatMap { choice($0, "show", PresenceStep.Show.self) }
        let status = reader.take("status").flatMap { template($0, "status") }
        let priority = reader.take("priority").flatMap { integer($0, "priority", in: -128...127) }
        let type = reader.take("type").flatMap { choice($0, "presence type", PresenceType.self) }
        let to = reader.take("to").flatMap { recipient($0) }
        let isSubscription = type != nil && type != .unavailable
        let form = addressForm(in: &reader, to: to, default: isSubscription ? .bare : .full)
        finish(reader)
        if isSubscription, !reader.has("to"), let type {
            report(reader.keyPosition("type"), "presence of type '\(type.rawValue)' needs 'to'")
        }
        if type != nil, show != nil {
            report(reader.keyPosition("show"), "only available presence has 'show'")
        }
        return PresenceStep(
            show: show, status: status, priority: priority.map { Int8($0) }, type: type, to: to,
            form: form)
    }

    private mutating func ping(_ node: YAMLNode) -> PingStep {
        var reader = optionalMapping(node, .ping)
        let to = reader.take("to").flatMap { recipient($0) }
        let form = addressForm(in: &reader, to: to)
        let timeout = reader.take("timeout").flatMap { self.duration($0, "timeout") }
        finish(reader)
        return PingStep(to: to, form: form, timeout: timeout ?? timeouts.iq)
    }

    private mutating func optionalMapping(
        _ node: YAMLNode, _ shape: ProfileShape
    ) -> MappingReader {
        let empty = YAMLNode(content: .mapping([]), position: node.position)
        return mapping(node.isNull ? empty : node, shape)
    }

    // MARK: Recipients

    private mutating func recipient(_ node: YAMLNode) -> Recipient? {
        guard let text = text(node, "to") else { return nil }
        let words: [String: Recipient] = [
            "online": .online, "self": .self, "pair": .pair, "roster": .roster,
            "random": .random,
        ]
        if let recipient = words[text] {
            checkPartner(recipient, node)
            return recipient
        }
        if text.hasPrefix("hot") { return hotRecipient(node, text) }
        let isAddress = text.contains("@") || text.contains("${") || text.contains(".")
        guard isAddress else {
            let choices = words.keys.sorted() + ["hot(1.1)", "a JID"]
            reportChoice(node, "recipient", text, choices)
            return nil
        }
        return template(node, "to").map { .jid($0) }
    }

    private mutating func hotRecipient(_ node: YAMLNode, _ text: String) -> Recipient? {
        let inner = text.dropFirst(4).dropLast()
        guard text.hasPrefix("hot("), text.hasSuffix(")"),
            let exponent = Quantity.number(String(inner)), exponent <= 10
        else {
            let message = "hot takes the exponent of its Zipf distribution, up to 10: hot(1.1)"
            report(node.position, message)
            return nil
        }
        checkPartner(.hot(exponent), node)
        return .hot(exponent)
    }

    private mutating func checkPartner(_ recipient: Recipient, _ node: YAMLNode) {
        guard let accountCount, recipient != .self, recipient != .roster else { return }
        if accountCount < 2 {
            report(node.position, "this recipient needs a second account; there is one")
        } else if recipient == .pair, accountCount % 2 != 0 {
            report(
                node.position, "pairs need an even number of accounts; there are \(accountCount)")
        }
    }

    private mutating func addressForm(
        in reader: inout MappingReader, to recipient: Recipient?, default form: AddressForm = .full
    ) -> AddressForm {
        let node = reader.take("jid")
        let given = node.flatMap { choice($0, "jid", AddressForm.self) }
        guard let recipient else { return given ?? form }
        switch recipient {
        case .jid:
            if let node { report(node.position, "a JID is used as it is written; drop 'jid'") }
            return .full
        case .random:
            if let node, given == .full {
                report(node.position, "'random' may be offline, so it has no full JID")
            }
            return .bare
        default: return given ?? form
        }
    }
}

extension Template {
    /// Bytes that the longest it renders to has at least: some characters of words take several,
    /// and what else is filled in counts for nothing.
    fileprivate var sizeOfLongest: Int {
        segments.reduce(0) { sum, segment in
            switch segment {
            case .literal(let bytes): sum + bytes.count
            case .text(_, let to): sum + to
            case .field, .uuid, .random: sum
            }
        }
    }
}
