import StanzaParser
import XMPP

extension Domain {
    /// A session said that it is available, or changed how.
    ///
    /// `presence` is the stanza with the full JID as `from` and no `to`. Everyone who may see it
    /// gets it, the session itself too. At the first time the session also gets the presence of
    /// the contacts and of the account's other sessions, requests that wait for an answer, and,
    /// unless its priority is negative, messages that were stored.
    /// Source: RFC 6121 §4.2.2, §4.3.2, §4.4.2, §3.1.3; XEP-0160 §2.
    package mutating func available(
        _ id: AccountID, _ route: Route, presence: [UInt8], priority: Int8,
        _ outbox: inout Outbox
    ) {
        guard let place = place(id), let index = accounts[place]?.session(route),
            let before = accounts[place]?.sessions[index]
        else { return }
        presenceCount += 1
        accounts[place]?.sessions[index].presence = presence
        accounts[place]?.sessions[index].priority = priority
        if !before.isAvailable {
            accounts[place]?.sessions[index].availableSince = presenceCount
        }
        broadcast(place, presence, &outbox)
        if !before.isAvailable { welcome(place, route, &outbox) }
        if priority >= 0 && !before.takesMessages { deliverStored(place, to: route, &outbox) }
    }

    /// A session said that it is not available any more, in its own words.
    ///
    /// `presence` is as for `available`.
    /// Source: RFC 6121 §4.5.2.
    package mutating func unavailable(
        _ id: AccountID, _ route: Route, presence: [UInt8], _ outbox: inout Outbox
    ) {
        guard let place = place(id), let index = accounts[place]?.session(route),
            let session = accounts[place]?.sessions[index]
        else { return }
        if session.isAvailable { broadcast(place, presence, &outbox) }
        for jid in session.directed {
            deliverDirected(
                presence, to: jid.span, seenBy: session.isAvailable ? place : nil, &outbox)
        }
        accounts[place]?.sessions[index].presence = nil
        accounts[place]?.sessions[index].priority = 0
        accounts[place]?.sessions[index].directed = []
    }

    /// The same for a session that went without a word.
    mutating func withdraw(_ place: Int, _ route: Route, _ outbox: inout Outbox) {
        guard let id = accounts[place]?.id, let index = accounts[place]?.session(route),
            let session = accounts[place]?.sessions[index],
            session.isAvailable || !session.directed.isEmpty
        else { return }
        // The session itself needs no notice.
        accounts[place]?.sessions[index].isLeaving = true
        unavailable(id, route, presence: Self.unavailablePresence(session.jid), &outbox)
    }

    /// A presence for one address, sent by a session; it is written in the outbox already.
    ///
    /// Source: RFC 6121 §4.6.
    package mutating func directed(
        _ id: AccountID, _ route: Route, _ presence: Range<Int>, to jid: Span<UInt8>,
        _ address: Address, isAvailable: Bool, _ outbox: inout Outbox
    ) {
        guard let place = place(id), let index = accounts[place]?.session(route) else { return }
        remember(place, index, jid, isAvailable: isAvailable)
        guard address.kind == .bare || address.kind == .full,
            let target = find(jid, address.local)
        else { return }
        for session in accounts[target]?.sessions ?? []
        where address.kind == .full
            ? Address.equal(jid, address.resource, session.resource) : session.isAvailable
        {
            outbox.send(presence, to: session.route)
        }
    }

    /// A session asks for the presence of an address.
    ///
    /// Source: RFC 6121 §4.3.2.
    package mutating func probe(
        _ id: AccountID, _ route: Route, _ jid: Span<UInt8>, _ address: Address,
        _ outbox: inout Outbox
    ) {
        guard let place = place(id), let own = accounts[place]?.jid,
            let target = find(jid, address.local)
        else { return }
        let isSelf = target == place
        guard isSelf || mayBeSeen(target, by: own.span) else { return }
        sendPresence(of: target, to: route, own, &outbox)
    }

    // MARK: Who sees it

    /// Sends a presence to the account's own sessions and to the contacts that may see it.
    private mutating func broadcast(_ place: Int, _ presence: [UInt8], _ outbox: inout Outbox) {
        guard let jid = accounts[place]?.jid, let items = accounts[place]?.roster.items else {
            return
        }
        sendPresence(presence, toAccount: place, jid, &outbox)
        for item in items where item.subscription.sends {
            guard let contact = find(item.jid.span, 0..<item.localpartCount), contact != place
            else { continue }
            sendPresence(presence, toAccount: contact, item.jid, &outbox)
        }
    }

    /// Sends a presence to the available sessions of an account.
    func sendPresence(
        _ presence: [UInt8], toAccount place: Int, _ jid: [UInt8], _ outbox: inout Outbox
    ) {
        var written: Range<Int>?
        for session in accounts[place]?.sessions ?? []
        where session.isAvailable && !session.isLeaving {
            let range =
                written ?? outbox.compose { $0.relay(presence.span, addressedTo: jid.span) }
            written = range
            outbox.send(range, to: session.route)
        }
    }

    /// Sends the presence of each available session of an account to one session.
    func sendPresence(
        of place: Int, to route: Route, _ jid: [UInt8], _ outbox: inout Outbox
    ) {
        for session in accounts[place]?.sessions ?? [] where session.route != route {
            guard let presence = session.presence else { continue }
            outbox.send(to: route) { $0.relay(presence.span, addressedTo: jid.span) }
        }
    }

    /// What a session gets when it becomes available.
    private mutating func welcome(_ place: Int, _ route: Route, _ outbox: inout Outbox) {
        guard let jid = accounts[place]?.jid, let items = accounts[place]?.roster.items else {
            return
        }
        sendPresence(of: place, to: route, jid, &outbox)
        for item in items {
            if item.subscription.receives,
                let contact = find(item.jid.span, 0..<item.localpartCount), contact != place,
                mayBeSeen(contact, by: jid.span)
            {
                sendPresence(of: contact, to: route, jid, &outbox)
            }
            if let request = item.request {
                outbox.send(to: route) { $0.raw(request.span) }
            }
        }
    }

    /// Whether an account lets another one see its presence.
    func mayBeSeen(_ place: Int, by jid: Span<UInt8>) -> Bool {
        guard let index = accounts[place]?.roster.index(of: jid),
            let item = accounts[place]?.roster.items[index]
        else { return false }
        return item.subscription.sends
    }

    // MARK: Directed presence

    /// Notes who has to be told when the session goes.
    private mutating func remember(
        _ place: Int, _ index: Int, _ jid: Span<UInt8>, isAvailable: Bool
    ) {
        let copy = Address.copy(jid)
        let known = accounts[place]?.sessions[index].directed.firstIndex(of: copy)
        if isAvailable {
            guard known == nil, let count = accounts[place]?.sessions[index].directed.count,
                count < limits.directedPresences
            else { return }
            accounts[place]?.sessions[index].directed.append(copy)
        } else if let known {
            accounts[place]?.sessions[index].directed.remove(at: known)
        }
    }

    /// Tells one address that the session is gone, unless the broadcast of the account told it.
    private func deliverDirected(
        _ presence: [UInt8], to jid: Span<UInt8>, seenBy place: Int?, _ outbox: inout Outbox
    ) {
        let address = Address(prepared: jid, domain: name)
        guard address.kind == .bare || address.kind == .full,
            let target = find(jid, address.local)
        else { return }
        if let place, target == place || mayBeSeen(place, by: jid.extracting(address.bare)) {
            return
        }
        var written: Range<Int>?
        for session in accounts[target]?.sessions ?? []
        where address.kind == .full
            ? Address.equal(jid, address.resource, session.resource) : session.isAvailable
        {
            let range =
                written
                ?? outbox.compose { writer in
                    writer.relay(presence.span, addressedTo: jid)
                }
            written = range
            outbox.send(range, to: session.route)
        }
    }

    /// The presence of a session that is gone. `jid` is escaped.
    static func unavailablePresence(_ jid: [UInt8]) -> [UInt8] {
        var writer = StanzaWriter()
        writer.raw("<presence from='")
        writer.raw(jid.span)
        writer.raw("' type='unavailable'/>")
        return writer.bytes
    }
}

extension StanzaWriter {
    /// Copies a stanza that has no `to` and gives it one.
    ///
    /// The address may hold characters that need escaping; the kept ones are prepared, not
    /// escaped.
    mutating func relay(_ stanza: Span<UInt8>, addressedTo jid: Span<UInt8>) {
        let tag = ServerStartTag(stanza)
        raw(stanza.extracting(0..<tag.nameEnd))
        raw(" to='")
        attributeValue(jid)
        raw("'")
        raw(stanza.extracting(tag.nameEnd..<stanza.count))
    }
}
