import Foundation

/// The package as files on disk, for tests that read it.
enum SourceTree {
    /// One text file: its path below the package's root, and its lines.
    struct File: Sendable, CustomStringConvertible {
        let path: String
        let text: String

        var description: String { path }
        /// The file's name without folder and extension.
        var name: String {
            let last = path.split(separator: "/").last.map(String.init) ?? path
            return last.split(separator: ".").first.map(String.init) ?? last
        }
        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
        /// The second component: the target of a file in `Sources` or `Tests`.
        var target: String {
            let parts = path.split(separator: "/")
            return parts.count > 2 ? String(parts[1]) : ""
        }
    }

    /// Folder of Package.swift.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Files below a folder (or the one file named), sorted by path; links are not followed.
    static func files(in folder: String, extensions: Set<String>) -> [File] {
        let start = root.appendingPathComponent(folder)
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: start.path, isDirectory: &isDirectory) else {
            return []
        }
        guard isDirectory.boolValue else { return read(folder).map { [$0] } ?? [] }
        let names = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String }
        return (names ?? []).sorted()
            .filter { name in
                let last = name.split(separator: "/").last.map(String.init) ?? name
                let parts = last.split(separator: ".", omittingEmptySubsequences: false)
                return extensions.contains(parts.count > 1 ? String(parts[parts.count - 1]) : "")
            }
            .compactMap { read("\(folder)/\($0)") }
    }

    /// A file's text; nil when it is not there or is not text.
    static func read(_ path: String) -> File? {
        let data = FileManager.default.contents(atPath: root.appendingPathComponent(path).path)
        return data.flatMap { String(data: $0, encoding: .utf8) }.map { File(path: path, text: $0) }
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    static let swiftSources = files(in: "Sources", extensions: ["swift"])
    static let swiftTests = files(in: "Tests", extensions: ["swift"])
    static let cSources = files(in: "Sources", extensions: ["c", "h"])
    static let scripts =
        files(in: "scripts", extensions: ["sh"])
        + files(in: "Tests", extensions: ["sh", "py"])
        + [".ci/run", "Makefile"].compactMap(read)
    static let documents =
        files(in: "docs", extensions: ["md"])
        + ["README.md", "CHANGELOG.md", "reports/README.md"].compactMap(read)
    static let profiles = files(in: "profiles", extensions: ["yaml"])
}
