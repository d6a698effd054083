package import Units

/// Prints a profile as it was resolved: overrides applied, every default written out.
///
/// The same profile gives the same text. The text loads again, as the same profile but for the
/// passwords.
package enum ResolvedProfile {
    /// What stands in the place of a password.
    package static let redacted = "<redacted>"

    /// The profile as YAML; passwords are left out unless `showingSecrets`.
    package static func yaml(_ profile: Profile, showingSecrets: Bool = false) -> String {
        var writer = YAMLWriter()
        writer.key("title", profile.title)
        writer.key("target") { target(profile.target, &$0) }
        writer.key("accounts") { accounts(profile.accounts, showingSecrets, &$0) }
        writer.key("sessions") { sessions(profile, &$0) }
        if !profile.traffic.isEmpty {
            writer.key("traffic") { writer in
                for item in profile.traffic { traffic(item, profile, &writer) }
            }
        }
        writer.key("warmup", text(profile.warmup))
        writer.key("duration", text(profile.duration))
        writer.key("drain", text(profile.drain))
        if !profile.thresholds.isEmpty {
            writer.key("thresholds") { writer in
                for threshold in profile.thresholds { writer.item(threshold.expression) }
            }
        }
        if !profile.monitor.isEmpty {
            writer.key("monitor") { writer in
                for source in profile.monitor { writer.item(source.text) }
            }
        }
        writer.key("sample_sessions", String(profile.sampleSessions))
        if !profile.namespaces.isEmpty {
            writer.key("namespaces") { writer in
                for binding in profile.namespaces { writer.key(binding.prefix, binding.uri) }
            }
        }
        writer.key("ledger") { writer in
            writer.key("grace", text(profile.ledgerGrace))
            writer.key("order_pairs", String(profile.orderedPairs))
        }
        writer.key("timeouts") { timeouts(profile.timeouts, &$0) }
        writer.key("limits") { limits(profile.limits, &$0) }
        if let seed = profile.seed { writer.key("seed", String(seed)) }
        return writer.text
    }

    // MARK: Sections

    private static func target(_ target: Target, _ writer: inout YAMLWriter) {
        writer.key("domain", target.domain)
        if !target.addresses.isEmpty {
            writer.key("address", target.addresses.map(\.text).joined(separator: ","))
        }
        writer.key("security", target.security.rawValue)
        switch target.verification {
        case .system: writer.key("verify", "system")
        case .none: writer.key("verify", "none")
        case .file(let path): writer.key("verify", path)
        }
        writer.key("tls_resumption", target.tlsResumption ? "on" : "off")
        if let mechanism = target.mechanism { writer.key("mechanism", mechanism) }
        writer.key("allow_plain", target.allowPlain ? "on" : "off")
        if target.faults != Faults() {
            writer.key("faults") { faults(target.faults, &$0) }
        }
    }

    private static func faults(_ faults: Faults, _ writer: inout YAMLWriter) {
        if let delay = faults.delay { StepPrinter.pause(delay, "delay", &writer) }
        for (key, value) in [("freeze", faults.freeze), ("stall_reads", faults.stallReads)] {
            if let value { writer.key(key, "\(text(value.length))/\(text(value.period))") }
        }
        if let cap = faults.rateCap { writer.key("rate_cap", text(cap)) }
        if let time = faults.closeAfter { writer.key("close_after", text(time)) }
        for (key, value) in [
            ("lose", faults.lose), ("duplicate", faults.duplicate), ("reorder", faults.reorder),
            ("bounce", faults.bounce),
        ] where value > 0 {
            writer.key(key, decimal(value))
        }
    }

    private static func accounts(
        _ accounts: Accounts, _ showsSecrets: Bool, _ writer: inout YAMLWriter
    ) {
        switch accounts.source {
        case .templates(let count, let username, let password):
            writer.key("count", String(count))
            writer.key("username", username.source)
            writer.key("password", showsSecrets ? password.source : redacted)
        case .file(let path, let count):
            writer.key("file", path)
            if let count { writer.key("count", String(count)) }
        }
        writer.key("register", accounts.registration.rawValue)
        if let rate = accounts.registerRate { writer.key("register_rate", text(rate)) }
        if let path = accounts.certificate { writer.key("certificate", path.source) }
    }

    private static func sessions(_ profile: Profile, _ writer: inout YAMLWriter) {
        let sessions = profile.sessions
        switch sessions.load {
        case .open(let arrival): writer.key("arrival") { load(arrival, &$0) }
        case .closed(let online, let ramp):
            writer.key("online", String(online))
            writer.key("ramp", text(ramp))
        }
        writer.key("keepalive", sessions.keepAlive.map { text($0) } ?? "off")
        writer.key("scenarios") { writer in
            for scenario in sessions.scenarios {
                writer.item { writer in
                    writer.key("name", scenario.name)
                    writer.key("weight", decimal(scenario.weight))
                    writer.key("steps") { StepPrinter.steps(scenario.steps, profile, &$0) }
                }
            }
        }
    }

    private static func traffic(
        _ traffic: Traffic, _ profile: Profile, _ writer: inout YAMLWriter
    ) {
        writer.item { writer in
            StepPrinter.content(traffic.action, profile, &writer)
            writer.key("name", traffic.name)
            switch traffic.start {
            case .after(let time): writer.key("after", text(time))
            case .allOnline: writer.key("after", "all-online")
            }
            load(traffic.load, &writer)
        }
    }

    private static func load(_ arrival: Arrival, _ writer: inout YAMLWriter) {
        writer.key("stages") { writer in
            for stage in arrival.stages {
                writer.item { writer in
                    let isRamp = stage.from != stage.to
                    let rate =
                        isRamp ? "\(text(stage.from)) to \(text(stage.to))" : text(stage.from)
                    writer.key("rate", rate)
                    writer.key("for", text(stage.duration))
                }
            }
        }
        writer.key("spacing", arrival.spacing.rawValue)
    }

    private static func timeouts(_ timeouts: Timeouts, _ writer: inout YAMLWriter) {
        writer.key("connect", text(timeouts.connect))
        writer.key("login", text(timeouts.login))
        writer.key("iq", text(timeouts.iq))
        writer.key("delivery", text(timeouts.delivery))
        writer.key("close", text(timeouts.close))
    }

    private static func limits(_ limits: Limits, _ writer: inout YAMLWriter) {
        writer.key("stanza", text(limits.stanza))
        writer.key("depth", String(limits.depth))
        writer.key("attributes", String(limits.attributes))
        writer.key("name", text(limits.name))
        writer.key("namespaces", String(limits.namespaces))
        writer.key("send_queue", text(limits.sendQueue))
    }

    // MARK: Quantities

    /// A duration in the largest unit that leaves no fraction; `1.5us` below a microsecond.
    package static func text(_ time: Nanoseconds) -> String {
        let units: [(String, Int64)] = [
            ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
            ("ms", 1_000_000), ("us", 1_000),
        ]
        if time.rawValue == 0 { return "0s" }
        for (unit, scale) in units where time.rawValue % scale == 0 {
            return "\(time.rawValue / scale)\(unit)"
        }
        let (whole, rest) = time.rawValue.quotientAndRemainder(dividingBy: 1_000)
        let digits = String(rest)
        return "\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits + "us"
    }

    /// A rate in the unit that makes it a whole number, if one does.
    package static func text(_ rate: Rate) -> String {
        for (unit, seconds) in [("s", 1.0), ("min", 60.0), ("h", 3_600.0)] {
            let number = rate.perSecond * seconds
            // The quotient must give the same rate again.
            let isExact = number == number.rounded() && number / seconds == rate.perSecond
            if isExact { return "\(decimal(number))/\(unit)" }
        }
        return "\(decimal(rate.perSecond))/s"
    }

    /// A size in the largest unit that leaves no fraction.
    package static func text(_ size: ByteCount) -> String {
        for (unit, scale) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)] {
            if size.rawValue % scale == 0, size.rawValue > 0 {
                return "\(size.rawValue / scale)\(unit)"
            }
        }
        return "\(size.rawValue)B"
    }

    /// Without exponent, and without fraction where it is whole.
    static func decimal(_ number: Double) -> String {
        if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
        let shortest = String(number)
        guard let mark = shortest.firstIndex(of: "e") else { return shortest }
        // 1.25e-05: the digits moved behind zeros.
        let digits = shortest[..<mark].filter { $0 != "." }
        let exponent = -(Int(shortest[shortest.index(after: mark)...]) ?? 0)
        return "0." + String(repeating: "0", count: max(0, exponent - 1)) + digits
    }
}
