import Foundation
import Testing

@testable import Profile

/// Whatever the bytes, loading ends with a profile or with mistakes that can be shown.
@Suite struct RobustnessTests {
    private func load(_ bytes: [UInt8]) {
        if case .failure(let errors) = ProfileLoader.load(text: bytes, fileName: "t.yaml") {
            #expect(!errors.errors.isEmpty)
            #expect(errors.errors.allSatisfy { ($0.line ?? 1) >= 1 && ($0.column ?? 1) >= 1 })
            #expect(errors.description.contains("error: "))
        }
    }

    @Test(arguments: ["chat", "presence", "login-storm"])
    func `every beginning of a profile`(name: String) throws {
        let bytes = Array(try BuiltInProfileTests.text(name).utf8)
        for count in stride(from: 0, to: bytes.count, by: 11) { load(Array(bytes[..<count])) }
    }

    @Test func `profiles with bytes changed, removed and doubled`() throws {
        let original = Array(try BuiltInProfileTests.text("chat").utf8)
        // Without the comment, so that each change lands in something that is read.
        let start = try #require(original.firstIndex(of: UInt8(ascii: "\n")))
        var state: UInt64 = 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let marks = Array("{}[]:,-'\"|>&*!%@`$ \n\t\\#0a".utf8) + [0xC3, 0xFF, 0x00]
        for _ in 0..<1_500 {
            var bytes = original
            for _ in 0...random(3) {
                let place = start + random(bytes.count - start)
                switch random(3) {
                case 0: bytes[place] = marks[random(marks.count)]
                case 1: bytes.remove(at: place)
                default: bytes.insert(marks[random(marks.count)], at: place)
                }
            }
            load(bytes)
        }
    }

    @Test func `many long stages are refused before they are added up`() {
        let stages = Array(repeating: "{rate: 1/s, for: 1000h}", count: 3_000)
        let text = smallProfile.replacingOccurrences(
            of: "5/s", with: "{stages: [\(stages.joined(separator: ", "))]}")
        #expect(headlines(text).count == 1)
        #expect(headlines(text)[0].contains("more than 1000 stages"))
    }

    @Test func `of very many mistakes the first hundred are printed`() {
        let keys = (0..<500).map { "key\($0): 1\n" }.joined()
        let errors = ProfileErrors(errors: mistakes(smallProfile + keys))
        #expect(errors.errors.count == 500)
        #expect(errors.description.hasSuffix("\nand 400 more"))
    }
}
