import Foundation
import Report
import Testing

@Suite struct JSONValueTests {
    @Test func `A document is indented and keeps the order of its keys`() {
        let value = JSONValue.object([
            ("z", .integer(-1)), ("a", .array([.bool(true), .null])), ("e", .array([])),
            ("o", .object([])),
            ("c", .compact(.object([("x", .unsigned(1)), ("y", .number(0.5))]))),
        ])
        #expect(
            value.text == """
                {
                  "z": -1,
                  "a": [
                    true,
                    null
                  ],
                  "e": [],
                  "o": {},
                  "c": {"x": 1, "y": 0.5}
                }

                """)
    }

    @Test func `Strings survive whatever is in them`() throws {
        var text = "\u{7f}äß漢😀 \"quoted\" back\\slash / </script>"
        for code in UInt8(0)..<32 { text.unicodeScalars.append(Unicode.Scalar(code)) }
        let json = JSONValue.array([.string(text)]).text
        let script = "import json, sys; print(json.dumps(json.loads(sys.argv[1])))"
        let back = try #require(try Python.run(script, arguments: [json]) as? [String])
        #expect(Array(back[0].unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [0.1, 1e-9, 1.5e300, -2.25, 1_234_567_890.5])
    func `Numbers are read back as they were`(number: Double) throws {
        let json = JSONValue.number(number).text
        let script = "import json, sys; print(json.dumps(json.loads(sys.argv[1])))"
        #expect(try Python.run(script, arguments: [json]) as? Double == number)
    }

    @Test func `Integers are exact, and what is no number is null`() {
        #expect(JSONValue.unsigned(.max).text == "18446744073709551615\n")
        #expect(JSONValue.integer(.min).text == "-9223372036854775808\n")
        #expect(JSONValue.number(.infinity).text == "null\n")
        #expect(JSONValue.number(.nan).text == "null\n")
    }
}
