import StanzaParser

/// The four stanzas that manage who sees whose presence.
///
/// Source: RFC 6121 §3.
package enum SubscriptionRequest: String, Sendable {
    case subscribe
    case subscribed
    case unsubscribe
    case unsubscribed
}

extension Domain {
    /// A session sent a subscription stanza to another account.
    ///
    /// `stanza` has the bare JID of the account as `from` and `jid` as `to`. Changes of either
    /// roster are pushed to the sessions that asked for it.
    /// Source: RFC 6121 §3, appendix A. Approval in advance (§3.4) is not supported, so an answer
    /// without a request does nothing.
    package mutating func subscription(
        _ id: AccountID, _ request: SubscriptionRequest, to jid: Span<UInt8>,
        _ address: Address, stanza: [UInt8], _ outbox: inout Outbox
    ) {
        guard let place = place(id), let own = accounts[place]?.jid else { return }
        let contact = Address.copy(jid.extracting(address.bare))
        guard contact != own else { return }
        let target = find(jid, address.local)
        switch request {
        case .subscribe:
            subscribe(place, contact, address.local.count, target, stanza, &outbox)
        case .subscribed:
            approve(place, contact, target, stanza, &outbox)
        case .unsubscribe:
            unsubscribe(place, contact, target, stanza, &outbox)
        case .unsubscribed:
            cancel(place, contact, target, stanza, &outbox)
        }
    }

    /// A contact goes out of the roster, and with it what either side saw of the other.
    ///
    /// Returns whether it was there.
    /// Source: RFC 6121 §2.5.
    @discardableResult
    mutating func removeContact(
        _ place: Int, _ contact: [UInt8], _ outbox: inout Outbox
    ) -> Bool {
        guard let own = accounts[place]?.jid,
            let index = accounts[place]?.roster.index(of: contact.span),
            let item = accounts[place]?.roster.items[index]
        else { return false }
        let target = find(contact.span, 0..<item.localpartCount)
        if item.subscription.receives || item.isAsking {
            unsubscribe(
                place, contact, target, Self.stanza(.unsubscribe, from: own, to: contact), &outbox)
        }
        if item.subscription.sends || item.request != nil {
            cancel(
                place, contact, target, Self.stanza(.unsubscribed, from: own, to: contact),
                &outbox)
        }
        // `cancel` drops an item that only held a request.
        guard let left = accounts[place]?.roster.index(of: contact.span) else { return false }
        accounts[place]?.roster.remove(left)
        if item.isListed { pushRemoval(place, contact, &outbox) }
        return item.isListed
    }

    // MARK: The four requests

    /// The account wants to see the contact. Source: RFC 6121 §3.1.2, §3.1.3.
    private mutating func subscribe(
        _ place: Int, _ contact: [UInt8], _ localpartCount: Int, _ target: Int?,
        _ stanza: [UInt8], _ outbox: inout Outbox
    ) {
        guard let index = listed(place, contact, localpartCount),
            let item = accounts[place]?.roster.items[index], let own = accounts[place]?.jid
        else { return }
        if !item.subscription.receives && !item.isAsking {
            accounts[place]?.roster.change(index) { $0.isAsking = true }
            push(place, contact, &outbox)
        }
        guard let target else { return }
        // Both rosters are here, so they agree: who is subscribed already has nothing to ask.
        guard !mayBeSeen(target, by: own.span) else { return }
        let count = own.count - name.count - 1
        guard let back = entry(target, own, localpartCount: count) else { return }
        accounts[target]?.roster.adjust(back) { $0.request = stanza }
        deliver(stanza, toSessionsOf: target, &outbox)
    }

    /// The account lets the contact see it. Source: RFC 6121 §3.1.5, §3.1.6.
    private mutating func approve(
        _ place: Int, _ contact: [UInt8], _ target: Int?, _ stanza: [UInt8],
        _ outbox: inout Outbox
    ) {
        guard let index = accounts[place]?.roster.index(of: contact.span),
            accounts[place]?.roster.items[index].request != nil
        else { return }
        accounts[place]?.roster.change(index) { item in
            item.request = nil
            item.isListed = true
            item.subscription = item.subscription.sending(true)
        }
        push(place, contact, &outbox)
        guard let target, let own = accounts[place]?.jid else { return }
        granted(target, own, stanza, &outbox)
        for session in accounts[place]?.sessions ?? [] {
            guard let presence = session.presence else { continue }
            sendPresence(presence, toAccount: target, contact, &outbox)
        }
    }

    /// The contact said yes: the account sees it from now on.
    private mutating func granted(
        _ place: Int, _ contact: [UInt8], _ stanza: [UInt8], _ outbox: inout Outbox
    ) {
        guard let index = accounts[place]?.roster.index(of: contact.span),
            accounts[place]?.roster.items[index].isAsking == true
        else { return }
        accounts[place]?.roster.change(index) { item in
            item.isAsking = false
            item.subscription = item.subscription.receiving(true)
        }
        deliver(stanza, toSessionsOf: place, &outbox)
        push(place, contact, &outbox)
    }

    /// The account does not want to see the contact any more. Source: RFC 6121 §3.3.
    private mutating func unsubscribe(
        _ place: Int, _ contact: [UInt8], _ target: Int?, _ stanza: [UInt8],
        _ outbox: inout Outbox
    ) {
        guard let own = accounts[place]?.jid,
            let index = accounts[place]?.roster.index(of: contact.span),
            let item = accounts[place]?.roster.items[index],
            item.subscription.receives || item.isAsking
        else { return }
        accounts[place]?.roster.change(index) { item in
            item.isAsking = false
            item.subscription = item.subscription.receiving(false)
        }
        push(place, contact, &outbox)
        guard let target, let back = accounts[target]?.roster.index(of: own.span),
            let seen = accounts[target]?.roster.items[back]
        else { return }
        if seen.subscription.sends {
            accounts[target]?.roster.change(back) {
                $0.subscription = $0.subscription.sending(false)
            }
            deliver(stanza, toSessionsOf: target, &outbox)
            push(target, own, &outbox)
            hide(target, from: place, own, &outbox)
        } else if seen.request != nil {
            forgetRequest(target, back)
            deliver(stanza, toSessionsOf: target, &outbox)
        }
    }

    /// The account does not let the contact see it any more, or never did. Source: RFC 6121 §3.2.
    private mutating func cancel(
        _ place: Int, _ contact: [UInt8], _ target: Int?, _ stanza: [UInt8],
        _ outbox: inout Outbox
    ) {
        guard let own = accounts[place]?.jid,
            let index = accounts[place]?.roster.index(of: contact.span),
            let item = accounts[place]?.roster.items[index],
            item.subscription.sends || item.request != nil
        else { return }
        if item.subscription.sends {
            accounts[place]?.roster.change(index) {
                $0.subscription = $0.subscription.sending(false)
            }
            push(place, contact, &outbox)
            if let target { hide(place, from: target, contact, &outbox) }
        } else {
            forgetRequest(place, index)
        }
        guard let target, let back = accounts[target]?.roster.index(of: own.span),
            let seen = accounts[target]?.roster.items[back],
            seen.subscription.receives || seen.isAsking
        else { return }
        accounts[target]?.roster.change(back) { item in
            item.isAsking = false
            item.subscription = item.subscription.receiving(false)
        }
        deliver(stanza, toSessionsOf: target, &outbox)
        push(target, own, &outbox)
    }

    // MARK: Parts of them

    /// The place of a contact in the roster, made if need be, and shown from now on.
    private mutating func listed(
        _ place: Int, _ contact: [UInt8], _ localpartCount: Int
    ) -> Int? {
        guard let index = entry(place, contact, localpartCount: localpartCount) else { return nil }
        accounts[place]?.roster.adjust(index) { $0.isListed = true }
        return index
    }

    /// The place of a contact in the roster; a new one is not shown. Nil when the roster is full.
    private mutating func entry(
        _ place: Int, _ contact: [UInt8], localpartCount: Int
    ) -> Int? {
        if let index = accounts[place]?.roster.index(of: contact.span) { return index }
        guard let count = accounts[place]?.roster.items.count, count < limits.rosterItems else {
            return nil
        }
        var item = RosterItem(jid: contact, localpartCount: localpartCount)
        item.isListed = false
        return accounts[place]?.roster.add(item)
    }

    /// Drops a request, and the item when it was there for nothing else.
    private mutating func forgetRequest(_ place: Int, _ index: Int) {
        guard let item = accounts[place]?.roster.items[index] else { return }
        if item.isListed {
            accounts[place]?.roster.adjust(index) { $0.request = nil }
        } else {
            accounts[place]?.roster.remove(index)
        }
    }

    /// Sends a stanza to the account's sessions that asked for the roster or are available.
    private func deliver(
        _ stanza: [UInt8], toSessionsOf place: Int, _ outbox: inout Outbox
    ) {
        var written: Range<Int>?
        for session in accounts[place]?.sessions ?? []
        where (session.isAvailable || session.isInterested) && !session.isLeaving {
            let range = written ?? outbox.compose { $0.raw(stanza.span) }
            written = range
            outbox.send(range, to: session.route)
        }
    }

    /// Tells an account that the sessions of another are gone, as far as it can see.
    private func hide(
        _ place: Int, from viewer: Int, _ jid: [UInt8], _ outbox: inout Outbox
    ) {
        for session in accounts[place]?.sessions ?? [] where session.isAvailable {
            sendPresence(
                Self.unavailablePresence(session.jid), toAccount: viewer, jid, &outbox)
        }
    }

    /// A subscription stanza that the server sends by itself.
    private static func stanza(
        _ request: SubscriptionRequest, from: [UInt8], to: [UInt8]
    ) -> [UInt8] {
        var writer = StanzaWriter()
        writer.raw("<presence from='")
        writer.raw(from.span)
        writer.raw("' to='")
        writer.raw(to.span)
        writer.raw("' type='")
        writer.raw(request.rawValue)
        writer.raw("'/>")
        return writer.bytes
    }
}
