internal import Measurement
internal import Units

/// `junit.xml`: thresholds as test cases, for the servers of continuous integration.
///
/// The first case is the measurement itself: an INVALID verdict is an error, as it says nothing
/// about the server; a threshold that failed is a failure.
///
/// Source: the schema of Apache Ant's JUnit task, as Jenkins and GitLab read it.
package enum JUnitXML {
    /// The whole document.
    package static func render(_ run: RunDocument) -> String {
        let isInvalid = run.verdict.status == .invalid
        let counts =
            "tests=\"\(run.thresholds.count + 1)\" "
            + "failures=\"\(run.thresholds.count { !$0.passed })\" errors=\"\(isInvalid ? 1 : 0)\""
        let seconds = run.duration.inSeconds.fixed(3)
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites name=\"clamor\" \(counts) time=\"\(seconds)\">",
            "  <testsuite name=\(quoted(run.profile.title)) \(counts) skipped=\"0\" "
                + "time=\"\(seconds)\" timestamp=\(quoted(String(run.startedAt.prefix(19))))>",
            "    <properties>",
        ]
        lines += properties(run).map { name, value in
            "      <property name=\(quoted(name)) value=\(quoted(value))/>"
        }
        lines += ["    </properties>", testCase("the measurement is not INVALID", seconds)]
        let reasons = run.verdict.reasons.map {
            "\($0.severity.rawValue): \($0.code): \($0.seen)\nmeans: \($0.meaning)\nto do: \($0.remedy)"
        }.joined(separator: "\n")
        let status = run.verdict.status
        lines += [
            isInvalid
                ? "      <error type=\"INVALID\" message=\(quoted(status.meaning))>"
                    + "\(MarkupText.escape(reasons))</error>"
                : "      <system-out>\(MarkupText.escape("\(status.rawValue)\n\(reasons)"))"
                    + "</system-out>",
            "    </testcase>",
        ]
        for threshold in run.thresholds {
            lines.append(testCase(threshold.expression, seconds))
            let observed = "observed: \(threshold.seen)"
            lines.append(
                threshold.passed
                    ? "      <system-out>\(MarkupText.escape(observed))</system-out>"
                    : "      <failure type=\"threshold\" message=\(quoted(observed))/>")
            lines.append("    </testcase>")
        }
        lines += ["  </testsuite>", "</testsuites>"]
        return lines.map { $0 + "\n" }.joined()
    }

    private static func properties(_ run: RunDocument) -> [(String, String)] {
        [
            ("verdict", run.verdict.status.rawValue), ("outcome", run.outcome.rawValue),
            ("seed", "\(run.seed)"), ("profile.sha256", run.profile.sha256),
            ("clamor", run.environment.clamor),
        ]
            + (run.environment.server.map { [("server", "\($0.name) \($0.version)")] } ?? [])
    }

    private static func testCase(_ name: String, _ seconds: String) -> String {
        "    <testcase classname=\"clamor\" name=\(quoted(name)) time=\"\(seconds)\">"
    }

    /// A line break in an attribute would be read as a blank.
    private static func quoted(_ text: String) -> String {
        "\"\(MarkupText.escape(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;"))\""
    }
}
