import CommandLineTool
import Foundation
import Testing

@Suite struct BuiltInProfilesTests {
    @Test func `the binary has every file of the folder, byte for byte`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../profiles").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".yaml") }
        #expect(Set(files) == Set(BuiltInProfiles.all.map { $0.name + ".yaml" }))
        for entry in BuiltInProfiles.all {
            let file = try Data(contentsOf: folder.appendingPathComponent(entry.name + ".yaml"))
            #expect(Array(file) == entry.text, "\(entry.name)")
            #expect(!entry.summary.isEmpty)
        }
    }

    @Test func `the list fits a terminal of 80 columns`() {
        for line in BuiltInProfiles.list.split(separator: "\n") {
            #expect(line.count <= 80, "\(line)")
        }
    }

    @Test func `a name that is not there gets the nearest, or all`() {
        #expect(
            BuiltInProfiles.hint(for: "chta")
                == "no built-in profile 'chta'; did you mean 'chat'?")
        let hint = BuiltInProfiles.hint(for: "mine.yaml")
        #expect(hint.contains("; there are quickstart, register, login-storm, "), "\(hint)")
    }
}
