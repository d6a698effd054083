/// Why a stream cannot be read on.
public struct StreamParserError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Where in the stream the offending byte stands; the first byte since the `StreamState` was
    /// made has the offset 0.
    public let offset: UInt64
    /// What is wrong there.
    public let reason: Reason

    init(offset: UInt64, reason: Reason) {
        self.offset = offset
        self.reason = reason
    }

    /// The condition to end the stream with.
    public var condition: StreamErrorCondition { reason.condition }

    public var description: String { "\(reason) (\(condition.rawValue), byte \(offset))" }

    /// What a stream did that XML, its namespaces, XMPP or a limit does not allow.
    public enum Reason: Equatable, Sendable {
        // The characters.
        case invalidUTF8
        case invalidCharacter
        // The grammar of XML 1.0.
        case malformedName
        case malformedMarkup
        case missingSpace
        case duplicateAttribute
        case lessThanInValue
        case sectionEndInText
        case mismatchedEndTag
        case malformedReference
        case characterReferenceOutOfRange
        case misplacedDeclaration
        case malformedDeclaration
        case textBeforeStream
        case contentAfterStream
        // Namespaces in XML 1.0.
        case undeclaredPrefix
        case reservedNamespace
        case emptyNamespaceForPrefix
        // What XMPP leaves out of XML.
        case comment
        case processingInstruction
        case documentType
        case entityReference
        case encodingNotUTF8
        case textBetweenStanzas
        // The limits.
        case stanzaTooLong(limit: Int)
        case tooDeep(limit: Int)
        case tooManyAttributes(limit: Int)
        case nameTooLong(limit: Int)
        case tooManyNamespaces(limit: Int)
        case declarationTooLong(limit: Int)
        // A fragment that should be one stanza (`checkStanza`).
        case noStanza
        case unfinishedStanza
        case contentAfterStanza
        // A source that should be compiled (`StanzaTemplate`).
        case misplacedSlot
    }
}

extension StreamParserError.Reason: CustomStringConvertible {
    /// The condition that RFC 6120 has for it.
    public var condition: StreamErrorCondition {
        switch self {
        case .invalidUTF8, .encodingNotUTF8: .unsupportedEncoding
        case .comment, .processingInstruction, .documentType, .entityReference: .restrictedXML
        case .textBetweenStanzas, .noStanza, .contentAfterStanza, .misplacedSlot: .badFormat
        case .stanzaTooLong, .tooDeep, .tooManyAttributes, .nameTooLong, .tooManyNamespaces,
            .declarationTooLong:
            .policyViolation
        default: .notWellFormed
        }
    }

    public var description: String {
        switch self {
        case .invalidUTF8: "bytes that are not UTF-8"
        case .invalidCharacter: "a character that XML does not allow"
        case .malformedName: "a malformed name"
        case .malformedMarkup: "a character that does not belong there in a tag"
        case .missingSpace: "no white space before an attribute"
        case .duplicateAttribute: "the same attribute twice"
        case .lessThanInValue: "'<' in an attribute's value; it has to be '&lt;'"
        case .sectionEndInText: "']]>' in text; the '>' has to be '&gt;'"
        case .mismatchedEndTag: "an end tag with another name than its start tag"
        case .malformedReference: "'&' that begins no reference; it has to be '&amp;'"
        case .characterReferenceOutOfRange: "a reference to a character that XML does not allow"
        case .misplacedDeclaration: "an XML declaration that is not at the start of the stream"
        case .malformedDeclaration: "a malformed XML declaration"
        case .textBeforeStream: "text before the stream header"
        case .contentAfterStream: "content after the end of the stream"
        case .undeclaredPrefix: "a namespace prefix that is not declared"
        case .reservedNamespace: "a declaration of a reserved prefix or namespace"
        case .emptyNamespaceForPrefix: "a prefix declared with an empty namespace"
        case .comment: "a comment"
        case .processingInstruction: "a processing instruction"
        case .documentType: "a document type declaration"
        case .entityReference:
            "an entity other than '&amp;', '&lt;', '&gt;', '&apos;' and '&quot;'"
        case .encodingNotUTF8: "an encoding other than UTF-8"
        case .textBetweenStanzas: "text between stanzas"
        case .stanzaTooLong(let limit): "a stanza longer than the limit of \(limit) bytes"
        case .tooDeep(let limit): "elements nested deeper than the limit of \(limit)"
        case .tooManyAttributes(let limit): "an element with more than \(limit) attributes"
        case .nameTooLong(let limit): "a name longer than the limit of \(limit) bytes"
        case .tooManyNamespaces(let limit): "more than \(limit) namespace declarations in scope"
        case .declarationTooLong(let limit):
            "an XML declaration longer than the limit of \(limit) bytes"
        case .noStanza: "no element where a stanza should be"
        case .unfinishedStanza: "a stanza without its end"
        case .contentAfterStanza: "content after the stanza"
        case .misplacedSlot: "a slot that is empty, not closed, or neither in text nor in a value"
        }
    }
}
