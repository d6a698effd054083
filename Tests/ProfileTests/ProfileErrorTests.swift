import Testing

@testable import Profile

@Suite struct ProfileErrorTests {
    @Test func `five mistakes in one file are five errors with their places`() {
        let text = """
            title: Five mistakes
            target: {address: loopback, security: startls}
            accounts:
              count: 10
            sessions:
              arrival: 25
              scenarios:
                - name: talker
                  wieght: 4
                  steps:
                    - login
                    - message: {to: online, body: "hello ${usr}"}
                    - pause: 5 sec
            duration: 30s
            """
        let report = mistakes(text).map(\.description).joined(separator: "\n")
        #expect(
            report == """
                test.yaml:2:39: error: 'startls' is no security; did you mean 'starttls'?
                  target: {address: loopback, security: startls}
                                                        ^
                test.yaml:6:12: error: '25' has no unit; did you mean '25/s'?
                    arrival: 25
                             ^
                test.yaml:9:7: error: unknown key 'wieght' in scenario; did you mean 'weight'?
                        wieght: 4
                        ^
                test.yaml:12:48: error: unknown variable 'usr'; did you mean 'user'?
                          - message: {to: online, body: "hello ${usr}"}
                                                                 ^
                test.yaml:13:18: error: '5 sec' is not a duration; did you mean '5s'?
                          - pause: 5 sec
                                   ^
                """)
    }

    @Test func `a tab before the place stays a tab above the caret`() {
        let text = smallProfile + "warmup:\t7\n"
        let error = mistakes(text)[0].description
        #expect(error.hasSuffix("\n  warmup:\t7\n         \t^"))
    }

    @Test func `a long line is shown around the place`() {
        let long = String(repeating: "a", count: 400)
        let error = mistakes(withSteps("[login, {message: {to: online, body: '\(long)${x'}}]"))[0]
        #expect(error.column ?? 0 > 400)
        #expect(error.sourceLine?.count ?? 0 <= 160)
        let lines = error.description.split(separator: "\n")
        let caret = lines[2].count - 1
        #expect(Array(lines[1])[caret] == "$")
    }

    @Test func `columns count characters, not bytes`() {
        #expect(
            headlines("title: 'grüße 👋', wrong\n")[0].hasPrefix("test.yaml:1:17: error: not valid"))
        let text = withSteps("[login, {presence: {status: 'größer ${usr}'}}]")
        #expect(mistakes(text)[0].column == 52)
    }

    @Test func `an error without a place is one line`() {
        let error = ProfileError(source: "p.yaml", message: "no")
        #expect(error.description == "p.yaml: error: no")
    }

    @Test func `a profile may have a mebibyte and no more`() {
        let comment = "#" + String(repeating: "x", count: ProfileLoader.maximumBytes)
        let result = ProfileLoader.load(text: Array(comment.utf8), fileName: "big.yaml")
        guard case .failure(let errors) = result else { return #expect(Bool(false), "too large") }
        #expect(errors.errors.count == 1)
        #expect(errors.description.contains("at most 1048576 bytes, this has 1048577"))
    }

    @Test func `bytes that are not UTF-8 are shown where they stand`() {
        let bytes = Array("title: x\ntarget: ".utf8) + [0xC3, 0x28]
        guard case .failure(let errors) = ProfileLoader.load(text: bytes, fileName: "p.yaml")
        else { return #expect(Bool(false), "not UTF-8") }
        #expect(errors.errors[0].line == 2)
        #expect(errors.errors[0].column == 9)
    }
}
