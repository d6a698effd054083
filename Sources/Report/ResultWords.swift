internal import Measurement
internal import Units

extension Verdict.Status {
    /// What may be done with the figures.
    var meaning: String {
        switch self {
        case .valid: "the figures can be trusted"
        case .suspect: "use the figures with care"
        case .invalid: "the figures do not show what the server does under this load"
        }
    }
}

extension Verdict {
    /// Whether what a reason means and what to do is said after it: once for all reasons of a rule.
    func isExplained(after place: Int) -> Bool {
        guard place + 1 < reasons.count else { return true }
        let (reason, next) = (reasons[place], reasons[place + 1])
        return next.meaning != reason.meaning || next.remedy != reason.remedy
    }
}

extension Outcome {
    /// How the server did, as a sentence.
    var meaning: String {
        switch self {
        case .ok: "the server did all that was asked of it"
        case .degraded: "the server did not do all that was asked of it"
        case .failed: "the server did not do what was asked of it"
        }
    }
}

extension ThresholdResult {
    /// What the run had there, and where: `250 ms from 0:12 (3 of 20 windows failed)`.
    package var seen: String {
        guard let windows, let start = windows.worstStart else { return observed.inWords }
        return "\(observed.inWords) from \(start.onClock) "
            + "(\(windows.failed) of \(windows.count) windows failed)"
    }
}

extension ObservedValue {
    var inWords: String {
        switch self {
        case .noSamples: "no samples"
        case .unknown: "not known"
        case .infinite: "infinite: too many never finished"
        case .duration(let span): span.inWords
        case .count(let count): "\(count)"
        case .bytes(let size): ByteCount(Int(clamping: size)).inWords
        case .number(let number): number.fixed(4)
        }
    }
}

extension MessageCounts {
    /// What became of what was sent.
    var sum: String {
        "\(sent) sent = \(delivered) delivered + \(bounced) bounced + \(lost) lost + "
            + "\(recipientGone) recipient gone + \(pending) pending"
    }
}

extension RunDocument {
    /// Which run it was, on one line.
    var description: String {
        "\(profile.title): \(duration.inWords), \(measured.inWords) of it measured, seed \(seed), "
            + startedAt
    }
}

extension RunDocument {
    /// What became of sessions, and of actions without one.
    var sessionsInWords: String {
        "\(sessions.started) started, \(sessions.onlinePeak) online at most, "
            + "\(sessions.failed) failed, \(sessions.skipped) skipped, \(sessions.cut) cut; "
            + "\(actions.skipped) actions skipped"
    }

    /// What went over the wire.
    var trafficInWords: String {
        "sent \(stanzas.sent) stanzas, \(ByteCount(Int(clamping: bytes.sent)).inWords); "
            + "received \(stanzas.received) stanzas, "
            + ByteCount(Int(clamping: bytes.received)).inWords
    }
}

extension Environment {
    /// The machine, on one line.
    var machine: String {
        "\(processorCount) × \(processorModel), \(operatingSystem), kernel \(kernel)"
    }

    /// What the load was made with, on one line.
    var software: String {
        "clamor \(clamor), Swift \(swift), \(openSSL), libuv \(libuv)"
    }
}

extension RunDocument.Generator {
    /// How many there were to make the load.
    var workersInWords: String {
        (workers == 1 ? "1 worker" : "\(workers) workers")
            + (ranks == 1 ? "" : " in \(ranks) processes")
    }

    /// What it took.
    var useInWords: String {
        "\(workersInWords), busy \(busyRatio.inPercent), CPU \(cpu.inWords), memory at most "
            + ByteCount(Int(clamping: peakResidentBytes)).inWords
    }
}

extension MetricDocument {
    /// Whether it is a login, a part of one, or what comes before.
    var isOfLogin: Bool { kind == .stage || name == "login" || name == "register" }
}
