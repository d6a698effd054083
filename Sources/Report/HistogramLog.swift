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
        let compressed = deflate(payload)
        var bytes: [UInt8] = []
        SparseHistogram.appendBigEndian(SparseHistogram.compressedCookie, to: &bytes)
        SparseHistogram.appendBigEndian(UInt32(compressed.count), to: &bytes)
        bytes.append(contentsOf: compressed)
        return bytes
    }

    /// A zlib stream. Its window and tables are small, as a histogram of a second is: to set up the
    /// usual 256 KiB for each would cost more than all else.
    private static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var stream = unsafe z_stream()
        let status = unsafe deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 12, 4, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib cannot compress: \(status)")
        defer { unsafe deflateEnd(&stream) }
        let bound = unsafe deflateBound(&stream, uLong(bytes.count))
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(bound)) { output, count in
            unsafe bytes.withUnsafeBufferPointer { input in
                // Not written to, whatever its type says.
                unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.avail_in = uInt(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = uInt(output.count)
                let status = unsafe CZlib.deflate(&stream, Z_FINISH)
                precondition(status == Z_STREAM_END, "zlib cannot compress: \(status)")
            }
            count = unsafe Int(stream.total_out)
        }
    }
}
