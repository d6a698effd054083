import StanzaParser

/// The three kinds of stanza.
///
/// Source: RFC 6120 §8.2.
package enum StanzaKind: Hashable, Sendable {
    case message, presence, iq

    /// The kind of a child of the stream, or nil when it is not a stanza.
    package init?(_ element: ElementView) {
        guard element.hasNamespace(Namespaces.client) else { return nil }
        if element.hasLocalName("message") {
            self = .message
        } else if element.hasLocalName("presence") {
            self = .presence
        } else if element.hasLocalName("iq") {
            self = .iq
        } else {
            return nil
        }
    }
}

/// The type of an iq stanza.
///
/// Source: RFC 6120 §8.2.3.
package enum IQType: Hashable, Sendable {
    case get, set, result, error

    /// The type that an iq stanza states, or nil when it states none of them.
    package init?(_ stanza: ElementView) {
        if stanza.attributeEquals("type", "result") {
            self = .result
        } else if stanza.attributeEquals("type", "get") {
            self = .get
        } else if stanza.attributeEquals("type", "set") {
            self = .set
        } else if stanza.attributeEquals("type", "error") {
            self = .error
        } else {
            return nil
        }
    }
}

/// The type of a presence stanza.
///
/// Source: RFC 6121 §4.7.1.
package enum PresenceType: Hashable, Sendable {
    case available, unavailable, subscribe, subscribed, unsubscribe, unsubscribed, probe, error

    /// The type that a presence stanza states: `available` without one, nil for an unknown one.
    package init?(_ stanza: ElementView) {
        guard stanza.hasAttribute("type") else {
            self = .available
            return
        }
        if stanza.attributeEquals("type", "unavailable") {
            self = .unavailable
        } else if stanza.attributeEquals("type", "subscribe") {
            self = .subscribe
        } else if stanza.attributeEquals("type", "subscribed") {
            self = .subscribed
        } else if stanza.attributeEquals("type", "unsubscribe") {
            self = .unsubscribe
        } else if stanza.attributeEquals("type", "unsubscribed") {
            self = .unsubscribed
        } else if stanza.attributeEquals("type", "probe") {
            self = .probe
        } else if stanza.attributeEquals("type", "error") {
            self = .error
        } else {
            return nil
        }
    }
}
