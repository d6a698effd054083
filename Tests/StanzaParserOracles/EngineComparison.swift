package import StanzaParser

/// Reads documents in several ways and says what came out otherwise than from the whole read at
/// once by the best kernel.
///
/// The engines are used for one document after the other, whatever became of the one before.
package struct EngineComparison: ~Copyable {
    package enum Way: CaseIterable {
        case inPieces, byLexerAlone, byPortableKernel, bySSE2Kernel, byAVX2Kernel, byPlainParser
    }

    /// Beyond what the documents need: the plain parser has none of them.
    private static let limits = ParserLimits(
        depth: 10_000, attributesPerElement: 1_000, nameBytes: 10_000, namespaceDeclarations: 1_000)

    /// What became of the last document.
    package private(set) var reading = Reading()
    package private(set) var error: StreamParserError?
    package private(set) var differences: [String] = []

    private var best = Feeder(limits: limits)
    // Made when they are needed: a fuzzer needs few of them for an input.
    private var lexer: Feeder?
    private var portable: Feeder?
    private var sse2: Feeder?
    private var avx2: Feeder?

    package init() {}

    /// - Parameter cuts: where the pieces of `inPieces` begin.
    package mutating func read(_ document: [UInt8], in ways: [Way], cuts: [Int]) {
        (reading, error) = best.readAnother(document)
        differences = []
        for way in ways {
            switch way {
            case .inPieces: compare("cut at \(cuts)", best.readAnother(document, cuts: cuts))
            case .byLexerAlone:
                if lexer == nil { lexer = Feeder(limits: Self.limits, walks: false) }
                compare("lexer alone", lexer!.readAnother(document))
            case .byPortableKernel:
                if portable == nil { portable = Feeder(limits: Self.limits, kernel: .portable) }
                compare("portable kernel", portable!.readAnother(document))
            case .bySSE2Kernel:
                if sse2 == nil { sse2 = Feeder(limits: Self.limits, kernel: .sse2) }
                compare("SSE2 kernel", sse2!.readAnother(document))
            case .byAVX2Kernel:
                if avx2 == nil { avx2 = Feeder(limits: Self.limits, kernel: .avx2) }
                compare("AVX2 kernel", avx2!.readAnother(document))
            case .byPlainParser:
                let plain = ReferenceParser.read(document)
                if !ReferenceParser.isSame(reading, plain, document) {
                    differences.append("plain parser: \(plain), engine: \(reading)")
                }
            }
        }
    }

    private mutating func compare(
        _ way: String, _ other: (reading: Reading, error: StreamParserError?)
    ) {
        guard other.reading != reading || other.error != error else { return }
        differences.append("\(way): \(other), whole: \(reading) \(error as Any)")
    }
}
