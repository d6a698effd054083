import Foundation
import Measurement
import Testing

@Suite struct VerdictRuleTests {
    private static let manual = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/report.md")

    @Test(arguments: VerdictRule.allCases)
    func `The manual has the rule with its limits`(rule: VerdictRule) throws {
        let text = try String(contentsOf: Self.manual, encoding: .utf8)
        let row = "| `\(rule.rawValue)` | \(rule.limits) | \(rule.meaning) |"
        #expect(text.contains(row), "docs/report.md lacks \(row)")
    }

    @Test func `Every rule says what it means and what to do`() {
        for rule in VerdictRule.allCases {
            #expect(!rule.meaning.isEmpty && !rule.remedy.isEmpty)
        }
        #expect(Set(VerdictRule.allCases.map(\.remedy)).count == VerdictRule.allCases.count)
    }
}
