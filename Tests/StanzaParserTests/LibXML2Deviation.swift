/// Where libxml2 (2.9) does not do what a rule asks for. Documents that one of these applies to are
/// not shown to it; all others have to come out alike.
enum LibXML2Deviation: CaseIterable {
    /// XML 1.0 §2.8, production 26: a version is `1.` and at least one digit. libxml2 takes `1.`.
    case versionWithoutDigits
    /// XML 1.0 §3.1, "Unique Att Spec": no attribute twice in a tag. libxml2 drops declarations of
    /// the prefix `xml` before it looks for doubles.
    case xmlDeclaredTwice

    func applies(to document: [UInt8]) -> Bool {
        switch self {
        case .versionWithoutDigits:
            let start = document.prefix(64)
            guard start.starts(with: "<?xml".utf8) else { return false }
            let text = String(decoding: start, as: UTF8.self)
            return text.contains("'1.'") || text.contains("\"1.\"")
        case .xmlDeclaredTwice:
            let declarations = document.indices.filter {
                document[$0] == UInt8(ascii: ":")
                    && document[..<$0].suffix(5).elementsEqual("xmlns".utf8)
                    && document[($0 + 1)...].starts(with: "xml".utf8)
            }
            return zip(declarations, declarations.dropFirst()).contains { one, next in
                !document[one..<next].contains(UInt8(ascii: "<"))
            }
        }
    }
}
