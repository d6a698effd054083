import Testing

@testable import Profile

@Suite struct SourceTextTests {
    /// The place of the first `@` of the value of `k`, as the walk finds it and as it is.
    private func places(_ text: String) throws -> (found: Int, real: Int) {
        let source = SourceText(name: "t", text: text)
        let root = try #require(YAMLComposer.compose(source, number: 0).root)
        guard case .mapping(let entries) = root.content,
            case .scalar(let scalar) = entries[0].value.content
        else { throw ProfileError(source: "t", message: "no scalar") }
        let offset = try #require(scalar.text.unicodeScalars.enumerated().first { $0.1 == "@" })
        let real = try #require(source.scalars.firstIndex(of: "@"))
        return (source.index(of: offset.0, in: scalar), real)
    }

    @Test(arguments: [
        "k: a plain @ one\n",
        "k: 'quoted @ one'\n",
        "k: 'it''s quoted ''@'\n",
        "k: \"tab \\t, quote \\\", \\u00e9 \\x41 \\U0001F600 then @\"\n",
        "k: \"folded\n   over two\n   lines @\"\n",
        "k: \"a paragraph\n\n   then @\"\n",
        "k: \"joined \\\n   @\"\n",
        "k: plain\n  over lines\n  @ here\n",
        "k: |\n  first line\n  second @\n",
        "k: |2\n    indented\n  @\n",
        "k: >-\n  folded\n  block @\n\n  more\n",
        "k: >\n  a\n\n  b  c\n  @\n",
        "k: 'größer 👋 @'\n",
        "k: @\n".replacing("@", with: "x@"),
    ])
    func `the place of a character within a scalar is found in every style`(text: String) throws {
        let (found, real) = try places(text)
        #expect(found == real)
    }

    @Test func `lines end as YAML has them`() {
        let source = SourceText(name: "t", text: "a\r\nb\rc\nd\u{85}e\u{2028}f")
        let lines = source.scalars.indices.map { source.lineAndColumn(at: $0).line }
        #expect(lines == [1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6])
    }
}
