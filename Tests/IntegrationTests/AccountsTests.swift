import Testing

extension Integration {
    /// Provisioning apart from a run.
    @Suite struct AccountsTests {
        @Test(arguments: ["prosody.sh", "ejabberd.sh", "serve"])
        func `accounts are created once, used, and deleted`(kind: String) async throws {
            let server =
                kind == "serve"
                ? try await TestServer.loopback() : try await TestServer.script(kind)
            let folder = try Folder()
            let path = try folder.write("login.yaml", TestProfile.loginOnly)
            let target = [path, server.address, "--set", "target.verify=\(server.authority)"]
            func accounts(_ action: String) async throws -> ChildProcess.Result {
                try await ChildProcess(Package.clamor, ["accounts", action] + target).result()
            }
            let created = try await accounts("create")
            #expect(created.status == 0, "\(created)")
            #expect(created.output.contains("10 created"), "\(created)")
            let again = try await accounts("create")
            #expect(again.status == 0, "\(again)")
            #expect(again.output.contains("10 existed"), "\(again)")
            let run = try await ChildProcess(
                Package.clamor,
                ["run"] + target
                    + ["--set", "accounts.register=never", "--output", folder["report"]]
            ).result()
            #expect([0, 4].contains(run.status), "\(run)")
            #expect(try RunReport(directory: folder["report"]).number("sessions.failed") == 0)
            let deleted = try await accounts("delete")
            #expect(deleted.status == 0, "\(deleted)")
            #expect(deleted.output.contains("10 deleted"), "\(deleted)")
            let anew = try await accounts("create")
            #expect(anew.output.contains("10 created"), "\(anew)")
        }

        @Test(arguments: [
            ("prosody.sh", "allow_registration"), ("ejabberd.sh", "mod_register"),
        ])
        func `registration refused by policy names the option to change`(
            script: String, option: String
        ) async throws {
            let server = try await TestServer.script(script, "registration=off")
            let folder = try Folder()
            let path = try folder.write("login.yaml", TestProfile.loginOnly)
            for command in [["accounts", "create"], ["run"]] {
                let result = try await ChildProcess(
                    Package.clamor,
                    command + [path, server.address, "--set", "target.verify=\(server.authority)"],
                    in: folder.path
                ).result()
                #expect(result.status == 3, "\(result)")
                #expect(result.errors.contains(option), "\(result)")
                #expect(result.errors.contains("accounts create --print"), "\(result)")
            }
        }

        @Test func `registration that is put off is tried again, later each time`() async throws {
            let server = try await TestServer.hostile(["busy"])
            let folder = try Folder()
            let path = try folder.write("login.yaml", TestProfile.loginOnly)
            let result = try await clamor(
                "accounts", "create", path, server.address, "--set", "target.security=none")
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains("10 created"), "\(result)")
            // Lines `register USER SECONDS`.
            var attempts: [Substring: [Double]] = [:]
            for line in server.errors.split(separator: "\n") {
                let words = line.split(separator: " ")
                try attempts[words[1], default: []].append(#require(Double(words[2])))
            }
            #expect(attempts.count == 10)
            for (user, times) in attempts {
                try #require(times.count == 3, "\(user)")
                #expect(times[1] - times[0] >= 0.5, "\(user) \(times)")
                #expect(times[2] - times[1] >= 1, "\(user) \(times)")
            }
        }

        @Test func `a server that takes one registration a second gets them all`() async throws {
            let server = try await TestServer.script("ejabberd.sh", "timeout=1")
            let trial = try Trial(TestProfile.loginOnly)
            let result = try await clamor(
                "accounts", "create", trial.profile, server.address, "--set",
                "target.verify=\(server.authority)", "--set", "accounts.count=4")
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains("4 created"), "\(result)")
        }

        @Test func `printed commands name every account`() async throws {
            let folder = try Folder()
            let path = try folder.write("login.yaml", TestProfile.loginOnly)
            let create = try await clamor(
                "accounts", "create", path, "--print", "prosodyctl", "--domain", "a.example")
            #expect(create.status == 0, "\(create)")
            let lines = create.output.split(separator: "\n")
            #expect(lines.count == 10)
            #expect(lines.first == "prosodyctl register direct1 a.example pass1")
            let delete = try await clamor("accounts", "delete", path, "--print", "ejabberdctl")
            #expect(delete.output.hasSuffix("ejabberdctl unregister direct10 localhost\n"))
        }

        @Test func `printed commands create accounts that log in, and delete them`() async throws {
            let server = try await TestServer.script("prosody.sh", "registration=off")
            let state = String(server.authority.dropLast("/cert.pem".count))
            let trial = try Trial(
                TestProfile.loginOnly.replacing("pass${index}", with: "it's $$x ${index}"))
            let target = [server.address, "--set", "target.verify=\(server.authority)"]
            /// Runs what is printed, with the tool told where this server's configuration is.
            func perform(_ action: String) async throws -> ChildProcess.Result {
                let printed = try await clamor(
                    "accounts", action, trial.profile, "--print", "prosodyctl")
                #expect(printed.status == 0, "\(printed)")
                let tool = "prosodyctl() { /usr/bin/prosodyctl --config '\(state)/prosody.cfg.lua'"
                return try await ChildProcess(
                    "/bin/bash", ["-c", "\(tool) \"$@\"; }\n" + printed.output]
                ).result()
            }
            func logIns() async throws -> RunReport {
                let folder = try Folder()
                _ = try await ChildProcess(
                    Package.clamor,
                    ["run", trial.profile] + target + [
                        "--set", "accounts.register=never", "--output", folder["report"],
                    ]
                ).result()
                return try RunReport(directory: folder["report"])
            }
            let created = try await perform("create")
            #expect(created.status == 0, "\(created)")
            let report = try await logIns()
            #expect(report.errors == [])
            #expect(try report.number("metrics.login.response.count") == 10)
            let deleted = try await perform("delete")
            #expect(deleted.status == 0, "\(deleted)")
            #expect(try await logIns().errors.map(\.condition) == ["not-authorized"])
        }

        @Test func `accounts come from a file beside the profile`() async throws {
            let folder = try Folder()
            _ = try folder.write("accounts.csv", "username,password\nanna,s3cret\nbob,\"it's\"\n")
            let path = try folder.write(
                "csv.yaml",
                TestProfile.loginOnly.replacing(
                    "{count: 10, username: \"direct${index}\", password: \"pass${index}\", register: if-missing}",
                    with: "{file: accounts.csv}"))
            let create = try await clamor("accounts", "create", path, "--print", "ejabberdctl")
            #expect(
                create.output == """
                    ejabberdctl register anna localhost s3cret
                    ejabberdctl register bob localhost 'it'\\''s'

                    """, "\(create)")
        }
    }
}
