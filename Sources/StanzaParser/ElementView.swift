/// An element of the stanza that the engine came to last, or its stream header.
///
/// The names and namespaces are resolved, the bytes are where they were received.
///
/// Lifetime: borrows the engine and the input; both are free again when the last view is gone.
@safe
public struct ElementView: ~Escapable {
    /// The bytes of the whole stanza.
    let stanza: Span<UInt8>
    /// What was found in them; it is there as long as the engine is borrowed. A pointer, so that a
    /// view is four words.
    private let work: UnsafePointer<StanzaWork>
    /// Which of the elements it is.
    let index: Int

    /// - Parameter work: has to be there as long as the view is.
    @_lifetime(copy stanza)
    init(stanza: Span<UInt8>, work: UnsafePointer<StanzaWork>, index: Int) {
        self.stanza = stanza
        unsafe self.work = unsafe work
        self.index = index
    }

    var elements: Span<ElementRecord> {
        @_lifetime(copy self)
        get { unsafe _overrideLifetime(work.pointee.tables.elements.span, copying: self) }
    }

    var attributes: Span<AttributeRecord> {
        @_lifetime(copy self)
        get { unsafe _overrideLifetime(work.pointee.tables.attributes.span, copying: self) }
    }

    var bindings: Span<NamespaceBinding> {
        @_lifetime(copy self)
        get { unsafe _overrideLifetime(work.pointee.tables.bindings.span, copying: self) }
    }

    /// Names of the stream header, and namespace names that had to be decoded.
    var auxiliary: Span<UInt8> {
        @_lifetime(copy self)
        get { unsafe _overrideLifetime(work.pointee.tables.auxiliary.span, copying: self) }
    }

    /// The language of the stream.
    var streamLanguage: Span<UInt8> {
        @_lifetime(copy self)
        get { auxiliary.part(unsafe work.pointee.tables.context?.language ?? .empty) }
    }

    /// What the tables say of it.
    var record: ElementRecord { elements[index] }

    /// Another element of the same stanza.
    @_lifetime(copy self)
    func element(at index: Int) -> ElementView {
        unsafe ElementView(stanza: stanza, work: work, index: index)
    }

    // MARK: Names

    /// Whether it has this name in this namespace.
    public func hasName(_ local: StaticString, _ namespace: StaticString) -> Bool {
        hasLocalName(local) && hasNamespace(namespace)
    }

    /// Whether its name without the prefix is this one.
    public func hasLocalName(_ local: StaticString) -> Bool {
        localNameBytes.isEqual(to: local)
    }

    /// Whether it is in this namespace; the empty one stands for none.
    public func hasNamespace(_ namespace: StaticString) -> Bool {
        namespaceBytes.isEqual(to: namespace)
    }

    /// Its name without the prefix.
    public var localName: String { String(validated: localNameBytes) }

    /// Its namespace; empty for none.
    public var namespace: String { String(validated: namespaceBytes) }

    /// Its name without the prefix, as it was received.
    public var localNameBytes: Span<UInt8> {
        @_lifetime(copy self)
        get { stanza.part(record.localName) }
    }

    /// Its namespace's name, decoded.
    public var namespaceBytes: Span<UInt8> {
        @_lifetime(copy self)
        get { name(of: bindings[Int(record.namespace)]) }
    }

    // MARK: The tree

    /// The element's bytes as received, from `<` to `>`; of a stream header the start tag.
    ///
    /// Declarations of the header or of elements around it are not among them.
    public var source: Span<UInt8> {
        @_lifetime(copy self)
        get { stanza.extracting(Int(record.start)..<Int(record.end)) }
    }

    /// The first element in it.
    public var firstChild: ElementView? {
        @_lifetime(copy self)
        get { record.lastChild == 0 ? nil : element(at: index + 1) }
    }

    /// The next element in its parent.
    public var nextSibling: ElementView? {
        @_lifetime(copy self)
        get { record.nextSibling == 0 ? nil : element(at: Int(record.nextSibling)) }
    }

    /// The first element in it that has this name in this namespace.
    @_lifetime(copy self)
    public func child(_ local: StaticString, _ namespace: StaticString) -> ElementView? {
        var candidate = record.lastChild == 0 ? 0 : index + 1
        while candidate != 0 {
            let view = element(at: candidate)
            if view.hasName(local, namespace) { return view }
            candidate = Int(view.record.nextSibling)
        }
        return nil
    }

    // MARK: Namespaces in scope

    /// Calls `body` with each prefix in scope, empty for the default, and its namespace; `xml` is
    /// left out.
    ///
    /// With these a copy of `source` can be made a document of its own.
    public func forEachNamespaceInScope(_ body: (_ prefix: String, _ namespace: String) -> Void) {
        var seen: [String] = []
        var next = Int(record.scope)
        while next > Int(RootContext.xmlBinding) {
            let binding = bindings[next]
            next = Int(binding.older)
            let prefix = String(validated: prefix(of: binding))
            guard prefix != "xml", !seen.contains(prefix) else { continue }
            seen.append(prefix)
            let name = String(validated: name(of: binding))
            if !name.isEmpty { body(prefix, name) }
        }
    }

    /// The prefix that a declaration is for.
    @_lifetime(copy self)
    func prefix(of binding: NamespaceBinding) -> Span<UInt8> {
        binding.prefixIsAuxiliary ? auxiliary.part(binding.prefix) : stanza.part(binding.prefix)
    }

    /// The namespace that a declaration gives.
    @_lifetime(copy self)
    func name(of binding: NamespaceBinding) -> Span<UInt8> {
        binding.nameIsAuxiliary ? auxiliary.part(binding.name) : stanza.part(binding.name)
    }
}
