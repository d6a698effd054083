internal import Glibc

/// The output directory of an experiment: its file and seed, the report of each run in `runs`,
/// those of warm-up rounds in `warmup`, and the comparison.
///
/// A run is written to `attempts` and becomes one of `runs` when it has ended, so that what is
/// there is whole, whatever happened.
package struct ExperimentDirectory: Sendable {
    /// As it was given.
    package let path: String
    /// That of the order and of the runs.
    package let seed: UInt64

    private static let file = "experiment.yaml"
    private static let state = "experiment.json"

    /// What a later start has to know.
    private struct State: Codable {
        var seed: UInt64
    }

    /// Makes the directory, which must not exist.
    ///
    /// - Throws: `ReportError.exists`, `.cannotCreate`, `.cannotWrite`.
    package init(creating path: String, text: [UInt8], seed: UInt64) throws(ReportError) {
        (self.path, self.seed) = (path, seed)
        try OutputFile.createDirectory(path)
        for name in ["runs", "warmup", "attempts"] {
            try OutputFile.createDirectory("\(path)/\(name)")
        }
        try OutputFile.writeAtomically(
            String(decoding: text, as: UTF8.self), to: "\(path)/\(Self.file)")
        try OutputFile.writeAtomically(
            JSONLine.text(State(seed: seed)), to: "\(path)/\(Self.state)")
    }

    /// Opens the directory of an experiment that was begun.
    ///
    /// - Parameter text: of the experiment's file, which must be as it was.
    /// - Throws: `ReportError.cannotRead`, `.otherExperiment`.
    package init(resuming path: String, text: [UInt8]) throws(ReportError) {
        self.path = path
        guard try InputFile.read("\(path)/\(Self.file)") == text,
            let state = JSONLine.value(
                State.self, in: try InputFile.read("\(path)/\(Self.state)"))
        else { throw .otherExperiment(path: path) }
        seed = state.seed
    }

    /// Where the report of a finished run is, of a round and a variant.
    package func run(round: Int, variant: String, isWarmup: Bool) -> String {
        "\(path)/\(isWarmup ? "warmup" : "runs")/\(round)-\(variant)"
    }

    package func isFinished(_ run: String) -> Bool { InputFile.exists("\(run)/run.json") }

    /// Where a run may write its report; the directory does not exist.
    package func attempt(at run: String) -> String {
        let name = run.dropFirst(path.count + 1).replacing("/", with: "-")
        var number = 1
        while InputFile.exists("\(path)/attempts/\(name)-\(number)") { number += 1 }
        return "\(path)/attempts/\(name)-\(number)"
    }

    /// Makes an attempt a finished run.
    package func keep(_ attempt: String, as run: String) throws(ReportError) {
        if unsafe rename(attempt, run) != 0 {
            throw .cannotWrite(path: run, reason: SystemError.text())
        }
    }

    /// Writes the comparison in each form.
    package func write(_ comparison: Comparison) throws(ReportError) {
        for (format, name) in [
            (ComparisonFormat.text, "comparison.txt"), (.json, "comparison.json"),
            (.markdown, "comparison.md"), (.html, "comparison.html"),
        ] { try format.write(comparison, to: "\(path)/\(name)") }
    }
}
