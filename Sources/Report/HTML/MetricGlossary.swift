/// What each metric is, in the words of docs/metrics.md, which a test holds to be the same.
///
/// Backticks mark what is code.
package enum MetricGlossary {
    package struct Entry: Sendable {
        /// Those that it defines; `iq.` stands for all that begin so.
        package let names: [String]
        package let from: String
        package let to: String
    }

    package struct Term: Sendable {
        package let name: String
        package let meaning: String
    }

    /// In the order of a session.
    package static let metrics = [
        Entry(
            names: ["dns"], from: "look-up of the target begins",
            to: "it ends; only where there is something to look up"),
        Entry(
            names: ["connect"], from: "connect()",
            to: "TCP is connected; where a name has several addresses and the first ones take no "
                + "connection, to the one that does"),
        Entry(
            names: ["tls"], from: "`<starttls/>`, or ClientHello with direct TLS",
            to: "the handshake is finished; with `target.tls_resumption` also `tls/full` and "
                + "`tls/resumed` apart"),
        Entry(
            names: ["stream"], from: "a stream header is sent",
            to: "its features are parsed; two or more in each login"),
        Entry(
            names: ["auth"], from: "`<auth/>` is sent",
            to: "`<success/>` is parsed; the client's own hashing of the password is left out"),
        Entry(
            names: ["bind"],
            from: "the bind request (and that of a legacy session, where required)",
            to: "its result"),
        Entry(
            names: ["login"], from: "the arrival is due",
            to: "the session is bound; registration is not part of it"),
        Entry(
            names: ["register"], from: "the exchange begins",
            to: "it ends; in set-up only, unless a scenario has it as a step"),
        Entry(
            names: ["roster", "ping"], from: "the request is due",
            to: "the result with its id, from whom it was asked"),
        Entry(
            names: ["iq.<namespace>"], from: "a raw `send` of that payload is due",
            to: "what it expects has come"),
        Entry(
            names: ["send"], from: "a raw `send` without iq is due",
            to: "what it expects has come; without `expect` it has lag only"),
        Entry(
            names: ["presence"], from: "the broadcast is due",
            to: "its own reflection comes, also as traffic; directed presence has lag only"),
        Entry(
            names: ["message"], from: "it is due at the sender",
            to: "the addressee's session has parsed that very message; one to an address outside "
                + "the run has lag only and counts in `messages.outside`"),
    ]

    /// The definition that a metric of a run goes by: `message` for `message/talker`.
    package static func entry(for metric: String) -> Entry? {
        let base = metric.split(separator: "/").first.map(String.init) ?? metric
        return metrics.first { $0.names.contains(base) }
            ?? metrics.first { base.hasPrefix("iq.") && $0.names[0].hasPrefix("iq.") }
    }

    /// The durations of an action, as docs/report.md has them.
    package static let durations = [
        Term(name: "response", meaning: "done - due: what a user would have waited"),
        Term(name: "service", meaning: "done - sent: what the server took once it was asked"),
        Term(name: "lag", meaning: "sent - due: what the generator itself added"),
    ]

    /// Other words of the tables.
    package static let words = [
        Term(name: "count", meaning: "actions begun in the measured part of the run"),
        Term(name: "errors", meaning: "actions that failed or timed out"),
        Term(
            name: "unfinished",
            meaning: "lost, timed out, skipped: in no percentile; thresholds count it as infinite"),
        Term(
            name: "open",
            meaning: "due by a schedule that does not wait for the server, so that queueing shows"),
        Term(
            name: "closed",
            meaning: "due when the step before it ended: a slow server slows it, so it cannot show "
                + "queueing"),
        Term(
            name: "p99",
            meaning: "99 of 100 values are this or less; p99.9: 999 of 1,000"),
        Term(
            name: "warm-up, drain",
            meaning: "before and after the measured part; in the time series only"),
        Term(
            name: "busy",
            meaning: "share of the time that the busiest worker of the generator was at work"),
        Term(
            name: "verdict",
            meaning: "whether the measurement can be trusted; it judges the generator alone"),
        Term(name: "outcome", meaning: "how the server did"),
    ]

    /// What the load costs the server, as docs/metrics.md has it.
    package static let server = [
        Term(
            name: "server.cpu_per_login_ns",
            meaning: "processor time for each session that logged in: the login with all that "
                + "sessions did besides messages (roster, presence, stanzas of their own, the "
                + "logout)"),
        Term(
            name: "server.cpu_per_message_ns", meaning: "processor time for each message sent"),
        Term(
            name: "server.memory_per_session_bytes",
            meaning: "what resident memory grows by with each session online"),
        Term(
            name: "server.cpu_ratio",
            meaning: "processor time by time over the measured part: 1 is one processor"),
        Term(
            name: "server.memory_peak_bytes",
            meaning: "the most resident memory of all sources together"),
    ]

    /// The ledger, as docs/report.md has it.
    package static let messages = [
        Term(name: "delivered", meaning: "a session of the addressee parsed it"),
        Term(name: "bounced", meaning: "the server sent it back with an error"),
        Term(
            name: "recipient_gone",
            meaning: "the addressee left within the grace (5 s) after the send, or was never there"),
        Term(
            name: "lost",
            meaning: "the addressee stayed, and it did not come until the end of the drain"),
        Term(name: "pending", meaning: "under way when the run was interrupted"),
        Term(name: "duplicated", meaning: "further copies of delivered messages"),
        Term(
            name: "reordered",
            meaning: "came after a later one from the same sender to the same session"),
        Term(name: "late", meaning: "delivered after its timeout"),
        Term(name: "stored", meaning: "delivered to a later session of the account"),
        Term(name: "foreign", meaning: "of another run"),
        Term(
            name: "unexpected",
            meaning: "never sent, for another account, or both delivered and bounced"),
    ]
}
