internal import CLibXML2

/// The push parser of libxml2 with its SAX2 interface.
///
/// References are replaced, as a client needs the values; the other options are the defaults.
/// Ownership: the context is this object's, freed with it or before the next stream.
@safe package final class LibXML2Parser: BenchmarkParser {
    package let name = ParserName.libxml2
    private var context: xmlParserCtxtPtr?
    private var observer = Observer()

    init() {
        xmlInitParser()
        clamor_xml_silence()
    }

    deinit { unsafe xmlFreeParserCtxt(context) }

    /// Such as `2.9.14`.
    package var version: String {
        let text = unsafe clamor_xml_version().map { unsafe String(cString: $0) } ?? ""
        guard let number = Int(text.prefix { $0.isNumber }) else { return "unknown" }
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

    package func prepare() { unsafe prepare(Self.handlers) }

    private func prepare(_ handlers: xmlSAXHandler) {
        unsafe xmlFreeParserCtxt(context)
        var handlers = unsafe handlers
        unsafe handlers.initialized = UInt32(XML_SAX2_MAGIC)
        let user = unsafe Unmanaged.passUnretained(observer).toOpaque()
        unsafe context = xmlCreatePushParserCtxt(&handlers, user, nil, 0, nil)
        unsafe xmlCtxtUseOptions(context, Int32(XML_PARSE_NOENT.rawValue))
    }

    package func parse(_ input: Span<UInt8>, chunk: Int) throws(ParserRefusal) {
        let length = input.count
        let isTaken = unsafe input.withUnsafeBytes { bytes -> Bool in
            guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                let context = unsafe context
            else { return false }
            var offset = 0
            while offset < length {
                let count = min(chunk, length - offset)
                unsafe xmlParseChunk(context, start + offset, Int32(count), 0)
                guard unsafe context.pointee.wellFormed == 1 else { return false }
                offset += count
            }
            unsafe xmlParseChunk(context, nil, 0, 1)
            return unsafe context.pointee.wellFormed == 1 && context.pointee.nsWellFormed == 1
        }
        if !isTaken { throw refusal }
    }

    package func observe(_ input: Span<UInt8>, chunk: Int) throws(ParserRefusal) -> Observation {
        observer = Observer()
        unsafe prepare(Self.observingHandlers)
        try parse(input, chunk: chunk)
        return observer.observation
    }

    private var refusal: ParserRefusal {
        var reason = "not well-formed"
        if let error = unsafe xmlCtxtGetLastError(context) {
            let message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
            let line = unsafe error.pointee.line
            reason = message.split(separator: "\n").joined(separator: " ") + " (line \(line))"
        }
        return ParserRefusal(parser: name, reason: reason)
    }

    // MARK: Handlers

    /// All that a client sets, and they do nothing.
    private static var handlers: xmlSAXHandler {
        var handlers = unsafe xmlSAXHandler()
        unsafe handlers.startElementNs = { _, _, _, _, _, _, _, _, _ in }
        unsafe handlers.endElementNs = { _, _, _, _ in }
        unsafe handlers.characters = { _, _, _ in }
        unsafe handlers.cdataBlock = { _, _, _ in }
        return unsafe handlers
    }

    private static var observingHandlers: xmlSAXHandler {
        var handlers = unsafe xmlSAXHandler()
        unsafe handlers.startElementNs = { user, name, _, namespace, _, _, count, _, attributes in
            unsafe LibXML2Parser.start(user, name, namespace, Int(count), attributes)
        }
        unsafe handlers.endElementNs = { user, _, _, _ in
            unsafe LibXML2Parser.observer(user).end()
        }
        unsafe handlers.characters = { user, text, count in
            unsafe LibXML2Parser.observer(user).text(Span(_unsafeStart: text!, count: Int(count)))
        }
        unsafe handlers.cdataBlock = unsafe handlers.characters
        return unsafe handlers
    }

    /// What was given to the context as the user's data.
    private static func observer(_ user: UnsafeMutableRawPointer?) -> Observer {
        unsafe Unmanaged<Observer>.fromOpaque(user!).takeUnretainedValue()
    }

    /// - Parameter attributes: five pointers each: name, prefix, namespace, value, its end.
    private static func start(
        _ user: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?,
        _ namespace: UnsafePointer<xmlChar>?, _ count: Int,
        _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
        let observer = unsafe observer(user)
        unsafe observer.start(text(name), namespace: text(namespace))
        for index in 0..<count {
            let entry = unsafe attributes! + 5 * index
            let value = unsafe Span(_unsafeStart: entry[3]!, count: entry[4]! - entry[3]!)
            unsafe observer.attribute(text(entry[0]), namespace: text(entry[2]), value: value)
        }
    }

    /// The bytes of a text that ends with zero; none for no text.
    ///
    /// Lifetime: as long as the handler that was given it runs.
    @_lifetime(immortal)
    private static func text(_ start: UnsafePointer<xmlChar>?) -> Span<UInt8> {
        guard let start = unsafe start else { return Span() }
        let bytes = unsafe Span(_unsafeStart: start, count: Int(xmlStrlen(start)))
        return unsafe _overrideLifetime(bytes, borrowing: ())
    }
}
