/// Takes down what the events of a SAX parser say.
final class Observer {
    private(set) var observation = Observation()
    /// The character data so far of each open element, the stream's first.
    private var texts: [Digest] = []

    func start(_ name: Span<UInt8>, namespace: Span<UInt8>) {
        if texts.count < 2 { observation.stanzas.append(Observation.Stanza()) }
        observation.elements += 1
        texts.append(Digest())
        let last = observation.stanzas.count - 1
        observation.stanzas[last].elements.add(.start)
        observation.stanzas[last].elements.add(name)
        observation.stanzas[last].elements.add(.namespace)
        observation.stanzas[last].elements.add(namespace)
        observation.stanzas[last].attributes.add(.start)
    }

    /// Of the element that was started last.
    func attribute(_ name: Span<UInt8>, namespace: Span<UInt8>, value: Span<UInt8>) {
        observation.attributes += 1
        let last = observation.stanzas.count - 1
        observation.stanzas[last].attributes.add(name)
        observation.stanzas[last].attributes.add(.namespace)
        observation.stanzas[last].attributes.add(namespace)
        observation.stanzas[last].attributes.add(.value)
        observation.stanzas[last].attributes.add(value)
        observation.stanzas[last].attributes.add(.end)
    }

    /// Character data may come in any pieces.
    func text(_ bytes: Span<UInt8>) {
        // White space between stanzas belongs to none.
        guard texts.count > 1 else { return }
        observation.textBytes += bytes.count
        texts[texts.count - 1].add(bytes)
    }

    func end() {
        guard let text = texts.popLast(), !texts.isEmpty else { return }
        let last = observation.stanzas.count - 1
        observation.stanzas[last].elements.add(.end)
        observation.stanzas[last].text.add(.text)
        observation.stanzas[last].text.add(text)
    }
}
