import Testing

@testable import Authentication

@Suite("SCRAM messages")
struct SCRAMMessageTests {
    @Test(
        "the examples of RFC 5802 and RFC 7677 give their proofs and signatures",
        arguments: [SCRAMExample.sha1, .sha256])
    func examples(example: SCRAMExample) throws {
        let scram = PlainSCRAM(hash: example.hash)
        let clientFirst = Array(example.clientFirst.utf8)
        let nonce = try #require(SCRAMMessage.attribute(UInt8(ascii: "r"), in: clientFirst))
        let (salt, iterations) = try SCRAMMessage.serverFirst(
            Array(example.serverFirst.utf8), clientNonce: nonce)
        #expect(iterations == 4096)
        let request = try #require(
            KeyDerivationRequest(
                hash: example.hash, password: example.password, salt: salt, iterations: iterations))
        let salted = scram.derive(request)

        let withoutProof = example.clientFinal.split(separator: ",").dropLast().joined(
            separator: ",")
        let clientFirstBare = example.clientFirst.dropFirst(3)
        let authMessage = "\(clientFirstBare),\(example.serverFirst),\(withoutProof)"
        let proof = scram.proof(saltedPassword: salted, authMessage: authMessage)
        #expect("\(withoutProof),p=\(Base64.encodeToString(proof))" == example.clientFinal)
        let signature = scram.serverSignature(saltedPassword: salted, authMessage: authMessage)
        #expect("v=\(Base64.encodeToString(signature))" == example.serverFinal)

        let keys = try #require(GSASLSession.serverKeys(example.hash, saltedPassword: salted))
        #expect(keys.server == scram.hmac(salted, Array("Server Key".utf8)))
        #expect(keys.stored == scram.h(scram.hmac(salted, Array("Client Key".utf8))))
    }

    @Test(
        "refuses malformed first messages of a server",
        arguments: [
            "", "r=abcX", "r=abcX,s=,i=1", "r=abcX,s=QQ=,i=1", "r=abcX,s=QQ==,i=", "s=QQ==,i=1",
            "r=abcX,s=QQ==,i=12x", "r=abcX,s=QQ==,i=-1", "m=ext,r=abcX,s=QQ==,i=1", "e=other-error",
        ])
    func malformed(text: String) {
        #expect(throws: AuthenticationError.malformedChallenge) {
            try SCRAMMessage.serverFirst(Array(text.utf8), clientNonce: Array("abc".utf8))
        }
    }

    @Test("refuses a nonce that is not ours and more")
    func nonce() {
        for nonce in ["abc", "ab", "xabcd", "ABCD"] {
            #expect(throws: AuthenticationError.nonceMismatch) {
                try SCRAMMessage.serverFirst(
                    Array("r=\(nonce),s=QQ==,i=4096".utf8), clientNonce: Array("abc".utf8))
            }
        }
    }

    @Test(
        "refuses rounds beyond the limit, so that a server cannot burn the client's time",
        arguments: [
            ("0", 0), ("10000001", 10_000_001), ("99999999999999999999999", Int.max),
        ])
    func iterations(digits: String, count: Int) {
        #expect(throws: AuthenticationError.iterationsOutOfRange(count)) {
            try SCRAMMessage.serverFirst(
                Array("r=abcX,s=QQ==,i=\(digits)".utf8), clientNonce: Array("abc".utf8))
        }
    }

    @Test("refuses a salt beyond the limit")
    func saltLimit() {
        let limit = KeyDerivationRequest.maximumSaltBytes
        for (count, isAllowed) in [(limit, true), (limit + 1, false)] {
            let salt = Base64.encodeToString([UInt8](repeating: 7, count: count))
            let result = try? SCRAMMessage.serverFirst(
                Array("r=abcX,s=\(salt),i=1".utf8), clientNonce: Array("abc".utf8))
            #expect((result != nil) == isAllowed)
        }
    }

    @Test("reads a user name with its escapes")
    func username() {
        func name(_ text: String) -> String? {
            SCRAMMessage.username(inClientFirst: Array(text.utf8))
        }
        #expect(name("n,,n=user,r=x") == "user")
        #expect(name("y,a=other@domain,n=a=2Cb=3Dc,r=x") == "a,b=c")
        #expect(name("p=tls-exporter,,n=jürgen,r=x") == "jürgen")
        #expect(name("n,,n=a=2cb,r=x") == nil)
        #expect(name("n,,n=a=,r=x") == nil)
        #expect(name("n,,r=x") == nil)
    }
}
