/// The output directory of a search for capacity: `capacity.json`, `capacity.csv`, `capacity.txt`,
/// `capacity.html`, and the report of each trial in `trials`.
package struct CapacityDirectory: Sendable {
    /// As it was given.
    package let path: String

    /// Makes the directory, which must not exist.
    ///
    /// - Throws: `ReportError.exists`, `.cannotCreate`.
    package init(creating path: String) throws(ReportError) {
        self.path = path
        try OutputFile.createDirectory(path)
        try OutputFile.createDirectory("\(path)/trials")
    }

    /// What a search left; nil where there is none.
    ///
    /// - Parameter path: of its directory, or of its `capacity.json`.
    /// - Throws: `ReportError.cannotRead`, `.notAReport`.
    package static func read(_ path: String) throws(ReportError) -> CapacityDocument? {
        let isFile = path.split(separator: "/").last.map(String.init) == Self.file
        let file = isFile ? path : "\(path)/\(Self.file)"
        guard InputFile.exists(file) else { return nil }
        return try CapacityDocument(json: try InputFile.read(file), path: file)
    }

    private static let file = "capacity.json"

    /// Takes the directory away again when nothing was tried.
    package func abandon() {
        OutputFile.removeDirectory("\(path)/trials")
        OutputFile.removeDirectory(path)
    }

    /// Where the report of a trial goes, within the directory: `trials/07-487.5`.
    package func report(ofTrial number: Int, at level: Double) -> String {
        "trials/\(number < 10 ? "0" : "")\(number)-\(CapacityDocument.number(level))"
    }

    /// Writes what is known so far in place of what was.
    package func write(_ document: CapacityDocument) throws(ReportError) {
        let files = [
            (Self.file, JSONValue(encoding: document).text),
            ("capacity.csv", CapacityCSV.render(document)),
            ("capacity.txt", CapacityText.render(document)),
            ("capacity.html", CapacityHTML.render(document)),
        ]
        for (name, text) in files {
            try OutputFile.writeAtomically(text, to: "\(path)/\(name)")
        }
    }
}
