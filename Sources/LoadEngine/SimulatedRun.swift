package import EventLoop
package import Measurement
package import Units

/// One execution of a plan in simulated time: all workers and the server on one thread and one
/// manual clock, with the same result each time.
package enum SimulatedRun {
    /// Between two looks at the workers, as in a real run.
    private static let stepLength = Nanoseconds.milliseconds(10)
    /// Simulated time that set-up may take; the network's clock starts so long before the origin.
    package static let setUpTime = Nanoseconds.seconds(3_600)

    /// Performs the run over a network whose clock stands at `-setUpTime`, and on which the
    /// plan's endpoint is listened to. `machine` has what a real run would read off its machine.
    ///
    /// Throws: when set-up failed and there is nothing to report.
    package static func perform(
        _ plan: RunPlan, over network: SimulatedNetwork, observer: (any RunObserver)? = nil,
        control: RunControl = RunControl(), machine: RunFacts = RunFacts()
    ) throws(SetUpFailure) -> RunCompletion {
        var registrations: [Nanoseconds] = []
        if let purpose = plan.registrationPurpose {
            let transport = network.makeTransport()
            // A transport and its handler hold each other until one lets go.
            defer {
                control.attach(nil)
                transport.handler = nil
            }
            let provisioner = Provisioner(
                plan: plan, transport: transport, purpose: purpose,
                onProgress: { observer?.registering($0, total: plan.ownedAccounts) },
                onDone: {})
            control.attach(transport.waker)
            provisioner.begin()
            while !provisioner.isFinished, network.now < .origin, network.step(until: .origin) {}
            try provisioner.progress.check(
                plan, isInterrupted: control.interruptions > 0)
            registrations = provisioner.progress.exchanges
        }
        network.run(until: .origin)
        let shared = RunShared(plan: plan, registrations: registrations, control: control)
        var driver = RunDriver(shared, observer: observer)
        let workers = (0..<plan.workers).map { index in
            Worker(shared: shared, transport: network.makeTransport(), index: index)
        }
        defer { for worker in workers { worker.transport.handler = nil } }
        for worker in workers { worker.begin() }
        observer?.began(plan, startedAt: plan.epochMilliseconds * 1_000_000)
        var now = Instant.origin
        while !driver.isFinished {
            now = now + stepLength
            network.run(until: now)
            if driver.step(at: now) { shared.wakeAll() }
        }
        let end = now
        while shared.finishedWorkers < plan.workers {
            now = now + stepLength
            network.run(until: now)
        }
        var facts = machine
        facts.startedAt = plan.epochMilliseconds * 1_000_000
        if driver.isTargetInDoubt {
            let transport = network.makeTransport()
            defer { transport.handler = nil }
            let check = TargetCheck(plan: plan, transport: transport, onDone: {})
            check.begin()
            while !check.isFinished, network.step() {}
            facts.isTargetDead = check.isTargetDead
        }
        return driver.complete(at: end, facts: facts)
    }
}
