import Foundation
import Testing

extension Integration {
    /// Where results and reports go, and what happens when they cannot.
    @Suite struct OutputTests {
        static let short = """
            title: Short
            target: {domain: localhost, address: loopback}
            accounts: {count: 5, username: "u${index}", password: p, register: if-missing}
            sessions:
              arrival: {stages: [{rate: 5/s, for: 1s}]}
              scenarios: [{name: s, steps: [login, presence, {stay: until-end}, logout]}]
            traffic:
              - message: {to: online, body: hi}
                after: 1500ms
                rate: 10/s
            duration: 4s
            drain: 2s
            """

        @Test func `a directory that exists is left alone`() async throws {
            let folder = try Folder()
            let profile = try folder.write("short.yaml", Self.short)
            let result = try await clamor("run", profile, "--output", folder.path)
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains("exists"), "\(result)")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["short.yaml"])
        }

        @Test(arguments: ["/proc/clamor/report", "short.yaml/report"])
        func `a directory that cannot be made is said before the load`(path: String) async throws {
            let folder = try Folder()
            _ = try folder.write("short.yaml", Self.short)
            let result = try await clamor("run", "short.yaml", "--output", path, in: folder.path)
            #expect([2, 3].contains(result.status), "\(result)")
            #expect(result.errors.contains("error: "), "\(result)")
            #expect(result.output == "")
        }

        @Test func `a disk that fills up costs the files, not the summary`() async throws {
            let folder = try Folder()
            _ = try folder.write("short.yaml", Self.short)
            // No file of the process may grow beyond 4 KiB, as on a disk that is full.
            let command =
                "trap '' XFSZ; ulimit -f 4; exec '\(Package.clamor)' run short.yaml --progress none"
            // Output goes through a pipe, which the limit is not for.
            let result = try await ChildProcess(
                "/bin/bash", ["-c", "(\(command)) > >(cat) 2> >(cat >&2); s=$?; wait; exit $s"],
                in: folder.path
            ).result()
            #expect(result.status == 3, "\(result)")
            #expect(result.output.contains("Short"), "\(result)")
            #expect(result.errors.contains("error: "), "\(result)")
        }

        @Test func `without --output the report's path has the profile's name and a time`()
            async throws
        {
            let folder = try Folder()
            _ = try folder.write("short.yaml", Self.short)
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
            _ = try folder.write("short.yaml", Self.short)
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
            _ = try folder.write("short.yaml", Self.short)
            let result = try await clamor(
                "run", "short.yaml", "--seed", "18446744073709551615", "--output", "r",
                in: folder.path)
            #expect([0, 4].contains(result.status), "\(result)")
            let report = try RunReport(directory: folder["r"])
            #expect((report.value("seed") as? NSNumber)?.uint64Value == .max)
            #expect(try report.text("profile.title") == "Short")
            #expect(try report.text("profile.sha256").count == 64)
        }

        @Test func `latency in the log is that of the report to one per cent`() async throws {
            let folder = try Folder()
            _ = try folder.write("short.yaml", Self.short)
            _ = try await clamor("run", "short.yaml", "--output", "r", in: folder.path)
            let python = Package.root + "/.build/venv/bin/python3"
            let script = Package.root + "/scripts/compare_hlog.py"
            let result = try await ChildProcess(python, [script, folder["r"]]).result()
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains("message.response"), "\(result)")
        }
    }
}
