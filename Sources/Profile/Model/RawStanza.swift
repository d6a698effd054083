package import Units

/// A stanza written out in the profile.
package struct RawStanza: Sendable {
    /// Well-formed with any values in place of its variables; they are escaped when rendered.
    package var template: Template
    package var kind: StanzaKind
    /// The namespace of the first child, as in the metric `iq.<namespace>`.
    package var payloadNamespace: String?
    /// Nil: the step ends once the stanza is sent.
    package var expectation: Expectation?
    /// What is taken from the stanza that met the expectation.
    package var extractions: [Extraction]
}

/// RFC 6120 §8.2.
package enum StanzaKind: String, CaseIterable, Sendable {
    case message
    case presence
    case iq
}

/// What a stanza must be to end a raw step; each part that is given must hold.
package struct Expectation: Sendable {
    package var kind: StanzaKind?
    package var type: String?
    package var id: Template?
    package var from: Template?
    /// XPath 1.0; holds when its boolean value is true.
    package var xpath: String?
    /// Counted from the send.
    package var within: Nanoseconds
}

/// A value taken from a stanza for later templates of the session.
package struct Extraction: Hashable, Sendable {
    /// Index into `Profile.variables`.
    package var variable: Int
    /// XPath 1.0; its string value is taken.
    package var xpath: String
}
