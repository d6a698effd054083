/// Changes documents, so that some stay well-formed and some only nearly are.
package struct DocumentMutator {
    package var random: SeededRandom

    package init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// One to three changes; pieces may come from the other document.
    package mutating func mutant(of document: [UInt8], _ other: [UInt8]) -> [UInt8] {
        var bytes = document
        for _ in 0..<1 + random.below(3) where !bytes.isEmpty {
            switch random.below(100) {
            case ..<55: rearrange(&bytes, other)
            case ..<75: disarrange(&bytes)
            default: damage(&bytes)
            }
        }
        return bytes
    }

    // MARK: Changes that mostly keep it well-formed

    private mutating func rearrange(_ bytes: inout [UInt8], _ other: [UInt8]) {
        let tokens = DocumentTokens(bytes)
        switch random.below(9) {
        case 0: doubleElement(&bytes, tokens)
        case 1: dropElement(&bytes, tokens)
        case 2: swapElements(&bytes, tokens)
        case 3: splice(&bytes, tokens, from: other)
        case 4: rename(&bytes, tokens)
        case 5: swapAttributes(&bytes, tokens)
        case 6: copyAttribute(&bytes, tokens)
        case 7: changeText(&bytes, tokens)
        default: insertSpace(&bytes, tokens)
        }
    }

    private mutating func element(_ tokens: DocumentTokens) -> Range<Int>? {
        let starts = tokens.indices(of: .start, .empty)
        return starts.isEmpty ? nil : tokens.element(at: random.pick(starts))
    }

    private mutating func doubleElement(_ bytes: inout [UInt8], _ tokens: DocumentTokens) {
        guard let element = element(tokens) else { return }
        bytes.insert(contentsOf: bytes[element], at: element.lowerBound)
    }

    private mutating func dropElement(_ bytes: inout [UInt8], _ tokens: DocumentTokens) {
        guard let element = element(tokens) else { return }
        bytes.removeSubrange(element)
    }

    private mutating func swapElements(_ bytes: inout [UInt8], _ tokens: DocumentTokens) {
        guard let one = element(tokens), let other = element(tokens) else { return }
        swap(one, other, in: &bytes)
    }

    private mutating func splice(
        _ bytes: inout [UInt8], _ tokens: DocumentTokens, from other: [UInt8]
    ) {
        let places = tokens.indices(of: .start, .empty, .end)
        guard let element = element(DocumentTokens(other)), !places.isEmpty else { return }
        let place = tokens.tokens[random.pick(places)].range.lowerBound
        bytes.insert(contentsOf: other[element], at: place)
    }

    /// Replaces a name, mostly in all the tags that have it, else in one.
    private mutating func rename(_ bytes: inout [UInt8], _ tokens: DocumentTokens) {
        let tags = tokens.indices(of: .start, .empty, .end)
        guard !tags.isEmpty else { return }
        let chosen = random.pick(tags)
        let old = Array(bytes[tokens.name(of: chosen)])
        let new = Array(random.pick(Self.names).utf8)
        let isEverywhere = random.chance(80)
        for tag in tags.reversed() where tag == chosen || isEverywhere {
            let name = tokens.name(of: tag)
            if bytes[name].elementsEqual(old) { bytes.replaceSubrange(name, with: new) }
        }
    }

    private mutating func swapAttributes(_ bytes: inout [UInt8], _ tokens: DocumentTokens) {
        let tags = tokens.indices(of: .start, .empty).filter { tokens.attributes(of: $0).count > 1 }
        guard !tags.isEmpty else { return }
        let attributes = tokens.attributes(of: random.pick(tags))
        swap(random.pick(attributes), random.pick(attributes), in: &bytes)
    }

    /// From one tag to another, which may have one of that name.
    private mutating func copyAttribute(_ bytes: inout [UInt8], _ tokens: DocumentTokens) {
        let tags = tokens.indices(of: .start, .empty)
        let all = tags.flatMap { tokens.attributes(of: $0) }
        guard !all.isEmpty else { return }
        let place = tokens.name(of: random.pick(tags)).upperBound
        bytes.insert(contentsOf: bytes[random.pick(all)], at: place)
    }

    private mutating func changeText(_ bytes: inout [UInt8], _ tokens: DocumentTokens) {
        let texts = tokens.indices(of: .text)
        guard !texts.isEmpty else { return }
        let text = tokens.tokens[random.pick(texts)].range
        let place = text.lowerBound + random.below(text.count)
        bytes.insert(contentsOf: random.pick(Self.texts).utf8, at: place)
    }

    private mutating func insertSpace(_ bytes: inout [UInt8], _ tokens: DocumentTokens) {
        let tags = tokens.indices(of: .start, .empty, .end)
        guard !tags.isEmpty else { return }
        let place = tokens.name(of: random.pick(tags)).upperBound
        bytes.insert(contentsOf: random.pick([" ", "\t", "\r\n", "\n  "]).utf8, at: place)
    }

    // MARK: Changes of whole tags that mostly break it

    private mutating func disarrange(_ bytes: inout [UInt8]) {
        let tokens = DocumentTokens(bytes)
        let tags = tokens.indices(of: .start, .empty, .end, .other)
        guard !tags.isEmpty else { return }
        let tag = tokens.tokens[random.pick(tags)].range
        switch random.below(4) {
        case 0: bytes.removeSubrange(tag)
        case 1: bytes.insert(contentsOf: bytes[tag], at: tag.lowerBound)
        case 2: swap(tag, tokens.tokens[random.pick(tags)].range, in: &bytes)
        default:
            bytes.insert(contentsOf: random.pick(Self.attributes).utf8, at: tag.upperBound - 1)
        }
    }

    // MARK: Changes of bytes

    private mutating func damage(_ bytes: inout [UInt8]) {
        let place = random.below(bytes.count)
        switch random.below(7) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = random.pick(Self.nasty)
        case 2: bytes[place] ^= 1 << UInt8(random.below(8))
        case 3: bytes.insert(bytes[place], at: place)
        case 4: bytes.insert(contentsOf: random.pick(Self.pieces).utf8, at: place)
        case 5:
            let end = min(bytes.count, place + 1 + random.below(12))
            bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
        default:
            bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(8)))
        }
    }

    /// Ranges that overlap stay as they are.
    private func swap(_ one: Range<Int>, _ other: Range<Int>, in bytes: inout [UInt8]) {
        let (first, second) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
        guard first.upperBound <= second.lowerBound else { return }
        let changed =
            bytes[second] + bytes[first.upperBound..<second.lowerBound] + bytes[first]
        bytes.replaceSubrange(first.lowerBound..<second.upperBound, with: changed)
    }

    private static let names = [
        "a", "message", "body", "p:a", "stream:b", "xml:c", "größe", "gro\u{308}ße", "a.b-c", "x1",
        "日本", "_", "·x", "1x", "a:b:c", "a:1", "𐀀",
    ]

    private static let texts = [
        "x", " ", "\r", "\n", "\r\n", "é", "日本", "🎈", "]]", "]]&gt;", "&amp;", "&#65;", "&#xD;",
        "\u{7F}", "\u{85}", "\u{2028}", "\u{FFFD}", "<![CDATA[<&>]]>", "<a/>", "'", "\"", "=", "/",
    ]

    private static let attributes = [
        " a='1'", " a='1' a='2'", " xmlns='urn:x'", " xmlns:p='urn:p'", " xmlns:p=''", " p:a='1'",
        " xmlns:xml='urn:x'", " xmlns:q='urn:h' h:a='1' q:a='2'", " xmlns=''", " xml:lang='x'",
        " xmlns='http://www.w3.org/XML/1998/namespace'", " xmlns:xmlns='urn:x'",
        " xmlns:xml='http://www.w3.org/XML/1998/namespace'",
        " xmlns:r='http://www.w3.org/2000/xmlns/'",
        " xmlns:r='urn:&#x70;' r:a='' p:a=''", " e\u{301}='1' é='2'", " a = \"'\"", " a='\t\r\n'",
        " xmlns:r='u:1'\n xmlns:s='u:2' r:a='' s:a=''",
    ]

    private static let nasty: [UInt8] =
        Array("<>&'\"=/!?[]:;#x- \t\r\n\0a0.".utf8)
        + [0x01, 0x1F, 0x7F, 0x80, 0xBF, 0xC3, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF]

    private static let pieces =
        texts + attributes + [
            "]]>", "<![CDATA[", "&#0;", "&#x10FFFF;", "&#xD800;", "&#xFFFE;", "&#9;", "&x;", "p:",
            "<a>", "</a>", "<a:b/>", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}", "xmlns:", "xml:", "<é/>",
            "<·/>", "<a·/>", "<a.b-c/>", "<!-- -->", "<?x?>", "&nbsp;", "&#X41;", "<!D",
        ]
}
