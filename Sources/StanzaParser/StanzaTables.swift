/// An element of a stanza. Positions count from the stanza's first byte; 64 bytes, so that an index
/// is a shift.
struct ElementRecord: BitwiseCopyable {
    /// Its `<`.
    var start: UInt32
    /// One past its last `>`; 0 while it is open.
    var end: UInt32 = 0
    /// One past the `>` of the start tag.
    var contentStart: UInt32 = 0
    /// The `<` of the end tag; `contentStart` for an empty element.
    var contentEnd: UInt32 = 0
    /// Indices into the table of elements; 0: none.
    var parent: UInt32
    var nextSibling: UInt32 = 0
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
    /// How deep it lies; 1 for a stanza.
    var level: UInt16
    /// The first eight bytes of the name, prefix included.
    var nameWord: UInt64
    /// Bytes of the name, prefix included.
    var nameLength: UInt16
    /// Bytes of the prefix; 0 without one.
    var prefixLength: UInt16
    /// Whether its own text has references, CDATA sections or carriage returns to decode.
    var hasEncodedText = false

    /// What stands in the table before the stanza: the stream.
    static func stream(scope: UInt32, defaultNamespace: UInt32) -> ElementRecord {
        ElementRecord(
            start: 0, parent: 0, firstAttribute: 0, scope: scope,
            defaultNamespace: defaultNamespace, level: 0, nameWord: 0, nameLength: 0,
            prefixLength: 0)
    }

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
    /// The first eight bytes of the name, prefix included.
    var nameWord: UInt64
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
/// The tables are reused for one stanza after another. The first element, the first bindings and
/// auxiliary bytes are the stream's own (`RootContext`) and stay.
struct StanzaTables: ~Copyable {
    var elements = RecordTable<ElementRecord>(capacity: firstRecords)
    var attributes = RecordTable<AttributeRecord>(capacity: firstRecords)
    var bindings = RecordTable<NamespaceBinding>(capacity: firstRecords)
    /// Names of the stream header, and namespace names of the stanza that had to be decoded.
    var auxiliary: [UInt8] = []
    /// The limits as the walk needs them.
    let walkLimits: WalkLimits
    /// The stream that the first of each belong to.
    private(set) var context: RootContext?
    /// How many bindings and auxiliary bytes are the stream's own.
    private var contextBindings = 0
    private var contextBytes = 0

    /// Records that a table has room for from the start.
    private static let firstRecords = 16
    /// Elements, and attributes, that tables keep room for when a stanza is done with.
    private static let retainedRecords = 4096

    /// Tables of no stream.
    init(limits: WalkLimits) {
        walkLimits = limits
        elements.append(.stream(scope: 0, defaultNamespace: 0))
    }

    /// What another has read.
    init(copying other: borrowing StanzaTables) {
        elements = RecordTable(copying: other.elements)
        attributes = RecordTable(copying: other.attributes)
        bindings = RecordTable(copying: other.bindings)
        auxiliary = other.auxiliary
        walkLimits = other.walkLimits
        context = other.context
        contextBindings = other.contextBindings
        contextBytes = other.contextBytes
    }

    /// Makes the tables be for stanzas of the stream with this context.
    mutating func enter(_ context: RootContext) {
        if self.context === context { return }
        self.context = context
        elements[0] = .stream(scope: context.scope, defaultNamespace: context.defaultNamespace)
        let own = context.bindings
        bindings.truncate(to: 0)
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
        elements.truncate(to: 1)
        elements[0].lastChild = 0
        attributes.truncate(to: 0)
        bindings.truncate(to: contextBindings)
        if auxiliary.count != contextBytes {
            auxiliary.removeLast(auxiliary.count - contextBytes)
        }
    }

    @inline(never)
    private mutating func giveRoomBack() {
        let context = context
        self = StanzaTables(limits: walkLimits)
        if let context { enter(context) }
    }
}

/// The limits that hold for a stanza's elements, as the walk compares with them.
struct WalkLimits {
    /// Bytes of a name that the walk can tell the end of.
    let name: UInt
    let depth: UInt16
    let attributes: Int
    let bindings: UInt16

    init(_ limits: ParserLimits) {
        name = UInt(min(limits.nameBytes, NameBits.longestRun))
        depth = UInt16(limits.depth)
        attributes = limits.attributesPerElement
        bindings = UInt16(limits.namespaceDeclarations)
    }
}
