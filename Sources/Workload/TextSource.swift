package import StanzaParser

/// Words for `${text(n)}`: mostly English, some that are not ASCII, some that need escaping.
package struct TextSource: Sendable {
    /// Words in an order without pattern, each with a blank after it: a text is a piece of it.
    private let bytes: [UInt8]
    /// By character, where in `bytes` it begins; one more at the end.
    private let byteOffsets: [UInt16]
    /// By word, which character it begins with.
    private let firstCharacters: [UInt16]

    /// Words to take pieces from: enough for many thousand different texts of each length, few
    /// enough for 16 bits and for the processor's cache.
    private static let wordCount = 4_096

    /// - Parameter escaping: each character is escaped, so that a piece needs no look at what is in
    ///   it; the draws and the characters are the same.
    package init(escaping: Bool = false) {
        let words = Self.vocabulary.split(separator: " ")
        var random = SeededRandom(seed: 0, stream: 0)
        var writer = StanzaWriter()
        var byteOffsets: [UInt16] = []
        var firstCharacters: [UInt16] = []
        for _ in 0..<Self.wordCount {
            firstCharacters.append(UInt16(byteOffsets.count))
            for character in words[Int(random.below(UInt64(words.count)))].unicodeScalars {
                byteOffsets.append(UInt16(writer.count))
                writer.append(String(character), escaping: escaping)
            }
            byteOffsets.append(UInt16(writer.count))
            writer.raw(" ")
        }
        byteOffsets.append(UInt16(writer.count))
        bytes = writer.bytes
        self.byteOffsets = byteOffsets
        self.firstCharacters = firstCharacters
    }

    /// Appends exactly `count` characters, each one Unicode scalar; the last is never a blank.
    ///
    /// It costs one draw and one copy, but for texts longer than all words together.
    package func write(
        characters count: Int, _ random: inout SeededRandom, to writer: inout StanzaWriter
    ) {
        var left = count
        while left > 0 {
            let word = Int(random.below(UInt64(Self.wordCount)))
            let first = Int(firstCharacters[word])
            let end = min(first + left, byteOffsets.count - 1)
            left -= end - first
            let piece = Int(byteOffsets[first])..<Int(byteOffsets[end])
            if left == 0, bytes[piece.upperBound - 1] == UInt8(ascii: " ") {
                writer.raw(bytes.span.extracting(piece.lowerBound..<piece.upperBound - 1))
                writer.raw(".")
            } else {
                writer.raw(bytes.span.extracting(piece))
            }
        }
    }

    /// No two neighbours join into one grapheme, so characters and scalars are the same count.
    private static let vocabulary = """
        the of and to in is you that it he was for on are as with his they at be this have from \
        or one had by but not what all were we when your can said there use an each which she do \
        how their if will up other about out many then them these so some her would make like him \
        into time has look two more write go see number no way could people my than first water \
        been call who oil its now find long down day did get come made may part over new sound \
        take only little work know place year live me back give most very after thing our just \
        name good sentence man think say great where help through much before line right too mean \
        old any same tell boy follow came want show also around form three small set put end does \
        another well large must big even such because turn here why ask went men read need land \
        different home us move try kind hand picture again change off play spell air away animal \
        house point page letter mother answer found study still learn should Monday meeting ok \
        lunch? tomorrow, yes, thanks! really? soon. fine, sorry, right. 10:30 2026 42 7% 3.14 \
        für schön größer Straße über Mädchen naïve café déjà señor mañana São Åse smørbrød łódź \
        žluťoučký привет спасибо завтра καλημέρα שלום こんにちは 会議 明日 안녕하세요 😀 👍 🎉 ☕ € \
        R&D Q&A AT&T <3 a<b x>y -> <- "quoted" it's don't I'm we'll "ok" <tag> &c
        """
}
