/// Whether parsers saw the same.
package enum Agreement {
    /// Two parsers that did not: where and in what.
    package struct Difference: Error, Hashable, Sendable, CustomStringConvertible {
        package let parsers: [ParserName]
        package let corpus: String
        package let place: String

        package var description: String {
            "\(parsers[0].rawValue) and \(parsers[1].rawValue) see different things in "
                + "\(corpus): \(place); nothing is timed, as speed without agreement means nothing"
        }
    }

    /// Compares each observation with the first one.
    package static func check(
        _ observations: [(parser: ParserName, seen: Observation)], corpus: String
    ) throws(Difference) {
        guard let first = observations.first else { return }
        for other in observations.dropFirst() where other.seen != first.seen {
            throw Difference(
                parsers: [first.parser, other.parser], corpus: corpus,
                place: place(first.seen, other.seen))
        }
    }

    /// The first stanza that differs and in what; else the totals that do.
    private static func place(_ first: Observation, _ other: Observation) -> String {
        for (index, (one, two)) in zip(first.stanzas, other.stanzas).enumerated() where one != two {
            let kinds = [
                one.elements == two.elements ? nil : "elements",
                one.attributes == two.attributes ? nil : "attributes",
                one.text == two.text ? nil : "text",
            ].compactMap { $0 }.joined(separator: ", ")
            return (index == 0 ? "the header" : "stanza \(index)") + ": \(kinds)"
        }
        let counts = [
            ("stanzas", first.stanzas.count, other.stanzas.count),
            ("elements", first.elements, other.elements),
            ("attributes", first.attributes, other.attributes),
            ("bytes of text", first.textBytes, other.textBytes),
        ]
        return counts.filter { $0.1 != $0.2 }.map { "\($0.1) and \($0.2) \($0.0)" }
            .joined(separator: ", ")
    }
}
