/// A report's directory that is read again.
package struct StoredReport: Sendable {
    package let path: String
    package let run: RunDocument
    /// `profile.yaml`, the profile as resolved; nil where the file is missing.
    package let profile: String?
    /// `latency.hlog`; nil where the file is missing.
    package let latencies: LatencyLog?

    /// - Parameter path: of a report's directory, or of its `run.json`.
    /// - Throws: `ReportError.cannotRead`, `.notAReport`, `.longLine`.
    package init(path: String) throws(ReportError) {
        let directory =
            path.hasSuffix("/run.json")
            ? String(path.dropLast("/run.json".count)) : path == "run.json" ? "." : path
        self.path = directory
        let file = "\(directory)/run.json"
        run = try RunJSON.decode(try InputFile.read(file), path: file)
        profile = (try? InputFile.read("\(directory)/profile.yaml")).map {
            String(decoding: $0, as: UTF8.self)
        }
        let log = "\(directory)/latency.hlog"
        latencies = InputFile.exists(log) ? try LatencyLog(path: log) : nil
    }
}
