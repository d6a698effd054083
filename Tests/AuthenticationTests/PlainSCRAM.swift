import COpenSSL
import Foundation
import Testing

@testable import Authentication

/// SCRAM once more, straight from RFC 5802 §3 and on OpenSSL: what the tests measure the product
/// against. It is itself checked with the examples of RFC 5802 and RFC 7677.
struct PlainSCRAM {
    let hash: PasswordHash

    private var digest: OpaquePointer { hash == .sha1 ? EVP_sha1() : EVP_sha256() }

    func hi(_ password: [UInt8], salt: [UInt8], iterations: Int) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: hash.keyBytes)
        let code = password.withUnsafeBytes { bytes in
            PKCS5_PBKDF2_HMAC(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(password.count),
                salt, Int32(salt.count), Int32(iterations), digest, Int32(key.count), &key)
        }
        precondition(code == 1)
        return key
    }

    func hmac(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: hash.keyBytes)
        var count: UInt32 = 0
        precondition(
            HMAC(digest, key, Int32(key.count), message, message.count, &output, &count) != nil)
        return output
    }

    func h(_ message: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: hash.keyBytes)
        var count: UInt32 = 0
        precondition(EVP_Digest(message, message.count, &output, &count, digest, nil) == 1)
        return output
    }

    func proof(saltedPassword: [UInt8], authMessage: String) -> [UInt8] {
        let clientKey = hmac(saltedPassword, Array("Client Key".utf8))
        let signature = hmac(h(clientKey), Array(authMessage.utf8))
        return zip(clientKey, signature).map { $0 ^ $1 }
    }

    func serverSignature(saltedPassword: [UInt8], authMessage: String) -> [UInt8] {
        hmac(hmac(saltedPassword, Array("Server Key".utf8)), Array(authMessage.utf8))
    }

    func derive(_ request: KeyDerivationRequest) -> [UInt8] {
        hi(request.password, salt: request.salt, iterations: request.iterations)
    }
}

/// A published exchange.
struct SCRAMExample: Sendable, CustomTestStringConvertible {
    var hash: PasswordHash
    var password: String
    var clientFirst: String
    var serverFirst: String
    var clientFinal: String
    var serverFinal: String

    var testDescription: String { hash.rawValue }

    /// RFC 5802 §5.
    static let sha1 = SCRAMExample(
        hash: .sha1, password: "pencil",
        clientFirst: "n,,n=user,r=fyko+d2lbbFgONRv9qkxdawL",
        serverFirst: "r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,i=4096",
        clientFinal: "c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,"
            + "p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=",
        serverFinal: "v=rmF9pqV8S7suAoZWja4dJRkFsKQ=")

    /// RFC 7677 §3.
    static let sha256 = SCRAMExample(
        hash: .sha256, password: "pencil",
        clientFirst: "n,,n=user,r=rOprNGfwEbeRWgbNEkqO",
        serverFirst: "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
            + "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
        clientFinal: "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
            + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
        serverFinal: "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")
}

/// A server that knows one account and speaks SCRAM by `PlainSCRAM`.
struct PlainSCRAMServer {
    var scram: PlainSCRAM
    var password = "pencil"
    var salt: [UInt8] = Array("some salt bytes".utf8)
    var iterations = 4096
    var binding: [UInt8] = []
    var gs2Header = ""
    var clientFirstBare = ""
    var serverFirst = ""

    var saltedPassword: [UInt8] {
        scram.hi(Array(password.utf8), salt: salt, iterations: iterations)
    }

    /// The first message of the server.
    mutating func first(_ message: [UInt8]) -> [UInt8] {
        let text = String(decoding: message, as: UTF8.self)
        let parts = text.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
        gs2Header = "\(parts[0]),\(parts[1]),"
        clientFirstBare = String(parts[2])
        let nonce = clientFirstBare.split(separator: ",").last { $0.hasPrefix("r=") }!
        serverFirst =
            "\(nonce)ServerPart,s=\(Base64.encodeToString(salt)),i=\(iterations)"
        return Array(serverFirst.utf8)
    }

    /// The last message of the server, or nil when the client's proof or binding is wrong.
    func final(_ message: [UInt8]) -> [UInt8]? {
        let text = String(decoding: message, as: UTF8.self)
        guard let range = text.range(of: ",p=", options: .backwards) else { return nil }
        let withoutProof = String(text[..<range.lowerBound])
        let authMessage = "\(clientFirstBare),\(serverFirst),\(withoutProof)"
        let channel = Base64.encodeToString(Array(gs2Header.utf8) + binding)
        guard withoutProof.hasPrefix("c=\(channel),r="),
            Base64.decode(String(text[range.upperBound...]))
                == scram.proof(saltedPassword: saltedPassword, authMessage: authMessage)
        else { return nil }
        let signature = scram.serverSignature(
            saltedPassword: saltedPassword, authMessage: authMessage)
        return Array("v=\(Base64.encodeToString(signature))".utf8)
    }
}
