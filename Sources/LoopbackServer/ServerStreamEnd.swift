import StanzaParser

/// Why the server ends a stream that is bound.
package enum ServerStreamEnd: UInt8, Sendable {
    /// Another session took the resource.
    case replaced
    /// The account was removed.
    case accountRemoved
    /// The server is being stopped.
    case shutdown

    /// The stream error that says so.
    ///
    /// Source: RFC 6120 §4.9.3.3, §4.9.3.12, §4.9.3.20; XEP-0077 §3.2.
    package var condition: StreamErrorCondition {
        switch self {
        case .replaced: .conflict
        case .accountRemoved: .notAuthorized
        case .shutdown: .systemShutdown
        }
    }
}
