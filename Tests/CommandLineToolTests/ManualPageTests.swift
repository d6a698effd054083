import CommandLineTool
import Testing

@Suite struct ManualPageTests {
    private let lines = ManualPage.text.split(separator: "\n", omittingEmptySubsequences: false)

    @Test(arguments: Subcommand.allCases)
    func `every subcommand has a section with its options`(subcommand: Subcommand) throws {
        let title = ".SS clamor \(subcommand.rawValue)"
        let start = try #require(lines.firstIndex { $0 == title || $0.hasPrefix(title + " ") })
        let section = lines[(start + 1)...].prefix { !$0.hasPrefix(".S") }.joined(separator: "\n")
        for flag in Flag.known(to: subcommand) {
            let name = flag.name.replacing("-", with: "\\-")
            #expect(section.contains("\\-\\-\(name)"), "--\(flag.name)")
        }
        for operand in subcommand.operands { #expect(section.contains(".I \(operand.name)")) }
    }

    @Test func `every exit code is listed, in the order of precedence`() {
        let codes = lines.indices.dropFirst().filter { lines[$0 - 1] == ".TP" }
            .compactMap { Int32(lines[$0].dropFirst(3)) }
        #expect(codes == ExitCode.precedence.map(\.rawValue))
    }

    @Test func `nothing but macros of man(7) looks like one, and no dash is left a hyphen`() {
        let macros: Set<Substring> = [
            ".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I", ".BI", ".br",
        ]
        for line in lines {
            if line.hasPrefix(".") || line.hasPrefix("'") {
                #expect(macros.contains(line.prefix { $0 != " " }), "\(line)")
            }
            #expect(!line.isEmpty)
            #expect(!line.replacing("\\-", with: "").contains("-"), "\(line)")
        }
    }
}
