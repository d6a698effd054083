import Authentication
import EventLoop
import StanzaParser
import XMPP

extension LoopbackServer {
    /// A key that is being derived, and for whom.
    struct Derivation {
        var slot: Int
        var serial: UInt64
        var request: KeyDerivationRequest
        var username: String
    }

    /// Does what the stream machine of a connection asks for.
    func perform(_ actions: [ServerStream.Action], _ slot: Int) {
        let connection = sessions[slot].connection
        for action in actions {
            switch action {
            case .write(let bytes):
                transport.write(connection, bytes.span)
            case .startTLS:
                if let tls { transport.startTLS(connection, server: tls) }
            case .restartParser:
                sessions[slot].parser.restart()
            case .lookUp(let username):
                let found = state.domain.withLock { $0.credentials(username: username) }
                answer(slot) { $0.found(found) }
            case .deriveKey(let request, let username):
                derive(request, username, slot)
            case .register(let username, let password):
                let error = state.register(username: username, password: password)
                answer(slot) { $0.registered(error) }
            case .bind(let username, let resource):
                bind(username, resource, slot)
            case .finish:
                transport.finish(connection)
                sessions[slot].phase = .ending
            }
        }
    }

    private func answer(_ slot: Int, _ event: (inout ServerStream) -> [ServerStream.Action]) {
        guard let negotiation = sessions[slot].negotiation else { return }
        perform(event(&negotiation.stream), slot)
    }

    private func derive(_ request: KeyDerivationRequest, _ username: String, _ slot: Int) {
        nextDerivation += 1
        derivations[nextDerivation] = Derivation(
            slot: slot, serial: sessions[slot].serial, request: request, username: username)
        let hash: PBKDF2Request.Hash =
            switch request.hash {
            case .sha1: .sha1
            case .sha256: .sha256
            }
        transport.deriveKey(
            PBKDF2Request(
                hash: hash, password: request.password, salt: request.salt,
                iterations: request.iterations),
            owner: slot, token: nextDerivation)
    }

    package func keyDerived(owner: Int, token: Int, key: [UInt8]) {
        guard let derivation = derivations.removeValue(forKey: token) else { return }
        if !key.isEmpty {
            state.domain.withLock {
                $0.keep(key, for: derivation.request, username: derivation.username)
            }
        }
        guard sessions[derivation.slot].serial == derivation.serial else { return }
        answer(derivation.slot) { $0.keyDerived(key, for: derivation.request) }
        flush()
    }

    private func bind(_ username: String, _ asked: String?, _ slot: Int) {
        let resource = asked ?? String(random.next(), radix: 36)
        let route = route(slot)
        let outcome = state.domain.withLock {
            $0.bind(username: username, resource: resource, route: route, &outbox)
        }
        switch outcome {
        case .bound(let account, let bareJID, let jid):
            answer(slot) { $0.bound("\(bareJID)/\(resource)") }
            sessions[slot].account = account
            sessions[slot].jid = jid
            sessions[slot].bareCount = bareJID.utf8.count
            sessions[slot].phase = .bound
            statistics.online.add()
            if faults != nil { willClose(slot) }
        case .tooMany:
            answer(slot) { $0.bindRefused(StanzaError(.resourceConstraint)) }
        case .unknownAccount:
            answer(slot) { $0.bindRefused(StanzaError(.notAllowed)) }
        }
    }
}
