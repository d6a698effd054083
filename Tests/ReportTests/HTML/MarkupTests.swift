import Report
import Testing

@Suite struct MarkupTests {
    @Test func `Elements nest, and text and attributes are escaped`() {
        var page = Markup()
        page.element("p", ["class": "a\"b"]) { page in
            page.write("1 < 2")
            page.void("br")
            page.element("b", text: "<script>")
        }
        #expect(
            page.text == "<p class=\"a&quot;b\">1 &lt; 2<br/><b>&lt;script&gt;</b></p>\n")
    }

    @Test func `A class that is empty is left out`() {
        var page = Markup()
        page.element("td", ["class": "", "style": ""], text: "x")
        #expect(page.text == "<td style=\"\">x</td>")
    }

    @Test func `What stands between backticks is code`() {
        var page = Markup()
        page.write(marked: "`<auth/>` is sent, or `b`")
        #expect(page.text == "<code>&lt;auth/&gt;</code> is sent, or <code>b</code>")
    }
}
