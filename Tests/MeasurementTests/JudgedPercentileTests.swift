import Testing
import Units

@testable import Measurement

/// What a percentile that a threshold names rests on.
@Suite struct JudgedPercentileTests {
    private func findings(
        _ path: [String], window: Nanoseconds? = nil, samples: UInt64
    ) -> [String] {
        let condition = Condition(
            expression: "", path: path, window: window, abortAfter: nil, patience: nil,
            worse: .high, holds: { _ in true })
        var result = SampleRun.result()
        result.metrics[0] = SampleRun.message(samples: samples)
        result.judgedPercentiles = [condition].compactMap(JudgedPercentile.init)
        return Verdict.judge(result).reasons.filter { $0.code == "too-few-samples" }.map(\.seen)
    }

    @Test(arguments: [
        ("p50", UInt64(20)), ("p90", 100), ("p95", 200), ("p99", 1_000), ("p999", 10_000),
        ("p9999", 100_000),
    ])
    func `ten values lie above it`(key: String, needed: UInt64) {
        for time in ["response", "service", "lag"] {
            let path = ["message", time, key]
            let own = { (samples: UInt64) in
                findings(path, samples: samples).filter { $0.contains(path.joined(separator: ".")) }
            }
            #expect(own(needed) == [])
            let isTold = key == "p99" && time == "response"
            let few = "few values for message.\(time).\(key) (\(needed - 1); enough: \(needed))"
            #expect(own(needed - 1) == (isTold ? [] : [few]))
        }
    }

    @Test func `a p99 of the response is told once`() {
        let seen = findings(["message", "response", "p99"], samples: 999)
        #expect(seen == ["few values for a p99 (message: 999; enough: 1000)"])
    }

    @Test func `a window has its part of the values`() {
        // 10,000 messages in 10 s.
        let path = ["message", "response", "p99"]
        #expect(findings(path, window: .seconds(Int64(1)), samples: 10_000) == [])
        let seen = findings(path, window: .seconds(Int64(1)), samples: 9_000)
        #expect(
            seen == [
                "few values for message.response.p99 (900 in each 1.00 s, on average; enough: 1000)"
            ])
        #expect(findings(path, window: .seconds(Int64(60)), samples: 9_000) == [])
    }

    @Test func `other figures rest on nothing`() {
        for path in ["message.response.max", "errors.rate", "nothing.lag.p99"] {
            let path = path.split(separator: ".").map(String.init)
            #expect(findings(path, samples: 5_000) == [])
        }
    }
}
