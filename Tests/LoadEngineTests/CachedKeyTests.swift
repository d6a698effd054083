import Authentication
import Testing

@testable import LoadEngine

@Suite struct CachedKeyTests {
    private let request = KeyDerivationRequest(
        hash: .sha256, password: Array("pencil".utf8), salt: [1, 2, 3], iterations: 4096)

    private func cached(key: [UInt8]) -> CachedKey {
        CachedKey(
            hash: request.hash, salt: request.salt, iterations: request.iterations, key: key)
    }

    @Test func `a key is good while hash, salt and count stay`() {
        let cached = cached(key: Array(repeating: 7, count: 32))
        #expect(cached.answers(request))
        var other = request
        other.hash = .sha1
        #expect(!cached.answers(other))
        other = request
        other.salt = [1, 2]
        #expect(!cached.answers(other))
        other = request
        other.iterations = 4097
        #expect(!cached.answers(other))
    }

    @Test func `a key that is still being derived answers nothing`() {
        #expect(!cached(key: []).answers(request))
    }
}
