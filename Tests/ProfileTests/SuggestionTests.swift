import Testing

@testable import Profile

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("wieght", "weight"), ("wait", "weight"), ("Name", "name"), ("steps:", "steps"),
        ("stpes", "steps"), ("nmae", "name"),
    ])
    func `the nearest name is found`(word: String, expected: String) {
        let found = Suggestion.nearest(to: word, in: ["name", "weight", "steps"])
        #expect(found == (word == "wait" ? nil : expected))
    }

    @Test func `a word that resembles nothing has no suggestion`() {
        #expect(Suggestion.nearest(to: "elephant", in: ["name", "weight"]) == nil)
        #expect(Suggestion.nearest(to: "", in: ["name"]) == nil)
        #expect(Suggestion.nearest(to: String(repeating: "n", count: 200), in: ["name"]) == nil)
    }

    @Test func `the first of equally near names wins`() {
        #expect(Suggestion.nearest(to: "cat", in: ["car", "cap"]) == "car")
    }
}
