import StanzaParser
import StanzaParserOracles
import Testing

@Suite("The limits")
struct ParserLimitsTests {
    static let header = "<s xmlns='u'>"

    /// The error of a stanza after the header, which has to be the same however it is cut.
    private func error(_ stanza: String, _ limits: ParserLimits) -> StreamParserError? {
        let bytes = Array((Self.header + stanza).utf8)
        let whole = Feeder.read(bytes, limits: limits)
        let bytewise = Feeder.read(bytes, cuts: Array(0..<bytes.count), limits: limits)
        #expect(bytewise == whole)
        if let error = whole.error { #expect(error.condition == .policyViolation) }
        return whole.error
    }

    private func offset(_ position: Int) -> UInt64 { UInt64(Self.header.utf8.count + position) }

    @Test("hold for the bytes of a stanza")
    func stanzaBytes() {
        let limits = ParserLimits(stanzaBytes: 100)
        let fits = "<a>" + String(repeating: "x", count: 93) + "</a>"
        #expect(error(fits, limits) == nil)
        #expect(error(fits + fits + " " + fits, limits) == nil)
        let long = error("<a>x" + fits.dropFirst(3), limits)
        #expect(long?.reason == .stanzaTooLong(limit: 100))
        #expect(long?.offset == offset(100))
        #expect(error("<a b='" + String(repeating: "x", count: 200), limits)?.offset == offset(100))
    }

    @Test("hold for depth")
    func depth() {
        let limits = ParserLimits(depth: 3)
        #expect(error("<a><b><c/></b></a><a><b><c></c><c/></b></a>", limits) == nil)
        let deep = error("<a><b><c><d/></c></b></a>", limits)
        #expect(deep?.reason == .tooDeep(limit: 3))
        #expect(deep?.offset == offset(9))
    }

    @Test("hold for attributes")
    func attributes() {
        let limits = ParserLimits(attributesPerElement: 2)
        #expect(error("<a b='' c=''><d e='' f=''/></a>", limits) == nil)
        let many = error("<a b='' xmlns='' c=''/>", limits)
        #expect(many?.reason == .tooManyAttributes(limit: 2))
        #expect(many?.offset == offset(17))
    }

    @Test("hold for names")
    func names() {
        let limits = ParserLimits(nameBytes: 6)
        #expect(error("<abcdef abcdef=''/>", limits) == nil)
        for (name, place) in [("abcdefg", 6), ("abcdeé", 5), ("ééé:é", 6)] {
            let element = error("<\(name)/>", limits)
            #expect(element?.reason == .nameTooLong(limit: 6))
            #expect(element?.offset == offset(1 + place))
            #expect(error("<a \(name)=''/>", limits)?.offset == offset(3 + place))
        }
    }

    @Test("hold for namespace declarations in scope")
    func namespaceDeclarations() {
        let limits = ParserLimits(namespaceDeclarations: 2)
        let sibling = "<b xmlns:q='q'/>"
        #expect(error("<a xmlns:p='p'>\(sibling)\(sibling)\(sibling)</a>", limits) == nil)
        let many = error("<a xmlns:p='p'><b xmlns:q='q'><c xmlns='r'/></b></a>", limits)
        #expect(many?.reason == .tooManyNamespaces(limit: 2))
        #expect(many?.offset == offset(33))
    }

    @Test("hold for an XML declaration")
    func declaration() {
        let bytes = Array("<?xml version='1.0'\(String(repeating: " ", count: 300))?><s>".utf8)
        let whole = Feeder.read(bytes)
        #expect(whole.error?.reason == .declarationTooLong(limit: 256))
        #expect(whole.error?.offset == 256)
        let bytewise = Feeder.read(bytes, cuts: Array(0..<bytes.count))
        #expect(bytewise == whole)
    }

    @Test("end a stanza of 10 MiB where the limit is passed")
    func giant() {
        var feeder = Feeder()
        feeder.feed(Self.header + "<a>")
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 16 * 1024)
        var fed = 0
        while fed < 10 << 20, feeder.error == nil {
            feeder.feed(piece)
            fed += piece.count
        }
        #expect(feeder.error?.reason == .stanzaTooLong(limit: 262_144))
        #expect(fed <= 262_144 + piece.count)
        #expect(!feeder.state.holdsBytes)
        // At once, it is not even looked at beyond the limit.
        let before = feeder.engine.workDone
        feeder.restart()
        feeder.feed(Array((Self.header + "<a>").utf8) + [UInt8](repeating: 0x78, count: 10 << 20))
        #expect(feeder.error?.reason == .stanzaTooLong(limit: 262_144))
        #expect(feeder.engine.workDone.scanned - before.scanned < 300_000)
    }

    @Test("end 100,000 levels where the limit is passed")
    func levels() {
        var feeder = Feeder()
        feeder.feed(Self.header)
        feeder.feed(String(repeating: "<a>", count: 100_000))
        #expect(feeder.error?.reason == .tooDeep(limit: 64))
        #expect(feeder.error?.offset == offset(64 * 3))
        #expect(feeder.engine.workDone.scanned < 20_000)
    }

    @Test("are kept within their bounds")
    func bounds() {
        let limits = ParserLimits(
            stanzaBytes: 0, depth: 0, attributesPerElement: -1, nameBytes: 1 << 20,
            namespaceDeclarations: 0)
        #expect(limits.stanzaBytes == 64)
        #expect(limits.depth == 1)
        #expect(limits.attributesPerElement == 1)
        #expect(limits.nameBytes == 65_535)
        #expect(limits.namespaceDeclarations == 1)
    }

    @Test("let a stanza of 1 MiB in single bytes cost no more than a multiple of its bytes")
    func linear() {
        func work(bytes: Int) -> Double {
            var feeder = Feeder(limits: ParserLimits(stanzaBytes: 2 << 20))
            feeder.feed(Self.header)
            // Long tokens of each kind, so that starting one of them over would show.
            let parts = [
                "<a b='\(String(repeating: "v", count: bytes / 4))'>",
                String(repeating: "t", count: bytes / 4),
                "<![CDATA[\(String(repeating: "c", count: bytes / 4))]]>",
                String(repeating: "<n:b n:c='&#x0041;'>é</n:b>", count: bytes / 4 / 27), "</a>",
            ]
            let declared = parts.joined().replacing("<a b", with: "<a xmlns:n='n' b")
            let before = feeder.engine.workDone
            for byte in declared.utf8 { feeder.feed([byte]) }
            #expect(feeder.reading.elements.count == 2)
            let after = feeder.engine.workDone
            let done =
                after.scanned - before.scanned + after.copied - before.copied + after.steps
                - before.steps
            return Double(done) / Double(declared.utf8.count)
        }
        // One byte is scanned, copied, and looked at in a state or two.
        #expect(work(bytes: 1 << 16) < 6)
        #if !DEBUG
        #expect(work(bytes: 1 << 20) < 6)
        #endif
    }
}
