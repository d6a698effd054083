import Testing

extension Integration {
    /// A target that no session can reach ends with 3, soon, with the reason.
    @Suite struct UnreachableTargetsTests {
        private func run(_ arguments: String...) async throws -> ChildProcess.Result {
            let folder = try Folder()
            let path = try folder.write("login.yaml", ServersTests.loginOnly)
            return try await ChildProcess(
                Package.clamor, ["run", path, "--output", folder["report"]] + arguments
            ).result(within: 120)
        }

        @Test func `nothing listens`() async throws {
            // Port 1 of a loopback address that no service binds.
            let result = try await run("127.0.0.2:1")
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains("refused"), "\(result)")
        }

        @Test func `a name that does not resolve`() async throws {
            // A label of more than 63 characters is no name, which needs no server to know.
            let name = String(repeating: "a", count: 64) + ".example"
            let result = try await run(name, "--allow-remote", name)
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains(name), "\(result)")
        }

        @Test func `a certificate that nobody vouches for`() async throws {
            let server = try await TestServer.loopback()
            let result = try await run(server.address)
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains("self-signed"), "\(result)")
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

        @Test(arguments: ["starttls", "direct"])
        func `a certificate for another name`(security: String) async throws {
            let server = try await server(certificateFor: "other.example")
            let address = security == "direct" ? server.directAddress : server.address
            let result = try await run(
                address, "--set", "target.verify=\(server.authority)",
                "--set", "target.security=\(security)")
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains("other.example"), "\(result)")
        }

        @Test func `a certificate that has expired`() async throws {
            let server = try await server(certificateFor: "localhost", until: "2020")
            let result = try await run(
                server.address, "--set", "target.verify=\(server.authority)")
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains("expired"), "\(result)")
        }

        @Test func `TLS that fails`() async throws {
            // A server that speaks no TLS where direct TLS is asked for.
            let server = try await TestServer.hostile(["garbage"])
            let result = try await run(
                server.address, "--set", "target.security=direct", "--set",
                "accounts.register=never")
            #expect(result.status == 3, "\(result)")
        }

        @Test(arguments: ["prosody.sh", "ejabberd.sh"])
        func `a wrong password is counted under auth`(script: String) async throws {
            let server = try await TestServer.script(script)
            let verify = ["--set", "target.verify=\(server.authority)"]
            let folder = try Folder()
            let path = try folder.write("login.yaml", ServersTests.loginOnly)
            let first = try await ChildProcess(
                Package.clamor, ["accounts", "create", path, server.address] + verify
            ).result()
            #expect(first.status == 0, "\(first)")
            let result = try await ChildProcess(
                Package.clamor,
                ["run", path, server.address, "--output", folder["report"]] + verify
                    + ["--set", "accounts.register=never", "--set", "accounts.password=wrong"]
            ).result()
            #expect(result.status == 3, "\(result)")
            let report = try RunReport(directory: folder["report"])
            #expect(report.errors.map(\.stage) == ["auth"])
            #expect(report.errors.map(\.condition) == ["not-authorized"])
            #expect(report.errors.map(\.count) == [10])
        }

        @Test func `a mechanism that the server does not offer`() async throws {
            let server = try await TestServer.script("prosody.sh")
            let result = try await run(
                server.address, "--set", "target.verify=\(server.authority)",
                "--set", "target.mechanism=DIGEST-MD5")
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains("DIGEST-MD5"), "\(result)")
        }
    }
}
