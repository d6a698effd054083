import Foundation
import Testing

/// A report's `run.json`.
struct RunReport {
    let directory: String
    private let root: [String: Any]

    /// The report that a run named on its last line of output.
    init(of result: ChildProcess.Result, in folder: String) throws {
        let path = result.lastLine
        try self.init(directory: path.hasPrefix("/") ? path : folder + "/" + path)
    }

    init(directory: String) throws {
        self.directory = directory
        let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/run.json"))
        root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// The value at `a.b`; keys must not have dots.
    func value(_ path: String) -> Any? {
        path.split(separator: ".").reduce(root as Any?) { ($0 as? [String: Any])?[String($1)] }
    }

    func number(_ path: String) throws -> Int {
        try #require(value(path) as? NSNumber, "\(path) in \(directory)/run.json").intValue
    }

    func text(_ path: String) throws -> String {
        try #require(value(path) as? String, "\(path) in \(directory)/run.json")
    }

    /// One line of `errors`.
    struct Failure: Equatable {
        let stage: String
        let condition: String
        let count: Int
        let sample: String
    }

    var errors: [Failure] {
        (root["errors"] as? [[String: Any]] ?? []).map {
            Failure(
                stage: $0["stage"] as? String ?? "", condition: $0["condition"] as? String ?? "",
                count: ($0["count"] as? NSNumber)?.intValue ?? 0,
                sample: $0["sample"] as? String ?? "")
        }
    }

    /// What conservation of messages asks for.
    func expectNoneUnaccounted(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let parts = try ["delivered", "bounced", "lost", "recipient_gone", "pending"]
            .map { try number("messages.\($0)") }
        #expect(
            try number("messages.sent") == parts.reduce(0, +), "\(directory)",
            sourceLocation: sourceLocation)
    }
}
