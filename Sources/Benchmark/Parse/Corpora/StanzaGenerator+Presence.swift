import Workload

/// Presence, rosters, publish-subscribe and stream management.
extension StanzaGenerator {
    /// Source: RFC 6121 §4.7, XEP-0115, XEP-0153, XEP-0319, XEP-0203.
    mutating func presence() -> String {
        let contact = pick(contacts)
        let to = chance(70) ? Self.session : Self.account
        if chance(12) {
            return "<presence type='unavailable' from='\(contact.full)' to='\(to)' xml:lang='en'/>"
        }
        var text = "<presence from='\(contact.full)' to='\(to)' xml:lang='en'>"
        if chance(35) { text += "<show>\(pick(["away", "xa", "dnd", "chat"]))</show>" }
        if chance(25) { text += "<status>\(pick(Self.statuses))</status>" }
        if chance(40) { text += "<priority>\(number(below: 50))</priority>" }
        text += capabilities()
        if chance(70) {
            text += "<x xmlns='vcard-temp:x:update'><photo>\(hex(40))</photo></x>"
        }
        if chance(25) { text += empty("idle", "urn:xmpp:idle:1", "since='\(stamp())'") }
        if chance(30) {
            let stamped = "from='\(contact.full)' stamp='\(stamp())'"
            text += empty("delay", "urn:xmpp:delay", stamped)
        }
        return text + "</presence>"
    }

    /// Source: XEP-0115 §4.
    mutating func capabilities() -> String {
        empty(
            "c", "http://jabber.org/protocol/caps",
            "node='\(pick(Self.clients))' ver='\(base64(ofBytes: 20))' hash='sha-1'")
    }

    /// Source: RFC 6121 §2.1.4.
    mutating func roster() -> String {
        var text = "<iq type='result' id='\(uuid())' to='\(Self.session)'>"
        text += "<query xmlns='jabber:iq:roster' ver='\(number(below: 10_000))'>"
        for index in 0..<500 {
            let contact = contacts[index % contacts.count]
            let jid = index < contacts.count ? contact.bare : "m\(index).\(contact.bare)"
            let subscription = pick(["both", "both", "both", "to", "from", "none"])
            text += "<item jid='\(jid)' subscription='\(subscription)'"
            if chance(80) { text += " name='\(contact.nick)'" }
            if subscription == "none" { text += " ask='subscribe'" }
            let count = number(below: 3)
            text += count == 0 ? "/>" : ">"
            for _ in 0..<count { text += "<group>\(pick(Self.groups))</group>" }
            if count > 0 { text += "</item>" }
        }
        return text + "</query></iq>"
    }

    /// Source: XEP-0198 §4.
    mutating func acknowledgement() -> String {
        guard chance(50) else { return "<r xmlns='urn:xmpp:sm:3'/>" }
        handled += 1 + random.below(4)
        return empty("a", "urn:xmpp:sm:3", "h='\(handled)'")
    }

    // MARK: Publish-subscribe

    /// An event, or the result of a query for items. Source: XEP-0060 §6.5 and §7.1, XEP-0163.
    mutating func publication() -> String {
        let contact = pick(contacts)
        if chance(15) {
            var text = "<iq type='result' id='\(uuid())' from='\(contact.bare)'"
            text += " to='\(Self.session)'>"
            text += "<pubsub xmlns='http://jabber.org/protocol/pubsub'>"
            text += "<items node='urn:xmpp:microblog:0'>"
            for _ in 0..<10 { text += entry(of: contact) }
            return text + "</items></pubsub></iq>"
        }
        var text = start("message", from: contact.bare, to: Self.session, type: "headline")
        text += "<event xmlns='http://jabber.org/protocol/pubsub#event'>"
        switch number(below: 5) {
        case 0: text += "<items node='urn:xmpp:microblog:0'>\(entry(of: contact))"
        case 1: text += avatar()
        case 2: text += devices()
        case 3: text += bookmark()
        default: text += tune()
        }
        text += "</items></event>"
        text += "<addresses xmlns='http://jabber.org/protocol/address'>"
        return text + "<address type='replyto' jid='\(contact.full)'/></addresses></message>"
    }

    /// Source: XEP-0277 §2.
    private mutating func entry(of contact: Contact) -> String {
        let stamp = stamp()
        return "<item id='\(uuid())'><entry xmlns='http://www.w3.org/2005/Atom'>"
            + "<title type='text'>\(text(words: 4 + number(below: 6)))</title><author>"
            + "<name>\(contact.nick)</name><uri>xmpp:\(contact.bare)</uri></author>"
            + "<content type='text'>\(text(words: 12 + number(below: 40)))</content>"
            + "<id>tag:\(contact.bare),2026:\(hex(12))</id><published>\(stamp)</published>"
            + "<updated>\(stamp)</updated></entry></item>"
    }

    /// Source: XEP-0084 §4.2.
    private mutating func avatar() -> String {
        let hash = hex(40)
        return "<items node='urn:xmpp:avatar:metadata'><item id='\(hash)'>"
            + "<metadata xmlns='urn:xmpp:avatar:metadata'><info bytes='\(number(below: 90_000))' "
            + "id='\(hash)' type='image/png' width='192' height='192'/></metadata></item>"
    }

    /// Source: XEP-0384 (0.3) §4.2.
    private mutating func devices() -> String {
        var text = "<items node='eu.siacs.conversations.axolotl.devicelist'><item id='current'>"
        text += "<list xmlns='eu.siacs.conversations.axolotl'>"
        for _ in 0..<1 + number(below: 6) { text += "<device id='\(number(below: 1 << 31))'/>" }
        return text + "</list></item>"
    }

    /// Source: XEP-0402 §3.
    private mutating func bookmark() -> String {
        "<items node='urn:xmpp:bookmarks:1'><item id='\(pick(rooms))'>"
            + "<conference xmlns='urn:xmpp:bookmarks:1' name='\(pick(Self.groups))' "
            + "autojoin='true'><nick>\(pick(contacts).nick)</nick></conference></item>"
    }

    /// Source: XEP-0118 §2.
    private mutating func tune() -> String {
        "<items node='http://jabber.org/protocol/tune'><item id='\(hex(16))'>"
            + "<tune xmlns='http://jabber.org/protocol/tune'><artist>\(text(words: 2))</artist>"
            + "<length>\(number(below: 600))</length><rating>8</rating>"
            + "<source>\(text(words: 3))</source><title>\(text(words: 3))</title></tune></item>"
    }
}
