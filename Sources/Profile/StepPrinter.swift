internal import Units

/// Prints steps for `ResolvedProfile`.
enum StepPrinter {
    static func steps(_ steps: [Step], _ profile: Profile, _ writer: inout YAMLWriter) {
        for step in steps {
            switch step.action {
            case .login, .logout, .roster, .register: writer.item(step.keyword)
            default: writer.item { content(step, profile, &$0) }
            }
        }
    }

    /// The keyword, its value, and the keys beside it.
    static func content(_ step: Step, _ profile: Profile, _ writer: inout YAMLWriter) {
        let keyword = step.keyword
        switch step.action {
        case .login, .logout, .roster, .register: writer.key(keyword, { _ in })
        case .presence(let presence):
            writer.key(keyword) { self.presence(presence, &$0) }
        case .message(let message): writer.key(keyword) { self.message(message, &$0) }
        case .pause(let pause): self.pause(pause, keyword, &writer)
        case .loop(let count, let body):
            writer.key(keyword, String(count))
            writer.key("steps") { steps(body, profile, &$0) }
        case .stay(.untilEnd): writer.key(keyword, "until-end")
        case .stay(.time(let time)): writer.key(keyword, ResolvedProfile.text(time))
        case .ping(let ping):
            writer.key(keyword) { writer in
                recipient(ping.to, ping.form, &writer)
                writer.key("timeout", ResolvedProfile.text(ping.timeout))
            }
        case .send(let stanza): rawStanza(stanza, keyword, profile, &writer)
        }
    }

    private static func presence(_ presence: PresenceStep, _ writer: inout YAMLWriter) {
        if let show = presence.show { writer.key("show", show.rawValue) }
        if let status = presence.status { writer.key("status", status.source) }
        if let priority = presence.priority { writer.key("priority", String(priority)) }
        if let type = presence.type { writer.key("type", type.rawValue) }
        recipient(presence.to, presence.form, &writer)
    }

    private static func message(_ message: MessageStep, _ writer: inout YAMLWriter) {
        recipient(message.to, message.form, &writer)
        writer.key("type", message.type.rawValue)
        writer.key("body", message.body.source)
        writer.key("await", message.awaitsDelivery ? "delivery" : "none")
        writer.key("timeout", ResolvedProfile.text(message.timeout))
    }

    private static func recipient(
        _ recipient: Recipient?, _ form: AddressForm, _ writer: inout YAMLWriter
    ) {
        guard let recipient else { return }
        switch recipient {
        case .online: writer.key("to", "online")
        case .self: writer.key("to", "self")
        case .pair: writer.key("to", "pair")
        case .roster: writer.key("to", "roster")
        case .hot(let exponent):
            writer.key("to", "hot(\(ResolvedProfile.decimal(exponent)))")
        case .random:
            writer.key("to", "random")
            return
        case .jid(let template):
            writer.key("to", template.source)
            return
        }
        writer.key("jid", form.rawValue)
    }

    static func pause(_ pause: Pause, _ keyword: String, _ writer: inout YAMLWriter) {
        switch pause {
        case .fixed(let time): writer.key(keyword, ResolvedProfile.text(time))
        case .uniform(let from, let to):
            writer.key(keyword) { writer in
                writer.key("min", ResolvedProfile.text(from))
                writer.key("max", ResolvedProfile.text(to))
            }
        case .exponential(let mean):
            writer.key(keyword) { writer in
                writer.key("mean", ResolvedProfile.text(mean))
                writer.key("distribution", "exponential")
            }
        }
    }

    private static func rawStanza(
        _ stanza: RawStanza, _ keyword: String, _ profile: Profile, _ writer: inout YAMLWriter
    ) {
        writer.key(keyword, stanza.template.source)
        if let expectation = stanza.expectation {
            writer.key("expect") { writer in
                if let kind = expectation.kind { writer.key("kind", kind.rawValue) }
                if let type = expectation.type { writer.key("type", type) }
                if let id = expectation.id { writer.key("id", id.source) }
                if let from = expectation.from { writer.key("from", from.source) }
                if let xpath = expectation.xpath { writer.key("xpath", xpath) }
                writer.key("within", ResolvedProfile.text(expectation.within))
            }
        }
        guard !stanza.extractions.isEmpty else { return }
        writer.key("extract") { writer in
            for extraction in stanza.extractions {
                writer.key(profile.variables[extraction.variable], extraction.xpath)
            }
        }
    }
}
