/// What is read of SCRAM messages before GNU SASL sees them.
///
/// Source: RFC 5802 §5.1, §7.
package enum SCRAMMessage {
    /// The value of a one-letter attribute, or nil when the message has none.
    package static func attribute(_ letter: UInt8, in message: [UInt8]) -> [UInt8]? {
        for part in message.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: true) {
            guard part.count >= 2, part[part.startIndex] == letter,
                part[part.startIndex + 1] == UInt8(ascii: "=")
            else { continue }
            return Array(part.dropFirst(2))
        }
        return nil
    }

    /// The salt and the number of rounds that a server asks for in its first message.
    ///
    /// Throws: `nonceMismatch` unless the nonce continues `clientNonce`; `iterationsOutOfRange`;
    /// `malformedChallenge`, also for the reserved extension `m`.
    package static func serverFirst(
        _ message: [UInt8], clientNonce: [UInt8]
    ) throws(AuthenticationError) -> (salt: [UInt8], iterations: Int) {
        guard attribute(UInt8(ascii: "m"), in: message) == nil,
            let nonce = attribute(UInt8(ascii: "r"), in: message),
            let encodedSalt = attribute(UInt8(ascii: "s"), in: message),
            let salt = Base64.decode(encodedSalt), !salt.isEmpty,
            salt.count <= KeyDerivationRequest.maximumSaltBytes,
            let digits = attribute(UInt8(ascii: "i"), in: message)
        else { throw .malformedChallenge }
        guard nonce.count > clientNonce.count, nonce.starts(with: clientNonce) else {
            throw .nonceMismatch
        }
        guard !digits.isEmpty, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { throw .malformedChallenge }
        let count = Int(String(decoding: digits, as: UTF8.self)) ?? Int.max
        guard 1...KeyDerivationRequest.maximumIterations ~= count else {
            throw .iterationsOutOfRange(count)
        }
        return (salt, count)
    }

    /// The user name in a client's first message, unescaped; nil when it is malformed.
    package static func username(inClientFirst message: [UInt8]) -> String? {
        guard let escaped = attribute(UInt8(ascii: "n"), in: message) else { return nil }
        var name: [UInt8] = []
        var index = 0
        while index < escaped.count {
            if escaped[index] == UInt8(ascii: "=") {
                switch Array(escaped[index...].prefix(3)) {
                case Array("=2C".utf8): name.append(UInt8(ascii: ","))
                case Array("=3D".utf8): name.append(UInt8(ascii: "="))
                default: return nil
                }
                index += 3
            } else {
                name.append(escaped[index])
                index += 1
            }
        }
        return name.isEmpty || name.contains(0) ? nil : String(validating: name, as: UTF8.self)
    }
}
