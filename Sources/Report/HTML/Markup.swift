/// A document of HTML, with SVG in it, that is written from start to end.
///
/// All text and all attributes are escaped here; `raw` is for this project's own style and script.
package struct Markup {
    /// What has been written.
    package private(set) var text = ""

    package init() {}

    /// An element with what the body writes into it.
    package mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
        _ body: (inout Markup) -> Void
    ) {
        open(name, attributes)
        body(&self)
        text += "</\(name)>\n"
    }

    /// An element with nothing but text.
    package mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text content: String
    ) {
        open(name, attributes)
        write(content)
        text += "</\(name)>"
    }

    /// An element that has no content.
    package mutating func void(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:]
    ) {
        open(name, attributes, end: "/>")
    }

    /// Text.
    package mutating func write(_ content: String) { text += MarkupText.escape(content) }

    /// Text in which what stands between backticks is code.
    package mutating func write(marked content: String) {
        for (index, part) in content.split(separator: "`", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index % 2 == 1 { element("code", text: String(part)) } else { write(String(part)) }
        }
    }

    /// Markup that is part of the program.
    package mutating func raw(_ content: StaticString) { text += "\(content)" }

    /// Another document.
    package mutating func append(_ other: Markup) { text += other.text }

    private mutating func open(
        _ name: String, _ attributes: KeyValuePairs<String, String>, end: String = ">"
    ) {
        text += "<\(name)"
        for (key, value) in attributes where !(key == "class" && value.isEmpty) {
            text += " \(key)=\"\(MarkupText.escape(value))\""
        }
        text += end
    }
}
