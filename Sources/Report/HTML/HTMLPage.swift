internal import FoundationEssentials

/// A page of HTML in one file that needs nothing else: its style, its script, and leave for no other.
enum HTMLPage {
    /// - Parameter body: writes what stands on it.
    static func text(title: String, _ body: (inout Markup) -> Void) -> String {
        var page = Markup()
        page.raw("<!DOCTYPE html>\n")
        page.element("html", ["lang": "en"]) { page in
            page.element("head") { page in head(title, &page) }
            page.element("body") { page in
                body(&page)
                page.element("div", ["id": "tip", "role": "status"], text: "")
                page.element("script") { page in page.raw(PageScript.text) }
            }
        }
        return page.text
    }

    private static func head(_ title: String, _ page: inout Markup) {
        let digest = SHA256.digest(of: Array("\(PageScript.text)".utf8))
        let hash = Data(digest).base64EncodedString()
        page.void("meta", ["charset": "utf-8"])
        // Nothing is loaded from anywhere, and no script runs but the page's own.
        page.void(
            "meta",
            [
                "http-equiv": "Content-Security-Policy",
                "content": "default-src 'none'; style-src 'unsafe-inline'; "
                    + "script-src 'sha256-\(hash)'",
            ])
        page.void(
            "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        page.element("title", text: title)
        page.element("style") { page in page.raw(PageStyle.text) }
    }
}
