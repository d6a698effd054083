import EventLoop
import LoadEngine
import Measurement
import Profile
import Report
import Units
import Workload

/// A run that several processes share: it starts them, lets all begin at the same instant, shows
/// what they do as one line, and adds their reports up.
final class SharedRun {
    /// Between two looks at the ranks.
    private static let stepLength = Nanoseconds.milliseconds(20)
    /// Between the word to begin and the run's origin: enough for every rank to hear it in time.
    private static let lead = Nanoseconds.milliseconds(500)

    /// One of the processes.
    private struct Member {
        let process: ChildProcess
        let directory: String
        var accounts = (done: 0, total: 0)
        var isReady = false
        /// Whether its report has what the merge needs.
        var hasReport = false
        var hasResult = false
        var failure: String?
        var isOver = false

        /// The exit code of the process; for one that was killed, that of a failure.
        var code: ExitCode {
            guard case .exited(let code) = process.ending else { return .unreachable }
            return ExitCode(rawValue: code) ?? .unreachable
        }

        /// Why it has no result.
        var reason: String {
            if let failure { return failure }
            return switch process.ending {
            case .exited(let code): "it ended with \(code)"
            case .killed(let signal): "it was killed by signal \(signal)"
            case nil: "it does not end"
            }
        }
    }

    private let setUp: RunSetUp
    private let files: ReportDirectory
    private let control: RunControl
    private let console: Console
    private let display: ProgressDisplay
    private let live: LiveDisplay?
    private let progress: RunProgress
    private var totals: RunTotals
    private var members: [Member] = []
    private var hasBegun = false
    private var interruptions = 0
    private var hasAborted = false
    private var setting = LoadSetting()

    /// - Parameter files: where the merged report goes; those of the ranks go below it.
    init(
        _ setUp: RunSetUp, _ invocation: Invocation, files: ReportDirectory, control: RunControl,
        console: Console
    ) throws(CommandFailure) {
        self.setUp = setUp
        self.files = files
        self.control = control
        self.console = console
        display = ProgressDisplay(option: invocation.value(of: .progress), console: console)
        live = display.liveView(of: setUp.profile, control)
        progress = RunProgress(
            display: display, files: nil, profile: setUp.profile, live: live)
        totals = RunTotals(
            profile: setUp.profile, catalogue: RunMetrics(profile: setUp.profile).catalogue,
            workers: setUp.workers * setUp.ranks)
        for order in setUp.orders(below: files.path) {
            do throws(TransportError) {
                members.append(
                    Member(
                        process: try ChildProcess(
                            ofThisProgram: invocation.arguments(adding: .rank, order.text)),
                        directory: order.directory))
            } catch {
                throw CommandFailure(.unreachable, "cannot start another process: \(error)")
            }
        }
    }

    /// Lets the ranks run to their end and merges what they found.
    func perform(isStrict: Bool) throws(CommandFailure) -> ExitCode {
        while members.contains(where: { !$0.isOver }) {
            WallClock.sleep(Self.stepLength)
            for place in members.indices where !members[place].isOver { look(at: place) }
            passInterruptionsOn()
            abortIfDue()
            passSettingOn()
            if !hasBegun { beginIfReady() }
        }
        display.end()
        live?.end()
        if !hasBegun { throw failure }
        let reports = members.filter(\.hasReport).map(\.directory)
        guard !reports.isEmpty else { throw failure }
        var codes = try MergeCommand.write(
            try MergeCommand.open(reports), to: files, isStrict: isStrict, console)
        let own = Set(members.filter(\.hasResult).map(\.code))
        codes.formUnion(own.intersection([.unreachable, .interrupted]))
        return .first(of: codes)
    }

    // MARK: Beginning

    private func beginIfReady() {
        if members.contains(where: \.isOver) {
            // Without all of them there is no run: the others see that nothing will come.
            for member in members { member.process.closeInput() }
        } else if members.allSatisfy(\.isReady) {
            hasBegun = true
            progress.began(RunMetrics(profile: setUp.profile).catalogue)
            let start = MonotonicClock().originNanoseconds + Self.lead.rawValue
            for member in members { member.process.write("\(start)\n") }
        }
    }

    /// Why the run came to nothing: what the first rank said that has a reason of its own.
    private var failure: CommandFailure {
        let place = members.firstIndex { $0.code != .interrupted } ?? 0
        return CommandFailure(members[place].code, "rank \(place): \(members[place].reason)")
    }

    // MARK: Looking

    private func look(at place: Int) {
        members[place].process.look()
        for line in members[place].process.takeLines() {
            // Most lines are records.
            if let record = RankRecord(line: line) {
                take(record, of: place)
            } else if let message = JSONLine.value(RankMessage.self, in: line) {
                take(message, of: place)
            }
        }
        let process = members[place].process
        guard process.ending != nil, process.isOutputAtEnd else { return }
        members[place].isOver = true
        guard hasBegun, !members[place].hasResult else { return }
        display.end()
        console.note(
            "rank \(place): \(members[place].reason); the others go on, but the report will be INVALID"
        )
        for worker in workers(of: place) {
            for interval in totals.fellSilent(worker: worker) { show(interval) }
        }
    }

    private func workers(of place: Int) -> Range<Int> {
        place * setUp.workers..<(place + 1) * setUp.workers
    }

    private func take(_ message: RankMessage, of place: Int) {
        switch message {
        case .accounts(let done, let total):
            members[place].accounts = (done, total)
            showAccounts()
        case .ready: members[place].isReady = true
        case .note(let text):
            display.end()
            console.note("rank \(place): \(text)")
        case .failed(let text): members[place].failure = text
        }
    }

    private func take(_ record: RankRecord, of place: Int) {
        switch record {
        case .opening: members[place].hasReport = true
        case .ending: members[place].hasResult = true
        case .interval(let snapshot):
            guard (0..<setUp.workers).contains(snapshot.worker) else { return }
            let worker = workers(of: place).lowerBound + snapshot.worker
            if let interval = totals.add(snapshot.renumbered(worker: worker)) { show(interval) }
        }
    }

    private func showAccounts() {
        let done = members.reduce(0) { $0 + $1.accounts.done }
        progress.registered(done, of: setUp.accounts.count)
    }

    private func show(_ interval: MergedInterval) {
        let isRunning = interval.row.start < setUp.profile.duration
        progress.interval(interval, phase: isRunning ? .running : .draining)
    }

    /// Tells the ranks when a threshold has failed over all of them.
    private func abortIfDue() {
        guard !hasAborted, let expression = totals.abortedBy else { return }
        hasAborted = true
        tell(.abort(by: expression))
    }

    /// Tells the ranks what the user made of the load.
    private func passSettingOn() {
        guard hasBegun, setting != control.setting else { return }
        setting = control.setting
        tell(.load(setting))
    }

    private func tell(_ instruction: RankInstruction) {
        let line = JSONLine.text(instruction)
        for member in members { member.process.write(line) }
    }

    /// The user's word, once for each time it came. Before the common start nothing else ends
    /// the wait for it.
    private func passInterruptionsOn() {
        while interruptions < control.interruptions {
            interruptions += 1
            for member in members {
                member.process.interrupt()
                if !hasBegun { member.process.closeInput() }
            }
        }
    }
}
