import Foundation
import Testing

extension Integration {
    /// What is wrong with the command line or the profile ends with 2 before anything is sent.
    @Suite struct BadInputTests {
        @Test func `five mistakes give five errors with their places`() async throws {
            let folder = try Folder()
            let profile = """
                title: Five mistakes
                target: {domain: localhost, address: loopback}
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
                """
            _ = try folder.write("five.yaml", profile)
            for subcommand in ["check", "run"] {
                let result = try await clamor(subcommand, "five.yaml", in: folder.path)
                #expect(result.status == 2)
                let places = ["five.yaml:3:", "five.yaml:5:", "five.yaml:8:7", "five.yaml:11:"]
                for place in places + ["five.yaml:12:"] {
                    #expect(result.errors.contains(place), "\(place) in \(result.errors)")
                }
                let errors = result.errors.split(separator: "\n").filter {
                    $0.contains(": error: ")
                }
                #expect(errors.count == 5, "\(result.errors)")
                #expect(result.errors.contains("did you mean 'weight'?"))
                #expect(result.errors.contains("      wieght: 4\n"), "the line is shown")
                #expect(result.output == "")
            }
            #expect(!FileManager.default.fileExists(atPath: folder["reports"]))
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
            ["serve", "--listen", "here"],
        ])
        func `a command line that makes no sense ends with 2`(words: [String]) async throws {
            let result = try await ChildProcess(Package.clamor, words).result()
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.hasPrefix("error: "), "\(result)")
            #expect(result.output == "")
        }

        @Test(arguments: ["192.0.2.1:5222", "[2001:db8::1]:5222", "0.0.0.0:5222"])
        func `an address beyond the loopback interface is refused`(address: String) async throws {
            let result = try await clamor("run", "quickstart", address)
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains("--allow-remote"), "\(result)")
        }

        @Test func `this machine's own address is refused as well`() async throws {
            let own = try await ChildProcess("/bin/hostname", ["-I"]).result().output
            let address = own.split { $0.isWhitespace }.first { !$0.contains(":") } ?? "192.0.2.7"
            let result = try await clamor("run", "quickstart", "\(address):5222")
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains("--allow-remote \(address)"), "\(result)")
        }

        @Test func `more sessions than descriptors is said before anything starts`() async throws {
            for subcommand in ["check", "run"] {
                let command =
                    "ulimit -Sn 200; ulimit -Hn 200; exec '\(Package.clamor)' \(subcommand) idle"
                let result = try await ChildProcess("/bin/bash", ["-c", command]).result()
                #expect(result.status == 2, "\(result)")
                #expect(result.errors.contains("descriptors"), "\(result)")
            }
        }
    }
}
