/// The parts that pages are made of.
extension Markup {
    /// A part of the page with its title, unless nothing is in it.
    mutating func section(_ id: String, _ title: String, _ body: (inout Markup) -> Void) {
        var content = Markup()
        body(&content)
        guard !content.text.isEmpty else { return }
        element("section", ["id": id]) { page in
            page.element("h2", text: title)
            page.append(content)
        }
    }

    /// A word that says how it stands, with what it is about and what it means.
    ///
    /// - Parameter look: `good`, `warn` or `bad`.
    mutating func judgement(
        _ id: String, _ look: String, _ subject: String, _ word: String, _ meaning: String
    ) {
        element("div", ["class": look, "id": id]) { page in
            page.write("\(subject) ")
            page.element("b", text: word)
            page.void("br")
            page.write(meaning)
        }
    }

    /// Figures to be seen from afar.
    mutating func tiles(_ tiles: [(figure: String, label: String)]) {
        element("div", ["class": "tiles"]) { page in
            for (figure, label) in tiles {
                page.element("div") { page in
                    page.element("b", text: figure)
                    page.element("span", text: label)
                }
            }
        }
    }

    /// What there is to know of something, a line each.
    mutating func facts(_ rows: [(name: String, text: String)]) {
        element("dl", ["class": "facts"]) { page in
            for (name, text) in rows {
                page.element("dt", text: name)
                page.element("dd", text: text)
            }
        }
    }

    /// A table that can be scrolled sideways where the page is narrow.
    ///
    /// - Parameter left: columns of text; the others are of figures. The first always is.
    mutating func table(
        _ titles: [String], left: Set<Int> = [], _ rows: (inout Markup) -> Void
    ) {
        element("div", ["class": "scroll"]) { page in
            page.element("table") { page in
                page.element("thead") { page in
                    page.element("tr") { page in
                        for (place, title) in titles.enumerated() {
                            page.element(
                                "th",
                                ["class": left.contains(place) ? "left" : "", "scope": "col"],
                                text: title)
                        }
                    }
                }
                page.element("tbody", [:], rows)
            }
        }
    }

    /// A row of figures behind a name.
    mutating func row(_ name: String, _ figures: [String]) {
        element("tr") { page in
            page.element("td", text: name)
            for figure in figures { page.element("td", text: figure) }
        }
    }

    /// What is left out of a long list.
    mutating func rest(_ count: Int, _ what: String) {
        if count > 0 {
            element("p", ["class": "soft"], text: "And \(count) more \(what) in run.json.")
        }
    }
}
