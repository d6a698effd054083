import Testing

extension Integration {
    /// What this machine gives a process, against what a run needs.
    @Suite struct MachineLimitsTests {
        private func clamor(
            descriptors soft: Int, _ hard: Int?, _ arguments: [String]
        ) async throws -> ChildProcess.Result {
            let limit = "ulimit -Sn \(soft); " + (hard.map { "ulimit -Hn \($0); " } ?? "")
            return try await ChildProcess(
                "/bin/bash", ["-c", limit + "exec \"$@\"", "bash", Package.clamor] + arguments
            ).result()
        }

        @Test func `the soft limit of descriptors is raised to the hard one`() async throws {
            let trial = try Trial(TestProfile.staying(100, for: "3s"))
            let result = try await clamor(
                descriptors: 64, nil, ["run", trial.profile, "--output", trial.reportPath])
            #expect([0, 4].contains(result.status), "\(result)")
            #expect(try trial.report.number("sessions.online_peak") == 100)
            #expect(try trial.report.number("sessions.failed") == 0)
        }

        /// vfork(2) and execve(2) hand the caller's peak on, which getrusage(2) then tells.
        @Test func `memory that the caller held is not the generator's`() async throws {
            let trial = try Trial(TestProfile.short)
            let caller = """
                import subprocess, sys
                held = b"x" * (400 << 20)
                sys.exit(subprocess.call(sys.argv[1:]))
                """
            let result = try await ChildProcess(
                "/usr/bin/env",
                [
                    "python3", "-c", caller, Package.clamor, "run", trial.profile, "--output",
                    trial.reportPath,
                ]
            ).result()
            #expect([0, 4].contains(result.status), "\(result)")
            let peak = try trial.report.number("generator.peak_rss_bytes")
            #expect(peak > 1 << 20)
            #expect(peak < 256 << 20)
        }

        @Test func `more sessions than descriptors is said before anything starts`() async throws {
            let server = try await TestServer.loopback()
            for subcommand in ["check", "run"] {
                let result = try await clamor(
                    descriptors: 200, 200, [subcommand, "idle", server.address])
                #expect(result.status == 2, "\(result)")
                #expect(result.errors.contains("500 sessions at a time need"), "\(result)")
                #expect(result.errors.contains("process may have 200"), "\(result)")
                #expect(result.errors.contains("ulimit -Hn"), "\(result)")
            }
            #expect(try await server.connectionsServed() == 0)
        }

        /// More sessions than there are ports in all, and addresses of this machine to share them.
        @Test(arguments: [
            (["127.0.0.1"], true), (["127.0.0.1", "127.0.0.1"], true),
            (["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"], false),
        ])
        func `more sessions than ports is said as well; several addresses multiply them`(
            hosts: [String], isTooMuch: Bool
        ) async throws {
            let server = try await TestServer.loopback()
            let address = hosts.map { "\($0):\(server.port)" }.joined(separator: ",")
            for subcommand in ["check", "run"] {
                // Fewer descriptors than any machine gives: the run ends here in any case.
                let result = try await clamor(
                    descriptors: 200, 200,
                    [
                        subcommand, "idle", address, "--set", "accounts.count=100000",
                        "--set", "sessions.online=100000",
                    ])
                #expect(result.status == 2, "\(result)")
                #expect(result.errors.contains("file descriptors"), "\(result)")
                #expect(
                    result.errors.contains("need 100000 local ports per source") == isTooMuch,
                    "\(result)")
                #expect(result.errors.contains("ip_local_port_range") == isTooMuch, "\(result)")
            }
            #expect(try await server.connectionsServed() == 0)
        }
    }
}
