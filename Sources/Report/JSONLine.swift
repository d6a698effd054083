internal import FoundationEssentials

/// Values as lines of JSON, for files and pipes between processes of the same version.
package enum JSONLine {
    /// With its line break.
    package static func text<Value: Encodable>(_ value: Value) -> String {
        // Finite numbers, texts and lists of them are all that is written so.
        guard let data = try? JSONEncoder().encode(value) else {
            preconditionFailure("\(Value.self) has no form in JSON")
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// Reads a line back; nil for what is none.
    package static func value<Value: Decodable>(_ type: Value.Type, in line: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(line))
    }
}
