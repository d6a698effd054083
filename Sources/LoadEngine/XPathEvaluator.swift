internal import CLibXML2
package import Profile
internal import StanzaParser

/// XPath 1.0 over copies of single stanzas, for the steps that ask for it.
///
/// Each evaluation parses the stanza again with libxml2, outside the hot path. Ownership: the
/// compiled expressions belong to the evaluator and are freed with it; one evaluator serves one
/// thread. Source: https://www.w3.org/TR/xpath-10/, libxml2's xpath.h.
@safe package final class XPathEvaluator {
    private let namespaces: [NamespaceBinding]
    private var compiled: [String: xmlXPathCompExprPtr] = unsafe [:]

    /// `namespaces` binds the prefixes of the expressions to namespace names.
    init(namespaces: [NamespaceBinding]) { self.namespaces = namespaces }

    deinit {
        unsafe compiled.values.forEach { unsafe xmlXPathFreeCompExpr($0) }
    }

    /// Why an expression cannot be used, or nil: syntax and unbound prefixes.
    package static func problem(
        with expression: String, namespaces: [NamespaceBinding]
    ) -> String? {
        let evaluator = XPathEvaluator(namespaces: namespaces)
        guard unsafe evaluator.compile(expression) != nil else {
            return "not a valid XPath 1.0 expression"
        }
        // Prefixes and functions are looked up only when an expression is evaluated.
        var isEvaluable = false
        let document = [UInt8]("<a><a/></a>".utf8)
        unsafe evaluator.evaluate(expression, document) { _ in isEvaluable = true }
        return isEvaluable ? nil : "unbound namespace prefix or unknown function"
    }

    /// Whether the expression holds: a node-set that is not empty, else XPath's boolean().
    func matches(_ expression: String, _ stanza: ElementView) -> Bool {
        var result = false
        unsafe evaluate(expression, Self.document(of: stanza)) { object in
            result = unsafe xmlXPathCastToBoolean(object) == 1
        }
        return result
    }

    /// The string value of the expression; nil when it cannot be evaluated.
    func string(_ expression: String, _ stanza: ElementView) -> String? {
        var result: String?
        unsafe evaluate(expression, Self.document(of: stanza)) { object in
            guard let text = unsafe xmlXPathCastToString(object) else { return }
            result = unsafe String(cString: text)
            unsafe clamor_xml_free(text)
        }
        return result
    }

    private func compile(_ expression: String) -> xmlXPathCompExprPtr? {
        if let known = unsafe compiled[expression] { return unsafe known }
        clamor_xml_silence()
        guard let new = unsafe xmlXPathCompile(expression) else { return nil }
        unsafe compiled[expression] = new
        return unsafe new
    }

    /// A copy of the stanza inside an element that has the namespaces of its stream's header.
    private static func document(of stanza: ElementView) -> [UInt8] {
        let source = stanza.source
        var writer = StanzaWriter()
        writer.raw("<stream")
        stanza.forEachNamespaceInScope { prefix, namespace in
            writer.raw(prefix.isEmpty ? " xmlns='" : " xmlns:\(prefix)='")
            writer.attributeValue(namespace)
            writer.raw("'")
        }
        writer.raw(">")
        writer.raw(source)
        writer.raw("</stream>")
        return writer.bytes
    }

    /// Evaluates on the first child of the document's root.
    private func evaluate(
        _ expression: String, _ document: [UInt8], _ body: (xmlXPathObjectPtr) -> Void
    ) {
        guard let compiled = unsafe compile(expression) else { return }
        let options = Int32(
            XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
                | XML_PARSE_NOWARNING.rawValue)
        let parsed = unsafe document.withUnsafeBytes { bytes in
            unsafe xmlReadMemory(
                bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil, "UTF-8",
                options)
        }
        guard let parsed = unsafe parsed else { return }
        defer { unsafe xmlFreeDoc(parsed) }
        guard let context = unsafe xmlXPathNewContext(parsed) else { return }
        defer { unsafe xmlXPathFreeContext(context) }
        for binding in namespaces {
            _ = unsafe xmlXPathRegisterNs(context, binding.prefix, binding.uri)
        }
        if let root = unsafe xmlDocGetRootElement(parsed) {
            unsafe context.pointee.node = unsafe xmlFirstElementChild(root)
        }
        guard let object = unsafe xmlXPathCompiledEval(compiled, context) else { return }
        defer { unsafe xmlXPathFreeObject(object) }
        unsafe body(object)
    }
}
