import Foundation
import Testing

/// Habits of writing that a machine can hold us to.
@Suite struct HabitsTests {
    static let maximumLines = 600

    @Test(arguments: SourceTree.swiftSources + SourceTree.cSources)
    func `no source file is longer than 600 lines`(file: SourceTree.File) {
        #expect(file.lines.count <= Self.maximumLines)
    }

    /// Words that mean "not finished", and paths of the machine that something was written on.
    static let banned = [
        #"\bTODO\b"#, #"\bFIXME\b"#, #"\bXXX\b"#, #"\bHACK\b"#, #"\b[Ss]tub(s|bed)?\b"#,
        #"\bnot (yet )?implemented\b"#, #"\bunimplemented\b"#, #"/root/"#, #"/work/"#,
        #"/home/[a-z]"#,
    ]

    @Test(
        arguments: SourceTree.swiftSources + SourceTree.swiftTests + SourceTree.cSources
            + SourceTree.scripts + SourceTree.documents + SourceTree.profiles)
    func `nothing says that it is unfinished or where it was written`(
        file: SourceTree.File
    ) throws {
        guard file.target != "TidyTests" else { return }
        for pattern in Self.banned {
            let expression = try NSRegularExpression(pattern: pattern)
            for (index, line) in file.lines.enumerated() {
                let text = String(line)
                let range = NSRange(text.startIndex..., in: text)
                #expect(
                    expression.firstMatch(in: text, range: range) == nil,
                    "\(file.path):\(index + 1): \(text)")
            }
        }
    }

    @Test func `no placeholder file is left beside real ones`() {
        let files = SourceTree.swiftSources + SourceTree.swiftTests
        let leftOver = files.filter { file in
            file.name == "Placeholder"
                && files.contains { $0.target == file.target && $0.name != "Placeholder" }
        }
        #expect(leftOver.map(\.path) == [])
    }

    /// Targets that wrap a C library or scan bytes: the only ones with unsafe code.
    static let unsafeTargets: Set<String> = [
        "StanzaParser", "Authentication", "Profile", "EventLoop", "LoadEngine", "Report",
        "Benchmark",
    ]

    @Test(arguments: SourceTree.swiftSources)
    func `unsafe code stays in the targets that wrap C or scan bytes`(
        file: SourceTree.File
    ) throws {
        guard !Self.unsafeTargets.contains(file.target) else { return }
        let expression = try NSRegularExpression(pattern: #"\bunsafe\b|\bUnsafe[A-Z]"#)
        for (index, line) in file.lines.enumerated() {
            let code = String(line.prefix(upTo: line.range(of: "//")?.lowerBound ?? line.endIndex))
            let range = NSRange(code.startIndex..., in: code)
            #expect(
                expression.firstMatch(in: code, range: range) == nil,
                "\(file.path):\(index + 1): \(code)")
        }
    }

    /// The thread sanitizer does not see what `Synchronization.Mutex` does under contention.
    @Test(arguments: SourceTree.swiftSources + SourceTree.swiftTests)
    func `locks are Guarded, which the thread sanitizer sees`(file: SourceTree.File) {
        guard file.target != "TidyTests" else { return }
        for (index, line) in file.lines.enumerated() {
            #expect(
                !line.contains("Mutex(") && !line.contains("Mutex<"), "\(file.path):\(index + 1)")
        }
    }

    /// Tests named after what they show rather than after one source, and why.
    static let testsOfBehaviour: [String: String] = [
        "DigestMD5Tests": "a mechanism, which GNU SASL has the code of",
        "CommandLineDocumentTests": "a page of the documentation",
        "BuiltInProfileTests": "the files of the folder profiles",
        "MistakeTests": "what a profile's author is told",
        "AgreementTests": "the parser beside libxml2 and a plain one",
        "RobustnessTests": "profiles that mean harm",
        "WellFormednessTests": "a table of documents",
    ]

    @Test(arguments: SourceTree.swiftTests)
    func `tests are named after a source or an aspect of one`(file: SourceTree.File) {
        let ownNames: Set<String> = ["IntegrationTests", "TidyTests"]
        guard file.name.hasSuffix("Tests"), !ownNames.contains(file.target) else { return }
        let subject = String(file.name.dropLast("Tests".count))
        let sources = SourceTree.swiftSources.filter {
            $0.target == String(file.target.dropLast("Tests".count))
        }
        let mirrored = sources.contains {
            $0.name.hasPrefix(subject) || subject.hasPrefix($0.name)
        }
        #expect(mirrored || Self.testsOfBehaviour[file.name] != nil, "no \(subject).swift")
    }
}
