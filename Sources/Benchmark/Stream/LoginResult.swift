internal import Units

/// What one way to log in costs the client.
package struct LoginResult: Hashable, Sendable {
    /// Where the salted password of SCRAM came from.
    package enum Key: String, Sendable {
        /// The mechanism has none.
        case none
        /// It was derived, off the loop.
        case derived
        /// It was found in the worker's cache.
        case cached
    }

    package var mechanism: String
    package var security: StreamSecurity
    package var key: Key
    /// Processor time from the connection to the bound resource, in nanoseconds.
    package var nanoseconds: RoundStatistics.Estimate

    init(_ mechanism: String, _ security: StreamSecurity, key: Key, _ times: [Nanoseconds]) {
        self.mechanism = mechanism
        self.security = security
        self.key = key
        nanoseconds = RoundStatistics.estimate(times.map { Double($0.rawValue) })
    }
}
