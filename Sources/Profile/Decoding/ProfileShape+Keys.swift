/// The tables of keys.
extension ProfileShape {
    static let profileKeys: [Key] = [
        Key("title", .text, "what readers of the report see"),
        .required("target", .mapping(.target), "the server"),
        .required("accounts", .mapping(.accounts), "who logs in"),
        .required("sessions", .mapping(.sessions), "how sessions come and what they do"),
        Key("traffic", .list(.trafficItem), "further schedules over the sessions online"),
        Key("warmup", .duration, "the first part of duration, which is not measured"),
        Key("duration", .duration, "from the first arrival to the end of the load"),
        Key("drain", .duration, "how long what is in flight is waited for"),
        Key(
            "thresholds", .list(.text),
            "conditions on the result: login.response.p99 < 500ms [in every 10s] [abort]"),
        Key("monitor", .list(.text), "what is watched of the server: \(MonitorSource.forms)"),
        Key("sample_sessions", .integer, "how many sessions the report shows in full"),
        Key("namespaces", .named(.text), "prefixes for XPath"),
        Key("seed", .integer, "fixes everything that is random"),
        Key("timeouts", .mapping(.timeouts), "how long the server may take"),
        Key("limits", .mapping(.limits), "what one session may hold"),
        Key("ledger", .mapping(.ledger), "when a message counts as lost or out of order"),
    ]

    static let timeoutKeys: [Key] = [
        Key("connect", .duration, "TCP"),
        Key("login", .duration, "from the connection to the bound resource"),
        Key("iq", .duration, "the answer to a request"),
        Key("delivery", .duration, "a message"),
        Key("close", .duration, "the end of the stream"),
    ]

    static let limitKeys: [Key] = [
        Key("stanza", .size, "bytes of a stanza"),
        Key("depth", .integer, "elements within each other"),
        Key("attributes", .integer, "attributes of an element"),
        Key("name", .size, "bytes of a name"),
        Key("namespaces", .integer, "namespace declarations in scope"),
        Key("send_queue", .size, "bytes that wait to be sent"),
    ]

    static let ledgerKeys: [Key] = [
        Key("grace", .duration, "leaving so soon after a send is no loss"),
        Key("order_pairs", .integer, "pairs of sessions whose order is checked at a time"),
    ]

    static let targetKeys: [Key] = [
        Key("domain", .text, "the stream's 'to', and the name that certificates must be for"),
        Key(
            "address", .anyOf([.text, .list(.text)]),
            "loopback, HOST, HOST:PORT or [IPv6]:PORT; without it the SRV records of the domain"),
        Key("security", .words(of: Target.Security.self), "how the connection is secured"),
        Key("verify", .text, "system, none, or the path of a CA file"),
        Key("tls_resumption", .flag, "whether TLS sessions are resumed"),
        Key("mechanism", .text, "the SASL mechanism; without it the strongest"),
        Key("allow_plain", .flag, "PLAIN without TLS"),
        Key("faults", .mapping(.faults), "what the loopback server does wrong on purpose"),
    ]

    static let faultKeys: [Key] = [
        Key(
            "delay", .anyOf([.durationRange, .mapping(.pause)]),
            "how long each element of a client waits"),
        Key("freeze", .recurrence, "when the server looks at nothing: the last 1s of each 10s"),
        Key("stall_reads", .recurrence, "when the server reads nothing from its sockets"),
        Key("rate_cap", .rate, "the most elements of clients that it handles"),
        Key("close_after", .duration, "how long after its bind a session is cut"),
        Key("lose", .ratio, "the share of messages that are dropped"),
        Key("duplicate", .ratio, "the share of messages that come twice"),
        Key("reorder", .ratio, "the share of messages that the next one overtakes"),
        Key("bounce", .ratio, "the share of messages that come back as errors"),
    ]

    static let accountKeys: [Key] = [
        Key("count", .integer, "how many; with a file, the first so many"),
        Key("username", .text, "the localpart; ${index} runs from 1"),
        Key("password", .text, "the password, with the same variables"),
        Key("file", .text, "a CSV file with the header username,password"),
        Key("register", .words(of: Accounts.Registration.self), "whether set-up registers them"),
        Key("register_rate", .rate, "registrations per second"),
        Key("certificate", .text, "a PEM file with the account's certificate and its key"),
    ]

    static let sessionKeys: [Key] = [
        Key(
            "arrival", .anyOf([.rate, .mapping(.arrival)]),
            "an open load: sessions start by a schedule"),
        Key("online", .integer, "a closed load: so many sessions at all times"),
        Key("ramp", .duration, "over how long the first ones start"),
        Key("keepalive", .anyOf([.duration, .off]), "time between whitespace keep-alives"),
        .required("scenarios", .list(.mapping(.scenario)), "what sessions do"),
    ]

    static let loadKeys: [Key] = [
        Key("rate", .rate, "the same rate all along"),
        Key(
            "stages", .anyOf([.list(.mapping(.stage)), .text]),
            "rates that change, as a list or in one line: ramp 0..500/s 30s; hold 500/s 2m"),
        Key("spacing", .words(of: Spacing.self), "how the instants are spaced"),
    ]

    static let recipientKeys: [Key] = [
        Key("to", .text, "online, self, pair, roster, random, hot(1.1) or a JID"),
        Key("jid", .words(of: AddressForm.self), "the form of the address"),
    ]

    static let messageKeys: [Key] = [
        .required("to", .text, recipientKeys[0].help), recipientKeys[1],
        Key("type", .words(of: MessageType.self), "RFC 6121 §5.2.2"),
        .required("body", .text, "the text, a template"),
        Key("await", .words(of: MessageStep.Awaited.self), "whether the delivery ends the step"),
        Key("timeout", .duration, "how long it waits; what comes later is late"),
    ]

    static let presenceKeys: [Key] =
        [
            Key("show", .words(of: PresenceStep.Show.self), "RFC 6121 §4.7.2.1"),
            Key("status", .text, "the text, a template"),
            Key("priority", .integer, "-128 to 127"),
            Key("type", .words(of: PresenceType.self), "RFC 6121 §4.7.1"),
        ] + recipientKeys

    static let pauseKeys: [Key] = [
        Key("min", .duration, "the shorter end"),
        Key("max", .duration, "the longer end"),
        Key("mean", .duration, "the mean"),
        Key("distribution", .words(of: Pause.Distribution.self), "how it is drawn"),
    ]

    static let expectKeys: [Key] = [
        Key("kind", .words(of: StanzaKind.self), "the stanza's name"),
        Key("type", .text, "its type"),
        Key("id", .text, "its id, a template"),
        Key("from", .text, "its sender, a template"),
        Key("xpath", .text, "an expression that holds for it"),
        Key("within", .duration, "how long it waits"),
    ]

    static let experimentKeys: [Key] =
        [
            Key("title", .text, "what it is about"),
            .required("profile", .text, "a built-in profile, or a file from this one's folder on"),
            .required("variants", .list(.mapping(.variant)), "what is compared"),
            Key("rounds", .integer, "how often each variant runs"),
            Key("warmup_rounds", .integer, "rounds before these that are not compared"),
            Key("seed", .integer, "fixes the order and what is random in the runs"),
        ] + runKeys

    /// Of all variants or of one, which prevails.
    static let runKeys: [Key] = [
        Key("address", .text, "where the server is, as on the command line"),
        Key("set", .named(.text), "keys of the profile that are overridden"),
        Key("before", .text, "a shell command before each run"),
        Key("after", .text, "a shell command after each run"),
    ]
}
