import Foundation
import Measurement
import Report
import Testing

/// Everything here is read by the public Python package for HdrHistogram.
@Suite struct HistogramLogTests {
    /// Adds up the lines of each tag; percentiles as the package itself gives them.
    private static let reader = """
        import json, sys
        from hdrh.histogram import HdrHistogram
        from hdrh.log import HistogramLogReader
        totals = {}
        starts = []
        reader = HistogramLogReader(sys.argv[1], HdrHistogram(1000, 3600000000000, 3))
        while True:
            interval = reader.get_next_interval_histogram()
            if interval is None:
                break
            tag = interval.get_tag()
            starts.append(interval.get_start_time_stamp())
            if tag not in totals:
                totals[tag] = HdrHistogram(1000, 3600000000000, 3)
            totals[tag].add(interval)
        def percentile(h, p):
            return h.get_value_at_percentile(p)
        print(json.dumps({
            "start": reader.get_start_time_sec(),
            "starts": starts,
            "tags": {
                tag: {
                    "count": h.get_total_count(), "max": h.get_max_value(),
                    "min": h.get_min_value(), "mean": h.get_mean_value(),
                    "p50": percentile(h, 50), "p90": percentile(h, 90),
                    "p95": percentile(h, 95), "p99": percentile(h, 99),
                    "p999": percentile(h, 99.9),
                } for tag, h in totals.items()
            },
        }))
        """

    private func read(_ text: String) throws -> [String: Any] {
        let folder = try TemporaryFolder()
        let path = folder.path + "/latency.hlog"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return try #require(
            try Python.run(Self.reader, arguments: [path]) as? [String: Any])
    }

    @Test func `The log and run_json tell the same percentiles`() throws {
        let sample = SampleReport()
        var text = HistogramLog.header(startedAt: SampleReport.startedAt)
        for interval in sample.intervals { text += HistogramLog.lines(interval, sample.catalogue) }
        let log = try read(text)
        let tags = try #require(log["tags"] as? [String: [String: Double]])
        #expect(
            Set(tags.keys) == [
                "login.response", "login.service", "login.lag", "auth.response", "auth.service",
                "auth.lag", "message.response", "message.service", "message.lag",
                "message/talker__chatty.response",
            ])
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(RunJSON.encode(sample.document).utf8))
                as? [String: Any])
        let metrics = try #require(json["metrics"] as? [String: [String: Any]])
        for (tag, figures) in tags {
            let parts = tag.replacing("__", with: ", ").split(separator: ".").map(String.init)
            let expected = try #require(metrics[parts[0]]?[parts[1]] as? [String: Double])
            #expect(figures["count"] == expected["count"])
            for key in ["p50", "p90", "p95", "p99", "p999", "max", "min", "mean"] {
                let told = try #require(expected[key + "_ns"])
                let read = try #require(figures[key])
                #expect(abs(read - told) <= max(told / 100, 512), "\(tag) \(key)")
            }
        }
    }

    @Test func `Times are those of the run, and the warm-up is left out`() throws {
        let sample = SampleReport(seconds: 3, messages: 40)
        var text = HistogramLog.header(startedAt: SampleReport.startedAt)
        for interval in sample.intervals { text += HistogramLog.lines(interval, sample.catalogue) }
        let log = try read(text)
        #expect(log["start"] as? Double == 1_796_011_064.123)
        let starts = Set(try #require(log["starts"] as? [Double]))
        #expect(starts == [1_796_011_065_123, 1_796_011_066_123])
        #expect(text.contains("Tag=message.response,1.000,1.000,"))
    }

    @Test(arguments: [1, 2, 3])
    func `Payloads are read back counter by counter`(seed: UInt64) throws {
        var state = seed
        func random(_ bound: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % bound
        }
        var histogram = Histogram()
        var values: [[UInt64]] = []
        for _ in 0..<300 {
            let value = min(random(1 << 31) << random(12), 3_600_000_000_000)
            // Counts of one to nine bytes of LEB128.
            let count = 1 + random(1 << 30) << random(24)
            histogram.record(.init(Int64(value)), count: count)
            values.append([value, count])
        }
        values.append([3_600_000_000_000, 1])
        histogram.record(.init(3_600_000_000_000))
        let script = """
            import base64, json, struct, sys, zlib
            from hdrh.histogram import HdrHistogram
            payload = base64.b64decode(sys.argv[1])
            packed = zlib.compress(payload)
            encoded = base64.b64encode(struct.pack(">II", 0x1c849314, len(packed)) + packed)
            theirs = HdrHistogram.decode(encoded)
            ours = HdrHistogram(1000, 3600000000000, 3)
            for value, count in json.loads(sys.argv[2]):
                ours.record_value(value, count)
            print(json.dumps([
                theirs.get_total_count() == ours.get_total_count(),
                all(theirs.get_count_at_index(i) == ours.get_count_at_index(i)
                    for i in range(ours.counts_len)),
                theirs.lowest_trackable_value, theirs.highest_trackable_value,
                theirs.significant_figures,
            ]))
            """
        let payload = Data(histogram.encodeV2Payload()).base64EncodedString()
        let list = try JSONSerialization.data(withJSONObject: values)
        let answer = try Python.run(
            script, arguments: [payload, String(decoding: list, as: UTF8.self)])
        let fields = try #require(answer as? [Any])
        #expect(fields[0] as? Bool == true)
        #expect(fields[1] as? Bool == true)
        #expect(fields[2] as? Int == 1_000)
        #expect(fields[3] as? Int == 3_600_000_000_000)
        #expect(fields[4] as? Int == 3)
    }
}
