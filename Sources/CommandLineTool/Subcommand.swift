/// What the tool can be asked to do.
package enum Subcommand: String, CaseIterable, Sendable {
    case run
    case capacity
    case merge
    case report
    case compare
    case experiment
    case check
    case serve
    case benchParse = "bench parse"
    case benchStream = "bench stream"
    case accountsCreate = "accounts create"
    case accountsDelete = "accounts delete"
    case profiles
    case profilesShow = "profiles show"
    case schemaProfile = "schema profile"
    case schemaRun = "schema run"
    case completion
    case man
    case version

    /// A word of the command line that is not an option.
    package struct Operand: Hashable, Sendable {
        package var name: String
        package var isRequired: Bool
        /// Whether it may be followed by more of its kind; then it is the last.
        package var repeats = false
        package var help: String
        package var candidates = WordCandidates.none

        /// As a usage line shows it.
        var synopsis: String {
            let names = name + (repeats ? "..." : "")
            return isRequired ? names : "[\(names)]"
        }
    }

    /// The words that name it.
    package var words: [String] { rawValue.split(separator: " ").map(String.init) }

    /// Those that begin with this word; none if the word is a subcommand on its own.
    package static func inGroup(_ word: String) -> [Subcommand] {
        let group = allCases.filter { $0.words[0] == word }
        return group.contains { $0.words.count == 1 } ? [] : group
    }

    /// One line for the list of subcommands.
    package var summary: String {
        switch self {
        case .run: "run a profile; ADDRESS overrides the profile's target"
        case .capacity: "find the highest load that meets an objective"
        case .merge: "one report from those of a run's ranks"
        case .experiment: "run variants of a profile in turns, then compare them"
        case .compare: "whether runs differ, by how much, and how sure that is"
        case .report: "render a report again, as text, HTML, CSV, JUnit XML or Markdown"
        case .check: "validate a profile and print what it would do"
        case .serve: "the loopback server on its own"
        case .benchParse: "measure the stream parser beside libxml2 and Expat"
        case .benchStream: "measure what the client's side of a stream costs"
        case .accountsCreate: "register the accounts of a profile"
        case .accountsDelete: "remove the accounts of a profile"
        case .profiles: "list the built-in profiles"
        case .profilesShow: "print a built-in profile"
        case .schemaProfile: "print the JSON Schema of profiles"
        case .schemaRun: "print the JSON Schema of run.json"
        case .completion: "print a script that completes command lines: bash, zsh, fish"
        case .man: "print the manual page"
        case .version: "print the version"
        }
    }

    /// What follows the usage line in `--help`.
    package var details: String {
        switch self {
        case .run:
            """
            Runs PROFILE and writes a report. PROFILE is a file, or the name of a built-in profile.
            Progress goes to stderr, the summary to stdout; its last line is the report's path.
            Ctrl-C once stops the load, waits for what is in flight and writes the report; twice
            stops at once.

            Addresses outside 127.0.0.0/8 and ::1 are refused unless --allow-remote names them.
            """
        case .capacity:
            """
            Runs PROFILE at one level of load after the other, doubling it until the objective of --slo
            is missed, bisecting, and trying both ends of the interval again, the upper one first. Ends
            with the interval, why the search ended, and latency against load; the report of each trial
            is kept. A level at which the generator was the limit never counts against the server.

            Ends with 0 if there is an answer, 1 if the objective is missed however small the load, and
            4 if the generator was the limit.
            """
        case .merge:
            """
            Adds the reports of the ranks of a run up to one, as if one process had done it all:
            histograms are added, and no percentile is averaged. REPORT is the directory of a rank,
            rank-0, rank-1 and so on in the report of `clamor run --processes`, which does this by
            itself. A rank that is missing, did not come to its end or is INVALID makes it INVALID.
            """
        case .experiment:
            """
            Runs the variants that FILE describes, round by round in a random order, each run in a
            process of its own, and compares them as `clamor compare` does. Each report is kept.
            What was interrupted, or failed, goes on with --resume where it ended. FILE is YAML,
            with a profile, variants, and what each of them sets; its commands `before` and `after`
            are run by a shell.
            """
        case .compare:
            """
            Compares each SIDE with the first. SIDE is a report's directory, a directory with the
            reports of several runs, or a pattern of either in quotes, such as 'reports/old-*'. With
            several runs a side the statistics is that of runs, which tells configurations apart;
            with one a side that of windows within them, which tells these two runs apart.

            --fail-if makes it a check: it ends with 1 where a figure is beyond the limit by more
            than chance explains. --level is that chance.
            """
        case .report:
            """
            Renders REPORT, the directory of a report or its run.json, again: what the run printed,
            or in another format. html is a page with charts in one file, csv is the time series,
            junit has the thresholds as test cases, markdown is for the summary page of a CI job.
            The directory of a search for capacity is rendered as text, html or csv.
            What the run thought of itself does not change the exit code.
            """
        case .check:
            """
            Loads PROFILE as `run` would, and prints the plan: sessions, file descriptors, ports,
            messages, bytes per second and how long it takes. Sends nothing.
            """
        case .serve:
            """
            Runs the built-in server until SIGTERM or SIGINT. When it is ready it prints
            `listening HOST:PORT domain=DOMAIN ca=PATH`. Accounts, rosters and offline messages are
            kept in memory only; anyone who can connect can register.
            """
        case .benchParse:
            """
            Times Clamor's parser, libxml2's push parser (SAX2) and, where it is installed, Expat with
            namespaces on the same streams, in turns. Before that it checks that all of them see the
            same elements, attributes and texts, and ends with 3 where they do not. A ratio is
            Clamor's speed over the other parser's, with its interval.

            Corpora: \(BenchParseCommand.corpora). Without options it
            takes all of them in chunks of 16KiB, and chat in chunks of 1500B and 1B.
            """
        case .benchStream:
            """
            Times a message in and a message out on sessions over the loopback interface: bare libuv
            (the floor), then Clamor's transport, parser, sessions and recorder, one more at each
            stage, without and with TLS 1.3; the writer alone; and logins by mechanism, with and
            without a cached key, with full and with resumed TLS. Only the client's processor time
            counts. Nothing leaves the machine.
            """
        case .accountsCreate:
            """
            Registers the accounts that PROFILE names, in-band (XEP-0077); those that exist already
            are left alone. With --print it sends nothing and prints the server's own commands.
            """
        case .accountsDelete:
            """
            Logs in with each account that PROFILE names and removes it, in-band (XEP-0077). With
            --print it sends nothing and prints the server's own commands.
            """
        case .profiles:
            "Lists the profiles that the binary brings; `run` and `check` take the names."
        case .profilesShow: "Prints the built-in profile NAME, to be changed and run."
        case .schemaProfile:
            """
            Prints the JSON Schema of profiles, which lets an editor complete and explain keys. It
            knows keys and kinds of values; `clamor check` knows what they mean together.
            """
        case .schemaRun:
            """
            Prints the JSON Schema of run.json: every key of a report, with its type.
            """
        case .completion:
            """
            Prints a script that lets SHELL complete subcommands, options and their values.

            bash: eval "$(clamor completion bash)" in ~/.bashrc

            zsh: clamor completion zsh > _clamor, in a folder of $fpath

            fish: clamor completion fish > ~/.config/fish/completions/clamor.fish
            """
        case .man: "Prints the manual page: clamor man | man -l -"
        case .version: "Prints the version of clamor."
        }
    }

    /// In the order in which they are given.
    package var operands: [Operand] {
        let profile = Operand(
            name: "PROFILE", isRequired: true, help: "a profile file, or a built-in profile's name",
            candidates: .profiles(andFiles: true))
        let address = Operand(
            name: "ADDRESS", isRequired: false,
            help: "HOST, HOST:PORT or [IPv6]:PORT, several separated by commas; a host name also "
                + "sets the domain")
        switch self {
        case .run, .capacity, .check, .accountsCreate, .accountsDelete:
            return [profile, address]
        case .merge:
            return [
                Operand(
                    name: "REPORT", isRequired: true, repeats: true,
                    help: "the report directory of a rank", candidates: .folders)
            ]
        case .experiment:
            return [
                Operand(
                    name: "FILE", isRequired: true, help: "an experiment's file",
                    candidates: .files)
            ]
        case .compare:
            return ["SIDE", "SIDE"].enumerated().map { place, name in
                Operand(
                    name: name, isRequired: true, repeats: place == 1,
                    help: place == 0
                        ? "what the others are compared with: a report, or a directory of reports"
                        : "a report, or a directory of reports", candidates: .folders)
            }
        case .report:
            return [
                Operand(
                    name: "REPORT", isRequired: true,
                    help: "the directory of a report, or of a search for capacity",
                    candidates: .folders)
            ]
        case .profilesShow:
            return [
                Operand(
                    name: "NAME", isRequired: true, help: "a built-in profile's name",
                    candidates: .profiles(andFiles: false))
            ]
        case .completion:
            let names = Shell.allCases.map(\.rawValue)
            return [
                Operand(
                    name: "SHELL", isRequired: true, help: names.joined(separator: ", "),
                    candidates: .words(names))
            ]
        case .serve, .benchParse, .benchStream, .profiles, .schemaProfile, .schemaRun, .man,
            .version:
            return []
        }
    }
}
