internal import CCares  // owns <netinet/in.h> in whole-module builds
internal import Glibc

extension SocketAddress {
    /// Whether a socket of this machine may have the address; finds out by giving it to one, on a
    /// port that the system chooses. True also where the process may have no more descriptors.
    package var isOfThisMachine: Bool {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(systemFamily, kind, 0)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        var address = self
        address.port = 0
        return unsafe address.withSystemAddress { unsafe bind(descriptor, $0, $1) } == 0
    }
}
