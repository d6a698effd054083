internal import EventLoop
internal import Profile

extension Target {
    /// Whether there is anything to ask the resolver: SRV records, or a host's name.
    var isLookedUp: Bool {
        addresses.isEmpty
            || addresses.contains { address in
                guard case .host(let host, _) = address else { return false }
                return SocketAddress(numericHost: host, port: 0) == nil
            }
    }
}
