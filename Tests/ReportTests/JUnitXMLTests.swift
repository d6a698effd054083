import Foundation
import FoundationXML
import Measurement
import Report
import Testing
import Units

@Suite struct JUnitXMLTests {
    private func parsed(
        _ change: @escaping (inout RunResult) -> Void = { _ in },
        thresholds: [ThresholdResult] = []
    ) throws -> XMLElement {
        let document = SampleReport(change: change, thresholds: { _ in thresholds }).document
        let xml = try XMLDocument(data: Data(JUnitXML.render(document).utf8))
        return try #require(xml.rootElement())
    }

    private func attribute(_ name: String, _ element: XMLElement?) -> String? {
        element?.attribute(forName: name)?.stringValue
    }

    private func cases(_ root: XMLElement) -> [XMLElement] {
        root.elements(forName: "testsuite").flatMap { $0.elements(forName: "testcase") }
    }

    @Test func `Each threshold is a test case, and one that failed a failure`() throws {
        let root = try parsed(thresholds: [
            ThresholdResult(
                expression: "login.response.p99 < 500ms",
                observed: .duration(.milliseconds(21)), passed: true),
            ThresholdResult(expression: "message.lost == 0", observed: .count(3), passed: false),
        ])
        #expect(attribute("tests", root) == "3")
        #expect(attribute("failures", root) == "1")
        #expect(attribute("errors", root) == "0")
        #expect(attribute("time", root) == "5.000")
        let cases = cases(root)
        #expect(
            cases.map { attribute("name", $0) } == [
                "the measurement is not INVALID", "login.response.p99 < 500ms",
                "message.lost == 0",
            ])
        #expect(cases.map { $0.elements(forName: "failure").count } == [0, 0, 1])
        let failure = cases[2].elements(forName: "failure").first
        #expect(attribute("message", failure) == "observed: 3")
        #expect(attribute("timestamp", cases[0].parent as? XMLElement) == "2026-11-30T03:57:44")
    }

    @Test func `An INVALID verdict is an error with its reasons`() throws {
        let root = try parsed({ result in
            result.actionsSkipped = 100_000
            result.verdict = Verdict.judge(result)
        })
        #expect(attribute("errors", root) == "1")
        let error = try #require(cases(root).first?.elements(forName: "error").first)
        #expect(attribute("type", error) == "INVALID")
        #expect(error.stringValue?.contains("invalid: skipped: ") == true)
        #expect(error.stringValue?.contains("to do: ") == true)
    }

    @Test func `What comes from outside stays text`() throws {
        let server = "<s a=\"1\">&\u{1b}\n"
        let expression = "\"iq.<x>&'\".count > 0"
        let root = try parsed(
            { $0.facts.server = ServerVersion(name: server, version: "1") },
            thresholds: [
                ThresholdResult(expression: expression, observed: .noSamples, passed: false)
            ])
        #expect(attribute("name", cases(root).last) == expression)
        let properties = root.elements(forName: "testsuite")
            .flatMap { $0.elements(forName: "properties") }
            .flatMap { $0.elements(forName: "property") }
        let told = properties.first { attribute("name", $0) == "server" }
        #expect(attribute("value", told) == "<s a=\"1\">&\u{fffd}\n 1")
    }
}
