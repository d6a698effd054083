/// Expat with namespaces.
///
/// Ownership: the parser is this object's, freed with it or before the next stream.
@safe package final class ExpatParser: BenchmarkParser {
    package let name = ParserName.expat
    package var version: String { library.version }
    private let library: ExpatLibrary
    private var parser: ExpatLibrary.Parser?
    private var observer = Observer()

    /// What stands between a namespace and a name; in neither of them.
    private static let separator = UInt8(ascii: "\n")

    init(library: ExpatLibrary) { self.library = library }

    deinit { unsafe library.free(parser) }

    package func prepare() {
        make()
        unsafe library.setElementHandler(parser, { _, _, _ in }, { _, _ in })
        unsafe library.setTextHandler(parser, { _, _, _ in })
    }

    private func make() {
        if unsafe parser != nil { unsafe library.free(parser) }
        unsafe parser = unsafe library.create(nil, CChar(bitPattern: Self.separator))
        unsafe library.setUser(parser, Unmanaged.passUnretained(observer).toOpaque())
    }

    package func parse(_ input: Span<UInt8>, chunk: Int) throws(ParserRefusal) {
        let length = input.count
        let isTaken = unsafe input.withUnsafeBytes { bytes -> Bool in
            guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
                return false
            }
            var offset = 0
            while offset < length {
                let count = min(chunk, length - offset)
                guard unsafe library.parse(parser, start + offset, Int32(count), 0) == 1 else {
                    return false
                }
                offset += count
            }
            return unsafe library.parse(parser, nil, 0, 1) == 1
        }
        if !isTaken { throw refusal }
    }

    package func observe(_ input: Span<UInt8>, chunk: Int) throws(ParserRefusal) -> Observation {
        observer = Observer()
        make()
        unsafe library.setElementHandler(
            parser,
            { user, name, attributes in unsafe ExpatParser.start(user, name, attributes) },
            { user, _ in unsafe ExpatParser.observer(user).end() })
        unsafe library.setTextHandler(
            parser,
            { user, text, count in
                let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
                unsafe ExpatParser.observer(user).text(bytes.bindMemory(to: UInt8.self).span)
            })
        try parse(input, chunk: chunk)
        return observer.observation
    }

    private var refusal: ParserRefusal {
        let text = unsafe library.errorText(library.errorCode(parser))
        let reason = unsafe text.map { unsafe String(cString: $0) } ?? "unknown error"
        let place = unsafe library.byteIndex(parser)
        return ParserRefusal(parser: name, reason: "\(reason) (byte \(place))")
    }

    /// What was given to the parser as the user's data.
    private static func observer(_ user: ExpatLibrary.User?) -> Observer {
        unsafe Unmanaged<Observer>.fromOpaque(user!).takeUnretainedValue()
    }

    /// - Parameter attributes: names and values in turn, then nil.
    private static func start(
        _ user: ExpatLibrary.User?, _ name: UnsafePointer<CChar>?,
        _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        let observer = unsafe observer(user)
        let element = unsafe QualifiedName(bytes(name))
        observer.start(element.local.span, namespace: element.namespace.span)
        var index = 0
        while let name = unsafe attributes?[index] {
            let attribute = unsafe QualifiedName(bytes(name))
            let value = unsafe bytes(attributes?[index + 1])
            observer.attribute(
                attribute.local.span, namespace: attribute.namespace.span, value: value.span)
            index += 2
        }
    }

    /// A copy of a text that ends with zero.
    private static func bytes(_ start: UnsafePointer<CChar>?) -> [UInt8] {
        unsafe start.map { unsafe Array(String(cString: $0).utf8) } ?? []
    }

    /// A name as Expat writes it: namespace and local name, or a local name.
    private struct QualifiedName {
        let namespace: [UInt8]
        let local: [UInt8]

        init(_ text: [UInt8]) {
            guard let place = text.firstIndex(of: ExpatParser.separator) else {
                (namespace, local) = ([], text)
                return
            }
            namespace = Array(text[..<place])
            local = Array(text[(place + 1)...])
        }
    }
}
