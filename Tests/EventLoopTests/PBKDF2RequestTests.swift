import EventLoop
import Testing

@Suite struct PBKDF2RequestTests {
    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// The vectors of RFC 6070, and for SHA-256 those that RFC 7914 §11 and its kin give.
    @Test(arguments: [
        (PBKDF2Request.Hash.sha1, 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
        (.sha1, 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
        (.sha1, 4_096, "4b007901b765489abead49d926f721d065a429c1"),
        (.sha256, 1, "120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b"),
        (.sha256, 4_096, "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"),
    ])
    func `derived keys are those of the published vectors`(
        hash: PBKDF2Request.Hash, iterations: Int, expected: String
    ) {
        let request = PBKDF2Request(
            hash: hash, password: Array("password".utf8), salt: Array("salt".utf8),
            iterations: iterations)
        #expect(hexadecimal(request.derive()) == expected)
        #expect(request.derive().count == hash.outputCount)
    }

    @Test(arguments: [0, -1, Int(Int32.max) + 1])
    func `a count of iterations that makes no sense yields no key`(iterations: Int) {
        let request = PBKDF2Request(hash: .sha1, password: [1], salt: [2], iterations: iterations)
        #expect(request.derive() == [])
    }

    @Test func `an empty password is a password`() {
        let request = PBKDF2Request(hash: .sha1, password: [], salt: [2], iterations: 1)
        #expect(request.derive().count == 20)
    }
}
