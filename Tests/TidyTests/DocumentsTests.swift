import Foundation
import Testing

/// What the documents point at is there, and every page can be found from the first one.
@Suite struct DocumentsTests {
    @Test(arguments: SourceTree.documents)
    func `links between files lead somewhere`(file: SourceTree.File) throws {
        let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
        for link in try relativeLinks(in: file.text) {
            let path = folder.isEmpty ? link : "\(folder)/\(link)"
            #expect(SourceTree.exists(path), "\(file.path): \(link)")
        }
    }

    @Test func `README leads to every page`() throws {
        let readme = try #require(SourceTree.read("README.md"))
        let linked = Set(try relativeLinks(in: readme.text))
        for page in SourceTree.files(in: "docs", extensions: ["md"]) {
            #expect(linked.contains(page.path), "README.md has no link to \(page.path)")
        }
    }

    /// Rows of tables and code are as long as they have to be.
    @Test(arguments: SourceTree.documents)
    func `prose keeps within 100 columns`(file: SourceTree.File) {
        var isCode = false
        for (index, line) in file.lines.enumerated() {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, !line.hasPrefix("|") else { continue }
            #expect(line.count <= 100, "\(file.path):\(index + 1)")
        }
    }

    @Test func `the two commands of a first run stand at the top of README`() throws {
        let readme = try #require(SourceTree.read("README.md"))
        let top = readme.lines.prefix(12).joined(separator: "\n")
        #expect(top.contains("make demo"))
        #expect(top.contains("make test"))
    }

    @Test(arguments: SourceTree.profiles)
    func `each built-in profile starts by saying what it is for`(file: SourceTree.File) {
        #expect(file.text.hasPrefix("# "))
    }

    private func relativeLinks(in text: String) throws -> [String] {
        let expression = try NSRegularExpression(pattern: #"\]\(([^)#\s]+)(#[^)]*)?\)"#)
        return expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
            .compactMap { Range($0.range(at: 1), in: text).map { String(text[$0]) } }
            .filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
    }
}
