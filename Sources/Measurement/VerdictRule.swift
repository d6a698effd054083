internal import Units

/// The one table of rules by which a measurement is judged; limits are in `VerdictLimits`.
package enum VerdictRule: String, CaseIterable, Sendable {
    case nothingMeasured = "nothing-measured"
    case nobodyOnline = "nobody-online"
    case ranks
    case rate
    case skipped
    case lag
    case busy
    case overcommitted
    case localResources = "local-resources"
    case interrupted
    case aborted
    case rateChanged = "rate-changed"
    case sendQueue = "send-queue"
    case clockStep = "clock-step"
    case histogramOverflow = "histogram-overflow"
    case orderUnchecked = "order-unchecked"
    case tooFewSamples = "too-few-samples"

    struct Finding: Equatable {
        let severity: Verdict.Severity
        let seen: String
    }

    /// What it means for the figures if the rule is broken.
    package var meaning: String {
        switch self {
        case .nothingMeasured: "no action was begun within the measured part of the run"
        case .nobodyOnline: "some of the load was due while the sessions for it were not online"
        case .ranks: "a process of the run measured nothing, or nothing that can be trusted"
        case .rate: "the load was not the one that the profile asks for"
        case .skipped: "some of the load that was due was never offered to the server"
        case .lag: "actions went out late, so response times contain the generator's own delay"
        case .busy: "a worker had hardly any time left, so what it measured may be its own delay"
        case .overcommitted:
            "others had the processors, so response times contain waiting on this machine"
        case .localResources: "this machine ran out of descriptors or ports, not the server"
        case .interrupted: "the run ended before its time; messages under way count as pending"
        case .aborted: "the run ended before its time, and its figures are of what there was of it"
        case .rateChanged: "the load was changed by hand, so it is not that of the profile"
        case .sendQueue: "what counts as sent was waiting in this process for the server to read"
        case .clockStep: "the machine was suspended or its clock set; durations may be wrong"
        case .histogramOverflow: "durations above an hour were counted as an hour"
        case .orderUnchecked: "more pairs of sessions were active than the order check can hold"
        case .tooFewSamples: "the percentile rests on a handful of values and may be chance"
        }
    }

    /// What to do about it.
    package var remedy: String {
        switch self {
        case .nothingMeasured: "make `duration` longer than `warmup`, and look at the errors"
        case .nobodyOnline:
            "see in outcome and errors why sessions were gone, or begin traffic later (`after`)"
        case .ranks: "see the report of that rank, and repeat the run with all of them"
        case .rate: "use more workers, or lower the rate until it is reached"
        case .skipped: "add accounts, or start traffic once recipients are online (`after`)"
        case .lag: "use more workers or a less loaded machine, or lower the rate"
        case .busy: "use more workers or another machine, or lower the rate"
        case .overcommitted:
            "end what else runs here, or use a machine with processors of its own"
        case .localResources: "raise `ulimit -n` or widen the port range, or use fewer sessions"
        case .interrupted: "let the run end by itself, or shorten `duration`"
        case .aborted: "see in the thresholds what failed, and lower the load"
        case .rateChanged: "repeat the run with a profile that has this load"
        case .sendQueue: "lower the rate, or find out why the server or the network does not read"
        case .clockStep: "repeat the run on a machine that stays awake, with a disciplined clock"
        case .histogramOverflow: "use a shorter timeout for what takes so long"
        case .orderUnchecked: "if the order matters, raise `ledger.order_pairs`"
        case .tooFewSamples: "run longer, or read a lower percentile"
        }
    }

    /// Whether breaking it means that the generator was the limit; the others may be the server's
    /// doing.
    package var isOfGenerator: Bool {
        switch self {
        case .ranks, .rate, .lag, .busy, .overcommitted, .localResources, .clockStep: true
        case .nothingMeasured, .nobodyOnline, .skipped, .interrupted, .aborted, .rateChanged,
            .sendQueue,
            .histogramOverflow, .orderUnchecked, .tooFewSamples:
            false
        }
    }

    /// From where on the measurement is no longer VALID, in words; the manual has the same.
    package var limits: String {
        typealias L = VerdictLimits
        return switch self {
        case .nothingMeasured: "INVALID; info if sessions were online"
        case .rate:
            "SUSPECT if off by more than \(L.rateDeviation.inPercent) and "
                + "\(L.rateAllowance) action, INVALID above \(L.rateDeviationInvalid.inPercent)"
        case .nobodyOnline, .skipped:
            "SUSPECT from the first, INVALID above \(L.skippedInvalid.inPercent)"
        case .lag:
            "SUSPECT if p99 reaches \(L.lag.inWords) and \(L.lagShare.inPercent) of the response "
                + "p99, INVALID at \(L.lagInvalid.inWords) and \(L.lagShareInvalid.inPercent); "
                + "without any response by the times alone"
        case .busy:
            "SUSPECT from \(L.busyRatio.inPercent), INVALID from \(L.busyRatioInvalid.inPercent)"
        case .overcommitted:
            "SUSPECT from \(L.kept.inPercent) of the time, INVALID from \(L.keptInvalid.inPercent)"
        case .ranks, .localResources: "INVALID from the first"
        case .interrupted, .rateChanged: "SUSPECT"
        case .aborted: "info"
        case .sendQueue: "SUSPECT from \(L.sendQueue.inWords) on one connection"
        case .clockStep: "SUSPECT from \(L.clockStep.inWords)"
        case .histogramOverflow: "SUSPECT from the first"
        case .orderUnchecked: "info from the first"
        case .tooFewSamples:
            "info below \(VerdictLimits.samples(for: 99)) values; at a percentile that a threshold "
                + "names, below \(L.samplesAbove.fixed(0)) above it"
        }
    }

    /// What the rule finds; nothing if the measurement keeps it.
    func findings(_ result: RunResult) -> [Finding] {
        switch self {
        case .nothingMeasured: nothingMeasured(result)
        case .nobodyOnline: nobodyOnline(result)
        case .ranks: result.facts.brokenRanks.map { Finding(.invalid, $0) }
        case .rate: rate(result)
        case .skipped: skipped(result)
        case .lag: lag(result)
        case .busy: busy(result)
        case .overcommitted: overcommitted(result)
        case .localResources: localResources(result)
        case .interrupted:
            result.facts.isInterrupted ? [Finding(.suspect, "interrupted by the user")] : []
        case .aborted:
            result.facts.abortedBy.map { [Finding(.info, "ended by the threshold \($0)")] } ?? []
        case .rateChanged:
            result.facts.loadChanges.isEmpty
                ? [] : [Finding(.suspect, result.facts.loadChanges.joined(separator: "; "))]
        case .sendQueue: sendQueue(result)
        case .clockStep: clockStep(result)
        case .histogramOverflow: histogramOverflow(result)
        case .orderUnchecked: orderUnchecked(result)
        case .tooFewSamples: tooFewSamples(result)
        }
    }

    private func nothingMeasured(_ result: RunResult) -> [Finding] {
        // Set-up is shown with what is measured, but is none of it; a step of a scenario is there
        // under the scenario's name, too.
        let isMeasured = result.metrics.contains { metric in
            metric.counts.started > 0 && metric.kind == .action && metric.name != "register"
        }
        if isMeasured { return [] }
        // Sessions that stay online without a word may be all that the profile asks for.
        return [
            Finding(
                result.sessions.onlinePeak > 0 ? .info : .invalid,
                "no action in \(result.facts.measured.inWords)")
        ]
    }

    private func nobodyOnline(_ result: RunResult) -> [Finding] {
        result.facts.schedules.compactMap { schedule in
            if schedule.nobodyOnline == 0 { return nil }
            let share = Double(schedule.nobodyOnline) / Double(schedule.asked)
            return Finding(
                share > VerdictLimits.skippedInvalid ? .invalid : .suspect,
                "\(schedule.name): \(schedule.nobodyOnline) of \(schedule.asked) actions had no "
                    + "session, or waited for more (limit: none)")
        }
    }

    private func rate(_ result: RunResult) -> [Finding] {
        result.facts.schedules.compactMap { schedule in
            // What nobody was online for, and arrivals without an account, have rules of their own.
            let asked = schedule.asked - schedule.nobodyOnline - schedule.skipped
            let achieved = schedule.achieved
            let difference = max(asked, achieved) - min(asked, achieved)
            if difference <= VerdictLimits.rateAllowance { return nil }
            let deviation = asked == 0 ? 1 : Double(difference) / Double(asked)
            if deviation <= VerdictLimits.rateDeviation { return nil }
            return Finding(
                deviation > VerdictLimits.rateDeviationInvalid ? .invalid : .suspect,
                "\(schedule.name): \(achieved) of \(asked) actions asked for were begun in time "
                    + "(limit: \(VerdictLimits.rateDeviation.inPercent) off)")
        }
    }

    private func skipped(_ result: RunResult) -> [Finding] {
        // What nobody was online for has a rule of its own.
        let nobodyOnline = result.facts.schedules.reduce(0) { $0 + $1.nobodyOnline }
        let actions = result.actionsSkipped - min(nobodyOnline, result.actionsSkipped)
        let skipped = actions + result.sessions.skipped
        if skipped == 0 { return [] }
        let due = skipped + result.actionsStarted
        let share = Double(skipped) / Double(due)
        return [
            Finding(
                share > VerdictLimits.skippedInvalid ? .invalid : .suspect,
                "\(actions) actions and \(result.sessions.skipped) arrivals were "
                    + "skipped (limit: none)")
        ]
    }

    private func lag(_ result: RunResult) -> [Finding] {
        result.metrics.compactMap { metric in
            guard metric.kind == .action, !metric.isTagged, metric.lag.count > 0 else { return nil }
            let lag = metric.lag.shownPercentile(99)
            if lag < VerdictLimits.lag { return nil }
            let isLong = lag >= VerdictLimits.lagInvalid
            let seen = "\(metric.name): lag p99 \(lag.inWords), "
            let limit = VerdictLimits.lag.inWords
            // Nothing was done, or it has no answer: nothing shows that the lag is small in it.
            if metric.response.count == 0 {
                return Finding(
                    isLong ? .invalid : .suspect,
                    seen + "and no response to compare it with (limit: \(limit))")
            }
            let response = metric.response.shownPercentile(99)
            let share = response > .zero ? lag.inSeconds / response.inSeconds : 1
            if share < VerdictLimits.lagShare { return nil }
            return Finding(
                isLong && share >= VerdictLimits.lagShareInvalid ? .invalid : .suspect,
                seen + "response p99 \(response.inWords) (limit: a tenth of it, or \(limit))")
        }
    }

    private func busy(_ result: RunResult) -> [Finding] {
        if result.busyRatio < VerdictLimits.busyRatio { return [] }
        return [
            Finding(
                result.busyRatio >= VerdictLimits.busyRatioInvalid ? .invalid : .suspect,
                "a worker was busy \(result.busyRatio.inPercent) of the time "
                    + "(limit: \(VerdictLimits.busyRatio.inPercent))")
        ]
    }

    private func overcommitted(_ result: RunResult) -> [Finding] {
        let shares = [
            ("a worker that wanted to run waited", result.runDelayRatio),
            ("the hypervisor gave to others", result.facts.stolenRatio),
        ]
        return shares.compactMap { what, share in
            guard let share, share >= VerdictLimits.kept else { return nil }
            return Finding(
                share >= VerdictLimits.keptInvalid ? .invalid : .suspect,
                "\(what) \(share.inPercent) of the time "
                    + "(limit: \(VerdictLimits.kept.inPercent))")
        }
    }

    private func localResources(_ result: RunResult) -> [Finding] {
        result.resourceFailures == 0
            ? []
            : [
                Finding(
                    .invalid,
                    "\(result.resourceFailures) connections had no descriptor or port "
                        + "(limit: none)")
            ]
    }

    private func sendQueue(_ result: RunResult) -> [Finding] {
        let (peak, limit) = (result.sendQueuePeak, VerdictLimits.sendQueue)
        if peak < limit.rawValue { return [] }
        return [
            Finding(
                .suspect,
                "\(ByteCount(Int(clamping: peak)).inWords) waited on one connection "
                    + "(limit: \(limit.inWords))")
        ]
    }

    private func clockStep(_ result: RunResult) -> [Finding] {
        let step = Nanoseconds(abs(result.facts.clockStep.rawValue))
        return step < VerdictLimits.clockStep
            ? []
            : [
                Finding(
                    .suspect,
                    "the clocks went \(step.inWords) apart "
                        + "(limit: \(VerdictLimits.clockStep.inWords))")
            ]
    }

    private func histogramOverflow(_ result: RunResult) -> [Finding] {
        let overflow = result.metrics.reduce(UInt64(0)) { sum, metric in
            metric.isTagged
                ? sum
                : sum + metric.response.overflow + metric.service.overflow + metric.lag.overflow
        }
        return overflow == 0
            ? [] : [Finding(.suspect, "\(overflow) durations were above an hour (limit: none)")]
    }

    private func orderUnchecked(_ result: RunResult) -> [Finding] {
        let unchecked = result.messages.orderUnchecked
        return unchecked == 0
            ? [] : [Finding(.info, "the order of \(unchecked) messages was not checked")]
    }

    private func tooFewSamples(_ result: RunResult) -> [Finding] {
        let needed = VerdictLimits.samples(for: 99)
        let few = result.metrics.filter {
            !$0.isTagged && $0.kind == .action && (1..<needed).contains($0.response.count)
        }
        var findings: [Finding] = []
        if !few.isEmpty {
            let list = few.map { "\($0.name): \($0.response.count)" }.joined(separator: ", ")
            findings.append(
                Finding(.info, "few values for a p99 (\(list); enough: \(needed))"))
        }
        let told = few.map { [$0.name, "response", "p99"] }
        return findings
            + result.judgedPercentiles.compactMap { judged in
                if judged.window == nil, told.contains(judged.path) { return nil }
                return judged.shortage(in: result).map { Finding(.info, $0) }
            }
    }
}

extension VerdictRule.Finding {
    init(_ severity: Verdict.Severity, _ seen: String) {
        self.init(severity: severity, seen: seen)
    }
}
