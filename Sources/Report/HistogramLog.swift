internal import CZlib
internal import FoundationEssentials
package import Measurement
internal import Units

/// `latency.hlog`: an HdrHistogram V2 interval log.
///
/// A line holds what one metric saw of one kind of duration in one interval, of the measured part
/// of the run only, so that the lines of a tag add up to the metric in `run.json`.
///
/// Units: histograms in nanoseconds, the maximum of an interval in milliseconds, times in seconds
/// since the start.
/// Source: HdrHistogram, HistogramLogWriter and AbstractHistogram.encodeIntoCompressedByteBuffer.
package enum HistogramLog {
    /// What stands before the first line.
    ///
    /// - Parameter startedAt: nanoseconds since 1970-01-01 UTC.
    package static func header(startedAt: Int64) -> String {
        let seconds = (Double(startedAt) / 1e9).fixed(3)
        let time = UTCTime(nanosecondsSince1970: startedAt).timestamp
        return """
            #[Histogram log format version 1.3]
            #[StartTime: \(seconds) (seconds since epoch), \(time)]
            #[BaseTime: \(seconds) (seconds since epoch)]
            #[MaxValueDivisor: 1000000.0]
            "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"

            """
    }

    /// The lines of an interval: response, service and lag of each base metric, response of each
    /// tagged one.
    package static func lines(_ interval: MergedInterval, _ catalogue: MetricCatalogue) -> String {
        var text = ""
        for slice in interval.slices where slice.isMeasured {
            let entry = catalogue[slice.metric]
            var kinds = [("response", slice.response)]
            if entry.base == nil { kinds += [("service", slice.service), ("lag", slice.lag)] }
            for (kind, histogram) in kinds where histogram.count > 0 {
                text += line(tag: "\(entry.name).\(kind)", interval.row, histogram)
            }
        }
        return text
    }

    private static func line(
        tag: String, _ row: IntervalRow, _ histogram: SparseHistogram
    ) -> String {
        let payload = Data(compress(histogram)).base64EncodedString()
        let start = row.start.inSeconds.fixed(3)
        let length = row.length.inSeconds.fixed(3)
        let largest = (Double(histogram.max.rawValue) / 1e6).fixed(3)
        return "Tag=\(escape(tag)),\(start),\(length),\(largest),\(payload)\n"
    }

    /// Readers take a tag up to a comma or a blank.
    static func escape(_ tag: String) -> String {
        String(tag.map { $0 == "," || $0.isWhitespace ? "_" : $0 })
    }

    /// The compressed V2 form: its cookie, the length, the payload as a zlib stream.
    private static func compress(_ histogram: SparseHistogram) -> [UInt8] {
        let payload = histogram.encodeV2Payload()
        var size = compressBound(uLong(payload.count))
        var compressed = [UInt8](repeating: 0, count: Int(size))
        let status = unsafe compress2(
            &compressed, &size, payload, uLong(payload.count), Z_DEFAULT_COMPRESSION)
        // The only other results are a buffer below compressBound() and no memory.
        precondition(status == Z_OK, "zlib cannot compress: \(status)")
        var bytes: [UInt8] = []
        SparseHistogram.appendBigEndian(SparseHistogram.compressedCookie, to: &bytes)
        SparseHistogram.appendBigEndian(UInt32(size), to: &bytes)
        bytes.append(contentsOf: compressed[..<Int(size)])
        return bytes
    }
}
