internal import FoundationEssentials

/// `run.json`: everything that a run found out, in the form that scripts rely on.
///
/// Durations are integers in nanoseconds (`_ns`), sizes in bytes (`_bytes`), ratios plain. What
/// does not exist is `null`, so every key is always there.
package enum RunJSON {
    /// The whole document; equal reports give equal bytes.
    package static func encode(_ document: RunDocument) -> String {
        JSONValue(encoding: document).text
    }

    /// Reads a document back.
    ///
    /// - Parameter path: of the file, for what is said if it is none.
    /// - Throws: `ReportError.notAReport`.
    package static func decode(
        _ bytes: [UInt8], path: String
    ) throws(ReportError) -> RunDocument {
        do {
            let document = try JSONDecoder().decode(RunDocument.self, from: Data(bytes))
            if document.schema == RunDocument.currentSchema { return document }
            throw ReportError.notAReport(
                path: path,
                reason: "its schema is \(document.schema), not \(RunDocument.currentSchema)")
        } catch let error as ReportError {
            throw error
        } catch {
            throw .notAReport(path: path, reason: reason(error))
        }
    }

    /// In words and with the place, for a person who may have edited the file.
    private static func reason(_ error: any Error) -> String {
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
