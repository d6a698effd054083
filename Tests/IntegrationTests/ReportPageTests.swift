import Foundation
import Testing

extension Integration {
    /// `report.html` and `capacity.html` in a browser: headless Chromium, with no name to be resolved.
    @Suite struct ReportPageTests {
        private static let chromium = "/usr/bin/chromium"

        private func browse(
            _ page: String, in folder: Folder, _ options: String...
        ) async throws -> ChildProcess.Result {
            try await ChildProcess(
                Self.chromium,
                [
                    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--hide-scrollbars", "--user-data-dir=\(folder["browser"])",
                    "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr",
                ] + options + ["file://\(page)"]
            ).result()
        }

        private func expectQuiet(_ result: ChildProcess.Result) {
            #expect(result.status == 0, "\(result.errors)")
            #expect(!result.errors.contains("CONSOLE"), "\(result.errors)")
        }

        /// A run with logins and messages.
        private func trial() async throws -> (Trial, page: String) {
            let trial = try Trial(TestProfile.short)
            let result = try await trial.run()
            #expect([0, 4].contains(result.status), "\(result)")
            return (trial, trial.reportPath + "/report.html")
        }

        @Test func `charts are drawn and nothing is said on the console`() async throws {
            let (trial, page) = try await trial()
            let result = try await browse(page, in: trial.folder, "--dump-dom")
            expectQuiet(result)
            let titles = [
                "Messages per second", "Latency over time", "Sessions online",
                "Logins per second", "When how long: message", "Percentiles of message",
                "Percentiles of login", "Parts of a login", "Lag of the generator",
                "Busiest worker of the generator",
            ]
            let charts = result.output.components(separatedBy: "<figure>").dropFirst()
            for title in titles {
                let chart = charts.first { $0.contains("<b>\(title)</b>") } ?? ""
                #expect(chart.contains("<svg") && chart.contains(" d=\"M"), "\(title)")
            }
        }

        /// The page's policy forbids other scripts, so its copy without it is pointed at.
        @Test func `pointing at a chart shows its values`() async throws {
            let (trial, page) = try await trial()
            let text = try String(contentsOfFile: page, encoding: .utf8)
            let script = """
                <script>
                document.querySelectorAll("svg").forEach(function(svg, number){
                  var box = svg.getBoundingClientRect();
                  svg.dispatchEvent(new PointerEvent("pointermove", {
                    clientX: box.left + box.width / 2, clientY: box.top + box.height / 2}));
                  var shown = document.createElement("pre");
                  shown.className = "shown";
                  shown.textContent = document.getElementById("tip").textContent;
                  document.body.append(shown);
                });
                </script></body>
                """
            let copy = try trial.folder.write(
                "copy.html",
                text.replacing(/<meta http-equiv="[^>]*>/, with: "").replacing(
                    "</body>", with: script))
            let result = try await browse(copy, in: trial.folder, "--dump-dom")
            expectQuiet(result)
            let shown = result.output.matches(of: /<pre class="shown">([^<]*)<\/pre>/)
                .map { String($0.output.1) }
            #expect(shown.count == text.components(separatedBy: "<svg").count - 1)
            let messages = shown.first ?? ""
            #expect(messages.contains("asked  ") && messages.contains("delivered  "))
            #expect(shown.allSatisfy { !$0.isEmpty })
        }

        @Test(arguments: [("wide", "1280,2400"), ("narrow", "390,4000"), ("dark", "1280,2400")])
        func `it can be looked at`(name: String, size: String) async throws {
            let (trial, page) = try await trial()
            let picture = try screenshot("report-\(name)")
            let colours = name == "dark" ? 0 : 1
            let result = try await browse(
                page, in: trial.folder, "--window-size=\(size)", "--screenshot=\(picture)",
                "--blink-settings=preferredColorScheme=\(colours)")
            expectQuiet(result)
            let data = try Data(contentsOf: URL(fileURLWithPath: picture))
            #expect(data.count > 50_000)
        }

        /// Where a picture is kept; an older one is gone.
        private func screenshot(_ name: String) throws -> String {
            let folder = Package.root + "/.build/screenshots"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let picture = "\(folder)/\(name).png"
            try? FileManager.default.removeItem(atPath: picture)
            return picture
        }

        @Test func `the page of a search for capacity is drawn, too`() async throws {
            let folder = try Folder()
            let profile = try folder.write("profile.yaml", TestProfile.short)
            let search = try await clamor(
                "capacity", profile, "--slo", "message.response.p50 < 10s", "--to", "20/s",
                "--tolerance", "50%", "--repeats", "1", "--warmup", "0s", "--hold", "1s",
                "--set", "drain=1s", "--output", folder["found"])
            #expect([0, 4].contains(search.status), "\(search)")
            let page = folder["found"] + "/capacity.html"
            let result = try await browse(page, in: folder, "--dump-dom")
            expectQuiet(result)
            let charts = result.output.components(separatedBy: "<figure>").dropFirst()
            for title in ["message.response.p50 against load", "message per second"] {
                let chart = charts.first { $0.contains("<b>\(title)</b>") } ?? ""
                #expect(chart.contains("<svg class=\"chart\"") && chart.contains("transform=\"tr"))
            }
            #expect(result.output.contains("href=\"./trials/01-10/report.html\""))
            let picture = try screenshot("capacity")
            expectQuiet(
                try await browse(
                    page, in: folder, "--window-size=1280,1600", "--screenshot=\(picture)"))
            let data = try Data(contentsOf: URL(fileURLWithPath: picture))
            #expect(data.count > 30_000)
            let printed = try await clamor("report", folder["found"], "--format", "html")
            #expect(try printed.output == String(contentsOfFile: page, encoding: .utf8))
            let refused = try await clamor("report", folder["found"], "--format", "junit")
            #expect(refused.status == 2 && refused.errors.contains("has no form as junit"))
        }
    }
}
