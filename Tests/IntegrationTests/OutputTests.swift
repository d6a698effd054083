import Foundation
import Glibc
import Testing

extension Integration {
    /// Where results and reports go, and what happens when they cannot.
    @Suite struct OutputTests {
        @Test func `a directory that exists, or a file of that name, is left alone`() async throws {
            let trial = try Trial(TestProfile.short)
            let names = ["empty", "full", "file"]
            try FileManager.default.createDirectory(
                atPath: trial.folder["empty"], withIntermediateDirectories: false)
            try FileManager.default.createDirectory(
                atPath: trial.folder["full"], withIntermediateDirectories: false)
            _ = try trial.folder.write("full/notes.txt", "mine")
            _ = try trial.folder.write("file", "mine, too")
            for name in names {
                let result = try await clamor(
                    "run", trial.profile, "--output", trial.folder[name])
                #expect(result.status == 2, "\(result)")
                #expect(result.errors.contains("\(trial.folder[name]) exists"), "\(result)")
                #expect(result.errors.contains("--output"), "\(result)")
                #expect(result.output == "")
            }
            let contents = try FileManager.default.subpathsOfDirectory(atPath: trial.folder.path)
            #expect(contents.sorted() == (names + ["full/notes.txt", "profile.yaml"]).sorted())
            #expect(
                try String(contentsOfFile: trial.folder["file"], encoding: .utf8) == "mine, too")
        }

        @Test(arguments: ["/proc/clamor/report", "profile.yaml/report", "closed/report"])
        func `a directory that cannot be made is said before the load`(path: String) async throws {
            let server = try await TestServer.loopback()
            let trial = try Trial(TestProfile.short)
            try FileManager.default.createDirectory(
                atPath: trial.folder["closed"], withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o555])
            // Root may write anywhere, unless it gives that up.
            let script = """
                [ "$(id -u)" = 0 ] && set -- setpriv --bounding-set=-dac_override "$@"
                exec "$@"
                """
            let result = try await ChildProcess(
                "/bin/bash",
                [
                    "-c", script, "bash", Package.clamor, "run", "profile.yaml", server.address,
                    "--output", path, "--set", "target.verify=\(server.authority)",
                ], in: trial.folder.path
            ).result()
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains("error: cannot create "), "\(result)")
            #expect(result.errors.contains("--output"), "\(result)")
            #expect(result.output == "")
            #expect(try await server.connectionsServed() == 0)
        }

        /// Runs the profile below a directory that holds no more than so many KiB.
        ///
        /// That is a file system of that size, in a mount namespace of its own. Where none may be
        /// mounted (a container without that right), no file may grow larger; the system's words
        /// are others then.
        private func run(
            _ trial: Trial, onDiskOf size: Int
        ) async throws -> (ChildProcess.Result, reason: String) {
            let disk = trial.folder["disk"]
            try FileManager.default.createDirectory(
                atPath: disk, withIntermediateDirectories: false)
            let mount = "mount -t tmpfs -o size=\(size)k tmpfs '\(disk)'"
            let maps = getuid() == 0 ? "" : "--map-root-user"
            let canMount =
                try await ChildProcess(
                    "/usr/bin/unshare",
                    [maps, "--mount", "/bin/sh", "-c", mount].filter { $0 != "" }
                ).result().status == 0
            let command = "'\(Package.clamor)' run '\(trial.profile)' --output '\(disk)/report'"
            // Output goes through pipes, which a limit on files is not for.
            let script =
                canMount
                ? "exec unshare \(maps) --mount /bin/sh -c \"\(mount) && exec \(command)\""
                : "trap '' XFSZ; (ulimit -f \(size / 4); exec \(command)) "
                    + "> >(cat) 2> >(cat >&2); s=$?; wait; exit $s"
            let result = try await ChildProcess("/bin/bash", ["-c", script]).result()
            return (result, canMount ? "No space left on device" : "File too large")
        }

        @Test func `a disk that fills up costs the files, not the summary`() async throws {
            // Long enough that what is streamed does not fit either.
            let trial = try Trial(TestProfile.staying(5, for: "7s"))
            let (result, reason) = try await run(trial, onDiskOf: 8)
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains("latency.hlog: \(reason)"), "\(result)")
            #expect(result.errors.contains("run.json: \(reason)"), "\(result)")
            let missing = result.errors.split(separator: "\n").filter { $0.contains(reason) }
            #expect(Set(missing).count == missing.count, "\(result)")
            // The whole run was made, and its result is told.
            #expect(result.output.hasPrefix("Verdict"), "\(result)")
            #expect(result.output.contains("5 started, 5 online at most, 0 failed"), "\(result)")
            #expect(result.lastLine.hasSuffix("/report"), "\(result)")
        }

        @Test func `a disk that is full already is said before the load`() async throws {
            let server = try await TestServer.loopback()
            let trial = try Trial(TestProfile.short)
            let script =
                "trap '' XFSZ; (ulimit -f 0; exec \"$@\") 2> >(cat >&2); s=$?; wait; exit $s"
            let result = try await ChildProcess(
                "/bin/bash",
                [
                    "-c", script, "bash", Package.clamor, "run", trial.profile, server.address,
                    "--output", trial.reportPath, "--set", "target.verify=\(server.authority)",
                ]
            ).result()
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains("cannot write \(trial.reportPath)/"), "\(result)")
            #expect(!FileManager.default.fileExists(atPath: trial.reportPath))
            #expect(try await server.connectionsServed() == 0)
        }

        @Test func `a reader of the results that goes away costs nothing but them`() async throws {
            for ending in ["| head -n 1", ">&- 2>&- <&-"] {
                let trial = try Trial(TestProfile.staying(5, for: "2s"))
                let command =
                    "'\(Package.clamor)' run '\(trial.profile)' "
                    + "--output '\(trial.reportPath)' \(ending); exit ${PIPESTATUS[0]}"
                let result = try await ChildProcess("/bin/bash", ["-c", command]).result()
                #expect([0, 4].contains(result.status), "\(ending) \(result)")
                #expect(try trial.report.number("sessions.failed") == 0)
                for name in ["run.json", "summary.txt", "latency.hlog", "timeseries.csv"] {
                    let text = try String(
                        contentsOfFile: trial.reportPath + "/" + name, encoding: .utf8)
                    // The report's path is the last thing that goes to stdout.
                    #expect(!text.contains(trial.reportPath), "\(ending): results in \(name)")
                }
            }
        }

        @Test func `results that cannot be written are an error of the command`() async throws {
            for command in ["profiles show chat", "schema run", "help", "check quickstart"] {
                let script = "'\(Package.clamor)' \(command) >/dev/full"
                let result = try await ChildProcess("/bin/bash", ["-c", script]).result()
                #expect(result.status == 3, "\(command) \(result)")
                #expect(
                    result.errors == "error: cannot write to stdout: No space left on device\n")
            }
        }

        @Test func `a pipe that does not block is waited for`() async throws {
            let whole = try await clamor("schema", "run").output
            #expect(whole.utf8.count > 10_000)
            // The least that a pipe may hold, and a reader that comes late.
            let script = """
                import fcntl, os, sys
                fcntl.fcntl(1, fcntl.F_SETPIPE_SZ, 4096)
                os.set_blocking(1, False)
                os.execv(sys.argv[1], sys.argv[1:])
                """
            let command =
                "/usr/bin/python3 -c '\(script)' '\(Package.clamor)' schema run | (sleep 0.3; cat)"
            let result = try await ChildProcess("/bin/bash", ["-c", command]).result()
            #expect(result.output == whole)
        }

        @Test func `without --output the report's path has the profile's name and a time`()
            async throws
        {
            let folder = try Folder()
            _ = try folder.write("short.yaml", TestProfile.short)
            let result = try await clamor("run", "short.yaml", in: folder.path)
            #expect([0, 4].contains(result.status), "\(result)")
            #expect(result.lastLine.contains("reports/short-"), "\(result)")
            let report = try RunReport(of: result, in: folder.path)
            let files = try FileManager.default.contentsOfDirectory(atPath: report.directory)
            #expect(
                Set(files).isSuperset(of: [
                    "run.json", "summary.txt", "latency.hlog", "timeseries.csv", "profile.yaml",
                ]))
            #expect(!result.output.contains("\u{1B}"), "colour in a file")
            let summary = try String(
                contentsOfFile: report.directory + "/summary.txt", encoding: .utf8)
            #expect(result.output.contains(summary))
            let profile = try String(
                contentsOfFile: report.directory + "/profile.yaml", encoding: .utf8)
            #expect(!profile.contains("password: p\n"))
        }

        @Test func `progress is one line a second on stderr, or nothing`() async throws {
            let folder = try Folder()
            _ = try folder.write("short.yaml", TestProfile.short)
            let plain = try await clamor("run", "short.yaml", "--output", "a", in: folder.path)
            #expect(
                plain.errors.split(separator: "\n").filter { $0.contains(" online ") }.count >= 3)
            #expect(!plain.errors.contains("\r"))
            let quiet = try await clamor(
                "run", "short.yaml", "--output", "b", "--progress", "none", in: folder.path)
            #expect(!quiet.errors.contains(" online "), "\(quiet)")
        }

        @Test func `the same seed and profile are in the report`() async throws {
            let folder = try Folder()
            _ = try folder.write("short.yaml", TestProfile.short)
            let result = try await clamor(
                "run", "short.yaml", "--seed", "18446744073709551615", "--output", "r",
                in: folder.path)
            #expect([0, 4].contains(result.status), "\(result)")
            let report = try RunReport(directory: folder["r"])
            #expect((report.value("seed") as? NSNumber)?.uint64Value == .max)
            #expect(try report.text("profile.title") == "Staying")
            #expect(try report.text("profile.sha256").count == 64)
        }

        @Test func `latency in the log is that of the report to one per cent`() async throws {
            let folder = try Folder()
            _ = try folder.write("short.yaml", TestProfile.short)
            _ = try await clamor("run", "short.yaml", "--output", "r", in: folder.path)
            let python = Package.root + "/.build/venv/bin/python3"
            let script = Package.root + "/scripts/compare_hlog.py"
            let result = try await ChildProcess(python, [script, folder["r"]]).result()
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains("message.response"), "\(result)")
        }
    }
}
