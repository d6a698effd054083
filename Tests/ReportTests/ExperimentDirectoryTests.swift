import Foundation
import Report
import Testing

@Suite struct ExperimentDirectoryTests {
    private let text = Array("profile: x\n".utf8)

    @Test func `a run is there when it is whole`() throws {
        let samples = try ComparisonSamples()
        let path = samples.folder.path + "/experiment"
        let directory = try ExperimentDirectory(creating: path, text: text, seed: 9)
        let run = directory.run(round: 2, variant: "a", isWarmup: false)
        #expect(run == path + "/runs/2-a")
        #expect(directory.run(round: 1, variant: "a", isWarmup: true) == path + "/warmup/1-a")
        #expect(!directory.isFinished(run))
        let attempt = directory.attempt(at: run)
        #expect(attempt == path + "/attempts/runs-2-a-1")
        try samples.write("experiment/attempts/runs-2-a-1")
        // What was left by a crash is in nobody's way.
        #expect(directory.attempt(at: run) == path + "/attempts/runs-2-a-2")
        #expect(!directory.isFinished(run))
        try directory.keep(attempt, as: run)
        #expect(directory.isFinished(run))
    }

    @Test func `it goes on with the same file only`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/experiment"
        #expect(throws: ReportError.self) {
            try ExperimentDirectory(resuming: path, text: text)
        }
        _ = try ExperimentDirectory(creating: path, text: text, seed: .max)
        #expect(try ExperimentDirectory(resuming: path, text: text).seed == .max)
        #expect(throws: ReportError.otherExperiment(path: path)) {
            try ExperimentDirectory(resuming: path, text: text + [10])
        }
        #expect(throws: ReportError.exists(path: path)) {
            try ExperimentDirectory(creating: path, text: text, seed: 1)
        }
    }
}
