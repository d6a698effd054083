/// How characters that a localpart may not have are written in one.
///
/// Source: XEP-0106 §3, §4.
package enum JIDEscaping {
    private static let escaped: [UInt8] = Array(" \"&'/:<>@".utf8)
    private static let backslash = UInt8(ascii: "\\")

    /// The localpart for a name as people write it, or nil for one with a space at an end.
    package static func escape(_ name: String) -> String? {
        let bytes = Array(name.utf8)
        if bytes.first == UInt8(ascii: " ") || bytes.last == UInt8(ascii: " ") { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            // A backslash is escaped only where it would be read as the start of an escape.
            let isAmbiguous = byte == backslash && decoded(bytes[(index + 1)...]) != nil
            if escaped.contains(byte) || isAmbiguous {
                output.append(backslash)
                output.append(digit(byte >> 4))
                output.append(digit(byte & 15))
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The name that a localpart stands for.
    package static func unescape(_ localpart: String) -> String {
        let bytes = Array(localpart.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == backslash, let byte = decoded(bytes[(index + 1)...]) {
                output.append(byte)
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func decoded(_ rest: ArraySlice<UInt8>) -> UInt8? {
        guard let high = rest.first, let low = rest.dropFirst().first else { return nil }
        return (escaped + [backslash]).first { digit($0 >> 4) == high && digit($0 & 15) == low }
    }

    private static let digits: [UInt8] = Array("0123456789abcdef".utf8)

    private static func digit(_ value: UInt8) -> UInt8 { digits[Int(value)] }
}
