import Foundation
import Testing

@testable import Report

@Suite struct MarkupTextTests {
    @Test func `Nothing that comes from outside is markup`() {
        let text = "<message to=\"a\" type='b'>R&D \u{e9}\u{1f600}</message>"
        #expect(
            MarkupText.escape(text)
                == "&lt;message to=&quot;a&quot; type=&#39;b&#39;&gt;R&amp;D \u{e9}\u{1f600}"
                + "&lt;/message&gt;")
    }

    @Test func `Characters that XML does not have are replaced`() {
        #expect(
            MarkupText.escape("a\u{0}b\u{1b}c\u{ffff}d\r\u{85}e\tf\ng")
                == "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}\u{fffd}e\tf\ng")
    }
}
