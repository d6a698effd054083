import Testing

extension Integration {
    /// A target that no session can reach ends a run with 3 long before its time is over, with the
    /// reason for the first session and the count of the rest.
    @Suite(.serialized) struct UnreachableTargetsTests {
        /// Where it shows: in set-up, or, where nothing is registered, in the sessions.
        static let registrations = ["if-missing", "never"]

        /// Runs ten sessions of a profile that lasts for ten minutes; what takes a fraction of that
        /// on any machine has ended early.
        private func expectUnreachable(
            _ address: String, _ registration: String, _ reason: String, _ options: String...
        ) async throws {
            let trial = try Trial(TestProfile.loginOnly)
            let result = try await trial.start(
                [address, "--duration", "10m", "--set", "accounts.register=\(registration)"]
                    + options
            ).result(within: 120)
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains(" at \(address): "), "\(result)")
            #expect(result.errors.contains(reason), "\(result)")
            if registration == "never" {
                // Ten failures end it, or on a slow machine three seconds of nothing else.
                #expect(result.errors.contains(/\(and [1-9] more\)/), "\(result)")
                #expect(try trial.report.text("outcome") == "failed")
                #expect(try trial.report.number("sessions.online_peak") == 0)
                #expect(result.lastLine == trial.reportPath)
            } else {
                #expect(result.errors.contains("; 9 more accounts were not tried"), "\(result)")
            }
        }

        @Test(arguments: registrations)
        func `nothing listens`(registration: String) async throws {
            // Port 1 of a loopback address that no service binds.
            try await expectUnreachable("127.0.0.2:1", registration, "connection-refused")
        }

        @Test(arguments: registrations)
        func `a certificate that nobody vouches for`(registration: String) async throws {
            let server = try await TestServer.loopback()
            try await expectUnreachable(server.address, registration, "self-signed")
            try await expectUnreachable(server.address, registration, "--set target.verify=")
        }

        /// A server of `localhost` with a certificate for `domain` that is valid until that year.
        private func server(
            certificateFor domain: String, until year: String = "2049"
        ) async throws -> TestServer {
            let folder = try Folder()
            let made = try await ChildProcess(
                Package.server("certificate.sh"), [folder["tls"], domain, year]
            ).result()
            #expect(made.status == 0, "\(made)")
            return try await TestServer.loopback(
                "--listen-tls", "127.0.0.1:0", "--tls-cert", folder["tls/cert.pem"],
                "--tls-key", folder["tls/key.pem"], keeping: folder)
        }

        @Test(arguments: ["starttls", "direct"], registrations)
        func `a certificate for another name`(
            security: String, registration: String
        ) async throws {
            let server = try await server(certificateFor: "other.example")
            try await expectUnreachable(
                security == "direct" ? server.directAddress : server.address, registration,
                "other.example", "--set", "target.verify=\(server.authority)",
                "--set", "target.security=\(security)")
        }

        @Test(arguments: registrations)
        func `a certificate that has expired`(registration: String) async throws {
            let server = try await server(certificateFor: "localhost", until: "2020")
            try await expectUnreachable(
                server.address, registration, "expired", "--set",
                "target.verify=\(server.authority)")
        }

        @Test(arguments: registrations)
        func `TLS that fails`(registration: String) async throws {
            // A server that speaks no TLS where direct TLS is asked for.
            let server = try await TestServer.hostile(["garbage"])
            try await expectUnreachable(
                server.address, registration, "tls: ", "--set", "target.security=direct")
        }

        @Test(arguments: registrations)
        func `a server that offers no TLS`(registration: String) async throws {
            let server = try await TestServer.hostile(["no-tls"])
            try await expectUnreachable(
                server.address, registration, "starttls-not-offered")
        }
    }
}
