internal import EventLoop
package import Profile
internal import Workload

/// What a run asks of this machine, against what the machine has.
package struct ResourceNeeds: Equatable, Sendable {
    /// What the machine allows one process.
    package struct Available: Equatable, Sendable {
        /// The hard limit of RLIMIT_NOFILE.
        package var descriptors: Int
        /// Local ports for one pair of a source and a destination; nil where it is unknown.
        package var ports: Int?

        package init(descriptors: Int, ports: Int?) {
            self.descriptors = descriptors
            self.ports = ports
        }

        /// Raises the soft limit of descriptors to the hard one, and reads both figures.
        package static func ofThisMachine() -> Available {
            Available(
                descriptors: ProcessLimits.raiseDescriptorLimit(),
                ports: ProcessLimits.ephemeralPorts.map {
                    Int($0.upperBound) - Int($0.lowerBound) + 1
                })
        }
    }

    /// Descriptors that a process has besides its sessions: standard streams, files of the
    /// report, and the loops of workers.
    private static let descriptorsBesides = 32
    private static let descriptorsPerWorker = 8

    /// Sessions of a process at one time, at the most.
    package var sessions: Int
    /// Of all processes.
    private var total: Int
    package var descriptors: Int
    /// Local ports for each pair of a source address and a destination.
    package var ports: Int

    /// - Parameters:
    ///   - sources: how many source addresses there are; 0: the system's one.
    ///   - ranks: the processes that share the run; descriptors are each one's own, ports the
    ///     machine's.
    package init(
        profile: Profile, accounts: Int, workers: Int, destinations: Int, sources: Int = 0,
        ranks: Int = 1
    ) {
        let all = profile.sessions.load.mostSessions(accounts: accounts)
        total = all
        sessions = (all + ranks - 1) / ranks
        // The built-in server holds the other end of each connection; each rank has its own.
        let isBuiltIn = profile.target.usesLoopbackServer
        let ends = isBuiltIn ? 2 : 1
        descriptors =
            sessions * ends + Self.descriptorsBesides + workers * Self.descriptorsPerWorker
        let pairs = (isBuiltIn ? ranks : max(1, destinations)) * max(1, sources)
        ports = (all + pairs - 1) / pairs
    }

    /// Everything that is missing, a line for each, and what to do about it; nil when all is there.
    package func shortage(_ available: Available) -> String? {
        var lines: [String] = []
        if descriptors > available.descriptors {
            let possible = available.descriptors * sessions / descriptors
            lines.append(
                "\(sessions) sessions at a time need \(descriptors) file descriptors, but this "
                    + "process may have \(available.descriptors); raise the hard limit "
                    + "(`ulimit -Hn`, limits.conf, LimitNOFILE=), share the run over more processes "
                    + "(--processes), or use at most about \(possible) accounts in each")
        }
        if let limit = available.ports, ports > limit {
            lines.append(
                "\(total) sessions at a time need \(ports) local ports per source address and "
                    + "destination, but this machine has \(limit); give more source addresses "
                    + "(--source), widen net.ipv4.ip_local_port_range or name several addresses of "
                    + "the target")
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}
