/// The part of a session in which an error is counted.
///
/// The raw value is the stage in the report: the name of the metric that the error belongs to, or
/// `connection` for the loss of a stream that was in use.
package enum Stage: String, Hashable, Sendable, CaseIterable {
    case dns
    case connect
    case tls
    case stream
    case auth
    case bind
    case login
    case register
    case connection
}
