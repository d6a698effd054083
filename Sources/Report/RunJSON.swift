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
        try RunDocument(json: bytes, path: path)
    }
}
