import Profile

/// What is to be watched of the server, and whether it tells what thresholds are about.
extension RunSetUp {
    /// The sources of the profile and of `--monitor`.
    ///
    /// - Throws: where a threshold is about what none of them can tell.
    static func monitored(
        _ profile: Profile, _ invocation: Invocation
    ) throws(CommandFailure) -> [MonitorSource] {
        var sources = profile.monitor
        for text in invocation.allValues(of: .monitor) {
            sources.append(
                try Invocation.quantity(text, of: .monitor) { text throws(Quantity.Problem) in
                    try MonitorSource(text)
                })
        }
        if sources.isEmpty { try checkUnwatched(profile, invocation.operand(0) ?? "") }
        return sources
    }

    /// Of a server that nothing watches no figures are known, but for the loopback server's
    /// processor time.
    private static func checkUnwatched(
        _ profile: Profile, _ file: String
    ) throws(CommandFailure) {
        let isLoopback = profile.target.usesLoopbackServer
        for threshold in profile.thresholds {
            guard case .server(let figure) = threshold.quantity,
                !(isLoopback && figure.isOfProcessorTime)
            else { continue }
            let position = threshold.position
            let isInFile = position.source == 0
            let place = isInFile ? "\(file):\(position.line):\(position.column): " : ""
            let reason =
                isLoopback
                ? "the memory of the loopback server cannot be told from that of this process; "
                    + "run against `clamor serve`, with --monitor pid:NUMBER"
                : "nothing watches the server; add --monitor SOURCE, or `monitor` to the profile: "
                    + MonitorSource.forms
            throw CommandFailure(
                .usage, "\(place)error: threshold '\(threshold.expression)': \(reason)",
                hasPlaces: true)
        }
    }
}
