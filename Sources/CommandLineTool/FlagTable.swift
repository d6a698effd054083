import Benchmark
import Profile
import Report
import StanzaParser

/// Every option that there is. Parsing, help, shell completion and the manual page are made from
/// this table and that of the subcommands alone.
extension Flag {
    private static let takesProfile: Set<Subcommand> = [
        .run, .capacity, .check, .accountsCreate, .accountsDelete,
    ]
    private static let sends: Set<Subcommand> = [
        .run, .capacity, .accountsCreate, .accountsDelete,
    ]

    /// Of reports and of comparisons.
    private static let formats =
        ReportFormat.allCases.map(\.rawValue)
        + ComparisonFormat.allCases.map(\.rawValue).filter { ReportFormat(rawValue: $0) == nil }

    private static func words(_ words: [String], without others: [String]) -> String {
        words.filter { !others.contains($0) }.joined(separator: " or ")
    }

    package static let set = Flag(
        name: "set", value: .text("KEY=VALUE"), repeats: true, subcommands: takesProfile,
        help: "override a key of the profile, such as sessions.scenarios[0].weight=2; VALUE is YAML"
    )
    package static let domain = Flag(
        name: "domain", value: .text("DOMAIN"), subcommands: takesProfile.union([.serve]),
        help: "the XMPP domain, whatever the profile and ADDRESS say (serve: localhost)")
    package static let duration = Flag(
        name: "duration", value: .text("TIME"), subcommands: [.run, .check],
        help: "override the profile's duration, such as 90s or 10m")
    package static let load = Flag(
        name: "load", value: .text("[WHERE:] STAGES"), repeats: true, subcommands: [.run, .check],
        help: "the stages of a load, such as 'ramp 0..500/s 30s; hold 500/s 2m': of the arrivals, "
            + "or with WHERE those of traffic, traffic[1] and so on")
    package static let seed = Flag(
        name: "seed", value: .number("NUMBER", 0...UInt64.max),
        subcommands: [.run, .capacity, .check, .serve, .benchParse, .experiment],
        help: "fix everything that is random; the report says which seed a run had")
    package static let workers = Flag(
        name: "workers", value: .number("NUMBER", 1...256),
        subcommands: [.run, .capacity, .check, .serve, .experiment],
        help: "event loops, one thread each (run: as many as there are processors; serve: 1)")
    package static let processes = Flag(
        name: "processes", value: .number("NUMBER", 1...256),
        subcommands: [.run, .capacity, .check, .experiment],
        help: "share the run over so many processes of this machine, each with its own accounts, "
            + "descriptors and --workers (1)")
    package static let allowRemote = Flag(
        name: "allow-remote", value: .text("NAME|IP|CIDR"), repeats: true,
        subcommands: takesProfile.union([.experiment]),
        help: "allow a target beyond this machine: a name (the target's domain or host, with its "
            + "SRV targets), an address, or a network")
    package static let resolver = Flag(
        name: "resolver", value: .text("IP[:PORT]"), repeats: true,
        subcommands: takesProfile.union([.experiment]),
        help: "ask this name server, port 53 if not given, instead of the system's; several are "
            + "tried in turn")
    package static let source = Flag(
        name: "source", value: .text("IP[-IP]"), repeats: true,
        subcommands: [.run, .capacity, .check, .experiment],
        help: "connect from this address of this machine, or from all between two, such as "
            + "127.0.0.2-127.0.0.20, in turn: for more sessions than one address has ports")
    package static let monitor = Flag(
        name: "monitor", value: .text("SOURCE"), repeats: true,
        subcommands: [.run, .capacity, .check, .experiment],
        help: "watch the server's use of its machine, besides what the profile names: pid:1234, "
            + "name:beam.smp, cgroup:PATH or prometheus:URL#SERIES,SERIES")
    package static let sampleSessions = Flag(
        name: "sample-sessions", value: .number("NUMBER", 0...UInt64(Profile.mostSampleSessions)),
        subcommands: [.run, .check],
        help: "how many sessions the report shows in full, as a conversation (3)")
    package static let output = Flag(
        name: "output", value: .text("PATH"),
        subcommands: [.run, .capacity, .merge, .report, .compare, .experiment],
        help: "where the report goes, a directory that must not exist (reports/<profile>-<UTC "
            + "time>; merge: reports/merged-<UTC time>); report, compare: a file (stdout)")
    package static let format = Flag(
        name: "format", value: .choice(formats), subcommands: [.report, .compare],
        help: "what to render it as (text); report has no "
            + "\(words(formats, without: ReportFormat.allCases.map(\.rawValue))), compare no "
            + words(formats, without: ComparisonFormat.allCases.map(\.rawValue)))
    package static let failIf = Flag(
        name: "fail-if", value: .text("FIGURE>LIMIT"), repeats: true,
        subcommands: [.compare, .experiment],
        help: "end with 1 where a figure is significantly beyond the first side's, such as "
            + "'message.response.p99 > +5%' or 'message.rate < -1%'")
    package static let level = Flag(
        name: "level", value: .text("SHARE"), subcommands: [.compare, .experiment],
        help: "the share of equal figures that may be called different (1%)")
    package static let allow = Flag(
        name: "allow",
        value: .choice(ComparisonDoubts.Allowance.allCases.map(\.rawValue)), repeats: true,
        subcommands: [.compare, .experiment],
        help: "compare although the profiles, versions or machines differ, or a run is INVALID")
    package static let resume = Flag(
        name: "resume", value: .text("DIR"), subcommands: [.experiment],
        help: "go on in the output directory of an earlier start; finished runs are kept")
    package static let everyFigure = Flag(
        name: "all", value: .none, subcommands: [.compare, .experiment],
        help: "show also p95, service and lag, and the parts of metrics by scenario and traffic")
    package static let strict = Flag(
        name: "strict", value: .none, subcommands: [.run, .merge],
        help: "a SUSPECT verdict ends with 4, as an INVALID one does")
    package static let progress = Flag(
        name: "progress", value: .choice(["auto", "plain", "json", "none"]), subcommands: sends,
        help: "auto: on a terminal a view that is redrawn, else as plain; plain: a line a second; "
            + "json: one JSON object a second, of a run; none: nothing")

    package static let print = Flag(
        name: "print", value: .choice(["prosodyctl", "ejabberdctl"]),
        subcommands: [.accountsCreate, .accountsDelete],
        help: "print the commands for the server's own tool; send nothing")

    package static let listen = Flag(
        name: "listen", value: .text("HOST:PORT"), repeats: true, subcommands: [.serve],
        help:
            "where clients connect, with STARTTLS offered (127.0.0.1:5222); port 0 takes a free one"
    )
    package static let listenTLS = Flag(
        name: "listen-tls", value: .text("HOST:PORT"), repeats: true, subcommands: [.serve],
        help: "where clients connect with direct TLS (none)")
    package static let tlsCertificate = Flag(
        name: "tls-cert", value: .text("PATH"), subcommands: [.serve],
        help: "certificate chain, PEM; without it a self-signed one is made and written to a file")
    package static let tlsKey = Flag(
        name: "tls-key", value: .text("PATH"), subcommands: [.serve],
        help: "the certificate's private key, PEM")

    package static let corpus = Flag(
        name: "corpus", value: .text("NAME|FILE"), repeats: true, subcommands: [.benchParse],
        help: "a corpus by name, or a file with what a server sent on a stream")
    package static let chunk = Flag(
        name: "chunk", value: .text("SIZE"), repeats: true, subcommands: [.benchParse],
        help: "bytes of each read, 1B to 64KiB (16KiB)")
    package static let input = Flag(
        name: "input", value: .text("SIZE"), subcommands: [.benchParse],
        help: "bytes of each input, 64KiB to 256MiB (16MiB; a sixteenth of it for chunks below 64B)"
    )
    package static let rounds = Flag(
        name: "rounds", value: .number("NUMBER", 1...1_000),
        subcommands: [.benchParse, .benchStream],
        help: "how often each is timed (parse: \(ParseBenchmark.defaultRounds), stream: "
            + "\(StreamBenchmark.defaultRounds)); "
            + "below 6 the intervals are no better than the extremes")
    package static let parser = Flag(
        name: "parser", value: .choice(ParserName.allCases.map(\.rawValue)), repeats: true,
        subcommands: [.benchParse], help: "which are timed (all)")
    package static let kernel = Flag(
        name: "kernel", value: .choice(ByteScanKernel.allCases.map { "\($0)" }),
        subcommands: [.benchParse],
        help: "the instructions that Clamor's parser scans bytes with (the fastest there are)")
    package static let json = Flag(
        name: "json", value: .none, subcommands: [.benchParse, .benchStream],
        help: "print a JSON document in place of the table")

    package static let helpFlag = Flag(
        name: "help", value: .none, subcommands: Set(Subcommand.allCases), help: "print this")

    /// For what the tool starts itself; on no page.
    package static let rank = Flag(
        name: "rank", value: .text("ORDER"), subcommands: [.run], help: "one process of a run")

    /// In the order of the help text.
    package static let all: [Flag] =
        [
            set, domain, duration, load, seed, workers, processes, allowRemote, resolver, source,
            monitor, sampleSessions, output, format, resume, failIf, level, allow, everyFigure,
            strict, progress, print, listen, listenTLS, tlsCertificate, tlsKey,
        ] + capacity + faults + [
            corpus, chunk, input, rounds, parser, kernel, json, helpFlag,
        ]

    /// Those that a subcommand knows.
    package static func known(to subcommand: Subcommand) -> [Flag] {
        all.filter { $0.subcommands.contains(subcommand) }
    }
}
