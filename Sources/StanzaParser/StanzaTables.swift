/// An element of a stanza. Positions count from the stanza's first byte.
struct ElementRecord: BitwiseCopyable {
    /// Its `<`.
    var start: UInt32
    /// One past its last `>`; 0 while it is open.
    var end: UInt32 = 0
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

    /// The first byte of the name, which stands behind the `<`.
    var nameStart: UInt32 { start &+ 1 }

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
struct StanzaTables: ~Copyable {
    var elements = RecordTable<ElementRecord>(capacity: firstRecords)
    var attributes = RecordTable<AttributeRecord>(capacity: firstRecords)
    var bindings = RecordTable<NamespaceBinding>(capacity: firstRecords)
    /// Names of the stream header, and namespace names of the stanza that had to be decoded.
    var auxiliary: [UInt8] = []
    /// The stream that the first bindings belong to.
    private(set) var context: RootContext?
    /// What is in force outside the stanza; indices into the bindings.
    private(set) var rootScope: UInt32 = 0
    private(set) var rootDefault: UInt32 = 0
    /// How many bindings and auxiliary bytes are the stream's own.
    private var contextBindings = 0
    private var contextBytes = 0

    /// Records that a table has room for from the start.
    private static let firstRecords = 16
    /// Elements, and attributes, that tables keep room for when a stanza is done with.
    private static let retainedRecords = 4096

    init() {}

    /// What another has read.
    init(copying other: borrowing StanzaTables) {
        elements = RecordTable(copying: other.elements)
        attributes = RecordTable(copying: other.attributes)
        bindings = RecordTable(copying: other.bindings)
        auxiliary = other.auxiliary
        context = other.context
        rootScope = other.rootScope
        rootDefault = other.rootDefault
        contextBindings = other.contextBindings
        contextBytes = other.contextBytes
    }

    /// Makes the tables be for stanzas of the stream with this context.
    mutating func enter(_ context: RootContext) {
        if self.context === context { return }
        self.context = context
        rootScope = context.scope
        rootDefault = context.defaultNamespace
        bindings.truncate(to: 0)
        let own = context.bindings
        bindings.append(contentsOf: own.span)
        contextBindings = bindings.count
        auxiliary.removeAll(keepingCapacity: true)
        auxiliary.append(contentsOf: context.auxiliary)
        contextBytes = auxiliary.count
    }

    /// Empties the tables for another stanza of the same stream.
    @inline(__always)
    mutating func begin() {
        // A rare giant must not leave each of its successors with its room.
        if elements.capacity > Self.retainedRecords || attributes.capacity > Self.retainedRecords {
            giveRoomBack()
        }
        elements.truncate(to: 0)
        attributes.truncate(to: 0)
        bindings.truncate(to: contextBindings)
        if auxiliary.count != contextBytes {
            auxiliary.removeLast(auxiliary.count - contextBytes)
        }
    }

    @inline(never)
    private mutating func giveRoomBack() {
        let context = context
        self = StanzaTables()
        if let context { enter(context) }
    }
}
