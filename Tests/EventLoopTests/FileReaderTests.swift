import EventLoop
import Foundation
import Testing

@Suite struct FileReaderTests {
    @Test(arguments: [0, 1, 65_536, 200_001])
    func `a file is read whole`(size: Int) throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("clamor-file-reader-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        try Data(content).write(to: file)
        #expect(try FileReader.read(file.path) == content)
    }

    @Test func `a file beyond the limit is not read`() throws {
        #expect(throws: FileReader.Failure.tooLarge(path: "/dev/zero", limit: 100_000)) {
            try FileReader.read("/dev/zero", limit: 100_000)
        }
    }

    @Test func `what cannot be read says why`() {
        let missing = #expect(throws: FileReader.Failure.self) {
            try FileReader.read("/nonexistent/file")
        }
        #expect(missing?.description.contains("No such file") == true)
        let folder = #expect(throws: FileReader.Failure.self) { try FileReader.read("/tmp") }
        #expect(folder?.description.contains("directory") == true)
    }
}
