/// Words for `${text(n)}`: mostly English, some that are not ASCII, some that need escaping.
///
/// Public, as the renderer that holds it is inlined.
public struct TextSource: Sendable {
    private let words: [Word]

    /// A word with the blank after it.
    private struct Word {
        var bytes: [UInt8]
        var characters: Int
    }

    public init() {
        words = Self.vocabulary.split(separator: " ").map { word in
            Word(bytes: Array("\(word) ".utf8), characters: word.unicodeScalars.count + 1)
        }
    }

    /// Appends exactly `count` characters, each one Unicode scalar; the last is never a blank.
    public func append(
        characters count: Int, _ random: inout SeededRandom, to buffer: inout [UInt8]
    ) {
        var left = count
        while left > 0 {
            let word = words[Int(random.below(UInt64(words.count)))]
            if word.characters <= left {
                buffer.append(contentsOf: word.bytes)
                left -= word.characters
            } else {
                Self.append(characters: left, of: word.bytes, to: &buffer)
                left = 0
            }
        }
        if count > 0, buffer[buffer.count - 1] == UInt8(ascii: " ") {
            buffer[buffer.count - 1] = UInt8(ascii: ".")
        }
    }

    private static func append(
        characters count: Int, of bytes: [UInt8], to buffer: inout [UInt8]
    ) {
        var left = count
        for byte in bytes {
            let beginsCharacter = byte & 0xC0 != 0x80
            if beginsCharacter {
                if left == 0 { return }
                left -= 1
            }
            buffer.append(byte)
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
