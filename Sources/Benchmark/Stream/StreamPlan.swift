internal import EventLoop
internal import LoadEngine
internal import Profile

/// The plans of the runs that are timed: those that a profile of these lines would have.
enum StreamPlan {
    static let username = "user${index}"
    static let password = "secret"
    private static let message =
        "{message: {to: self, body: '${text(40..200)}', await: delivery, timeout: 1h}}"

    /// Sessions that send messages to themselves without end, each when the one before has come.
    static func exchanges(
        at address: SocketAddress, _ security: StreamSecurity, sessions: Int
    ) throws(StreamBenchmarkFailure) -> RunPlan {
        try plan(
            at: address, security, mechanism: "PLAIN", sessions: sessions,
            steps: "[login, {repeat: 1000000000, steps: [\(message)]}]")
    }

    /// Sessions that log in and stay.
    static func logins(
        at address: SocketAddress, _ security: StreamSecurity, mechanism: String, sessions: Int
    ) throws(StreamBenchmarkFailure) -> RunPlan {
        try plan(
            at: address, security, mechanism: mechanism, sessions: sessions,
            steps: "[login, {stay: until-end}]")
    }

    private static func plan(
        at address: SocketAddress, _ security: StreamSecurity, mechanism: String, sessions: Int,
        steps: String
    ) throws(StreamBenchmarkFailure) -> RunPlan {
        let text = """
            title: Benchmark
            target:
              domain: localhost
              address: "\(address)"
              security: \(security.isSecured ? "direct" : "none")
              verify: none
              tls_resumption: \(security == .tlsResumed ? "on" : "off")
              mechanism: \(mechanism)
              allow_plain: on
            accounts:
              {count: \(sessions), username: "\(username)", password: \(password), register: never}
            sessions:
              online: \(sessions)
              scenarios:
                - {name: session, steps: \(steps)}
            warmup: 0s
            duration: 24h
            sample_sessions: 0
            """
        do {
            let profile = try ProfileLoader.load(text: text, fileName: "benchmark").get()
            return try RunPreparation(
                profile: profile, fileName: "benchmark", seed: 1, nonce: 1, workers: 1,
                policy: AddressPolicy(), loopback: nil,
                available: ResourceNeeds.Available(descriptors: .max, ports: nil)
            ).plan()
        } catch {
            throw .unusable("the plan of the benchmark: \(error)")
        }
    }
}
