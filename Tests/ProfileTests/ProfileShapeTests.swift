import Foundation
import Testing

@testable import Profile

@Suite struct ProfileShapeTests {
    static let shapes: [ProfileShape] =
        [
            .profile, .timeouts, .limits, .ledger, .target, .accounts, .sessions, .arrival, .stage,
            .scenario, .message, .presence, .ping, .pause, .expect, .faults,
        ] + StepKeyword.allCases.map { .step($0) } + StepKeyword.ofTraffic.map { .trafficItem($0) }

    @Test(arguments: shapes)
    func `no key stands twice in a mapping`(shape: ProfileShape) {
        let names = shape.keys.map(\.name)
        #expect(Set(names).count == names.count)
        for key in shape.keys { #expect(!key.help.isEmpty && key.help.last != ".", "\(key.name)") }
    }

    @Test(arguments: shapes)
    func `every key is on the page of the documentation`(shape: ProfileShape) throws {
        let file = packageRoot.appendingPathComponent("docs/profile.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        // Everything between backticks, word by word.
        let code = page.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
        let words = Set(
            code.flatMap { part in
                part.element.split { !($0.isLetter || $0 == "_") }.map(String.init)
            })
        for key in shape.keys { #expect(words.contains(key.name), "\(shape.name): \(key.name)") }
    }

    @Test func `a key that a mapping does not have is answered with those that it has`() {
        let found = headlines(smallProfile + "timeouts: {connekt: 1s, elephant: 1s}\n")
        #expect(
            found == [
                "test.yaml:9:12: error: unknown key 'connekt' in timeouts; did you mean 'connect'?",
                "test.yaml:9:25: error: unknown key 'elephant' in timeouts"
                    + " (it has connect, login, iq, delivery, close)",
            ])
    }
}
