/// Text with variables, split into what is copied and what is filled in.
///
/// Public, as the renderer's loop over it is inlined into other targets.
public struct Template: Hashable, Sendable {
    /// The text as written in the profile.
    public var source: String
    public var segments: [TemplateSegment]

    public init(source: String, segments: [TemplateSegment]) {
        self.source = source
        self.segments = segments
    }

    /// A template without variables; nothing in `text` is special.
    package init(literal text: String) {
        source = text.replacingDollarSigns()
        segments = text.isEmpty ? [] : [.literal(Array(text.utf8))]
    }

    /// The text of a template that has no variables.
    package var literal: String? {
        var bytes: [UInt8] = []
        for case let segment in segments {
            guard case .literal(let part) = segment else { return nil }
            bytes += part
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A part of a template.
public enum TemplateSegment: Hashable, Sendable {
    /// Bytes of UTF-8 that are copied.
    case literal([UInt8])
    /// A value that the caller knows.
    case field(TemplateField)
    /// A random UUID, version 4 (RFC 9562 §5.4).
    case uuid
    /// Words, between `from` and `to` characters.
    case text(from: Int, to: Int)
    /// A decimal number from `from` to `to`, both included.
    case random(from: Int64, to: Int64)
}

/// A variable whose value belongs to the session or the stanza.
public enum TemplateField: Hashable, Sendable {
    /// The account's number, from 1.
    case index
    /// The account's localpart.
    case user
    /// The target's domain.
    case domain
    /// The full JID once bound, before that the bare one.
    case jid
    case resource
    /// The id of the stanza.
    case id
    /// UTC as in XEP-0082.
    case now
    /// Index into `Profile.csvColumns`.
    case csv(Int)
    /// Index into `Profile.variables`.
    case variable(Int)
}

extension String {
    fileprivate func replacingDollarSigns() -> String {
        var result = ""
        for character in self { result += character == "$" ? "$$" : String(character) }
        return result
    }
}
