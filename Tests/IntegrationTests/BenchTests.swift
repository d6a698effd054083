import Foundation
import Testing

extension Integration {
    @Suite struct BenchTests {
        @Test func `bench parse measures parsers that agree`() async throws {
            let result = try await clamor(
                "bench", "parse", "--corpus", "chat", "--corpus", "acks", "--chunk", "4KiB",
                "--input", "256KiB", "--rounds", "2", "--seed", "5", "--json")
            #expect(result.status == 0, "\(result)")
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            #expect(document["seed"] as? Int == 5)
            let results = try #require(document["results"] as? [[String: Any]])
            let missing = try #require(document["missing"] as? [String])
            #expect(results.count == 2 * (3 - missing.count))
            for entry in results {
                #expect(entry["chunk_bytes"] as? Int == 4_096)
                let speed = try #require(entry["mb_per_s"] as? Double)
                #expect(speed > 0)
                let isOwn = entry["parser"] as? String == "clamor"
                for key in ["ratio", "ratio_low", "ratio_high"] {
                    #expect((entry[key] is NSNull) == isOwn, "\(key)")
                }
                if isOwn {
                    // What a stream takes once is not of the stanzas.
                    let allocations = try #require(entry["allocations_per_stanza"] as? Double)
                    #expect(allocations < 0.05)
                }
            }
        }

        @Test func `bench stream measures stages and logins`() async throws {
            let result = try await clamor("bench", "stream", "--rounds", "1", "--json")
            #expect(result.status == 0, "\(result)")
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            #expect(document["schema"] as? String == "clamor.bench.stream/1")
            let whole = try #require(document["whole"] as? [String: Any])
            let ratio = try #require(whole["ratio"] as? Double)
            #expect(ratio > 1)
            let results = try #require(document["results"] as? [[String: Any]])
            #expect(results.count == 10)
            let logins = try #require(document["logins"] as? [[String: Any]])
            #expect(logins.count == 23)
        }

        @Test(arguments: [
            (["--corpus", "caht"], "did you mean 'chat'?"), (["--chunk", "128KiB"], "65536"),
            (["--chunk", "16"], "did you mean '16B'?"), (["--input", "1B"], "65536"),
            (["--parser", "lxml"], "libxml2"), (["--corpus", "/dev/null"], "no complete stanza"),
        ])
        func `mistakes are told, and nothing is measured`(
            arguments: [String], hint: String
        ) async throws {
            let result = try await ChildProcess(
                Package.clamor, ["bench", "parse"] + arguments
            ).result()
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains(hint), "\(result)")
            #expect(result.output.isEmpty)
        }

        @Test func `bench alone lists what there is to measure`() async throws {
            let result = try await clamor("bench")
            #expect(result.status == 0)
            #expect(result.output.contains("clamor bench parse"))
            #expect(result.output.contains("clamor bench stream"))
        }
    }
}
