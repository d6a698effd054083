import EventLoop
import FoundationEssentials
import LoadEngine
import LoopbackServer
import Profile
import Units
import Workload

/// Everything that comes before a run's first connection, from the command line's side: the
/// profile, what may be sent to, and the built-in server.
struct RunSetUp {
    let profile: Profile
    /// What the profile asks for, by the accounts that there are.
    let estimate: LoadEstimate
    let accounts: [AccountList.Account]
    let available: ResourceNeeds.Available
    let needs: ResourceNeeds
    /// Of each process.
    let workers: Int
    /// Processes that share the run.
    let ranks: Int
    private var preparation: RunPreparation
    /// Of the profile and of `--monitor`.
    private let monitored: [MonitorSource]

    /// Loads and checks; sends nothing.
    ///
    /// - Parameter order: for a process that was started as a rank.
    init(_ invocation: Invocation, _ order: RankOrder? = nil) throws(CommandFailure) {
        profile = try ProfileInput.profile(invocation)
        monitored = try Self.monitored(profile, invocation)
        ranks = order?.rank.count ?? invocation.number(of: .processes).map(Int.init) ?? 1
        let policy: AddressPolicy
        do throws(AddressPolicyError) {
            policy = try AddressPolicy(allowing: invocation.allValues(of: .allowRemote))
        } catch {
            throw CommandFailure(.usage, "--allow-remote \(error)")
        }
        available = .ofThisMachine()
        preparation = RunPreparation(
            profile: profile, fileName: invocation.operand(0) ?? "",
            // Readers of JSON that know only doubles or signed numbers are to read it too.
            seed: order?.seed ?? profile.seed ?? .random(in: 0..<(1 << 53)),
            nonce: order?.nonce ?? .random(in: 1 ... .max),
            workers: 1, policy: policy, loopback: nil, available: available)
        preparation.rank = order?.rank ?? .alone
        preparation.resolver.servers = try Self.nameServers(invocation)
        do throws(SourceAddresses.Mistake) {
            preparation.sources = try SourceAddresses(parsing: invocation.allValues(of: .source))
        } catch {
            throw CommandFailure(.usage, "--source: \(error)")
        }
        do throws(PreparationError) {
            accounts = try preparation.readAccounts()
        } catch {
            throw error.asCommandFailure
        }
        guard accounts.count >= Rank.neededAccounts(ranks: ranks) else {
            throw CommandFailure(
                .usage,
                "--processes \(ranks) needs at least \(Rank.neededAccounts(ranks: ranks)) accounts, "
                    + "two for each process; there are \(accounts.count)")
        }
        estimate = LoadEstimate(profile, accounts: accounts.count)
        workers = Self.workers(invocation, profile, estimate, ranks)
        preparation.workers = workers
        needs = ResourceNeeds(
            profile: profile, accounts: accounts.count, workers: workers,
            destinations: max(1, Set(profile.target.addresses.map(\.text)).count),
            sources: preparation.sources.count, ranks: ranks)
    }

    /// What each rank is told, with its report below a directory.
    func orders(below directory: String) -> [RankOrder] {
        (0..<ranks).map { index in
            RankOrder(
                rank: Rank(index: index, of: ranks), nonce: preparation.nonce,
                seed: preparation.seed, directory: "\(directory)/rank-\(index)")
        }
    }

    /// Says what is wrong with the files that the profile names.
    func checkFiles() throws(CommandFailure) {
        do throws(PreparationError) {
            try preparation.checkFiles(accounts)
        } catch {
            throw error.asCommandFailure
        }
    }

    /// Says what the machine lacks for the run.
    func checkResources() throws(CommandFailure) {
        if let shortage = needs.shortage(available) { throw CommandFailure(.usage, shortage) }
    }

    /// The plan of the run, after look-up of the target; with the server of `address: loopback`,
    /// which has to be stopped.
    func plan() throws(CommandFailure) -> (RunPlan, LoopbackServerRuntime?) {
        var preparation = preparation
        var server: LoopbackServerRuntime?
        if profile.target.usesLoopbackServer {
            let (started, loopback) = try Self.loopbackServer(
                profile.target, seed: preparation.seed)
            server = started
            preparation.loopback = loopback
        }
        do throws(PreparationError) {
            return (try preparation.plan(), server)
        } catch {
            server?.stop()
            throw error.asCommandFailure
        }
    }

    /// What watches the server while the run lasts; of several ranks the first watches what is
    /// not in its own process. Nil where there is nothing to watch.
    func monitor(loopback: LoopbackServerRuntime?) throws(CommandFailure) -> ServerMonitor? {
        let sources = preparation.rank.index == 0 ? monitored : []
        if sources.isEmpty && loopback == nil { return nil }
        var processorTime: (@Sendable () -> Nanoseconds)?
        if let loopback { processorTime = { loopback.statistics.processorTime } }
        do throws(PreparationError) {
            return try ServerMonitor(
                sources, loopback: processorTime, policy: preparation.policy,
                resolver: preparation.resolver)
        } catch {
            throw error.asCommandFailure
        }
    }

    /// The name servers that `--resolver` names, with their ports; nil for the system's.
    private static func nameServers(_ invocation: Invocation) throws(CommandFailure) -> [String]? {
        var servers: [String] = []
        for text in invocation.allValues(of: .resolver) {
            guard case .host(let host, let port) = TargetAddress(text),
                let address = SocketAddress(numericHost: host, port: port ?? 53)
            else {
                throw CommandFailure(
                    .usage,
                    "--resolver: '\(text)' is no address of a name server; write IP, IP:PORT or "
                        + "[IPv6]:PORT")
            }
            servers.append(address.description)
        }
        return servers.isEmpty ? nil : servers
    }

    /// Event loops beyond these bring nothing.
    private static let mostWorkers = 64

    /// Of each rank as many as were asked for; else one for each processor that the loopback server
    /// leaves, and no more than there are sessions.
    private static func workers(
        _ invocation: Invocation, _ profile: Profile, _ estimate: LoadEstimate, _ ranks: Int
    ) -> Int {
        if let asked = invocation.number(of: .workers) { return Int(asked) }
        let processors = ProcessInfo.processInfo.activeProcessorCount
        let free = profile.target.usesLoopbackServer ? processors - 1 : processors
        return max(1, min(free / ranks, estimate.online / ranks, mostWorkers))
    }

    /// A worker of its own on free ports of 127.0.0.1, with a certificate made for the run.
    private static func loopbackServer(
        _ target: Target, seed: UInt64
    ) throws(CommandFailure) -> (LoopbackServerRuntime, RunPreparation.Loopback) {
        let context: TLSServerContext
        do throws(TLSContextError) {
            context = try TLSServerContext.selfSigned(domain: target.domain)
        } catch {
            throw CommandFailure(.unreachable, error.description)
        }
        let server = try LoopbackServerRuntime.start(
            domain: target.domain,
            listeners: [
                .init(address: .loopback(port: 0)),
                .init(address: .loopback(port: 0), isDirectTLS: true),
            ], tls: context, faults: target.faults, seed: seed)
        let loopback = RunPreparation.Loopback(
            address: server.listeners[0].address, directTLSAddress: server.listeners[1].address,
            certificatePEM: context.certificatePEM)
        return (server, loopback)
    }
}
