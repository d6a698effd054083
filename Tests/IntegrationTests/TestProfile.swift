/// Profiles that several suites run. What one test wants otherwise it says with `--set`.
enum TestProfile {
    /// Sessions that come within a second and stay, with messages between them.
    static func staying(_ count: Int, for duration: String) -> String {
        """
        title: Staying
        target: {domain: localhost, address: loopback}
        accounts: {count: \(count), username: "u${index}", password: p, register: if-missing}
        sessions:
          arrival: {stages: [{rate: \(count)/s, for: 1s}]}
          scenarios: [{name: s, steps: [login, presence, {stay: until-end}, logout]}]
        traffic:
          - message: {to: online, body: hi}
            after: 1500ms
            rate: 10/s
        duration: \(duration)
        drain: 10s
        """
    }

    /// Five sessions for four seconds.
    static let short = staying(5, for: "4s")

    /// Ten sessions that log in and leave.
    static let loginOnly = """
        title: Login only
        target: {domain: localhost, address: loopback}
        accounts: {count: 10, username: "direct${index}", password: "pass${index}", register: if-missing}
        sessions:
          arrival: {stages: [{rate: 10/s, for: 1s}]}
          scenarios: [{name: short, steps: [login, roster, logout]}]
        duration: 3s
        drain: 5s
        """
}

/// A profile in a folder of its own, and the report of its run beside it.
struct Trial {
    let folder: Folder
    /// Path of the profile.
    let profile: String

    /// - Parameter name: file name of the profile; the default report is named after it.
    init(_ text: String, name: String = "profile.yaml") throws {
        folder = try Folder()
        profile = try folder.write(name, text)
    }

    var reportPath: String { folder["report"] }
    var report: RunReport { get throws { try RunReport(directory: reportPath) } }

    /// Starts a run whose report goes to `reportPath`.
    func start(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(
            Package.clamor, ["run", profile, "--output", reportPath] + arguments, in: folder.path)
    }

    func run(
        _ arguments: String..., within seconds: Double = 120
    ) async throws -> ChildProcess.Result {
        try await start(arguments).result(within: seconds)
    }

    /// Starts a run and waits until its progress shows a text; false when it ended before.
    func start(
        _ arguments: [String], until text: String, within seconds: Double = 120
    ) async throws -> ChildProcess {
        let run = try start(arguments)
        let isThere = try await ChildProcess.eventually(within: seconds) {
            run.errors.contains(text) || !run.isRunning
        }
        guard isThere, run.isRunning else {
            throw ChildProcess.Failure(description: "no '\(text)' in\n\(run.output)\n\(run.errors)")
        }
        return run
    }
}
