internal import StanzaParser

/// One stream as a client receives it: its header, stanzas, and its end.
package struct Corpus: Sendable {
    /// A kind's name, or the path of a recorded stream.
    package let name: String
    package let bytes: [UInt8]
    /// How many stanzas there are between header and end.
    package let stanzas: Int

    /// The size that was asked for.
    let requestedSize: Int

    init(name: String, bytes: [UInt8], stanzas: Int, requestedSize: Int) {
        (self.name, self.bytes, self.stanzas) = (name, bytes, stanzas)
        self.requestedSize = requestedSize
    }

    /// Generates a stream of this kind.
    ///
    /// - Parameters:
    ///   - size: bytes that it has at least; the stanza that reaches them is its last.
    ///   - seed: equal seeds give equal bytes.
    package init(_ kind: CorpusKind, size: Int, seed: UInt64) {
        var generator = StanzaGenerator(kind, seed: seed)
        var bytes = Array(StanzaGenerator.header.utf8)
        bytes.reserveCapacity(size + 128 * 1024)
        var stanzas = 0
        while bytes.count < size {
            bytes.append(contentsOf: generator.next(kind).utf8)
            stanzas += 1
        }
        bytes.append(contentsOf: "</stream:stream>".utf8)
        self.init(name: kind.rawValue, bytes: bytes, stanzas: stanzas, requestedSize: size)
    }
}
