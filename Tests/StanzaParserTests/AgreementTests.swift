import StanzaParser
import Testing

/// The engine against libxml2, against the plain parser, and against itself.
@Suite("On seeded documents")
struct AgreementTests {
    /// Debug builds are slow; there the release run's seeds begin with the same documents.
    static var count: Int {
        #if DEBUG
        2_000
        #else
        20_000
        #endif
    }

    private static func forEachDocument(
        seed: UInt64, count: Int = count, _ body: ([UInt8], inout SeededRandom) -> Void
    ) {
        var generator = DocumentGenerator(seed: seed)
        var random = SeededRandom(seed: ~seed)
        for number in 0..<count {
            let document = generator.document()
            body(number % 4 == 0 ? document : generator.spoil(document), &random)
        }
    }

    @Test("the engine and libxml2 agree")
    func libXML2() {
        var accepted = 0
        var refused = 0
        var leftOut = 0
        Self.forEachDocument(seed: 1) { document, _ in
            let (reading, error) = Feeder.read(document)
            switch reading.end {
            case .failed(.restrictedXML), .failed(.badFormat), .failed(.policyViolation):
                // XML allows these, or may; the plain parser is asked about them.
                leftOut += 1
                return
            case .failed where error?.reason == .encodingNotUTF8,
                // libxml2 also takes the version '1.'.
                .failed where error?.reason == .malformedDeclaration:
                leftOut += 1
                return
            default: break
            }
            guard let root = LibXML2Parser.parse(document) else {
                refused += 1
                if reading.end == .closed {
                    Issue.record("only libxml2 refuses \(Self.text(document))")
                }
                return
            }
            accepted += 1
            guard reading.end == .closed else {
                Issue.record("only the engine refuses \(Self.text(document)): \(error as Any)")
                return
            }
            var header = root
            header.children = []
            header.text = ""
            if reading.elements != [header] + root.children {
                Issue.record(
                    "\(Self.text(document)): \(reading.elements), libxml2: \(root)")
            }
        }
        // Each kind of answer has to come up often for the agreement to mean something.
        #expect(accepted > Self.count / 5)
        #expect(refused > Self.count / 5)
        #expect(leftOut < Self.count / 4)
    }

    @Test("the engine and the plain parser agree, whatever the cuts")
    func reference() {
        Self.forEachDocument(seed: 2, count: min(Self.count, 5_000)) { document, random in
            let expected = ReferenceParser.read(document)
            let whole = Feeder.read(document)
            if !Self.isSame(whole.reading, expected, document) {
                Issue.record("\(Self.text(document)): \(whole), plain: \(expected)")
            }
            var cuts: [Int] = []
            for _ in 0..<random.below(5) { cuts.append(random.below(document.count + 1)) }
            let pieces = Feeder.read(document, cuts: cuts.sorted())
            if pieces != whole {
                Issue.record("\(Self.text(document)) cut at \(cuts): \(pieces), whole: \(whole)")
            }
        }
    }

    @Test("byte by byte gives what the whole gives")
    func bytewise() {
        Self.forEachDocument(seed: 3, count: Self.count / 10) { document, _ in
            let whole = Feeder.read(document)
            let bytewise = Feeder.read(document, cuts: Array(0..<document.count))
            if bytewise != whole {
                Issue.record("\(Self.text(document)): \(bytewise), whole: \(whole)")
            }
        }
    }

    @Test("all kernels give what the portable one gives", arguments: ByteScanKernel.allCases)
    func kernels(kernel: ByteScanKernel) {
        guard kernel.isAvailable else { return }
        Self.forEachDocument(seed: 4, count: Self.count / 10) { document, _ in
            let plain = Feeder.read(document, kernel: .portable)
            let read = Feeder.read(document, kernel: kernel)
            if read != plain {
                Issue.record("\(Self.text(document)): \(read), portable: \(plain)")
            }
        }
    }

    /// Whether the engine's reading is the plain parser's. Where bytes are not UTF-8 the plain
    /// parser sees nothing; the engine may see before that they cannot be what has to stand there.
    private static func isSame(_ reading: Reading, _ plain: Reading, _ document: [UInt8]) -> Bool {
        guard reading.elements == plain.elements else { return false }
        if reading.end == plain.end { return true }
        let isUTF8 = String(validating: document, as: UTF8.self) != nil
        let isAtFault = plain.end == .failed(.unsupportedEncoding) || plain.end == .incomplete
        guard !isUTF8, isAtFault, case .failed = reading.end else { return false }
        return true
    }

    private static func text(_ document: [UInt8]) -> String {
        String(decoding: document, as: UTF8.self).debugDescription
    }
}
