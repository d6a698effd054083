import Foundation
import Testing

extension Integration {
    /// `--monitor` and `monitor` of a profile: what is seen of real processes, and what is said of
    /// those that are not there.
    @Suite struct ServerMonitorTests {
        /// Answers on a free port with a series that counts how often it was asked.
        private static let endpoint = """
            import http.server
            class Handler(http.server.BaseHTTPRequestHandler):
                asked = 0
                def do_GET(self):
                    Handler.asked += 1
                    self.send_response(200 if self.path == '/metrics' else 404)
                    self.end_headers()
                    self.wfile.write(f'# TYPE asked counter\\nasked{{by="x"}} {Handler.asked}\\n'
                        f'process_cpu_seconds_total {Handler.asked * 0.5}\\n'.encode())
                def log_message(self, *arguments): pass
            server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
            print('listening', server.server_port, flush=True)
            server.serve_forever()
            """

        private func usage(_ report: RunReport) throws -> [[String: Any]] {
            try #require(report.value("server_usage") as? [[String: Any]])
        }

        private func numbers(_ key: String, _ usage: [String: Any]) -> [Double] {
            (usage["samples"] as? [[String: Any]] ?? []).compactMap {
                ($0[key] as? NSNumber)?.doubleValue
            }
        }

        @Test func `a server's use of its machine is in the report, with what a login costs`()
            async throws
        {
            let server = try await TestServer.script("prosody.sh")
            let trial = try Trial(TestProfile.loginOnly + "\nmonitor: [name:prosody]\n")
            let result = try await trial.run(
                server.address, "--set", "target.verify=\(server.authority)", "--set",
                "monitor=[\"pid:\(server.identifier)\"]", "--set",
                "thresholds=[server.cpu_per_login < 10s, server.memory_peak < 100KiB]")
            #expect([1, 4].contains(result.status), "\(result)")
            let report = try trial.report
            let found = try usage(report)
            #expect(found.map { $0["source"] as? String } == ["pid:\(server.identifier)"])
            #expect(found[0]["note"] is NSNull)
            for key in ["rss_bytes", "descriptors"] {
                #expect(numbers(key, found[0]).count >= 5, "\(key)")
                #expect(numbers(key, found[0]).allSatisfy { $0 > 0 }, "\(key)")
            }
            #expect(numbers("cpu_ratio", found[0]).contains { $0 > 0 })
            // Prosody takes milliseconds for a login with TLS.
            let perLogin = try report.number("server.cpu_per_login_ns")
            #expect(perLogin > 200_000 && perLogin < 500_000_000)
            #expect(report.value("server.cpu_per_message_ns") is NSNull)
            #expect(result.output.contains("CPU per login "))
            let thresholds = try #require(report.value("thresholds") as? [[String: Any]])
            #expect(thresholds.map { $0["passed"] as? Bool } == [true, false])
            let peak = try report.number("server.memory_peak_bytes")
            let observed = thresholds.map { ($0["observed"] as? NSNumber)?.doubleValue }
            #expect(observed == [Double(perLogin), Double(peak)])
        }

        @Test func `thresholds on a server that nothing watches end the command`() async throws {
            let trial = try Trial(
                TestProfile.loginOnly + "\nthresholds: [server.memory_peak < 2GiB]\n")
            let memory = try await trial.run()
            #expect(memory.status == 2, "\(memory)")
            #expect(memory.errors.contains("profile.yaml:9:14: error: threshold"), "\(memory)")
            #expect(memory.errors.contains("cannot be told from that of this process"))
            let elsewhere = try await trial.run(
                "127.0.0.1:1", "--set", "thresholds=[server.cpu_per_login < 1s]")
            #expect(elsewhere.status == 2, "\(elsewhere)")
            #expect(elsewhere.errors.contains("nothing watches the server; add --monitor"))
            let search = try await ChildProcess(
                Package.clamor,
                [
                    "capacity", trial.profile, "127.0.0.1:1", "--output", trial.reportPath,
                    "--slo", "server.cpu_per_login < 1s",
                ]
            ).result()
            #expect(search.status == 2, "\(search)")
            #expect(!FileManager.default.fileExists(atPath: trial.reportPath))
            let watched = try await trial.run("--set", "thresholds=[server.cpu_per_login < 10s]")
            #expect([0, 4].contains(watched.status), "\(watched)")
        }

        @Test func `an endpoint's series are in the report`() async throws {
            let folder = try Folder()
            let endpoint = try ChildProcess(
                "/usr/bin/python3", [try folder.write("endpoint.py", Self.endpoint)])
            let line = try await endpoint.line(startingWith: "listening ")
            defer { endpoint.send(SIGTERM) }
            let url = "http://127.0.0.1:\(line.dropFirst("listening ".count))"
            let trial = try Trial(TestProfile.loginOnly)
            let missing = try await trial.run("--monitor", "prometheus:\(url)/metrics#nothing")
            #expect(missing.status == 3, "\(missing)")
            #expect(missing.errors.contains("it has no series 'nothing'"))
            let wrong = try await trial.run("--monitor", "prometheus:\(url)/other#asked")
            #expect(wrong.status == 3 && wrong.errors.contains("404"), "\(wrong)")
            #expect(!FileManager.default.fileExists(atPath: trial.reportPath))
            let result = try await trial.run("--monitor", "prometheus:\(url)/metrics#asked")
            #expect([0, 4].contains(result.status), "\(result)")
            let found = try usage(try trial.report)
            let sources = found.map { $0["source"] as? String }
            #expect(sources == ["loopback", "prometheus:\(url)/metrics#asked"])
            let series = try #require(found[1]["series"] as? [String: [[String: Any]]])
            let values = try #require(series["asked"]).map {
                ($0["value"] as? NSNumber)?.intValue ?? 0
            }
            #expect(values.count >= 4 && values == values.sorted(), "\(values)")
            #expect(numbers("cpu_ratio", found[1]).contains { $0 > 0 })
        }

        @Test func `a process that dies during the run is noted, and the run goes on`() async throws
        {
            let watched = try ChildProcess("/bin/sleep", ["600"])
            let trial = try Trial(TestProfile.staying(5, for: "4s"))
            let run = try trial.start([
                "--progress", "plain", "--monitor", "pid:\(watched.identifier)",
            ])
            let isThere = try await ChildProcess.eventually(within: 60) {
                run.errors.contains("online")
            }
            #expect(isThere)
            watched.send(SIGKILL)
            let result = try await run.result(within: 60)
            #expect([0, 4].contains(result.status), "\(result)")
            let note = try #require(try usage(try trial.report)[1]["note"] as? String)
            #expect(note.contains("process \(watched.identifier) has ended"), "\(note)")
            #expect(result.output.contains("has ended"))
        }

        @Test(arguments: [
            ("pdi:1", Int32(2), "'pdi' is no kind of monitor; write pid:1234"),
            ("pid:999999999", 3, "monitor pid:999999999: there is no process 999999999"),
            ("name:no-such-server", 3, "there is no process of the name 'no-such-server'"),
            ("cgroup:no-such-group", 3, "/sys/fs/cgroup/no-such-group"),
            ("prometheus:http://127.0.0.1:1/metrics#up", 3, "connection refused"),
            ("prometheus:http://192.0.2.1:80/metrics#up", 2, "add --allow-remote 192.0.2.1"),
        ])
        func `a source that is not there ends the command`(
            source: String, code: Int32, message: String
        ) async throws {
            let trial = try Trial(TestProfile.loginOnly)
            let result = try await trial.run("--monitor", source)
            #expect(result.status == code, "\(result)")
            #expect(result.errors.contains(message), "\(result)")
            #expect(!FileManager.default.fileExists(atPath: trial.reportPath))
        }
    }
}
