import StanzaParser

/// What a server offers on a stream.
///
/// Source: RFC 6120 §4.3.2.
package struct StreamFeatures: Hashable, Sendable {
    /// Whether something is offered, and whether it has to be used.
    package enum Offer: Hashable, Sendable {
        case absent, optional, required
    }

    /// STARTTLS (RFC 6120 §5.4.1).
    package var startTLS = Offer.absent
    /// SASL mechanisms, in the server's order (RFC 6120 §6.4.1).
    package var mechanisms: [String] = []
    /// Channel binding types; nil when the server does not list them (XEP-0440 §3).
    package var channelBindings: [String]?
    /// Resource binding (RFC 6120 §7.4).
    package var bind = Offer.absent
    /// The legacy session (RFC 3921 §3), required unless the server says that it is optional.
    package var session = Offer.absent
    /// In-band registration (XEP-0077 §8).
    package var register = Offer.absent
    /// Roster versions (RFC 6121 §2.6.1).
    package var rosterVersioning = Offer.absent

    /// The features that an element lists.
    package init(_ features: ElementView) {
        var candidate = features.firstChild
        while let feature = candidate {
            if feature.hasName("starttls", Namespaces.tls) {
                let isRequired = feature.child("required", Namespaces.tls) != nil
                startTLS = isRequired ? .required : .optional
            } else if feature.hasName("mechanisms", Namespaces.sasl) {
                mechanisms = Self.mechanisms(feature)
            } else if feature.hasName("sasl-channel-binding", Namespaces.channelBindings) {
                channelBindings = Self.channelBindings(feature)
            } else if feature.hasName("bind", Namespaces.bind) {
                bind = .required
            } else if feature.hasName("session", Namespaces.session) {
                let isOptional = feature.child("optional", Namespaces.session) != nil
                session = isOptional ? .optional : .required
            } else if feature.hasName("register", Namespaces.registerFeature) {
                register = .optional
            } else if feature.hasName("ver", Namespaces.rosterVersioning) {
                rosterVersioning = .optional
            }
            candidate = feature.nextSibling
        }
    }

    private static func mechanisms(_ list: ElementView) -> [String] {
        var names: [String] = []
        var candidate = list.firstChild
        while let child = candidate {
            if child.hasName("mechanism", Namespaces.sasl) { names.append(child.text) }
            candidate = child.nextSibling
        }
        return names
    }

    private static func channelBindings(_ list: ElementView) -> [String] {
        var types: [String] = []
        var candidate = list.firstChild
        while let child = candidate {
            if child.hasName("channel-binding", Namespaces.channelBindings),
                let type = child.attribute("type")
            {
                types.append(type)
            }
            candidate = child.nextSibling
        }
        return types
    }
}
