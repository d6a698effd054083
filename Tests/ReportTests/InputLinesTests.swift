import Foundation
import Testing
import Units

@testable import Report

@Suite struct InputLinesTests {
    /// The lines that a file with this text gives out, and the error that ended it.
    private func read(
        _ text: String, longest: Int
    ) throws -> (lines: [String], error: ReportError?, path: String) {
        let folder = try TemporaryFolder()
        let path = folder.path + "/lines"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        let input = try InputLines(path: path)
        var lines: [String] = []
        do throws(ReportError) {
            while let line = try input.next(longest: ByteCount(longest)) {
                lines.append(String(decoding: line, as: UTF8.self))
                #expect(input.number == lines.count)
            }
            return (lines, nil, path)
        } catch {
            return (lines, error, path)
        }
    }

    @Test func `a last line without its end is left out`() throws {
        let result = try read("one\n\nthree\nfo", longest: 5)
        #expect(result.lines == ["one", "", "three"])
        #expect(result.error == nil)
    }

    @Test func `lines may be longer than what is read at once`() throws {
        let long = String(repeating: "x", count: 200_000)
        let result = try read("a\n\(long)\nb\n", longest: 200_000)
        #expect(result.lines == ["a", long, "b"])
    }

    @Test(arguments: ["123456\n", "123456", "1234567890\nmore\n"])
    func `a line above the limit is said, with its place`(line: String) throws {
        let result = try read("12345\n" + line, longest: 5)
        #expect(result.lines == ["12345"])
        #expect(
            result.error == .longLine(path: result.path, line: 2, longest: ByteCount(5)))
    }

    @Test func `a line without end is read no further than the limit`() throws {
        // A device that never ends.
        let input = try InputLines(path: "/dev/zero")
        let longest = ByteCount.kibibytes(100)
        #expect(throws: ReportError.longLine(path: "/dev/zero", line: 1, longest: longest)) {
            try input.next(longest: longest)
        }
    }
}
