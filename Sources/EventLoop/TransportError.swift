internal import Glibc
import Units

/// Why a connection could not be made or came to an end.
public enum TransportError: Error, Hashable, Sendable {
    case refused
    case reset
    case timedOut
    case unreachable
    /// The peer closed while this side still had something to send.
    case closedByPeer
    /// No more file descriptors, in this process (EMFILE) or in the system (ENFILE).
    case descriptorLimit
    /// No free local port for this pair of addresses (EADDRNOTAVAIL).
    case portsExhausted
    case addressInUse
    /// The peer did not read, and what was queued for it grew beyond the limit.
    case writeQueueFull(limit: ByteCount)
    case tls(reason: String)
    case certificate(reason: String)
    /// Any other error of the operating system; `code` is an errno.
    case system(code: Int32, message: String)

    /// The error that an errno value stands for.
    package init(errno code: Int32) {
        switch code {
        case ECONNREFUSED: self = .refused
        case ECONNRESET: self = .reset
        case ETIMEDOUT: self = .timedOut
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN: self = .unreachable
        case EPIPE: self = .closedByPeer
        case EMFILE, ENFILE: self = .descriptorLimit
        case EADDRNOTAVAIL: self = .portsExhausted
        case EADDRINUSE: self = .addressInUse
        default: self = .system(code: code, message: Self.message(errno: code))
        }
    }

    /// A short name for counting: one word per kind, in the manner of stream error conditions.
    public var condition: String {
        switch self {
        case .refused: "connection-refused"
        case .reset: "connection-reset"
        case .timedOut: "connection-timed-out"
        case .unreachable: "network-unreachable"
        case .closedByPeer: "closed-by-peer"
        case .descriptorLimit: "descriptor-limit"
        case .portsExhausted: "ports-exhausted"
        case .addressInUse: "address-in-use"
        case .writeQueueFull: "write-queue-full"
        case .tls: "tls-failed"
        case .certificate: "certificate-rejected"
        case .system: "system-error"
        }
    }

    private static func message(errno code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}

extension TransportError: CustomStringConvertible {
    /// One sentence for people, without a full stop.
    public var description: String {
        switch self {
        case .refused: "connection refused: nothing listens there"
        case .reset: "connection reset by the peer"
        case .timedOut: "connection timed out"
        case .unreachable: "the network or host is unreachable"
        case .closedByPeer: "the peer closed the connection"
        case .descriptorLimit: "no more file descriptors (see ulimit -n)"
        case .portsExhausted:
            "no free local port (see net.ipv4.ip_local_port_range), or not a local address"
        case .addressInUse: "the address is in use"
        case .writeQueueFull(let limit):
            "the peer does not read: more than \(limit.rawValue) bytes are queued for it"
        case .tls(let reason): "TLS failed: \(reason)"
        case .certificate(let reason): "certificate rejected: \(reason)"
        case .system(let code, let message): "\(message) (errno \(code))"
        }
    }
}
