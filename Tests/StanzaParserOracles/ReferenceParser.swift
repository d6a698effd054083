internal import StanzaParser

/// A plain parser of complete streams, written against the grammar and nothing else: one scalar
/// after the other, recursive, with a dictionary for the namespaces.
package struct ReferenceParser {
    private enum Failure: Error {
        case end
        case condition(StreamErrorCondition)
    }

    private struct Name {
        var prefix: String
        var local: String
        var qualified: String { prefix.isEmpty ? local : prefix + ":" + local }
    }

    /// A string as a key: others that Unicode holds for equivalent are not this one.
    private struct Exact: Hashable {
        let bytes: [UInt8]

        init(_ string: String) { bytes = Array(string.utf8) }
    }

    private typealias Scope = [Exact: String]

    private var scalars: [UInt32] = []
    private var position = 0
    /// What stands after the last scalar.
    private var wall = Failure.end
    private var reading = Reading()

    package static func read(_ bytes: [UInt8]) -> Reading {
        var parser = ReferenceParser()
        parser.decode(bytes)
        do {
            try parser.stream()
        } catch Failure.condition(let condition) {
            parser.reading.end = .failed(condition)
        } catch {
            // The end of the input: incomplete, or closed already.
        }
        return parser.reading
    }

    /// Whether a document keeps to the part of XML that XMPP takes, well-formed or not: it has none
    /// of what RFC 6120 §11.1 forbids, no text between stanzas, and declares no encoding but UTF-8.
    package static func isWithinXMPP(_ bytes: [UInt8], _ reading: Reading) -> Bool {
        switch reading.end {
        case .failed(.restrictedXML), .failed(.badFormat): false
        case .failed(.unsupportedEncoding): String(validating: bytes, as: UTF8.self) == nil
        default: true
        }
    }

    /// Whether an engine's reading is the plain parser's. Where bytes are not UTF-8 the plain
    /// parser sees nothing; the engine may see before that they cannot be what has to stand there.
    package static func isSame(
        _ reading: Reading, _ plain: Reading, _ document: [UInt8]
    ) -> Bool {
        guard reading.elements == plain.elements else { return false }
        if reading.end == plain.end { return true }
        let isUTF8 = String(validating: document, as: UTF8.self) != nil
        let stopsThere: [Reading.End] = [.failed(.unsupportedEncoding), .incomplete, .closed]
        guard !isUTF8, case .failed = reading.end else { return false }
        return stopsThere.contains(plain.end)
    }

    /// Decodes as far as the bytes are UTF-8.
    private mutating func decode(_ bytes: [UInt8]) {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var start = 0
        while case let result = parser.parseScalar(from: &rest), case .valid(let scalar) = result {
            scalars.append(UTF8.decode(scalar).value)
            start += scalar.count
        }
        guard start < bytes.count else { return }
        wall = Self.canGoOn(Array(bytes[start...])) ? .end : .condition(.unsupportedEncoding)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        String(validating: bytes, as: UTF8.self)
    }

    /// Whether some bytes would make a character of these.
    private static func canGoOn(_ bytes: [UInt8]) -> Bool {
        guard bytes.count < 4 else { return false }
        for next in [0x80, 0x90, 0x9F, 0xA0, 0xBF] as [UInt8] {
            let longer = bytes + [next]
            if text(longer[...]) != nil || canGoOn(longer) { return true }
        }
        return false
    }

    // MARK: Scalars

    private func peek(_ distance: Int = 0) throws -> UInt32 {
        guard position + distance < scalars.count else { throw wall }
        return scalars[position + distance]
    }

    private func isNext(_ character: Unicode.Scalar) throws -> Bool {
        try peek() == character.value
    }

    private mutating func take() throws -> UInt32 {
        let scalar = try peek()
        position += 1
        return scalar
    }

    private mutating func expect(_ text: String) throws {
        for scalar in text.unicodeScalars {
            guard try take() == scalar.value else { throw malformed }
        }
    }

    private var malformed: Failure { .condition(.notWellFormed) }

    private static func isSpace(_ scalar: UInt32) -> Bool { [0x20, 9, 10, 13].contains(scalar) }

    private mutating func space() throws -> Bool {
        let start = position
        while Self.isSpace(try peek()) { position += 1 }
        return position > start
    }

    private static func isCharacter(_ scalar: UInt32) -> Bool {
        scalar == 9 || scalar == 10 || scalar == 13 || (0x20...0xD7FF).contains(scalar)
            || (0xE000...0xFFFD).contains(scalar) || (0x10000...0x10FFFF).contains(scalar)
    }

    // MARK: Names

    private static func isNameStart(_ scalar: UInt32) -> Bool {
        let ranges: [ClosedRange<UInt32>] = [
            0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF,
            0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF,
            0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF,
        ]
        return ranges.contains { $0.contains(scalar) }
    }

    private static func isName(_ scalar: UInt32) -> Bool {
        let more: [ClosedRange<UInt32>] = [
            0x2D...0x2E, 0x30...0x39, 0xB7...0xB7, 0x300...0x36F, 0x203F...0x2040,
        ]
        return isNameStart(scalar) || more.contains { $0.contains(scalar) }
    }

    private mutating func part() throws -> String {
        guard Self.isNameStart(try peek()) else { throw malformed }
        var name = ""
        while Self.isName(try peek()) {
            name.unicodeScalars.append(Unicode.Scalar(try take())!)
        }
        return name
    }

    private mutating func name() throws -> Name {
        let first = try part()
        guard try isNext(":") else { return Name(prefix: "", local: first) }
        position += 1
        let second = try part()
        if try isNext(":") { throw malformed }
        return Name(prefix: first, local: second)
    }

    // MARK: The stream

    private mutating func stream() throws {
        if try isNext("<"), try peek(1) == 0x3F { try declaration() }
        _ = try space()
        guard try take() == 0x3C else { throw malformed }
        if try isNext("/") { throw malformed }
        try refuseMarkup(inElement: false, outside: .notWellFormed)
        let scope = [Exact("xml"): "http://www.w3.org/XML/1998/namespace"]
        var root = try startTag(scope)
        reading.elements.append(root.node)
        if root.isEmpty {
            reading.end = .closed
        } else {
            while try child(of: &root) {}
            reading.end = .closed
        }
        _ = try space()
        throw malformed
    }

    /// False: that was the end of the stream.
    private mutating func child(of root: inout Tag) throws -> Bool {
        _ = try space()
        guard try take() == 0x3C else { throw Failure.condition(.badFormat) }
        if try isNext("/") {
            try endTag(root)
            return false
        }
        try refuseMarkup(inElement: false, outside: .badFormat)
        reading.elements.append(try element(root.scope))
        return true
    }

    private mutating func declaration() throws {
        position += 2
        guard Self.isNameStart(try peek()) else { throw malformed }
        for (distance, letter) in "xml".unicodeScalars.enumerated() {
            guard try peek(distance) == letter.value else {
                throw Failure.condition(.restrictedXML)
            }
        }
        guard Self.isSpace(try peek(3)) else { throw Failure.condition(.restrictedXML) }
        position += 3
        var inside = ReferenceParser()
        inside.wall = malformed
        repeat {
            // The one limit that the engine does not have from its caller.
            if position == 256 { throw Failure.condition(.policyViolation) }
            let scalar = try take()
            guard scalar < 0x80, scalar != 0x3C, scalar != 0x26, Self.isCharacter(scalar) else {
                throw malformed
            }
            inside.scalars.append(scalar)
        } while inside.scalars.last != 0x3E
        try inside.settings()
    }

    /// The declaration after `<?xml`, of which there is nothing but the scalars.
    private mutating func settings() throws {
        guard let version = try setting("version"), version.hasPrefix("1."), version.count > 2,
            version.dropFirst(2).allSatisfy({ "0"..."9" ~= $0 })
        else { throw malformed }
        let encoding = try setting("encoding")
        if let encoding {
            let isName = encoding.unicodeScalars.allSatisfy {
                Self.isName($0.value) && $0.value != 0x3A
            }
            guard let first = encoding.first, first.isLetter, isName else { throw malformed }
        }
        if let standalone = try setting("standalone"), standalone != "yes", standalone != "no" {
            throw malformed
        }
        _ = try space()
        try expect("?>")
        if let encoding, encoding.lowercased() != "utf-8" {
            throw Failure.condition(.unsupportedEncoding)
        }
    }

    /// Nil: something else comes next.
    private mutating func setting(_ name: String) throws -> String? {
        let start = position
        guard try space(), try isNext(name.unicodeScalars.first!) else {
            position = start
            return nil
        }
        try expect(name)
        _ = try space()
        try expect("=")
        _ = try space()
        let quote = try take()
        guard quote == 0x22 || quote == 0x27 else { throw malformed }
        var value = ""
        while try peek() != quote { value.unicodeScalars.append(Unicode.Scalar(try take())!) }
        position += 1
        return value
    }

    /// After `<`: throws for `<!` and `<?`, except for a CDATA section in an element.
    private mutating func refuseMarkup(
        inElement: Bool, outside: StreamErrorCondition
    ) throws {
        if try isNext("?") {
            position += 1
            guard Self.isNameStart(try peek()) else { throw malformed }
            for (distance, letter) in "xml".unicodeScalars.enumerated() {
                guard try peek(distance) == letter.value else {
                    throw Failure.condition(.restrictedXML)
                }
            }
            throw try Self.isSpace(peek(3)) ? malformed : Failure.condition(.restrictedXML)
        }
        guard try isNext("!") else { return }
        position += 1
        if try isNext("[") {
            try expect("[CDATA[")
            if !inElement { throw Failure.condition(outside) }
        } else if try isNext("-") {
            try expect("--")
            throw Failure.condition(.restrictedXML)
        } else {
            try expect("DOCTYPE")
            throw Failure.condition(.restrictedXML)
        }
    }

    // MARK: Elements

    private struct Tag {
        var name: Name
        var node: Node
        var scope: Scope
        var isEmpty: Bool
    }

    private mutating func element(_ scope: Scope) throws -> Node {
        var tag = try startTag(scope)
        if tag.isEmpty { return tag.node }
        var brackets = 0
        while true {
            let scalar = try take()
            switch Unicode.Scalar(scalar) {
            case "<":
                brackets = 0
                if try isNext("/") {
                    try endTag(tag)
                    return tag.node
                }
                let isSection = try isNext("!")
                try refuseMarkup(inElement: true, outside: .notWellFormed)
                if isSection {
                    tag.node.text += try section()
                } else {
                    tag.node.children.append(try element(tag.scope))
                }
                continue
            case "&":
                tag.node.text.unicodeScalars.append(try reference())
                brackets = 0
                continue
            case ">" where brackets >= 2: throw malformed
            default: break
            }
            brackets = scalar == 0x5D ? brackets + 1 : 0
            try append(scalar, to: &tag.node.text)
        }
    }

    /// Line ends become newlines.
    private func append(_ scalar: UInt32, to text: inout String) throws {
        guard Self.isCharacter(scalar), let character = Unicode.Scalar(scalar) else {
            throw malformed
        }
        if scalar == 10, position >= 2, scalars[position - 2] == 13 { return }
        text.unicodeScalars.append(scalar == 13 ? "\n" : character)
    }

    private mutating func section() throws -> String {
        var text = ""
        var brackets = 0
        while true {
            let scalar = try take()
            if scalar == 0x3E, brackets >= 2 {
                text.unicodeScalars.removeLast(2)
                return text
            }
            brackets = scalar == 0x5D ? brackets + 1 : 0
            try append(scalar, to: &text)
        }
    }

    private mutating func endTag(_ tag: Tag) throws {
        try expect("/" + tag.name.qualified)
        _ = try space()
        try expect(">")
    }

    private mutating func startTag(_ outer: Scope) throws -> Tag {
        let name = try name()
        var attributes: [(name: Name, value: String)] = []
        var isEmpty = false
        while true {
            let hasSpace = try space()
            if try isNext(">") { break }
            if try isNext("/") {
                isEmpty = true
                position += 1
                break
            }
            if !hasSpace { throw malformed }
            let attribute = try self.name()
            _ = try space()
            try expect("=")
            _ = try space()
            attributes.append((attribute, try value()))
        }
        try expect(">")
        guard Set(attributes.map { Exact($0.name.qualified) }).count == attributes.count else {
            throw malformed
        }
        let scope = try declare(attributes, in: outer)
        return Tag(
            name: name, node: try resolve(name, attributes, scope), scope: scope,
            isEmpty: isEmpty)
    }

    private func declare(
        _ attributes: [(name: Name, value: String)], in outer: Scope
    ) throws -> Scope {
        var scope = outer
        for (name, value) in attributes where Self.isDeclaration(name) {
            let prefix = name.prefix.isEmpty ? "" : name.local
            if prefix == "xmlns" || value == "http://www.w3.org/2000/xmlns/" { throw malformed }
            guard (prefix == "xml") == (value == "http://www.w3.org/XML/1998/namespace") else {
                throw malformed
            }
            if value.isEmpty, !prefix.isEmpty { throw malformed }
            scope[Exact(prefix)] = value
        }
        return scope
    }

    private func resolve(
        _ name: Name, _ attributes: [(name: Name, value: String)], _ scope: Scope
    ) throws -> Node {
        guard let namespace = scope[Exact(name.prefix)] ?? (name.prefix.isEmpty ? "" : nil) else {
            throw malformed
        }
        var node = Node(name: name.local, namespace: namespace)
        var expanded: Set<[Exact]> = []
        for (name, value) in attributes where !Self.isDeclaration(name) {
            if !name.prefix.isEmpty {
                guard let namespace = scope[Exact(name.prefix)],
                    expanded.insert([Exact(namespace), Exact(name.local)]).inserted
                else { throw malformed }
            }
            node.attributes.append([name.qualified, value])
        }
        return node
    }

    private static func isDeclaration(_ name: Name) -> Bool {
        name.prefix == "xmlns" || name.qualified == "xmlns"
    }

    private mutating func value() throws -> String {
        let quote = try take()
        guard quote == 0x27 || quote == 0x22 else { throw malformed }
        var value = ""
        while true {
            let scalar = try take()
            if scalar == quote { return value }
            switch scalar {
            case 0x3C: throw malformed
            case 0x26: value.unicodeScalars.append(try reference())
            case 10 where scalars[position - 2] == 13: break
            case 9, 10, 13: value += " "
            default: try append(scalar, to: &value)
            }
        }
    }

    /// After `&`.
    private mutating func reference() throws -> Unicode.Scalar {
        var name = ""
        if try isNext("#") {
            position += 1
            let isHexadecimal = try isNext("x")
            if isHexadecimal { position += 1 }
            while try !isNext(";") {
                let digit = Unicode.Scalar(try take())!
                guard digit.isASCII, Character(digit).isHexDigit,
                    isHexadecimal || Character(digit).isNumber
                else { throw malformed }
                name.unicodeScalars.append(digit)
            }
            position += 1
            guard let value = UInt32(name, radix: isHexadecimal ? 16 : 10),
                Self.isCharacter(value), let scalar = Unicode.Scalar(value)
            else { throw malformed }
            return scalar
        }
        while try !isNext(";") {
            let scalar = try take()
            let isFirst = name.isEmpty
            guard scalar == 0x3A || (isFirst ? Self.isNameStart(scalar) : Self.isName(scalar))
            else {
                throw malformed
            }
            name.unicodeScalars.append(Unicode.Scalar(scalar)!)
        }
        position += 1
        if name.isEmpty { throw malformed }
        let known: [String: Unicode.Scalar] = [
            "lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": "\"",
        ]
        guard let scalar = known[name] else { throw Failure.condition(.restrictedXML) }
        return scalar
    }
}
