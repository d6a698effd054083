import CommandLineTool
import Foundation
import Testing

/// docs/command-line.md is kept true by hand, and by this.
@Suite struct CommandLineDocumentTests {
    private let page: String

    init() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/command-line.md").standardizedFileURL
        page = try String(contentsOf: file, encoding: .utf8)
    }

    @Test(arguments: Flag.all.map(\.name))
    func `every option is on the page`(name: String) {
        #expect(page.contains("--\(name)"))
    }

    @Test(arguments: Subcommand.allCases)
    func `every subcommand is on the page, with its summary`(subcommand: Subcommand) {
        #expect(page.contains("clamor \(subcommand.rawValue)"))
        #expect(page.contains(subcommand.summary))
    }

    @Test(arguments: ExitCode.allCases)
    func `every exit code is on the page`(code: ExitCode) {
        #expect(page.contains("\n| \(code.rawValue) | "))
    }
}
