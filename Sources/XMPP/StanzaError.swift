import StanzaParser

/// An error that answers a stanza.
///
/// Source: RFC 6120 §8.3.
package struct StanzaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the sender should do about it. Source: RFC 6120 §8.3.2.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case auth, cancel, `continue`, modify, wait
    }

    /// What is wrong. Source: RFC 6120 §8.3.3.
    package enum Condition: String, Hashable, Sendable, CaseIterable {
        case badRequest = "bad-request"
        case conflict
        case featureNotImplemented = "feature-not-implemented"
        case forbidden
        case gone
        case internalServerError = "internal-server-error"
        case itemNotFound = "item-not-found"
        case malformedJID = "jid-malformed"
        case notAcceptable = "not-acceptable"
        case notAllowed = "not-allowed"
        case notAuthorized = "not-authorized"
        case policyViolation = "policy-violation"
        case recipientUnavailable = "recipient-unavailable"
        case redirect
        case registrationRequired = "registration-required"
        case remoteServerNotFound = "remote-server-not-found"
        case remoteServerTimeout = "remote-server-timeout"
        case resourceConstraint = "resource-constraint"
        case serviceUnavailable = "service-unavailable"
        case subscriptionRequired = "subscription-required"
        case undefinedCondition = "undefined-condition"
        case unexpectedRequest = "unexpected-request"

        /// The kind that RFC 6120 §8.3.3 gives for it.
        package var usualKind: Kind {
            switch self {
            case .badRequest, .malformedJID, .notAcceptable, .policyViolation, .redirect: .modify
            case .forbidden, .notAuthorized, .registrationRequired, .subscriptionRequired: .auth
            case .recipientUnavailable, .remoteServerTimeout, .resourceConstraint,
                .unexpectedRequest:
                .wait
            case .conflict, .featureNotImplemented, .gone, .internalServerError, .itemNotFound,
                .notAllowed, .remoteServerNotFound, .serviceUnavailable, .undefinedCondition:
                .cancel
            }
        }
    }

    /// What the sender should do about it.
    package var kind: Kind
    /// What is wrong.
    package var condition: Condition
    /// Words for people.
    package var text: String?

    /// An error of the usual kind for its condition.
    package init(_ condition: Condition, kind: Kind? = nil, text: String? = nil) {
        self.kind = kind ?? condition.usualKind
        self.condition = condition
        self.text = text
    }

    package var description: String {
        text.map { "\(condition.rawValue) (\($0))" } ?? condition.rawValue
    }
}

extension StanzaError {
    /// The error in a stanza of type `error`; undefined where the stanza does not say.
    package init(in stanza: ElementView) {
        self.init(.undefinedCondition)
        var candidate = stanza.firstChild
        while let child = candidate {
            if child.hasName("error", Namespaces.client) {
                read(child)
                return
            }
            candidate = child.nextSibling
        }
    }

    private mutating func read(_ error: ElementView) {
        var candidate = error.firstChild
        while let child = candidate {
            if child.hasNamespace(Namespaces.stanzaErrors) {
                if child.hasLocalName("text") {
                    text = child.text
                } else {
                    condition = Condition(rawValue: child.localName) ?? .undefinedCondition
                }
            }
            candidate = child.nextSibling
        }
        kind = error.attribute("type").flatMap(Kind.init(rawValue:)) ?? condition.usualKind
    }

    /// Writes the `<error/>` element.
    package func write(to writer: inout StanzaWriter) {
        writer.raw("<error")
        writer.attribute("type", kind.rawValue)
        writer.raw("><")
        writer.raw(condition.rawValue)
        writer.raw(" xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/>")
        if let text {
            writer.raw("<text xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'>")
            writer.text(text)
            writer.raw("</text>")
        }
        writer.raw("</error>")
    }
}
