import Report
import Testing

@Suite struct SHA256Tests {
    @Test(arguments: [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1_000])
    func `The digest is that of Python's hashlib`(length: Int) throws {
        let text = String(repeating: "a", count: length)
        let script = """
            import hashlib, json, sys
            print(json.dumps(hashlib.sha256(sys.argv[1].encode()).hexdigest()))
            """
        let expected = try Python.run(script, arguments: [text]) as? String
        #expect(SHA256.hexadecimalDigest(of: Array(text.utf8)) == expected)
    }
}
