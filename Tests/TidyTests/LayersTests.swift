import Testing

/// The arrows of docs/architecture.md, as a table. A new edge is a decision: it is drawn there,
/// entered here and declared in Package.swift, or these tests fail.
@Suite struct LayersTests {
    static let edges: [String: Set<String>] = [
        "Units": [],
        "StanzaParser": ["CByteScan"],
        "Authentication": ["CGSASL"],
        "XMPP": ["StanzaParser", "Authentication", "Units"],
        "Measurement": ["Units"],
        "Profile": ["StanzaParser", "CLibYAML", "Units"],
        "Workload": ["Profile", "StanzaParser", "Units"],
        "EventLoop": ["CLibUV", "COpenSSL", "CCares", "Units"],
        "LoadEngine": [
            "EventLoop", "Workload", "Profile", "XMPP", "Authentication", "StanzaParser",
            "Measurement", "CLibXML2", "Units",
        ],
        "LoopbackServer": [
            "EventLoop", "Workload", "Profile", "XMPP", "Authentication", "StanzaParser", "Units",
        ],
        "Report": ["Measurement", "Profile", "CZlib", "Units"],
        "Benchmark": [
            "LoadEngine", "LoopbackServer", "Report", "Measurement", "Profile", "Workload",
            "EventLoop", "StanzaParser", "CLibXML2", "CLibUV", "CAllocationCounter",
            "CInstructionCounter", "Units",
        ],
        "CommandLineTool": [
            "Benchmark", "Report", "LoadEngine", "LoopbackServer", "Profile", "Workload",
            "Measurement",
            "EventLoop", "XMPP", "StanzaParser", "Units",
        ],
        "clamor": ["CommandLineTool"],
    ]

    /// What comes with the compiler and the C library; no arrow needs to be drawn for it.
    static let toolchain: Set<String> = ["Glibc", "Synchronization"]
    static let foundation: Set<String> = ["Foundation", "FoundationEssentials"]
    static let surface: Set<String> = ["CommandLineTool", "Report", "clamor"]

    @Test(arguments: edges.keys.sorted())
    func `Package.swift declares the arrows that the table has`(target: String) throws {
        let package = try #require(SourceTree.read("Package.swift"))
        let declared = try #require(declaredDependencies(of: target, in: package.text))
        #expect(declared == Self.edges[target])
    }

    @Test func `each folder of Swift sources is in the table`() {
        let targets = Set(SourceTree.swiftSources.map(\.target))
        #expect(targets.subtracting(Self.edges.keys) == [])
    }

    @Test(arguments: SourceTree.swiftSources)
    func `imports go along the arrows`(file: SourceTree.File) throws {
        var allowed = try #require(Self.edges[file.target]).union(Self.toolchain)
        if Self.surface.contains(file.target) { allowed.formUnion(Self.foundation) }
        for line in file.lines {
            guard let module = importedModule(line) else { continue }
            #expect(allowed.contains(module), "\(file.path): \(line)")
        }
    }

    @Test(arguments: SourceTree.swiftSources)
    func `modules of C are imported internally`(file: SourceTree.File) {
        let systemLibraries = Set(Self.edges.values.joined()).filter {
            SourceTree.exists("Sources/\($0)/module.modulemap")
        }
        for line in file.lines {
            guard let module = importedModule(line), systemLibraries.contains(module) else {
                continue
            }
            #expect(line.hasPrefix("internal import"), "\(file.path): \(line)")
        }
    }

    @Test func `the table names no cycle`() {
        var remaining = Self.edges
        while let leaf = remaining.first(where: { $0.value.isDisjoint(with: remaining.keys) }) {
            remaining[leaf.key] = nil
        }
        #expect(remaining.isEmpty)
    }

    /// The module of an import line, with or without an access level or an attribute.
    private func importedModule(_ line: Substring) -> String? {
        let words = line.split(separator: " ")
        guard let position = words.firstIndex(of: "import"), position + 1 < words.count,
            words[..<position].allSatisfy({ Self.importModifiers.contains(String($0)) })
        else { return nil }
        return words[position + 1].split(separator: ".").first.map(String.init)
    }

    private static let importModifiers: Set<String> = [
        "public", "package", "internal", "private", "fileprivate", "@testable", "@preconcurrency",
    ]

    /// The quoted names between the brackets after `library("TARGET"` or `name: "TARGET"`.
    private func declaredDependencies(of target: String, in manifest: String) -> Set<String>? {
        for opening in ["library(\n            \"\(target)\"", "library(\"\(target)\""] {
            guard let start = manifest.range(of: opening) else { continue }
            let rest = manifest[start.upperBound...]
            guard let from = rest.firstIndex(of: "["), let to = rest.firstIndex(of: "]") else {
                return nil
            }
            return quotedNames(rest[from...to])
        }
        for opening in [".target(\n            name: \"\(target)\"", "name: \"\(target)\", dep"] {
            guard let start = manifest.range(of: opening) else { continue }
            let rest = manifest[start.upperBound...]
            let declaration = rest.prefix { $0 != ")" }
            guard declaration.contains("endencies:") || opening.hasSuffix("dep"),
                let from = declaration.firstIndex(of: "["), let to = declaration.firstIndex(of: "]")
            else { return [] }
            return quotedNames(declaration[from...to])
        }
        return nil
    }

    private func quotedNames(_ text: Substring) -> Set<String> {
        let pieces = text.split(separator: "\"", omittingEmptySubsequences: false)
        return Set(pieces.indices.filter { $0 % 2 == 1 }.map { String(pieces[$0]) })
    }
}
