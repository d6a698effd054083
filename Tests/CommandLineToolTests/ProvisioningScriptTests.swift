import CommandLineTool
import Foundation
import Testing

@Suite struct ProvisioningScriptTests {
    @Test func `each tool gets its own words`() {
        func lines(_ tool: ProvisioningScript) -> [String] {
            [.create, .delete].map {
                tool.line($0, username: "user1", password: "pass1", domain: "example.org")
            }
        }
        #expect(
            lines(.prosodyctl) == [
                "prosodyctl register user1 example.org pass1",
                "prosodyctl deluser user1@example.org",
            ])
        #expect(
            lines(.ejabberdctl) == [
                "ejabberdctl register user1 example.org pass1",
                "ejabberdctl unregister user1 example.org",
            ])
    }

    @Test(arguments: ["it's", "a b", "$HOME", "`id`", "", "\"x\"", "é", "'", "a\\b", "-x y"])
    func `a shell reads back the very word`(word: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "printf %s \(ProvisioningScript.quoted(word))"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(String(decoding: data, as: UTF8.self) == word)
    }
}
