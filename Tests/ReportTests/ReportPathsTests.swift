import Report
import Testing

@Suite struct ReportPathsTests {
    @Test func `a report, a directory of reports and a pattern are found`() throws {
        let samples = try ComparisonSamples()
        for name in ["s[1]/b", "s[1]/a", "s-2", "s-3", "other"] { try samples.write(name) }
        func found(_ path: String) throws -> [String] {
            try ComparisonSide(label: "A", path: "\(samples.folder.path)/\(path)").reports.map {
                String($0.path.dropFirst(samples.folder.path.count + 1))
            }
        }
        #expect(try found("s-2") == ["s-2"])
        #expect(try found("s-2/run.json") == ["s-2"])
        #expect(try found("s[1]/") == ["s[1]/a", "s[1]/b"])
        #expect(try found("s-*") == ["s-2", "s-3"])
        #expect(try found("s?[23]") == ["s-2", "s-3"])
        let nothing = "\(samples.folder.path)/nothing"
        #expect(throws: ReportError.noReport(path: nothing)) {
            try ComparisonSide(label: "A", path: nothing)
        }
    }
}
