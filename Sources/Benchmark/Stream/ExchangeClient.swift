internal import Units

/// The client's side of the exchanges that are timed: on each of its sessions a message comes in
/// and one of the same size goes out, which the peer sends back.
///
/// It lives on one thread with its peer, and does something only in `turn`.
protocol ExchangeClient: AnyObject {
    /// Handles what has come in, without waiting for more.
    func turn()
    /// Messages that came in, each of which was answered with one.
    var exchanges: UInt64 { get }
    /// Sessions that have sent their first message.
    var activeSessions: Int { get }
    /// Ends all connections.
    func close()
}
