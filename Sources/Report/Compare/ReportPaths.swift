internal import Glibc

/// The report directories that a word of the command line stands for.
enum ReportPaths {
    /// - Parameter word: a report's directory (or its `run.json`), a directory of reports, or a
    ///   pattern with `*`, `?` and `[...]` of either.
    /// - Returns: in the order of their names; none if there is no report.
    static func find(_ word: String) -> [String] {
        let trimmed = word.count > 1 && word.hasSuffix("/") ? String(word.dropLast()) : word
        if trimmed.split(separator: "/").last == "run.json" {
            return InputFile.exists(trimmed) ? [trimmed] : []
        }
        let own = reports(in: trimmed)
        if !own.isEmpty { return own }
        return matches(trimmed).flatMap { reports(in: $0) }
    }

    /// The directory itself if it is a report, else those in it that are.
    private static func reports(in directory: String) -> [String] {
        if InputFile.exists("\(directory)/run.json") { return [directory] }
        return matches("\(escaped(directory))/*/run.json").map {
            String($0.dropLast("/run.json".count))
        }
    }

    private static func escaped(_ path: String) -> String {
        String(path.flatMap { "*?[\\".contains($0) ? ["\\", $0] : [$0] })
    }

    /// What glob(3) finds, sorted.
    private static func matches(_ pattern: String) -> [String] {
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        guard unsafe glob(pattern, 0, nil, &found) == 0 else { return [] }
        return unsafe (0..<Int(found.gl_pathc)).compactMap { index in
            unsafe found.gl_pathv[index].map { unsafe String(cString: $0) }
        }
    }
}
