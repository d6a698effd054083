import CommandLineTool
import Testing

@Suite struct ExitCodeTests {
    @Test func `numbers are those of the documentation`() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 130])
    }

    @Test func `the first that applies wins`() {
        #expect(ExitCode.first(of: []) == .success)
        #expect(ExitCode.first(of: [.thresholdFailed, .notValid]) == .notValid)
        #expect(ExitCode.first(of: [.notValid, .interrupted]) == .interrupted)
        #expect(ExitCode.first(of: [.interrupted, .unreachable]) == .unreachable)
        #expect(ExitCode.first(of: Set(ExitCode.allCases)) == .usage)
        #expect(Set(ExitCode.precedence) == Set(ExitCode.allCases))
    }
}
