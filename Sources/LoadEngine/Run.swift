internal import EventLoop
internal import Measurement
internal import Profile
import Synchronization
package import Units

/// One execution of a plan in real time: set-up on the calling thread, then a thread for each
/// worker, while the calling thread directs and collects.
package final class Run {
    /// Between two looks at the workers; the second while nothing but the end is waited for.
    private static let stepLength = Nanoseconds.milliseconds(10)
    private static let runningStepLength = Nanoseconds.milliseconds(50)
    /// Between the start of the threads and the run's origin.
    private static let lead = Nanoseconds.milliseconds(100)
    /// How long workers may take to stop once they are told; then the result is made without them.
    private static let stopLimit = Nanoseconds.seconds(5)

    private let plan: RunPlan
    private weak var observer: (any RunObserver)?
    private let control: RunControl
    /// CPU time that the process spent on the loopback server so far; nil without one.
    private let loopbackProcessorTime: (() -> Nanoseconds)?
    private let monitor: ServerMonitor?
    /// Waits for the instant at which all ranks begin, in the system's monotonic nanoseconds; it
    /// gives nil if the run is not to begin. Nil for a run that begins once it is set up.
    private let commonStart: (() -> Int64?)?

    package init(
        plan: RunPlan, observer: (any RunObserver)?, control: RunControl,
        loopbackProcessorTime: (() -> Nanoseconds)? = nil, monitor: ServerMonitor? = nil,
        commonStart: (() -> Int64?)? = nil
    ) {
        self.plan = plan
        self.observer = observer
        self.control = control
        self.loopbackProcessorTime = loopbackProcessorTime
        self.monitor = monitor
        self.commonStart = commonStart
    }

    /// Registers what is missing, then performs the run to its end.
    ///
    /// Throws: when set-up failed and there is nothing to report.
    package func perform() throws(SetUpFailure) -> RunCompletion {
        var registrations: [Nanoseconds] = []
        if let purpose = plan.registrationPurpose {
            let outcome = try Self.provision(
                plan, purpose: purpose, control: control,
                onProgress: { [weak self] progress in
                    guard let self else { return }
                    self.observer?.registering(progress, total: self.plan.ownedAccounts)
                })
            registrations = outcome.exchanges
        }
        monitor?.watchIdle()
        var origin: Int64?
        if let commonStart {
            origin = commonStart()
            if origin == nil { throw .interrupted }
        }
        if control.interruptions > 0 { throw .interrupted }
        return try direct(registrations, from: origin)
    }

    /// Creates or removes the plan's accounts on the calling thread.
    ///
    /// Throws: when the server is out of reach, refuses by policy, or for an account that was
    /// given up.
    package static func provision(
        _ plan: RunPlan, purpose: Provisioning.Purpose, control: RunControl,
        onProgress: @escaping (Provisioning) -> Void
    ) throws(SetUpFailure) -> Provisioning {
        let transport: UVTransport
        do throws(TransportError) { transport = try UVTransport() } catch { throw .system(error) }
        defer {
            control.attach(nil)
            transport.handler = nil
            transport.close()
        }
        let provisioner = Provisioner(
            plan: plan, transport: transport, purpose: purpose, onProgress: onProgress,
            onDone: { transport.stop() })
        control.attach(transport.waker)
        provisioner.begin()
        // A signal that came before there was anyone to wake.
        if control.interruptions > 0 { provisioner.stop() }
        if !provisioner.isFinished { transport.run() }
        try provisioner.progress.check(plan, isInterrupted: control.interruptions > 0)
        return provisioner.progress
    }

    /// - Parameter origin: where it is given from outside, as the system's monotonic clock has it.
    private func direct(
        _ registrations: [Nanoseconds], from origin: Int64?
    ) throws(SetUpFailure) -> RunCompletion {
        let clock = MonotonicClock(
            originNanoseconds: origin
                ?? MonotonicClock().originNanoseconds + Self.lead.rawValue)
        let shared = RunShared(plan: plan, registrations: registrations, control: control)
        var driver = RunDriver(shared, observer: observer)
        let usageBefore = ProcessUsage.current.processorTime
        let loopbackBefore = loopbackProcessorTime?()
        let processorsBefore = ProcessorTimes.current
        let epoch = WallClock.nanosecondsSince1970 - clock.now.nanoseconds
        let threads = try start(shared, clock)
        monitor?.begin(origin: clock)
        observer?.began(plan, startedAt: epoch)
        while !driver.isFinished {
            WallClock.sleep(stepLength(driver, at: clock.now))
            if driver.step(at: clock.now) { shared.wakeAll() }
        }
        let end = clock.now
        let serverUsage = monitor?.end(origin: clock) ?? []
        while shared.finishedWorkers < plan.workers, clock.now < end + Self.stopLimit {
            shared.wakeAll()
            WallClock.sleep(Self.stepLength)
        }
        if shared.finishedWorkers == plan.workers { for thread in threads { thread.join() } }
        var facts = RunFacts()
        facts.startedAt = epoch
        facts.serverUsage = serverUsage
        let usage = ProcessUsage.current
        facts.cpu = usage.processorTime - usageBefore
        if let loopbackProcessorTime, let loopbackBefore {
            let spent = loopbackProcessorTime() - loopbackBefore
            facts.loopbackCPU = spent
            facts.cpu = facts.cpu - spent
        }
        if let processorsBefore, let processors = ProcessorTimes.current {
            facts.stolenRatio = processors.stolenShare(since: processorsBefore)
        }
        facts.peakResidentBytes = UInt64(usage.peakResident.rawValue)
        facts.clockStep = Nanoseconds(
            WallClock.nanosecondsSince1970 - epoch - clock.now.nanoseconds)
        facts.isTargetDead = driver.isTargetInDoubt && isTargetDead()
        return driver.complete(at: end, facts: facts)
    }

    /// A look costs as much as a message, so while the load lasts there are few; but its end is met.
    private func stepLength(_ driver: RunDriver, at now: Instant) -> Nanoseconds {
        guard driver.isRunning else { return Self.stepLength }
        let end = Instant.origin + plan.profile.duration
        return min(Self.runningStepLength, max(Self.stepLength, end - now))
    }

    /// Asks the target itself, on the calling thread; one that cannot be asked is not dead.
    private func isTargetDead() -> Bool {
        guard let transport = try? UVTransport() else { return false }
        defer {
            control.attach(nil)
            transport.handler = nil
            transport.close()
        }
        let check = TargetCheck(plan: plan, transport: transport) { transport.stop() }
        control.attach(transport.waker)
        check.begin()
        transport.run()
        return check.isTargetDead
    }

    private func start(
        _ shared: RunShared, _ clock: MonotonicClock
    ) throws(SetUpFailure) -> [WorkerThread] {
        var threads: [WorkerThread] = []
        for index in 0..<plan.workers {
            do throws(TransportError) {
                threads.append(try Self.startThread(shared, clock, index))
            } catch {
                shared.phase = .finished
                shared.wakeAll()
                throw .system(error)
            }
        }
        return threads
    }

    private static func startThread(
        _ shared: RunShared, _ clock: MonotonicClock, _ index: Int
    ) throws(TransportError) -> WorkerThread {
        try WorkerThread.start(name: "worker-\(index)") { work(shared, clock, index) }
    }

    /// The whole life of a worker's thread.
    private static func work(_ shared: RunShared, _ clock: MonotonicClock, _ index: Int) {
        var limits = UVTransport.Limits()
        limits.writeQueue = shared.plan.profile.limits.sendQueue
        guard let transport = try? UVTransport(clock: clock, limits: limits) else {
            shared.workerFailed()
            return
        }
        let worker = Worker(shared: shared, transport: transport, index: index)
        worker.onFinished = { transport.stop() }
        worker.begin()
        transport.run()
        transport.handler = nil
        transport.close()
    }
}
