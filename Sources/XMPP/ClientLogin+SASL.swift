import Authentication
import StanzaParser

/// The login: choice of a mechanism, the exchange, its refusal.
///
/// Source: RFC 6120 §6.
extension ClientLogin {
    func authenticate(_ features: StreamFeatures) -> [Action] {
        let binding = ChannelBinding.preferred(
            of: channelBindings, offered: features.channelBindings,
            isBindingWanted: configuration.mechanism?.hasSuffix("-PLUS") ?? false)
        let mechanism = SASLMechanism.strongest(
            of: features.mechanisms, named: configuration.mechanism, encrypted: isEncrypted,
            plainAllowed: configuration.allowPlain, channelBinding: binding)
        guard let mechanism else { return noMechanism(features, binding) }
        let serverBindsChannels = features.mechanisms.contains { $0.hasSuffix("-PLUS") }
        let usedBinding =
            mechanism.bindsChannel ? binding : serverBindsChannels ? nil : channelBindings.first
        var credentials = credentials
        if mechanism == .external, configuration.sharesCertificate {
            credentials.authorization = "\(credentials.username)@\(configuration.domain)"
        }
        do throws(AuthenticationError) {
            let authentication = try ClientAuthentication(
                mechanism: mechanism, credentials: credentials, domain: configuration.domain,
                channelBinding: usedBinding)
            guard case .send(let initialResponse) = try authentication.start() else {
                return fail(.auth, AuthenticationError.malformedChallenge.condition)
            }
            step = .authentication(authentication)
            var writer = StanzaWriter()
            writer.raw("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl'")
            writer.attribute("mechanism", mechanism.rawValue)
            if let initialResponse {
                writer.raw(">")
                // An empty response is written as "=" (RFC 6120 §6.4.2).
                let data = initialResponse.isEmpty ? [61] : Base64.encode(initialResponse)
                writer.raw(data.span)
                writer.raw("</auth>")
            } else {
                writer.raw("/>")
            }
            return [.began(.auth), .write(writer.bytes)]
        } catch {
            return fail(.auth, error.condition, error.description)
        }
    }

    private func noMechanism(_ features: StreamFeatures, _ binding: ChannelBinding?) -> [Action] {
        let offered = features.mechanisms.joined(separator: " ")
        let wanted = configuration.mechanism ?? "a mechanism that needs a password"
        let plain = SASLMechanism.plain.rawValue
        if features.mechanisms.contains(plain), configuration.mechanism ?? plain == plain,
            !isEncrypted, !configuration.allowPlain
        {
            return fail(
                .auth, "plain-needs-tls", "PLAIN without TLS is not allowed; offered: \(offered)")
        }
        if let name = configuration.mechanism, features.mechanisms.contains(name),
            SASLMechanism(rawValue: name)?.bindsChannel == true, binding == nil
        {
            return fail(
                .auth, "no-channel-binding", "\(name) needs a channel binding that both sides have")
        }
        return fail(.auth, "mechanism-not-offered", "wanted \(wanted); offered: \(offered)")
    }

    func authenticationAnswered(
        _ stanza: ElementView, _ authentication: ClientAuthentication
    ) -> [Action] {
        if stanza.hasName("failure", Namespaces.sasl) { return refused(stanza) }
        let isChallenge = stanza.hasName("challenge", Namespaces.sasl)
        guard isChallenge || stanza.hasName("success", Namespaces.sasl) else {
            return unexpected(stanza)
        }
        let text = stanza.text
        guard let data = text == "=" ? [] : Base64.decode(text) else {
            return abort("incorrect-encoding", "the server's SASL data is not Base64")
        }
        return advance(authentication) { authentication throws(AuthenticationError) in
            isChallenge
                ? try authentication.received(challenge: data)
                : try authentication.received(success: text.isEmpty ? nil : data)
        }
    }

    func keyDerived(_ key: [UInt8]) -> [Action] {
        guard case .key(let authentication) = step else { return [] }
        return advance(authentication) { authentication throws(AuthenticationError) in
            try authentication.keyDerived(key)
        }
    }

    private func advance(
        _ authentication: ClientAuthentication,
        _ event: (ClientAuthentication) throws(AuthenticationError) -> ClientAuthentication.Step
    ) -> [Action] {
        do throws(AuthenticationError) {
            switch try event(authentication) {
            case .send(let data):
                step = .authentication(authentication)
                var writer = StanzaWriter()
                writer.raw("<response xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>")
                writer.raw(Base64.encode(data ?? []).span)
                writer.raw("</response>")
                return [.write(writer.bytes)]
            case .deriveKey(let request):
                step = .key(authentication)
                return [.deriveKey(request)]
            case .done:
                isAuthenticated = true
                return [.ended(.auth), .restartParser] + openStream()
            }
        } catch {
            return abort(error.condition, error.description)
        }
    }

    /// Source: RFC 6120 §6.4.4.
    private func abort(_ condition: String, _ text: String) -> [Action] {
        [.write(Array("<abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>".utf8))]
            + fail(.auth, condition, text)
    }

    /// Source: RFC 6120 §6.4.5.
    private func refused(_ failure: ElementView) -> [Action] {
        var condition = "undefined-condition"
        var text: String?
        var candidate = failure.firstChild
        while let child = candidate {
            if child.hasLocalName("text") {
                text = child.text
            } else if child.hasNamespace(Namespaces.sasl) {
                condition = child.localName
            }
            candidate = child.nextSibling
        }
        return end(
            StreamFailure(
                stage: .auth, condition: condition, text: text,
                isTemporary: condition == SASLCondition.temporaryFailure.rawValue))
    }
}
