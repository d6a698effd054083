internal import CCares  // owns <netinet/in.h> in whole-module builds
internal import Glibc

/// An IPv4 or IPv6 address with a port.
public struct SocketAddress: Hashable, Sendable {
    public enum Family: UInt8, Sendable {
        case ipv4
        case ipv6
    }

    public let family: Family
    public var port: UInt16
    /// The address's 16 bytes in network order; an IPv4 address has its four in front.
    private var bytes: (UInt64, UInt64)
    /// The interface of a link-local IPv6 address, else 0.
    private var scope: UInt32

    /// Reads a numeric IPv4 or IPv6 address (with an optional `%interface`, without brackets);
    /// nil for anything else.
    public init?(numericHost: String, port: UInt16) {
        if let address = Self(ipv4: numericHost, port: port) {
            self = address
            return
        }
        var host = Substring(numericHost)
        var scope: UInt32 = 0
        if let percent = host.firstIndex(of: "%") {
            let interface = String(host[host.index(after: percent)...])
            scope = unsafe UInt32(interface) ?? if_nametoindex(interface)
            guard scope != 0 else { return nil }
            host = host[..<percent]
        }
        guard let address = Self(ipv6: String(host), port: port, scope: scope) else { return nil }
        self = address
    }

    private init?(ipv4 host: String, port: UInt16) {
        var address = in_addr()
        guard unsafe inet_pton(AF_INET, host, &address) == 1 else { return nil }
        self.init(ipv4: address, port: port)
    }

    private init?(ipv6 host: String, port: UInt16, scope: UInt32) {
        var address = in6_addr()
        guard unsafe inet_pton(AF_INET6, host, &address) == 1 else { return nil }
        self.init(ipv6: address, port: port, scope: scope)
    }

    private init(ipv4 address: in_addr, port: UInt16) {
        family = .ipv4
        self.port = port
        bytes = (UInt64(UInt32(bigEndian: address.s_addr)) << 32, 0)
        scope = 0
    }

    private init(ipv6 address: in6_addr, port: UInt16, scope: UInt32) {
        family = .ipv6
        self.port = port
        let words = unsafe unsafeBitCast(address, to: (UInt64, UInt64).self)
        bytes = (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1))
        self.scope = scope
    }

    /// Reads an address that the system wrote; nil for families other than IPv4 and IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(unsafe address.pointee.sa_family) {
        case AF_INET:
            let v4 = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
            self.init(ipv4: v4.sin_addr, port: UInt16(bigEndian: v4.sin_port))
        case AF_INET6:
            let v6 = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)
            self.init(
                ipv6: v6.sin6_addr, port: UInt16(bigEndian: v6.sin6_port), scope: v6.sin6_scope_id)
        default: return nil
        }
    }

    /// 127.0.0.1, or ::1 for IPv6.
    public static func loopback(_ family: Family = .ipv4, port: UInt16) -> Self {
        switch family {
        case .ipv4: Self(ipv4: in_addr(s_addr: UInt32(0x7F00_0001).bigEndian), port: port)
        case .ipv6: Self(ipv6: in6addr_loopback, port: port, scope: 0)
        }
    }

    /// Whether packets to it stay on this machine's loopback interface: 127.0.0.0/8, ::1, and
    /// 127.0.0.0/8 written as IPv4-mapped IPv6 addresses.
    public var isLoopback: Bool {
        switch family {
        case .ipv4: bytes.0 >> 56 == 127
        case .ipv6:
            bytes == (0, 1) || (bytes.0 == 0 && bytes.1 >> 24 == 0xFFFF7F)
        }
    }

    /// The address bytes, most significant first: 4 or 16.
    public var addressBytes: [UInt8] {
        var result: [UInt8] = []
        for shift in stride(from: 56, through: 0, by: -8) {
            result.append(UInt8(truncatingIfNeeded: bytes.0 >> UInt64(shift)))
        }
        if family == .ipv4 { return Array(result[..<4]) }
        for shift in stride(from: 56, through: 0, by: -8) {
            result.append(UInt8(truncatingIfNeeded: bytes.1 >> UInt64(shift)))
        }
        return result
    }

    /// The numeric address alone, IPv6 without brackets.
    public var host: String {
        switch family {
        case .ipv4: return addressBytes.map { String($0) }.joined(separator: ".")
        case .ipv6:
            var address = unsafe unsafeBitCast(
                (bytes.0.bigEndian, bytes.1.bigEndian), to: in6_addr.self)
            let text = unsafe withUnsafeTemporaryAllocation(
                of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)
            ) { buffer in
                unsafe inet_ntop(
                    AF_INET6, &address, buffer.baseAddress!, socklen_t(buffer.count)
                ).map { unsafe String(cString: $0) } ?? ""
            }
            return scope == 0 ? text : "\(text)%\(scope)"
        }
    }

    /// The family as socket(2) takes it.
    var systemFamily: Int32 { family == .ipv4 ? AF_INET : AF_INET6 }

    /// Lends the address in the system's form for the duration of `body`.
    func withSystemAddress<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        switch family {
        case .ipv4:
            var v4 = sockaddr_in()
            v4.sin_family = sa_family_t(AF_INET)
            v4.sin_port = port.bigEndian
            v4.sin_addr.s_addr = UInt32(truncatingIfNeeded: bytes.0 >> 32).bigEndian
            return unsafe withUnsafeBytes(of: v4) {
                unsafe body(
                    $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
            }
        case .ipv6:
            var v6 = sockaddr_in6()
            v6.sin6_family = sa_family_t(AF_INET6)
            v6.sin6_port = port.bigEndian
            v6.sin6_addr = unsafe unsafeBitCast(
                (bytes.0.bigEndian, bytes.1.bigEndian), to: in6_addr.self)
            v6.sin6_scope_id = scope
            return unsafe withUnsafeBytes(of: v6) {
                unsafe body(
                    $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
            }
        }
    }

    public static func == (a: Self, b: Self) -> Bool {
        a.family == b.family && a.port == b.port && a.bytes == b.bytes && a.scope == b.scope
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(family)
        hasher.combine(port)
        hasher.combine(bytes.0)
        hasher.combine(bytes.1)
        hasher.combine(scope)
    }
}

extension SocketAddress: CustomStringConvertible {
    /// `127.0.0.1:5222` or `[::1]:5222`.
    public var description: String {
        family == .ipv4 ? "\(host):\(port)" : "[\(host)]:\(port)"
    }
}
