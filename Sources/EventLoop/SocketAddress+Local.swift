internal import CCares  // owns <netinet/in.h> in whole-module builds
internal import Glibc

extension SocketAddress {
    /// Whether a socket of this machine may have the address; finds out by giving it to one, on a
    /// port that the system chooses. True also where the process may have no more descriptors.
    package var isOfThisMachine: Bool {
        let domain = family == .ipv4 ? AF_INET : AF_INET6
        let descriptor = socket(domain, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        var address = self
        address.port = 0
        return unsafe address.withSystemAddress { unsafe bind(descriptor, $0, $1) } == 0
    }
}
