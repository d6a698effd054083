import Foundation
import FoundationXML
import Measurement
import Report
import Testing
import Units

@Suite struct CapacityHTMLTests {
    private static let evil = "</script><script>alert(1)</script><!-- \" onload='x' &amp;"

    /// With a trial of each kind; the first and the second at one level.
    private func document(
        _ reason: CapacitySearch.Reason? = .found
    ) throws -> CapacityDocument {
        var document = try CapacityTextTests.document(reason)
        document.trials.append(document.trials[2])
        let endings: [(CapacitySearch.Outcome, Verdict.Status, ObservedValue)] = [
            (.met, .valid, .duration(.milliseconds(40))),
            (.missed, .suspect, .duration(.milliseconds(180))), (.missed, .invalid, .infinite),
            (.generator, .invalid, .duration(.milliseconds(90))),
        ]
        for (place, (outcome, verdict, seen)) in endings.enumerated() {
            document.trials[place].outcome = outcome
            document.trials[place].verdict = verdict
            document.trials[place].seed = 42
            document.trials[place].askedPerSecond = document.trials[place].level
            document.trials[place].ratePerSecond = document.trials[place].level * 0.9
            document.trials[place].onlinePeak = 7
            document.trials[place].p99 = .milliseconds(55)
            document.trials[place].thresholds = [
                ThresholdResult(
                    expression: "message.response.p99 < 100ms", observed: seen,
                    passed: outcome == .met)
            ]
        }
        return document
    }

    private func root(_ page: String) throws -> XMLElement {
        try #require(XMLDocument(xmlString: page.withoutScriptAndStyle).rootElement())
    }

    @Test func `nothing that comes from outside is markup, anywhere`() throws {
        var document = try document()
        (document.profile, document.objective, document.target) = (Self.evil, Self.evil, Self.evil)
        (document.over, document.unit, document.metric) = (Self.evil, Self.evil, Self.evil)
        document.conclusion = Self.evil
        document.conditions[0].expression = Self.evil
        document.conditions[0].figure = Self.evil
        document.environment?.server = ServerVersion(name: Self.evil, version: Self.evil)
        for place in document.trials.indices {
            document.trials[place].because = Self.evil
            document.trials[place].report = Self.evil
        }
        let page = CapacityHTML.render(document)
        #expect(page.components(separatedBy: "<script").count == 2)
        #expect(page.components(separatedBy: "</script>").count == 2)
        #expect(!page.contains("<!--") && !page.contains("onload='"))
        let root = try root(page)
        let links = try root.nodes(forXPath: "//a/@href").compactMap(\.stringValue)
        #expect(links.count == 4 && links.allSatisfy { $0.hasPrefix("./") })
    }

    @Test func `nothing is loaded from anywhere`() throws {
        let page = try CapacityHTML.render(document())
        for word in ["src=", "@import", "url(", "<link", "<img", "<iframe", "http:", "https:"] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.contains("default-src &#39;none&#39;"))
    }

    @Test func `the answer, what it is an answer to and why the search ended come first`() throws {
        let page = try CapacityHTML.render(document())
        #expect(page.contains("<b>between 400.5/s and 420/s (4.6 % wide)</b>"))
        #expect(
            page.contains(
                "Up to 400.5/s <code>message.response.p99 &lt; 100ms</code> holds; at 420/s it does "
                    + "not."))
        #expect(page.contains("both ends were confirmed, the upper one first"))
    }

    @Test(arguments: CapacitySearch.Reason.allCases)
    func `each end of a search has a page`(reason: CapacitySearch.Reason) throws {
        for (low, high, answer) in [
            (400.5, 420.0, "it does not."), (400.5, nil, "where it ends is not known."),
            (nil, 420, "where it does is not known."), (nil, nil, "Nothing is known of where"),
        ] as [(Double?, Double?, String)] {
            let document = try CapacityTextTests.document(reason, low: low, high: high)
            let page = CapacityHTML.render(document)
            _ = try root(page)
            #expect(page.contains("<b>\(reason.rawValue)</b>"))
            #expect(page.contains(answer))
            let isShaded = page.contains("<rect class=\"shaded\"")
            // Without a report there is nothing to draw, and without both ends nothing to shade.
            #expect(!isShaded)
        }
    }

    @Test func `a search that was broken off, before anything was tried, has one`() throws {
        var document = try CapacityTextTests.document(nil, low: nil, high: nil)
        (document.trials, document.levels) = ([], [])
        let page = CapacityHTML.render(document)
        #expect(page.contains("<b>broken off</b>"))
        #expect(!page.contains("<svg"))
    }

    @Test func `trials are points by what they say, beside the limit`() throws {
        let page = try CapacityHTML.render(document())
        let chart = try #require(
            page.components(separatedBy: "<figure>").first {
                $0.contains("<b>message.response.p99 against load</b>")
            })
        for (name, text) in [
            ("met", "40 ms|"), ("missed", "|180 ms"), ("missed, INVALID", "|never finished"),
            ("generator limited", "|90 ms"),
        ] {
            #expect(chart.contains("data-name=\"\(name)\" data-text=\"\(text)\""), "\(name)")
            #expect(chart.contains(">\n\(name)</span>"))
        }
        #expect(chart.contains(">limit</text>"))
        // What never finished stands at the top, over its level: 426 of 500 units of the axis.
        #expect(chart.contains("transform=\"translate(417.8 30)\""))
        #expect(chart.contains("<rect class=\"shaded\" x=\"401.2\" y=\"30\" width=\"16.6\""))
        #expect(chart.contains("At the top: too many never finished."))
    }

    @Test func `each trial leads to its report, if it has one`() throws {
        var document = try document()
        document.trials[1].verdict = nil
        let root = try root(CapacityHTML.render(document))
        let rows = try root.nodes(forXPath: "//section[@id='trials']//tbody/tr")
        #expect(rows.count == 4)
        let links = try root.nodes(forXPath: "//section[@id='trials']//a/@href")
        #expect(links.map(\.stringValue) == Array(repeating: "./trials/01/report.html", count: 3))
        let cells = try rows[0].nodes(forXPath: "td").map(\.stringValue)
        #expect(cells == ["400.5/s", "bisecting", "360", "40.0 ms", "VALID", "met", ""])
        #expect(try rows[1].nodes(forXPath: "td").map(\.stringValue)[4] == "no report")
        #expect(try rows[2].nodes(forXPath: "td").map(\.stringValue)[3] == "infinite")
    }

    @Test func `a search over sessions shows how many there were`() throws {
        var document = try document()
        (document.axis, document.unit) = (.sessions, "")
        let page = CapacityHTML.render(document)
        #expect(page.contains("<b>Sessions online</b>"))
        #expect(page.contains("data-name=\"asked\" data-text=\"401|420\""))
    }

    @Test func `without a duration in the objective there is a curve, and no limit`() throws {
        var document = try document()
        document.conditions[0].limit = nil
        document.conditions[0].figure = "message.lost"
        let page = CapacityHTML.render(document)
        #expect(page.contains("<b>message.response.p99 against load</b>"))
        #expect(!page.contains(">limit</text>"))
        let root = try root(page)
        let titles = try root.nodes(forXPath: "//section[@id='trials']//th").map(\.stringValue)
        #expect(titles.contains("p99"))
    }

    @Test func `the set-up is that of the first trial`() throws {
        var document = try document()
        #expect(CapacityHTML.render(document).contains("<dt>seed</dt><dd>42</dd>"))
        #expect(CapacityHTML.render(document).contains("<dt>software</dt><dd>clamor 0.1, "))
        document.trials[0].seed = 43
        #expect(CapacityHTML.render(document).contains("<dd>each trial has its own</dd>"))
    }
}
