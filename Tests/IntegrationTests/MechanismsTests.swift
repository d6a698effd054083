import Foundation
import Testing

extension Integration {
    /// Each SASL mechanism logs in on a server that offers it, with TLS 1.2 and with TLS 1.3.
    @Suite struct MechanismsTests {
        /// Ten logins, with their report.
        private func logIn(
            _ server: TestServer, _ mechanism: String?, registers: Bool = false,
            _ options: String...
        ) async throws -> Trial {
            let trial = try Trial(TestProfile.loginOnly)
            let named = mechanism.map { ["--set", "target.mechanism=\($0)"] } ?? []
            let result = try await trial.start(
                [
                    server.address, "--duration", "2s", "--set",
                    "target.verify=\(server.authority)", "--set",
                    "accounts.register=\(registers ? "if-missing" : "never")",
                ] + named + options
            ).result(within: 120)
            #expect([0, 3, 4].contains(result.status), "\(result)")
            return trial
        }

        private func expectAllOnline(_ trial: Trial, with mechanism: String) throws {
            let report = try trial.report
            #expect(report.errors == [], "\(mechanism)")
            #expect(try report.number("sessions.failed") == 0, "\(mechanism)")
            #expect(try report.number("metrics.auth.response.count") == 10, "\(mechanism)")
            // What the sampled sessions sent.
            let text = try String(contentsOfFile: trial.reportPath + "/run.json", encoding: .utf8)
            #expect(text.contains("mechanism='\(mechanism)'"), "\(mechanism)")
        }

        /// In both cases the strongest comes first; LuaSec and ejabberd's TLS have no channel
        /// binding for TLS 1.3, which Clamor has to notice by itself.
        @Test(arguments: [
            (
                "ejabberd.sh", "1.2",
                [
                    "SCRAM-SHA-256-PLUS", "SCRAM-SHA-1-PLUS", "SCRAM-SHA-256", "SCRAM-SHA-1",
                    "DIGEST-MD5", "PLAIN",
                ]
            ),
            ("ejabberd.sh", "1.3", ["SCRAM-SHA-256", "SCRAM-SHA-1", "DIGEST-MD5", "PLAIN"]),
            ("prosody.sh", "1.2", ["SCRAM-SHA-256-PLUS", "SCRAM-SHA-1-PLUS", "SCRAM-SHA-256"]),
            ("prosody.sh", "1.3", ["SCRAM-SHA-256", "SCRAM-SHA-1", "PLAIN"]),
        ])
        func `what a server offers logs in, the strongest by itself`(
            script: String, version: String, mechanisms: [String]
        ) async throws {
            let server = try await TestServer.script(script, "auth=plain", "tls=\(version)")
            let first = try await logIn(server, nil, registers: true)
            try expectAllOnline(first, with: mechanisms[0])
            for mechanism in mechanisms {
                try expectAllOnline(try await logIn(server, mechanism), with: mechanism)
                guard version == "1.2" else { continue }
                let wrong = try await logIn(
                    server, mechanism, registers: false, "--set", "accounts.password=wrong"
                ).report
                #expect(wrong.errors.map(\.stage) == ["auth"], "\(mechanism)")
                #expect(wrong.errors.map(\.condition) == ["not-authorized"], "\(mechanism)")
                #expect(wrong.errors.map(\.count) == [10], "\(mechanism)")
            }
        }

        /// The server makes up the names, so messages go to others than the profile's.
        @Test(arguments: [("prosody.sh", "full"), ("ejabberd.sh", "full"), ("ejabberd.sh", "bare")])
        func `sessions without a name find each other`(
            script: String, form: String
        ) async throws {
            let server = try await TestServer.script(script, "auth=anonymous")
            let trial = try Trial(TestProfile.staying(10, for: "4s"))
            let result = try await trial.run(
                server.address, "--set", "target.verify=\(server.authority)", "--set",
                "target.mechanism=ANONYMOUS", "--set", "accounts.register=never", "--set",
                "traffic[0].message.jid=\(form)")
            #expect([0, 4].contains(result.status), "\(result)")
            let report = try trial.report
            #expect(report.errors == [])
            #expect(try report.number("sessions.failed") == 0)
            #expect(try report.number("sessions.online_peak") == 10)
            #expect(try report.number("messages.sent") > 0)
            #expect(try report.number("messages.delivered") == report.number("messages.sent"))
            for key in ["unexpected", "duplicated", "outside"] {
                #expect(try report.number("messages.\(key)") == 0, "\(key)")
            }
        }

        @Test func `certificates of clients log in with EXTERNAL`() async throws {
            let folder = try Folder()
            let names = (1...10).map { "direct\($0)" }
            let made = try await ChildProcess(
                Package.server("client_certificates.sh"), [folder["of"], "localhost"] + names
            ).result()
            #expect(made.status == 0, "\(made)")
            let server = try await TestServer.script(
                "ejabberd.sh", "clients=\(folder["of/ca.pem"])")
            // One for each account, or one for all of them.
            for certificate in ["${user}.pem", "all.pem"] {
                let trial = try await logIn(
                    server, "EXTERNAL", registers: false, "--set",
                    "accounts.certificate=\(folder["of"])/\(certificate)")
                try expectAllOnline(trial, with: "EXTERNAL")
            }
            let stranger = try await logIn(
                server, "EXTERNAL", registers: false, "--set",
                "accounts.certificate=\(folder["of/all.pem"])", "--set",
                "accounts.username=other${index}"
            ).report
            #expect(stranger.errors.map(\.stage) == ["auth"])
            #expect(stranger.errors.map(\.condition) == ["not-authorized"])
            #expect(stranger.errors.map(\.count) == [10])
        }
    }
}
