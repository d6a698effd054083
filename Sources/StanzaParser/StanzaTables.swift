/// An element of a stanza. Positions count from the stanza's first byte.
struct ElementRecord: BitwiseCopyable {
    /// Its `<`.
    var start: UInt32
    /// One past its last `>`; 0 while it is open.
    var end: UInt32 = 0
    var nameStart: UInt32
    /// Bytes of the name, prefix included.
    var nameLength: UInt16
    /// Bytes of the prefix; 0 without one.
    var prefixLength: UInt16
    /// One past the `>` of the start tag.
    var contentStart: UInt32 = 0
    /// The `<` of the end tag; `contentStart` for an empty element.
    var contentEnd: UInt32 = 0
    /// Indices into the table of elements.
    var parent: UInt32
    /// 0: none, because the first element is no one's sibling.
    var nextSibling: UInt32 = 0
    /// 0: no child.
    var lastChild: UInt32 = 0
    /// Index into the table of attributes.
    var firstAttribute: UInt32
    /// Its namespace; index into the table of bindings.
    var namespace: UInt32 = 0
    /// The youngest declaration in scope; index into the table of bindings.
    var scope: UInt32
    /// What names without a prefix mean; index into the table of bindings.
    var defaultNamespace: UInt32
    var attributeCount: UInt16 = 0
    /// Whether its own text has references, CDATA sections or carriage returns to decode.
    var hasEncodedText = false

    /// The parent of a stanza.
    static let noParent = UInt32.max

    /// The name after the prefix.
    var localName: ByteRange {
        let skipped = prefixLength == 0 ? 0 : Int(prefixLength) + 1
        return ByteRange(Int(nameStart) + skipped, count: Int(nameLength) - skipped)
    }

    /// The name with its prefix.
    var qualifiedName: ByteRange { ByteRange(Int(nameStart), count: Int(nameLength)) }
}

/// An attribute, namespace declarations included.
struct AttributeRecord: BitwiseCopyable {
    var nameStart: UInt32
    var nameLength: UInt16
    /// Bytes of the prefix; 0 without one.
    var prefixLength: UInt16
    var value: ByteRange
    /// Its namespace; index into the table of bindings.
    var namespace: UInt32 = 0
    /// Whether the value has references or white space to decode.
    var isEncoded: Bool
    /// Whether it declares a namespace.
    var isDeclaration: Bool

    /// The name after the prefix.
    var localName: ByteRange {
        let skipped = prefixLength == 0 ? 0 : Int(prefixLength) + 1
        return ByteRange(Int(nameStart) + skipped, count: Int(nameLength) - skipped)
    }

    /// The name with its prefix.
    var qualifiedName: ByteRange { ByteRange(Int(nameStart), count: Int(nameLength)) }
}

/// A prefix, or none, bound to a namespace.
struct NamespaceBinding: BitwiseCopyable, Equatable {
    /// Empty for the default namespace.
    var prefix: ByteRange
    /// Empty for no namespace.
    var name: ByteRange
    /// The declaration before this one that is in scope with it; 0: none.
    var older: UInt32
    /// How many declarations are in scope with this one as the youngest, those of the stream
    /// header not counted.
    var rank: UInt16
    /// Whether the ranges are of the auxiliary bytes rather than of the stanza.
    var prefixIsAuxiliary: Bool
    var nameIsAuxiliary: Bool

    /// Binding 0: names without a prefix where no default namespace is declared.
    static let none = NamespaceBinding(
        prefix: .empty, name: .empty, older: 0, rank: 0, prefixIsAuxiliary: true,
        nameIsAuxiliary: true)
}

/// What was read of a stanza: its elements in the order of their start tags, their attributes, and
/// the namespaces declared.
///
/// The tables are reused for one stanza after another; the first bindings and auxiliary bytes are
/// the stream's own (`RootContext`) and stay.
struct StanzaTables {
    var elements: [ElementRecord] = []
    var attributes: [AttributeRecord] = []
    var bindings: [NamespaceBinding] = []
    /// Names of the stream header, and namespace names of the stanza that had to be decoded.
    var auxiliary: [UInt8] = []
    /// The stream that the first bindings belong to.
    private(set) var context: RootContext?

    /// Elements, and attributes, that tables keep room for when a stanza is done with.
    static let retainedRecords = 4096

    /// Empties the tables for a stanza of the stream with this context.
    mutating func begin(in context: RootContext) {
        // A rare giant must not leave each of its successors with its room.
        if elements.capacity > Self.retainedRecords || attributes.capacity > Self.retainedRecords {
            self = StanzaTables()
        }
        elements.removeAll(keepingCapacity: true)
        attributes.removeAll(keepingCapacity: true)
        if self.context === context {
            bindings.removeLast(bindings.count - context.bindings.count)
            auxiliary.removeLast(auxiliary.count - context.auxiliary.count)
        } else {
            self.context = context
            bindings.removeAll(keepingCapacity: true)
            bindings.append(contentsOf: context.bindings)
            auxiliary.removeAll(keepingCapacity: true)
            auxiliary.append(contentsOf: context.auxiliary)
        }
    }
}
