internal import FoundationEssentials

/// A file in JSON that says which version of its format it is of.
protocol VersionedDocument: Decodable {
    static var currentSchema: String { get }
    var schema: String { get }
}

extension VersionedDocument {
    /// Reads a document back.
    ///
    /// - Parameter path: of the file, for what is said if it is none.
    /// - Throws: `ReportError.notAReport`.
    init(json bytes: [UInt8], path: String) throws(ReportError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch {
            throw .notAReport(path: path, reason: DecodingProblem.reason(error))
        }
        guard schema == Self.currentSchema else {
            throw .notAReport(
                path: path, reason: "its schema is \(schema), not \(Self.currentSchema)")
        }
    }
}

extension RunDocument: VersionedDocument {}
extension CapacityDocument: VersionedDocument {}

private enum DecodingProblem {
    /// In words and with the place, for a person who may have edited the file.
    static func reason(_ error: any Error) -> String {
        func place(_ path: [any CodingKey], _ last: (any CodingKey)? = nil) -> String {
            (path + (last.map { [$0] } ?? [])).map { key in
                key.intValue.map { "[\($0)]" } ?? key.stringValue
            }.joined(separator: ".").replacing(".[", with: "[")
        }
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            return "\(place(context.codingPath, key)) is missing"
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            return "\(place(context.codingPath)) is not what it should be"
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            return "\(place(context.codingPath)) is not what it should be"
        default: return "it is not JSON"
        }
    }
}
