import StanzaParser
import StanzaParserOracles
import Testing

/// The engine against libxml2, against the plain parser, and against itself, on the same documents.
@Suite("On seeded documents")
struct AgreementTests {
    /// Debug builds are some 40 times slower, so theirs are the first documents of each shard only.
    static var count: Int {
        #if DEBUG
        4_000
        #else
        200_000
        #endif
    }

    /// Each has seeds of its own; they run beside each other.
    static let shards = 20

    @Test("engine, libxml2 and plain parser agree, whatever the cuts, the kernel and the path")
    func agreement() async {
        let tally = await withTaskGroup { group in
            for shard in 0..<Self.shards {
                group.addTask {
                    var comparison = Comparison(seed: UInt64(shard))
                    comparison.run(Self.count / Self.shards)
                    return comparison.tally
                }
            }
            return await group.reduce(into: Tally()) { $0.add($1) }
        }
        print(tally)
        for difference in tally.differences.prefix(10) { Issue.record("\(difference)") }
        #expect(tally.documents == Self.count)
        // Agreement on garbage would mean nothing, nor would agreement on what no one spoilt.
        #expect(tally.mutants * 2 > tally.documents)
        #expect(tally.acceptedMutants * 5 >= tally.mutants)
        #expect(tally.refusedMutants * 5 >= tally.mutants)
        let excluded = tally.deviations.values.reduce(0, +)
        #expect(excluded * 200 < tally.documents)
    }

    @Test("views tell the same whichever way they are asked")
    func views() {
        var documents = DocumentStream(seed: 5)
        for _ in 0..<Self.count / 20 {
            let (document, _) = documents.next()
            var check = ViewCheck()
            check.read(document, cuts: [document.count / 2])
            for difference in check.differences {
                Issue.record("\(Comparison.text(document)): \(difference)")
            }
        }
    }

    @Test("byte by byte gives what the whole gives")
    func bytewise() {
        var documents = DocumentStream(seed: 3)
        for _ in 0..<Self.count / 100 {
            let (document, _) = documents.next()
            let whole = Feeder.read(document)
            let bytewise = Feeder.read(document, cuts: Array(0..<document.count))
            if bytewise != whole {
                Issue.record("\(Comparison.text(document)): \(bytewise), whole: \(whole)")
            }
        }
    }
}

/// What a comparison came to.
private struct Tally: CustomStringConvertible {
    /// Documents that were shown to libxml2.
    var documents = 0
    var mutants = 0
    var acceptedMutants = 0
    var refusedMutants = 0
    /// Mutants that XMPP refuses although they may be XML: compared with the plain parser only.
    var beyondXMPP = 0
    var deviations: [LibXML2Deviation: Int] = [:]
    var differences: [String] = []

    mutating func add(_ other: Tally) {
        documents += other.documents
        mutants += other.mutants
        acceptedMutants += other.acceptedMutants
        refusedMutants += other.refusedMutants
        beyondXMPP += other.beyondXMPP
        deviations.merge(other.deviations, uniquingKeysWith: +)
        differences += other.differences
    }

    var description: String {
        let deviations = LibXML2Deviation.allCases.map { "\($0) \(self.deviations[$0] ?? 0)" }
        return """
            Agreement with libxml2: \(documents) documents, \(mutants) of them mutants \
            (\(acceptedMutants) accepted, \(refusedMutants) refused); \
            left out: \(deviations.joined(separator: ", ")); \
            \(beyondXMPP) more mutants beyond what XMPP allows
            """
    }
}

/// Generated documents, three in four of them changed.
private struct DocumentStream {
    private var generator: DocumentGenerator
    private var mutator: DocumentMutator
    private var last: [UInt8] = []
    private var number = 0

    init(seed: UInt64) {
        generator = DocumentGenerator(seed: seed)
        mutator = DocumentMutator(seed: ~seed)
    }

    mutating func next() -> (bytes: [UInt8], isMutant: Bool) {
        number += 1
        let document = generator.document()
        defer { last = document }
        guard number % 4 != 0 else { return (document, false) }
        let mutant = mutator.mutant(of: document, last)
        return (mutant, mutant != document)
    }
}

/// Reads documents with all there is and compares what came out.
private struct Comparison: ~Copyable {
    private(set) var tally = Tally()
    private var documents: DocumentStream
    private var random: SeededRandom
    private var comparison = EngineComparison()

    init(seed: UInt64) {
        documents = DocumentStream(seed: seed)
        random = SeededRandom(seed: seed ^ 0xC0FFEE)
    }

    static func text(_ document: [UInt8]) -> String {
        String(decoding: document, as: UTF8.self).debugDescription
    }

    /// Goes on until so many documents were shown to libxml2.
    mutating func run(_ count: Int) {
        while tally.documents < count {
            let (document, isMutant) = documents.next()
            var cuts: [Int] = []
            for _ in 0..<1 + random.below(6) { cuts.append(random.below(document.count + 1)) }
            comparison.read(
                document, in: EngineComparison.Way.allCases, cuts: cuts.sorted())
            for difference in comparison.differences { report(document, difference) }
            guard ReferenceParser.isWithinXMPP(document, comparison.reading) else {
                tally.beyondXMPP += 1
                continue
            }
            compareWithLibXML2(
                document, comparison.reading, comparison.error, isMutant: isMutant)
        }
    }

    private mutating func compareWithLibXML2(
        _ document: [UInt8], _ reading: Reading, _ error: StreamParserError?, isMutant: Bool
    ) {
        tally.documents += 1
        if isMutant { tally.mutants += 1 }
        if let deviation = LibXML2Deviation.allCases.first(where: { $0.applies(to: document) }) {
            tally.deviations[deviation, default: 0] += 1
            return
        }
        guard let root = LibXML2Oracle.parse(document) else {
            if isMutant { tally.refusedMutants += 1 }
            if reading.end == .closed { report(document, "only libxml2 refuses") }
            return
        }
        guard reading.end == .closed else {
            report(document, "only the engine refuses: \(error as Any)")
            return
        }
        if isMutant { tally.acceptedMutants += 1 }
        var header = root
        header.children = []
        header.text = ""
        if reading.elements != [header] + root.children {
            report(document, "\(reading.elements), libxml2: \(root)")
        }
    }

    private mutating func report(_ document: [UInt8], _ difference: String) {
        tally.differences.append("\(Self.text(document)): \(difference)")
    }
}
