internal import Units

/// The endpoint of a place that a connection is tried with: a client tries one after the other until
/// one takes the connection (RFC 6120 §3.2.1).
struct EndpointChoice: Equatable {
    /// How long an attempt may take while there are others to try (RFC 8305 §8).
    static let patience = Nanoseconds.seconds(2)

    let place: Int32
    /// Index within the place.
    private(set) var endpoint: Int16
    private var failures: Int16 = 0

    init(place: Int, endpoint: Int) {
        self.place = Int32(place)
        self.endpoint = Int16(endpoint)
    }

    /// How long to wait for the connection, where the last attempt may take `limit`.
    func patience(of count: Int, limit: Nanoseconds) -> Nanoseconds {
        Int(failures) + 1 < count ? min(limit, Self.patience) : limit
    }

    /// Goes on to the next endpoint of the place, which has `count`; false when all were tried.
    mutating func goOn(of count: Int) -> Bool {
        guard Int(failures) + 1 < count else { return false }
        failures += 1
        endpoint = Int16((Int(endpoint) + 1) % count)
        return true
    }
}
