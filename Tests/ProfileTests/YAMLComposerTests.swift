import Testing

@testable import Profile

@Suite struct YAMLComposerTests {
    private func compose(_ text: String) -> (root: YAMLNode?, errors: [ProfileError]) {
        YAMLComposer.compose(SourceText(name: "t", text: text), number: 0)
    }

    /// The tree as text without places.
    private func shape(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let scalar): scalar.text
        case .sequence(let items): "[" + items.map(shape).joined(separator: ",") + "]"
        case .mapping(let entries):
            "{" + entries.map { "\($0.key):\(shape($0.value))" }.joined(separator: ",") + "}"
        }
    }

    @Test func `keys and values know line and column from 1`() throws {
        let (root, errors) = compose("a: 1\nb:\n  - x\n  - {c: 'y'}\n")
        #expect(errors.isEmpty)
        guard let root, case .mapping(let entries) = root.content,
            case .sequence(let items) = entries[1].value.content,
            case .mapping(let inner) = items[1].content
        else { return #expect(Bool(false), "a mapping") }
        #expect(entries[1].position == SourcePosition(line: 2, column: 1))
        #expect(entries[0].value.position == SourcePosition(line: 1, column: 4))
        #expect(items[0].position == SourcePosition(line: 3, column: 5))
        #expect(inner[0].position == SourcePosition(line: 4, column: 6))
        #expect(inner[0].value.position == SourcePosition(line: 4, column: 9))
    }

    @Test func `a key that stands twice is an error that names the first`() {
        let (_, errors) = compose("a: 1\nb: 2\na: 3\n")
        #expect(errors.map(\.message) == ["the key 'a' stands on line 1 already"])
        #expect(errors[0].line == 3)
    }

    @Test func `aliases stand for what their anchors hold`() throws {
        let (root, errors) = compose("a: &x {k: [1, 2]}\nb: *x\n")
        #expect(errors.isEmpty)
        #expect(shape(try #require(root)) == "{a:{k:[1,2]},b:{k:[1,2]}}")
    }

    @Test func `an alias without an anchor, and one within its own, are errors`() {
        #expect(compose("a: *x\n").errors[0].message.contains("'&x'"))
        #expect(compose("a: &x [*x]\n").errors[0].message.contains("'&x'"))
    }

    @Test func `aliases that multiply are stopped before they are expanded`() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        let errors = compose(text).errors
        #expect(errors.count == 1)
        #expect(errors[0].message.contains("more than 100000 values"))
    }

    @Test func `depth is bounded`() {
        let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
        #expect(compose(deep).errors[0].message == "nested more than 64 levels deep")
        let fine = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        #expect(compose(fine).errors.isEmpty)
    }

    @Test func `a second document, a tag and a key that is a list are errors`() {
        #expect(compose("a: 1\n---\nb: 2\n").errors[0].message.contains("second one"))
        #expect(compose("a: !!int 1\n").errors[0].message.contains("tag:yaml.org,2002:int"))
        #expect(compose("a: !!str 1\n").errors.isEmpty)
        #expect(compose("? [a]\n: 1\n").errors[0].message == "a key must be a text, not a list")
    }

    @Test func `what is not YAML is one error with its place`() {
        let (root, errors) = compose("a: 1\nb: [1, 2\nc: 3\n")
        #expect(root == nil)
        #expect(errors.count == 1)
        #expect(errors[0].line == 3)
        #expect(errors[0].message.hasPrefix("not valid YAML: "))
    }

    @Test func `an unquoted variable within braces gets a hint`() {
        let errors = compose("a: {to: x, body: ${text(10)} }\n").errors
        #expect(errors[0].message.contains("must be quoted"))
    }

    @Test func `a control character is an error where it stands`() {
        let errors = compose("a: 1\nbc: \u{1}\n").errors
        #expect(errors[0].line == 2)
        #expect(errors[0].column == 5)
    }

    @Test func `nothing and a comment alone have no root and no error`() {
        for text in ["", "\n\n", "# only a comment\n"] {
            #expect(compose(text).root == nil)
            #expect(compose(text).errors.isEmpty)
        }
        #expect(headlines("# nothing\n") == ["test.yaml:1:1: error: the profile is empty"])
    }
}
