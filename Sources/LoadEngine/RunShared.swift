package import EventLoop
package import Measurement
internal import Profile
import Synchronization
package import Units
package import XMPP

/// What crosses between the workers of a run and its director; all of it safe from any thread.
package final class RunShared: Sendable {
    package let plan: RunPlan
    let claims: AccountClaims
    package let directory: OnlineDirectory
    package let gauges: WorkerGauges
    private let phaseWord = Atomic<Int>(RunPhase.running.rawValue)
    private let cutShortFlag = Atomic<Bool>(false)
    private let control: RunControl
    /// How long each registration in set-up took.
    let registrations: [Nanoseconds]
    private let snapshots = Guarded<[IntervalSnapshot]>([])
    /// What the workers that have finished say of their schedules.
    private let tallies = Guarded<[[ScheduleTally]]>([])
    private let samples = Guarded<[SessionTimeline]>([])
    private let wakers: Guarded<[Waker?]>
    private let server = Guarded<ServerVersion?>(nil)
    private let firstFailure = Guarded<StreamFailure?>(nil)
    private let isServerAsked = Atomic<Bool>(false)
    /// By traffic item: when its schedule begins, plus 1; 0: not known yet.
    private let trafficStarts: AtomicTable
    /// From worker i to worker j at i × workers + j.
    private let rings: [NoticeRing<Notice>]

    /// Notices that may wait between two workers; what does not fit stays with the sender.
    private static let ringCapacity = 16_384

    package init(plan: RunPlan, registrations: [Nanoseconds], control: RunControl) {
        self.plan = plan
        self.registrations = registrations
        self.control = control
        claims = AccountClaims(accountCount: plan.accounts.count, rank: plan.rank)
        directory = OnlineDirectory(accountCount: plan.accounts.count)
        gauges = WorkerGauges(workers: plan.workers)
        wakers = Guarded(Array(repeating: nil, count: plan.workers))
        trafficStarts = AtomicTable(count: plan.profile.traffic.count)
        let pairs = plan.workers == 1 ? 0 : plan.workers * plan.workers
        rings = (0..<pairs).map { _ in NoticeRing(capacity: Self.ringCapacity) }
    }

    package var phase: RunPhase {
        get { RunPhase(rawValue: phaseWord.load(ordering: .acquiring)) ?? .finished }
        set { phaseWord.store(newValue.rawValue, ordering: .releasing) }
    }

    /// Whether the user ended the run before its messages had their time.
    var isCutShort: Bool { cutShortFlag.load(ordering: .acquiring) }

    /// To be called before the phase in which workers close their ledgers.
    func cutShort() { cutShortFlag.store(true, ordering: .releasing) }

    /// How often the user asked to stop.
    package var interruptions: Int { control.interruptions }

    /// The threshold that ends the run, as told from outside.
    var abortedBy: String? { control.abortedBy }

    /// What the user made of the load.
    var setting: LoadSetting { control.setting }

    func publish(_ snapshot: IntervalSnapshot) { snapshots.withLock { $0.append(snapshot) } }

    /// Takes the snapshots that have come since the last call.
    package func takeSnapshots() -> [IntervalSnapshot] {
        snapshots.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    /// A worker is done; it publishes nothing after this.
    func workerFinished(schedules: [ScheduleTally], timelines: [SessionTimeline]) {
        samples.withLock { $0 += timelines }
        tallies.withLock { $0.append(schedules) }
    }

    /// A worker could not even begin, for want of descriptors or memory.
    func workerFailed() {
        control.interrupt()
        control.interrupt()
        workerFinished(
            schedules: Array(repeating: ScheduleTally(), count: 1 + plan.traffic.count),
            timelines: [])
    }

    /// What the sampled sessions of the workers that are done did, in the order of their arrival.
    package var timelines: [SessionTimeline] {
        samples.withLock { $0.sorted { ($0.started, $0.account) < ($1.started, $1.account) } }
    }

    /// How many workers are done.
    package var finishedWorkers: Int { tallies.withLock { $0.count } }

    /// What the schedules asked for and got, over all workers that are done.
    package var scheduleFacts: [ScheduleFacts] {
        let names = ["sessions"] + plan.profile.traffic.map(\.name)
        return tallies.withLock { tallies in
            names.enumerated().map { place, name in
                func sum(_ count: (ScheduleTally) -> UInt64) -> UInt64 {
                    tallies.reduce(0) { $0 + count($1[place]) }
                }
                return ScheduleFacts(
                    name: name, asked: sum(\.asked), achieved: sum(\.achieved),
                    nobodyOnline: sum(\.nobodyOnline), skipped: sum(\.skipped))
            }
        }
    }

    package func setWaker(_ waker: Waker, worker: Int) { wakers.withLock { $0[worker] = waker } }

    /// Makes every worker look at the phase.
    package func wakeAll() {
        for waker in wakers.withLock({ $0 }) { waker?.wake() }
    }

    func wake(worker: Int) { wakers.withLock { $0[worker] }?.wake() }

    func ring(from sender: Int, to receiver: Int) -> NoticeRing<Notice> {
        rings[sender * plan.workers + receiver]
    }

    /// When the schedule of a traffic item that waits for all sessions begins.
    func trafficStart(_ item: Int) -> Instant? {
        let word = trafficStarts.load(item)
        return word == 0 ? nil : Instant(nanoseconds: Int64(word) - 1)
    }

    func setTrafficStart(_ item: Int, _ start: Instant) {
        trafficStarts.store(item, UInt64(start.nanoseconds + 1))
    }

    /// Whether the caller is the one to ask the server for its version; true once in a run.
    func claimVersionQuery() -> Bool {
        isServerAsked.compareExchange(
            expected: false, desired: true, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Keeps the first reason why no stream could be opened.
    func noteUnreachable(_ failure: StreamFailure) {
        firstFailure.withLock { if $0 == nil { $0 = failure } }
    }

    /// Why the first session that could not reach the server could not.
    package var firstUnreachable: StreamFailure? { firstFailure.withLock { $0 } }

    /// What the server said of itself (XEP-0092).
    package var serverVersion: ServerVersion? {
        get { server.withLock { $0 } }
        set { server.withLock { $0 = newValue } }
    }
}
