import EventLoop
import LoopbackServer
import Measurement
import Profile
import Units
import Workload

@testable import LoadEngine

/// A loopback server and a run of a profile against it, in simulated time.
struct SimulatedWorld {
    var seed: UInt64 = 1
    var rank = Rank.alone
    var workers = 1
    var oneWayDelay = Nanoseconds.microseconds(50)
    /// From when on the server reads nothing and sends nothing more; nil: it never falls silent.
    var silentFrom: Instant?
    /// To which connections it falls silent, by their number from 0.
    var isSilentTo: (_ connection: Int) -> Bool = { _ in true }
    /// Whether the server still takes what it does not answer.
    var isReadWhenSilent = true
    /// What each worker runs on.
    var processor = SimulatedProcessor()
    /// Connections that each worker may have; only without an observer.
    var descriptorLimit = Int.max
    /// What the run reads off its machine.
    var machine = RunFacts()

    /// Tried before the server's address, one after the other.
    var addressesBefore: [SocketAddress] = []
    /// Those of them that swallow what is sent to them.
    var blackHoles: Set<SocketAddress> = []

    /// The plan of a profile; fails the test where the profile has mistakes.
    func plan(_ yaml: String, address: SocketAddress) throws -> RunPlan {
        let profile = try ProfileLoader.load(text: yaml, fileName: "test.yaml").get()
        let security = profile.target.security
        let tls = try TLSClientContext(
            domain: profile.target.domain, verify: TLSVerification.none)
        let preparation = RunPreparation(
            profile: profile, fileName: "test.yaml", seed: seed, nonce: 77, workers: workers,
            policy: try AddressPolicy(), loopback: nil,
            available: ResourceNeeds.Available(descriptors: 1_000_000, ports: nil))
        return RunPlan(
            profile: profile, seed: seed, nonce: 77, rank: rank, workers: workers,
            places: [
                (addressesBefore + [address]).map {
                    RunPlan.Endpoint(address: $0, usesDirectTLS: security == .direct)
                }
            ],
            accounts: try preparation.readAccounts(), startTLS: tls, directTLS: tls,
            epochMilliseconds: 1_700_000_000_000)
    }

    /// Runs the profile to its end.
    func run(
        _ yaml: String, observer: (any RunObserver)? = nil, control: RunControl = RunControl(),
        options: (inout LoopbackServerOptions) -> Void = { _ in },
        injected: (InjectedFaults) -> Void = { _ in }
    ) throws -> RunCompletion {
        let network = SimulatedNetwork(
            seed: seed, oneWayDelay: oneWayDelay,
            startingAt: .origin - SimulatedRun.setUpTime)
        network.blackHoles = blackHoles
        var serverOptions = LoopbackServerOptions(
            domain: "localhost", unixSecondsAtOrigin: 1_700_000_000, seed: seed, version: "test")
        serverOptions.faults = try ProfileLoader.load(text: yaml, fileName: "test.yaml").get()
            .target.faults
        options(&serverOptions)
        let transport = network.makeTransport()
        defer { transport.handler = nil }
        let server = LoopbackServer(
            transport: transport, state: ServerState(options: serverOptions),
            tls: try TLSServerContext.selfSigned(domain: "localhost"))
        defer { injected(server.statistics.current.injected) }
        let isDirect = yaml.contains("security: direct")
        let address = try server.listen(
            SocketAddress.loopback(port: 5_222), isDirectTLS: isDirect)
        if let silentFrom {
            transport.handler = SilentServer(
                server, transport, from: silentFrom, to: isSilentTo, reads: isReadWhenSilent)
        }
        network.processor = processor
        let setLimit = DescriptorLimit(network, descriptorLimit)
        return try SimulatedRun.perform(
            try plan(yaml, address: address), over: network, observer: observer ?? setLimit,
            control: control, machine: machine)
    }
}

/// Sets a limit when set-up, which has a transport of its own, is over.
private final class DescriptorLimit: RunObserver {
    private let network: SimulatedNetwork
    private let limit: Int

    init(_ network: SimulatedNetwork, _ limit: Int) {
        self.network = network
        self.limit = limit
    }

    func registering(_ progress: Provisioning, total: Int) {}
    func began(_ plan: RunPlan, startedAt: Int64) { network.descriptorLimit = limit }
    func interval(_ interval: MergedInterval, phase: RunPhase) {}
}
