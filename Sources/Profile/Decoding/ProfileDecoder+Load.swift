internal import Units

extension ProfileDecoder {
    /// A load as written: a plain rate has no length of its own.
    private struct WrittenLoad {
        var rate: Rate?
        var stages: [LoadStage]?
        var spacing: Spacing
    }

    // MARK: Sessions

    mutating func sessions(_ node: YAMLNode) -> Sessions? {
        var reader = mapping(node, .sessions)
        let arrivalNode = reader.take("arrival")
        let onlineNode = reader.take("online")
        let rampNode = reader.take("ramp")
        var load: SessionLoad?
        if let onlineNode {
            if arrivalNode != nil {
                let message = "'online' keeps sessions, 'arrival' lets them come: only one of them"
                report(reader.keyPosition("online"), message)
            }
            load = closedLoad(onlineNode, ramp: rampNode)
        } else if let arrivalNode {
            if rampNode != nil {
                let message = "'ramp' belongs to 'online'; an arrival ramps by its stages"
                report(reader.keyPosition("ramp"), message)
            }
            load = self.arrival(arrivalNode).map { .open($0) }
        } else {
            reportLack("'arrival' or 'online'", in: reader)
        }
        let keepAlive = reader.take("keepalive").flatMap { self.keepAlive($0) }
        let scenarios = required("scenarios", in: &reader).map { self.scenarios($0) } ?? []
        finish(reader)
        guard let load else { return nil }
        return Sessions(load: load, scenarios: scenarios, keepAlive: keepAlive)
    }

    private mutating func closedLoad(_ node: YAMLNode, ramp: YAMLNode?) -> SessionLoad? {
        let online = integer(node, "online", in: 1...10_000_000)
        let time = ramp.flatMap { self.duration($0, "ramp", atLeast: .zero) } ?? .zero
        if let ramp, let duration, time >= duration {
            report(ramp.position, "ramp must be shorter than duration")
        }
        guard let online else { return nil }
        if let accountCount, online > accountCount {
            let message =
                "\(online) sessions online need as many accounts; there are \(accountCount)"
            report(node.position, message)
        }
        return .closed(online: online, ramp: time)
    }

    private mutating func keepAlive(_ node: YAMLNode) -> Nanoseconds? {
        if case .scalar(let scalar) = node.content, scalar.text == "off" { return nil }
        return duration(node, "keepalive", atLeast: .milliseconds(1))
    }

    private mutating func scenarios(_ node: YAMLNode) -> [Scenario] {
        list(node, "scenarios").compactMap { scenario($0) }
    }

    private mutating func scenario(_ node: YAMLNode) -> Scenario? {
        var reader = mapping(node, .scenario)
        let name = required("name", in: &reader).flatMap { loadName($0) }
        let weight = reader.take("weight").map { self.weight($0) } ?? 1
        scope = [:]
        let stepsNode = required("steps", in: &reader)
        let steps = stepsNode.map { self.steps($0, nesting: 0) } ?? []
        finish(reader)
        let scenario = Scenario(
            name: name ?? "", weight: weight, steps: steps, position: node.position)
        if !steps.isEmpty, steps.count == stepsNode?.itemCount {
            for mistake in ScenarioChecker.mistakes(in: scenario) {
                report(mistake.position, mistake.message)
            }
        }
        return name == nil ? nil : scenario
    }

    private mutating func weight(_ node: YAMLNode) -> Double {
        guard let text = text(node, "weight") else { return 1 }
        guard let weight = Quantity.number(text), weight > 0, weight <= 1e9 else {
            report(node.position, "weight is a number above 0, but here is '\(text)'")
            return 1
        }
        return weight
    }

    /// The name of a scenario or traffic item; it becomes a part of metric names.
    private mutating func loadName(_ node: YAMLNode) -> String? {
        guard let text = text(node, "name") else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "_-. ".unicodeScalars.contains(scalar)
        }
        guard isPlain, text.count <= 64 else {
            let message = "a name has up to 64 letters, digits, '_', '-', '.' and blanks"
            report(node.position, message)
            return nil
        }
        return text
    }

    // MARK: Arrivals

    /// `25/s`, or a mapping of `rate` or `stages` and `spacing`.
    private mutating func arrival(_ node: YAMLNode) -> Arrival? {
        let written: WrittenLoad
        if case .mapping = node.content {
            var reader = mapping(node, .arrival)
            written = load(in: &reader)
            finish(reader)
        } else {
            let rate = self.rate(node, "arrival")
            written = WrittenLoad(rate: rate, stages: nil, spacing: .shuffled)
        }
        if let stages = written.stages {
            let arrival = Arrival(stages: stages, spacing: written.spacing)
            if duration == nil { duration = arrival.length }
            checkLength(arrival, start: .zero, node.position)
            return stages.isEmpty ? nil : arrival
        }
        guard let rate = written.rate, let duration else { return nil }
        let stage = LoadStage(from: rate, to: rate, duration: duration)
        return Arrival(stages: [stage], spacing: written.spacing)
    }

    private mutating func load(in reader: inout MappingReader) -> WrittenLoad {
        let rateNode = reader.take("rate")
        let stagesNode = reader.take("stages")
        let spacing = reader.take("spacing").flatMap { choice($0, "spacing", Spacing.self) }
        var written = WrittenLoad(rate: nil, stages: nil, spacing: spacing ?? .shuffled)
        if let stagesNode {
            if rateNode != nil {
                report(reader.keyPosition("rate"), "'rate' or 'stages', not both")
            }
            written.stages = stages(stagesNode)
        } else if let rateNode {
            written.rate = self.rate(rateNode, "rate")
        } else {
            reportLack("'rate' or 'stages'", in: reader)
        }
        return written
    }

    /// A list of stages, or a text such as `ramp 0..500/s 30s; hold 500/s 2m`.
    private mutating func stages(_ node: YAMLNode) -> [LoadStage] {
        if case .scalar(let scalar) = node.content, !node.isNull {
            do throws(LoadNotation.Problem) {
                return try LoadNotation.stages(scalar.text)
            } catch {
                report(
                    node, offset: error.offset, error.message, suggestion: error.suggestion)
                return []
            }
        }
        let items = list(node, "stages")
        if items.count > LoadNotation.maximumStages {
            report(node.position, "more than \(LoadNotation.maximumStages) stages")
            return []
        }
        return items.compactMap { stage($0) }
    }

    /// `{rate: 0/s to 200/s, for: 5s}`.
    private mutating func stage(_ node: YAMLNode) -> LoadStage? {
        var reader = mapping(node, .stage)
        let rateNode = required("rate", in: &reader)
        let rates = rateNode.flatMap { rateRange($0) }
        let time = required("for", in: &reader).flatMap { self.duration($0, "for") }
        finish(reader)
        guard let rates, let time else { return nil }
        return LoadStage(from: rates.from, to: rates.to, duration: time)
    }

    private mutating func rateRange(_ node: YAMLNode) -> (from: Rate, to: Rate)? {
        guard let text = text(node, "rate") else { return nil }
        let parts = text.split(separator: " ").map(String.init)
        let isRange = parts.count == 3 && parts[1] == "to"
        let ends = isRange ? [parts[0], parts[2]] : [text]
        var rates: [Rate] = []
        for end in ends {
            let rate = quantity(node) { () throws(Quantity.Problem) in try Quantity.rate(end) }
            guard let rate else { return nil }
            rates.append(rate)
        }
        return (rates[0], rates[rates.count - 1])
    }

    private mutating func checkLength(
        _ arrival: Arrival, start: Nanoseconds, _ position: SourcePosition
    ) {
        guard let duration else { return }
        let end = start + arrival.length
        guard end > duration else { return }
        let excess = ResolvedProfile.text(end - duration)
        report(position, "the stages end \(excess) after duration; shorten them or lengthen it")
    }

    // MARK: Traffic

    mutating func traffic(_ node: YAMLNode) -> [Traffic] {
        var items: [Traffic] = []
        for item in list(node, "traffic") {
            if let traffic = trafficItem(item, taken: items.map(\.name)) { items.append(traffic) }
        }
        return items
    }

    private mutating func trafficItem(_ node: YAMLNode, taken: [String]) -> Traffic? {
        scope = [:]
        var reader = mapping(node, "traffic item")
        let action = stepAction(in: &reader, StepKeyword.ofTraffic, nesting: 0) {
            .trafficItem($0)
        }
        let start = reader.take("after").flatMap { trafficStart($0) }
        let written = load(in: &reader)
        let nameNode = reader.take("name")
        let givenName = nameNode.flatMap { loadName($0) }
        finish(reader)
        guard let action else { return nil }
        let step = Step(action: action, position: node.position)
        var name = givenName ?? step.keyword
        if nameNode == nil {
            var number = 2
            while taken.contains(name) {
                name = "\(step.keyword)-\(number)"
                number += 1
            }
        }
        var offset = Nanoseconds.zero
        if case .after(let time) = start { offset = time }
        guard let load = trafficLoad(written, offset, node, reader) else { return nil }
        return Traffic(
            name: name, action: step, start: start ?? .after(.zero), load: load,
            position: node.position)
    }

    private mutating func trafficLoad(
        _ written: WrittenLoad, _ offset: Nanoseconds, _ node: YAMLNode, _ reader: MappingReader
    ) -> Arrival? {
        if let stages = written.stages {
            let load = Arrival(stages: stages, spacing: written.spacing)
            checkLength(load, start: offset, reader.keyPosition("stages"))
            return stages.isEmpty ? nil : load
        }
        guard let duration else { return nil }
        guard offset < duration else {
            report(reader.keyPosition("after"), "this traffic would begin after duration")
            return nil
        }
        guard let rate = written.rate else { return nil }
        let stage = LoadStage(from: rate, to: rate, duration: duration - offset)
        return Arrival(stages: [stage], spacing: written.spacing)
    }

    private mutating func trafficStart(_ node: YAMLNode) -> Traffic.Start? {
        guard let text = text(node, "after") else { return nil }
        if text == "all-online" { return .allOnline }
        if Suggestion.nearest(to: text, in: ["all-online"]) != nil {
            reportChoice(node, "after", text, ["all-online"])
            return nil
        }
        return duration(node, "after", atLeast: .zero).map { .after($0) }
    }
}

extension YAMLNode {
    /// Items of a list; nil for anything else.
    fileprivate var itemCount: Int? {
        guard case .sequence(let items) = content else { return nil }
        return items.count
    }
}
