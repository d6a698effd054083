import Foundation
import Testing

extension Integration {
    /// What is wrong with the command line or the profile ends with 2 before anything is sent.
    @Suite struct BadInputTests {
        @Test func `five mistakes give five errors with their places`() async throws {
            let server = try await TestServer.loopback()
            let trial = try Trial(
                """
                title: Five mistakes
                target: {domain: localhost, address: "\(server.address)", verify: none}
                accounts: {count: 5, username: "u${indx}", password: p}
                sessions:
                  arrival: 25
                  scenarios:
                    - name: one
                      wieght: 4
                      steps:
                        - login
                        - message: {to: online, body: hi, await: delivery, timeout: 5}
                        - send: "<iq type='get'><query></iq>"
                        - logout
                duration: 5s
                """, name: "five.yaml")
            for subcommand in ["check", "run"] {
                let result = try await clamor(subcommand, "five.yaml", in: trial.folder.path)
                #expect(result.status == 2)
                #expect(result.output == "")
                // The caret stands below the place that the line begins with.
                #expect(
                    result.errors == """
                        five.yaml:3:36: error: unknown variable 'indx'; did you mean 'index'?
                          accounts: {count: 5, username: "u${indx}", password: p}
                                                             ^
                        five.yaml:5:12: error: '25' has no unit; did you mean '25/s'?
                            arrival: 25
                                     ^
                        five.yaml:8:7: error: unknown key 'wieght' in scenario; did you mean 'weight'?
                                wieght: 4
                                ^
                        five.yaml:11:69: error: '5' has no unit; did you mean '5s'?
                                  - message: {to: online, body: hi, await: delivery, timeout: 5}
                                                                                              ^
                        five.yaml:12:42: error: not a stanza: an end tag with another name than \
                        its start tag
                                  - send: "<iq type='get'><query></iq>"
                                                                   ^

                        """)
            }
            #expect(!FileManager.default.fileExists(atPath: trial.folder["reports"]))
            #expect(try await server.connectionsServed() == 0)
        }

        @Test func `a profile that is not there names the built-in ones`() async throws {
            let result = try await clamor("run", "nowhere.yaml")
            #expect(result.status == 2)
            #expect(result.errors.contains("nowhere.yaml"))
            #expect(result.errors.contains("quickstart"))
        }

        @Test(arguments: [
            "title: [unclosed", "just text", "- a\n- list", "", "a: &x [*x]", "\u{0}",
        ])
        func `what is no profile is refused`(text: String) async throws {
            let folder = try Folder()
            let path = try folder.write("bad.yaml", text)
            let result = try await clamor("check", path)
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains("error: "), "\(result)")
        }

        @Test(arguments: [
            ("target.verify=nowhere.pem", "target.verify: ", "nowhere.pem"),
            ("target.verify=./empty.pem", "target.verify: ", "empty.pem"),
            ("accounts={file: nowhere.csv}", "accounts.file: ", "nowhere.csv: No such file"),
            ("accounts.certificate=nowhere.pem", "accounts.certificate: ", "nowhere.pem: No such"),
            ("accounts.certificate=empty.pem", "accounts.certificate: ", "there is no certificate"),
        ])
        func `a file that the profile names is read before anything is sent`(
            setting: String, key: String, reason: String
        ) async throws {
            let server = try await TestServer.loopback()
            let trial = try Trial(TestProfile.loginOnly)
            _ = try trial.folder.write("empty.pem", "")
            for subcommand in ["check", "run"] {
                let result = try await clamor(
                    subcommand, trial.profile, server.address, "--set", setting)
                #expect(result.status == 2, "\(result)")
                #expect(result.errors.contains("error: " + key), "\(result)")
                #expect(result.errors.contains(reason), "\(result)")
            }
            #expect(try await server.connectionsServed() == 0)
        }

        @Test func `an override's mistake cites the option`() async throws {
            let result = try await clamor(
                "check", "quickstart", "--set", "sessions.scenarios[0].wieght=2")
            #expect(result.status == 2)
            #expect(result.errors.contains("--set sessions.scenarios[0].wieght"), "\(result)")
            let duration = try await clamor("check", "quickstart", "--duration", "12")
            #expect(duration.status == 2)
            #expect(duration.errors.contains("--duration"), "\(duration)")
            #expect(!duration.errors.contains("--set"), "\(duration)")
        }

        @Test(arguments: [
            ["run"], ["rum", "x"], ["run", "quickstart", "--otput", "x"],
            ["serve", "--workers", "0"],
            ["run", "quickstart", "--set", "nothing"], ["run", "quickstart", "http://host"],
            ["run", "quickstart", "--allow-remote", "0.0.0.0/0"], ["accounts", "create"],
            ["profiles", "show", "nothing"], ["serve", "--tls-cert", "/nowhere.pem"],
            ["serve", "--listen", "here"], ["check", "quickstart", "--resolver", "ns.example"],
            ["check", "quickstart", "--resolver", "127.0.0.1:port"],
            ["check", "quickstart", "--source", "127.0.0.9-127.0.0.2"],
            ["run", "quickstart", "--source", "192.0.2.1"],
        ])
        func `a command line that makes no sense ends with 2`(words: [String]) async throws {
            let result = try await ChildProcess(Package.clamor, words).result()
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.hasPrefix("error: "), "\(result)")
            #expect(result.output == "")
        }
    }
}
