import Foundation
import Testing

@testable import Authentication

@Suite("Base64")
struct Base64Tests {
    @Test(
        "encodes the vectors of RFC 4648 §10 and decodes them again",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ])
    func vectors(plain: String, encoded: String) {
        #expect(Base64.encodeToString(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test("agrees with Foundation on all bytes at all lengths up to 300")
    func agreesWithFoundation() {
        for count in 0...300 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
            let expected = Data(bytes).base64EncodedString()
            #expect(Base64.encodeToString(bytes) == expected)
            #expect(Base64.decode(expected) == bytes)
        }
    }

    @Test(
        "refuses what is not exactly the encoding of something",
        arguments: [
            "Z", "Zg", "Zg=", "Zg===", "=", "====", "Zh==", "Zm9=", "Zm9v\n", " Zm9v", "Zm-v",
            "Zm_v", "Zg==Zg==", "Z===", "Zm9v=", "Z=g=", "Zm9vé==",
        ])
    func strict(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
