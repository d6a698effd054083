import CLibXML2
import StanzaParserOracles

/// The push parser of libxml2 with its SAX2 interface, brought to the same trees.
///
/// It is asked for a verdict on well-formedness, namespaces included; what XMPP leaves out of XML
/// it takes.
enum LibXML2Oracle {
    /// The root with the stanzas as its children, or nil when it is not well-formed.
    static func parse(_ bytes: [UInt8]) -> Node? {
        initialized
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { builder, name, prefix, namespace, _, _, count, _, attributes in
            Builder.of(builder).start(name, namespace, Int(count), attributes)
        }
        handler.endElementNs = { builder, _, _, _ in Builder.of(builder).end() }
        handler.characters = { builder, text, count in
            Builder.of(builder).text(text, Int(count))
        }
        handler.cdataBlock = { builder, text, count in
            Builder.of(builder).section(text, Int(count))
        }
        handler.serror = { builder, error in
            Builder.of(builder).error(error!.pointee)
        }
        let builder = Builder()
        return withExtendedLifetime(builder) {
            let context = xmlCreatePushParserCtxt(
                &handler, Unmanaged.passUnretained(builder).toOpaque(), nil, 0, nil)!
            defer { xmlFreeParserCtxt(context) }
            // Values with their references replaced.
            xmlCtxtUseOptions(context, Int32(XML_PARSE_NOENT.rawValue))
            bytes.withUnsafeBytes {
                _ = xmlParseChunk(
                    context, $0.baseAddress!.assumingMemoryBound(to: CChar.self),
                    Int32(bytes.count), 0)
            }
            xmlParseChunk(context, nil, 0, 1)
            let isWellFormed = context.pointee.wellFormed == 1 && builder.namespaceErrors == 0
            return isWellFormed ? builder.root : nil
        }
    }

    /// Tests run in parallel; this has to be done once before.
    private static let initialized: Void = xmlInitParser()

    private final class Builder {
        var root: Node?
        private(set) var namespaceErrors = 0
        private var open: [Node] = []

        static func of(_ pointer: UnsafeMutableRawPointer?) -> Builder {
            Unmanaged<Builder>.fromOpaque(pointer!).takeUnretainedValue()
        }

        func start(
            _ name: UnsafePointer<xmlChar>?, _ namespace: UnsafePointer<xmlChar>?, _ count: Int,
            _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
        ) {
            var node = Node(name: string(name), namespace: string(namespace))
            for index in 0..<count {
                // Five pointers each: name, prefix, namespace, value, end of the value.
                let entry = attributes! + 5 * index
                let prefix = entry[1].map { string($0) + ":" } ?? ""
                let value = UnsafeBufferPointer(start: entry[3]!, count: entry[4]! - entry[3]!)
                node.attributes.append([
                    prefix + string(entry[0]), String(decoding: value, as: UTF8.self),
                ])
            }
            open.append(node)
        }

        func end() {
            guard let node = open.popLast() else { return }
            if open.isEmpty { root = node } else { open[open.count - 1].children.append(node) }
        }

        func text(_ text: UnsafePointer<xmlChar>?, _ count: Int) {
            guard !open.isEmpty else { return }
            let bytes = UnsafeBufferPointer(start: text, count: count)
            open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
        }

        /// In push mode line ends in sections come as they are (libxml2 2.9), against XML 1.0 §2.11.
        func section(_ text: UnsafePointer<xmlChar>?, _ count: Int) {
            guard !open.isEmpty else { return }
            let bytes = UnsafeBufferPointer(start: text, count: count)
            let section = String(decoding: bytes, as: UTF8.self)
            open[open.count - 1].text += String(
                section.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
        }

        /// That a namespace's name is no URI is for libxml2 an error; a parser need not care.
        func error(_ error: xmlError) {
            guard error.domain == Int32(XML_FROM_NAMESPACE.rawValue) else { return }
            let code = UInt32(bitPattern: error.code)
            if code != XML_WAR_NS_URI.rawValue, code != XML_WAR_NS_URI_RELATIVE.rawValue {
                namespaceErrors += 1
            }
        }

        private func string(_ text: UnsafePointer<xmlChar>?) -> String {
            text.map { String(cString: $0) } ?? ""
        }
    }
}
