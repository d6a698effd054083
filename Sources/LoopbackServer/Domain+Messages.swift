import StanzaParser

/// The types of a message; one that is not known counts as `normal`.
///
/// Source: RFC 6121 §5.2.2.
package enum MessageType: Sendable {
    case normal
    case chat
    case headline
    case groupchat
    case error
}

/// What became of a message or a request.
package enum Routing: Equatable, Sendable {
    /// It is in the outbox.
    case delivered
    /// It waits for the account.
    case stored
    /// Nothing is done about it.
    case ignored
    /// The sender gets the error `service-unavailable`.
    case unavailable
    /// The sender gets the error `resource-constraint`: no more is stored.
    case full
    /// The sender gets the error `internal-server-error`, because of a fault.
    case failed
}

extension Domain {
    /// Routes a message that is written in the outbox already.
    ///
    /// `to` is a prepared address of an account or a session of this domain. `stamp` is the time of
    /// day for a message that has to wait.
    /// Source: RFC 6121 §8.5; the choices that it leaves are the bounces, and one session for a
    /// bare JID.
    package mutating func routeMessage(
        _ message: Range<Int>, to jid: Span<UInt8>, _ address: Address, type: MessageType,
        stamp: Int64, _ outbox: inout Outbox
    ) -> Routing {
        guard let place = find(jid, address.local) else {
            return type == .error ? .ignored : .unavailable
        }
        if address.kind == .full {
            if let index = accounts[place]?.session(jid, resource: address.resource),
                let route = accounts[place]?.sessions[index].route
            {
                outbox.send(message, to: route)
                return .delivered
            }
            switch type {
            case .chat: break
            case .normal, .groupchat: return .unavailable
            case .headline, .error: return .ignored
            }
        }
        return routeToAccount(place, message, type: type, stamp: stamp, &outbox)
    }

    /// A message to a bare JID. Source: RFC 6121 §8.5.2.
    private mutating func routeToAccount(
        _ place: Int, _ message: Range<Int>, type: MessageType, stamp: Int64,
        _ outbox: inout Outbox
    ) -> Routing {
        switch type {
        case .groupchat:
            return .unavailable
        case .error:
            return .ignored
        case .headline:
            for session in accounts[place]?.sessions ?? [] where session.takesMessages {
                outbox.send(message, to: session.route)
            }
            return .delivered
        case .normal, .chat:
            if let index = accounts[place]?.mostAvailable,
                let route = accounts[place]?.sessions[index].route
            {
                outbox.send(message, to: route)
                return .delivered
            }
            return store(place, message, stamp: stamp, outbox)
        }
    }

    /// Keeps a message with the time at which it came. Source: XEP-0203, XEP-0160.
    private mutating func store(
        _ place: Int, _ message: Range<Int>, stamp: Int64, _ outbox: Outbox
    ) -> Routing {
        guard let account = accounts[place], account.offline.count < limits.offlineMessages,
            account.offlineBytes + message.count <= limits.offlineBytes
        else { return .full }
        var delay = StanzaWriter()
        delay.raw("<delay xmlns='urn:xmpp:delay' from='")
        delay.raw(name.span)
        delay.raw("' stamp='")
        delay.raw(DelayStamp.text(unixSeconds: stamp))
        delay.raw("'/>")
        var stored = StanzaWriter()
        stored.relay(outbox.writer.span.extracting(message), appending: delay.span)
        accounts[place]?.offline.append(stored.bytes)
        accounts[place]?.offlineBytes += stored.count
        return .stored
    }

    /// Sends what waited to a session that became available.
    mutating func deliverStored(_ place: Int, to route: Route, _ outbox: inout Outbox) {
        guard let waiting = accounts[place]?.offline, !waiting.isEmpty else { return }
        accounts[place]?.offline = []
        accounts[place]?.offlineBytes = 0
        for message in waiting {
            outbox.send(to: route) { $0.raw(message.span) }
        }
    }

    /// Routes a request or an answer, which is written in the outbox already, to a session.
    ///
    /// Source: RFC 6121 §8.5.3.2.3.
    package func routeIQ(
        _ iq: Range<Int>, to jid: Span<UInt8>, _ address: Address, _ outbox: inout Outbox
    ) -> Routing {
        guard let place = find(jid, address.local),
            let index = accounts[place]?.session(jid, resource: address.resource),
            let route = accounts[place]?.sessions[index].route
        else { return .unavailable }
        outbox.send(iq, to: route)
        return .delivered
    }
}
