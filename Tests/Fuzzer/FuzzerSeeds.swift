import Benchmark
import Glibc
import StanzaParserOracles

/// What a corpus begins with: streams of one stanza of each kind that is measured, and the documents
/// of the tests.
enum FuzzerSeeds {
    private static let stanzasOfEachKind = 20
    private static let documents = 200

    /// Files that are there already stay.
    static func write(to folder: String) {
        mkdir(folder, 0o755)
        for kind in CorpusKind.allCases {
            for seed in 0..<stanzasOfEachKind {
                let corpus = Corpus(kind, size: 1, seed: UInt64(seed))
                write(corpus.bytes, to: "\(folder)/\(kind)-\(seed)")
            }
        }
        var generator = DocumentGenerator(seed: 1)
        for number in 0..<documents {
            write(generator.document(), to: "\(folder)/document-\(number)")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "wx") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
