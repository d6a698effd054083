import CommandLineTool
import Testing

@Suite struct HelpTextTests {
    @Test(arguments: Subcommand.allCases)
    func `help names every operand and option within 100 columns`(subcommand: Subcommand) {
        let text = HelpText.text(for: subcommand)
        #expect(text.hasPrefix("Usage: clamor \(subcommand.rawValue)"))
        for operand in subcommand.operands { #expect(text.contains(operand.name)) }
        for flag in Flag.known(to: subcommand) { #expect(text.contains("--\(flag.name)")) }
        for line in text.split(separator: "\n") { #expect(line.count <= HelpText.width, "\(line)") }
    }

    @Test func `the overview lists every subcommand and exit code`() {
        let text = HelpText.overview
        for subcommand in Subcommand.allCases {
            #expect(text.contains("clamor \(subcommand.rawValue)"))
        }
        for code in ExitCode.allCases { #expect(text.contains("\n  \(code.rawValue)  ")) }
        for line in text.split(separator: "\n") { #expect(line.count <= HelpText.width, "\(line)") }
    }
}
