import Report
import Testing

@Suite struct TextTableTests {
    @Test func `Columns are aligned, long names are cut`() {
        var table = TextTable(widths: [6, 4, 3])
        table.add(["name", "a", "b"])
        table.add(["much too long", "12", "-"])
        table.add(["x", "", ""])
        #expect(table.lines == ["name      a   b", "much …   12   -", "x"])
    }

    @Test func `Text is broken at blanks`() {
        #expect(TextTable.wrap("one two three four", width: 8) == ["one two", "three", "four"])
        #expect(TextTable.wrap("unbreakable", width: 4) == ["unbreakable"])
        #expect(TextTable.wrap("", width: 4) == [])
    }
}
