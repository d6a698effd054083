import Testing

extension Integration {
    /// Logins that the server refuses are counted under `auth` with its condition, and the run
    /// goes on; only when nobody comes online it has failed.
    @Suite struct RefusedLoginsTests {
        @Test(arguments: [ServersTests.Kind.serve, .prosody, .ejabberd])
        func `a wrong password, and a mechanism that is not offered`(
            kind: ServersTests.Kind
        ) async throws {
            let server = try #require(try await kind.start())
            let options = [
                server.address, "--set", "target.verify=\(server.authority)",
                "--set", "accounts.register=never",
            ]
            try await createAccounts(server)

            let wrong = try Trial(TestProfile.loginOnly)
            let nobody = try await wrong.start(options + ["--set", "accounts.password=wrong"])
                .result(within: 120)
            #expect(nobody.status == 3, "\(nobody)")
            #expect(nobody.errors.contains("no session came online at \(server.address)"))
            #expect(nobody.errors.contains("auth: not-authorized, 10 times"), "\(nobody)")
            try expect(wrong, "not-authorized", 10)
            #expect(try wrong.report.text("outcome") == "failed")

            let half = try Trial(TestProfile.loginOnly)
            let rows = (1...10).map { "direct\($0),\($0 % 2 == 0 ? "pass\($0)" : "wrong")\n" }
            _ = try half.folder.write("half.csv", "username,password\n" + rows.joined())
            let some = try await half.start(
                options + ["--set", "accounts={file: half.csv, register: never}"]
            ).result(within: 120)
            #expect([0, 4].contains(some.status), "\(some)")
            try expect(half, "not-authorized", 5)
            #expect(try half.report.number("metrics.login.response.count") == 5)
            #expect(try half.report.text("outcome") != "ok")

            let other = try Trial(TestProfile.loginOnly)
            let unknown = try await other.start(
                options + ["--set", "target.mechanism=DIGEST-MD5"]
            ).result(within: 120)
            #expect(unknown.status == 3, "\(unknown)")
            // Both what was wanted and what there is.
            #expect(unknown.errors.contains("wanted DIGEST-MD5; offered: "), "\(unknown)")
            #expect(unknown.errors.contains("SCRAM-SHA-"), "\(unknown)")
            try expect(other, "mechanism-not-offered", 10)
        }

        /// Registers what `TestProfile.loginOnly` logs in.
        private func createAccounts(_ server: TestServer) async throws {
            let trial = try Trial(TestProfile.loginOnly)
            let created = try await clamor(
                "accounts", "create", trial.profile, server.address, "--set",
                "target.verify=\(server.authority)")
            #expect(created.status == 0, "\(created)")
        }

        /// Expects that so many logins failed, all for one condition of `auth`, and nothing else.
        private func expect(_ trial: Trial, _ condition: String, _ count: Int) throws {
            let report = try trial.report
            #expect(report.errors.map(\.stage) == ["auth"])
            #expect(report.errors.map(\.condition) == [condition])
            #expect(report.errors.map(\.count) == [count])
            #expect(try report.number("sessions.failed") == count)
        }

        @Test func `an account that is disabled`() async throws {
            let server = try await TestServer.hostile(["refuse"])
            let trial = try Trial(TestProfile.loginOnly)
            let result = try await trial.run(
                server.address, "--set", "target.security=none", "--set", "target.allow_plain=on",
                "--set", "accounts.register=never")
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains("auth: account-disabled, 10 times"), "\(result)")
            // The server's own words are the sample.
            #expect(result.errors.contains("Call us."), "\(result)")
        }
    }
}
