internal import CZlib
internal import FoundationEssentials
package import Measurement
package import Units

/// `latency.hlog` read back: the histograms of each interval of the measured part, by tag
/// (`message.response`, `message.lag`).
///
/// Source: HdrHistogram, HistogramLogReader.
package struct LatencyLog: Sendable {
    /// What one tag saw in one interval.
    package struct Entry: Sendable {
        /// From the start of the run.
        package let start: Nanoseconds
        package let length: Nanoseconds
        package let histogram: SparseHistogram
    }

    /// In the order of the file.
    package private(set) var entries: [String: [Entry]] = [:]
    /// Lines that could not be read; a report whose disk was full has one at its end.
    package private(set) var damagedLines = 0

    /// No line is longer: a full histogram has 216 KiB, of which compression and Base64 make 330 at
    /// the worst, and what is left is more than a tag has.
    package static let longestLine = ByteCount.mebibytes(1)

    /// - Throws: `ReportError.cannotRead`, `.longLine`.
    package init(path: String) throws(ReportError) {
        let lines = try InputLines(path: path)
        while let line = try lines.next(longest: Self.longestLine) {
            let text = String(decoding: line, as: UTF8.self)
            if text.isEmpty || text.hasPrefix("#") || text.hasPrefix("\"") { continue }
            if let (tag, entry) = Self.entry(text) {
                entries[tag, default: []].append(entry)
            } else {
                damagedLines += 1
            }
        }
    }

    /// All intervals of a tag added up; empty for one that the log does not have.
    package func total(_ tag: String) -> Histogram {
        var total = Histogram()
        for entry in entries[tag] ?? [] { total.add(entry.histogram) }
        return total
    }

    /// The tag that the log has for a metric's kind of duration.
    package static func tag(_ metric: String, _ kind: String) -> String {
        HistogramLog.escape("\(metric).\(kind)")
    }

    private static func entry(_ line: String) -> (String, Entry)? {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 5, fields[0].hasPrefix("Tag="), let start = Double(fields[1]),
            let length = Double(fields[2]),
            let packed = Data(base64Encoded: String(fields[4])),
            let histogram = histogram(Array(packed))
        else { return nil }
        return (
            String(fields[0].dropFirst(4)),
            Entry(start: .seconds(start), length: .seconds(length), histogram: histogram)
        )
    }

    /// From the compressed V2 form.
    private static func histogram(_ packed: [UInt8]) -> SparseHistogram? {
        guard packed.count > 8 else { return nil }
        // A full histogram: 40 bytes of header and nine for each counter.
        var size = uLong(40 + HistogramLayout.length * 9)
        var payload = [UInt8](repeating: 0, count: Int(size))
        let stream = Array(packed[8...])
        let status = unsafe uncompress(&payload, &size, stream, uLong(stream.count))
        guard status == Z_OK else { return nil }
        return SparseHistogram(v2Payload: payload[..<Int(size)])
    }
}
