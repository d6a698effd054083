package import EventLoop
package import XMPP

/// Why a run could not begin although its profile is right.
package enum SetUpFailure: Error, Sendable {
    /// The server could not be reached; `others` accounts were not tried for it.
    case unreachable(StreamFailure, others: Int)
    /// The server lets nobody register (XEP-0077 §3).
    case registrationRefused(StreamFailure)
    /// The server puts registrations off, and nothing came of waiting (XEP-0077 §3); `others`
    /// accounts were not registered for it.
    case registrationPutOff(StreamFailure, others: Int)
    /// Some accounts could not be registered.
    case registrationFailed(StreamFailure, account: String, count: Int)
    /// The user asked to stop.
    case interrupted
    /// This machine could not give what the run needs.
    case system(TransportError)
}
