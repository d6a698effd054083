import Benchmark
import Report

/// `clamor bench stream`.
enum BenchStreamCommand {
    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        var benchmark = StreamBenchmark()
        if let rounds = invocation.number(of: .rounds) { benchmark.rounds = Int(rounds) }
        let report: StreamReport
        do throws(StreamBenchmarkFailure) {
            report = try benchmark.run { console.note($0) }
        } catch {
            throw CommandFailure(.unreachable, "\(error)")
        }
        console.print(invocation.has(.json) ? report.json(.ofThisTool).text : report.text)
        return .success
    }
}
