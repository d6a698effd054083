/// What the stream header leaves in force for the stanzas: its name, for the end tag, its namespace
/// declarations and its language.
///
/// Most streams of a worker have equal headers but for `from`, `to` and `id`, which are not kept;
/// the engine lets such streams share one object.
final class RootContext: Sendable {
    /// The bytes that the ranges below are of.
    let auxiliary: [UInt8]
    /// The first two are no namespace and `xml`, then the header's own, the youngest last.
    let bindings: [NamespaceBinding]
    /// The youngest declaration; index into `bindings`.
    let scope: UInt32
    /// The default namespace; index into `bindings`.
    let defaultNamespace: UInt32
    /// The header's name with its prefix.
    let name: ByteRange
    /// The header's `xml:lang`; empty without one.
    let language: ByteRange

    private init(
        auxiliary: [UInt8], bindings: [NamespaceBinding], scope: UInt32, defaultNamespace: UInt32,
        name: ByteRange, language: ByteRange
    ) {
        self.auxiliary = auxiliary
        self.bindings = bindings
        self.scope = scope
        self.defaultNamespace = defaultNamespace
        self.name = name
        self.language = language
    }

    /// The binding of `xml`, which is declared everywhere.
    static let xmlBinding: UInt32 = 1

    /// The namespace of the prefix `xml`. Source: Namespaces in XML 1.0, §3.
    static let xmlNamespace: StaticString = "http://www.w3.org/XML/1998/namespace"
    /// The namespace of the prefix `xmlns`. Source: Namespaces in XML 1.0, §3.
    static let xmlnsNamespace: StaticString = "http://www.w3.org/2000/xmlns/"

    /// What is in force before the stream header.
    static let document: RootContext = {
        var auxiliary: [UInt8] = []
        auxiliary.append(copying: "xml")
        auxiliary.append(copying: xmlNamespace)
        let xml = NamespaceBinding(
            prefix: ByteRange(0, count: 3), name: ByteRange(3, count: auxiliary.count - 3),
            older: 0, rank: 0, prefixIsAuxiliary: true, nameIsAuxiliary: true)
        return RootContext(
            auxiliary: auxiliary, bindings: [.none, xml], scope: xmlBinding, defaultNamespace: 0,
            name: .empty, language: .empty)
    }()

    /// What is in force in the stream of a client. Source: RFC 6120 §4.8.
    static let clientStream: RootContext = {
        let header: StaticString = """
            <stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>
            """
        var engine = StanzaEngine()
        var state = StreamState()
        var cursor = 0
        do {
            _ = try engine.next(&state, header.span, &cursor)
        } catch {
            preconditionFailure("the header above is not well-formed: \(error)")
        }
        return state.context
    }()

    /// What is in force after the header that `element` is the start tag of.
    static func after(header element: ElementView) -> RootContext {
        let record = element.record
        var auxiliary = document.auxiliary
        func keep(_ bytes: Span<UInt8>) -> ByteRange {
            let range = ByteRange(auxiliary.count, count: bytes.count)
            auxiliary.append(copying: bytes)
            return range
        }
        var bindings = document.bindings
        for index in bindings.count..<element.bindings.count {
            var binding = element.bindings[index]
            binding.prefix = keep(element.prefix(of: binding))
            binding.name = keep(element.name(of: binding))
            // Stanzas have the whole of the limit for their own.
            binding.rank = 0
            binding.prefixIsAuxiliary = true
            binding.nameIsAuxiliary = true
            bindings.append(binding)
        }
        let name = keep(element.source.part(record.qualifiedName))
        var language = ByteRange.empty
        element.withLanguage { language = keep($0) }
        return RootContext(
            auxiliary: auxiliary, bindings: bindings, scope: record.scope,
            defaultNamespace: record.defaultNamespace, name: name, language: language)
    }

    /// Whether stanzas cannot tell the two apart.
    func isEqual(to other: RootContext) -> Bool {
        scope == other.scope && defaultNamespace == other.defaultNamespace && name == other.name
            && language == other.language && bindings == other.bindings
            && auxiliary == other.auxiliary
    }
}
