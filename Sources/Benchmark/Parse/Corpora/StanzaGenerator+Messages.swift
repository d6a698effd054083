/// Messages: chat, rooms, archives, encryption.
extension StanzaGenerator {
    // MARK: Chat

    /// A message of a chat: mostly text, then what clients tell each other about it.
    mutating func chat() -> String {
        let contact = pick(contacts)
        switch number(below: 20) {
        case 0..<11: return message(from: contact.full, to: Self.session)
        case 11..<14:
            // XEP-0184 §5.
            return start("message", from: contact.full, to: Self.session, type: "chat")
                + empty("received", "urn:xmpp:receipts", "id='\(stanzaID())'")
                + (chance(30) ? "<store xmlns='urn:xmpp:hints'/>" : "")
                + stanzaIDElement(by: Self.account) + "</message>"
        case 14..<16:
            // XEP-0333 §5.
            return start("message", from: contact.full, to: Self.session, type: "chat")
                + empty("displayed", "urn:xmpp:chat-markers:0", "id='\(stanzaID())'")
                + (chance(30) ? "<store xmlns='urn:xmpp:hints'/>" : "")
                + stanzaIDElement(by: Self.account) + "</message>"
        case 16..<19:
            // XEP-0085 §5.
            let state = pick(["composing", "paused", "active"])
            return start("message", from: contact.full, to: Self.session, type: "chat")
                + "<\(state) xmlns='http://jabber.org/protocol/chatstates'/>"
                + "<no-store xmlns='urn:xmpp:hints'/></message>"
        default: return carbon(of: contact)
        }
    }

    /// A message with a text. Source: XEP-0184, XEP-0333, XEP-0359.
    mutating func message(from: String, to: String, namespace: String = "") -> String {
        let id = stanzaID()
        var text = start("message", from: from, to: to, type: "chat", id: id, namespace)
        text += "<body>\(self.text(words: 1 + number(below: 6)))</body>"
        if chance(35) { text += "<request xmlns='urn:xmpp:receipts'/>" }
        if chance(15) { text += "<markable xmlns='urn:xmpp:chat-markers:0'/>" }
        if chance(15) { text += "<active xmlns='http://jabber.org/protocol/chatstates'/>" }
        if chance(10) { text += empty("origin-id", "urn:xmpp:sid:0", "id='\(id)'") }
        return text + stanzaIDElement(by: Self.account) + "</message>"
    }

    /// A copy of what another client of the account got. Source: XEP-0280 §7.
    private mutating func carbon(of contact: Contact) -> String {
        "<message from='\(Self.account)' to='\(Self.session)' type='chat'>"
            + "<received xmlns='urn:xmpp:carbons:2'><forwarded xmlns='urn:xmpp:forward:0'>"
            + message(
                from: contact.full, to: Self.account, namespace: " xmlns='jabber:client'")
            + "</forwarded></received></message>"
    }

    /// A stanza's start tag, its attributes in the order of one of the servers.
    mutating func start(
        _ name: String, from: String, to: String, type: String, id: String? = nil,
        _ namespace: String = ""
    ) -> String {
        let id = id ?? stanzaID()
        let (to, from) = ("to='\(to)'", "from='\(from)'")
        return chance(50)
            ? "<\(name)\(namespace) xml:lang='en' \(to) \(from) type='\(type)' id='\(id)'>"
            : "<\(name)\(namespace) id='\(id)' type='\(type)' \(to) \(from)>"
    }

    /// Source: XEP-0359 §3.
    private mutating func stanzaIDElement(by: String) -> String {
        empty("stanza-id", "urn:xmpp:sid:0", "id='\(archiveID())' by='\(by)'")
    }

    // MARK: Rooms

    /// What a room sends. Source: XEP-0045 §7, XEP-0421, XEP-0359.
    mutating func room() -> String {
        let room = pick(rooms)
        let contact = pick(contacts)
        let occupant = "\(room)/\(contact.nick)"
        guard chance(70) else {
            let leaves = chance(40)
            let kind = leaves ? " type='unavailable'" : ""
            let role = leaves ? "none" : "participant"
            return "<presence from='\(occupant)' to='\(Self.session)'\(kind) id='\(stanzaID())'>"
                + (leaves ? "" : capabilities())
                + empty("occupant-id", "urn:xmpp:occupant-id:0", "id='\(base64(ofBytes: 32))'")
                + "<x xmlns='http://jabber.org/protocol/muc#user'><item "
                + "jid='\(contact.full)' affiliation='member' role='\(role)'/></x></presence>"
        }
        var text = start("message", from: occupant, to: Self.session, type: "groupchat")
        text += "<body>\(self.text(words: 2 + number(below: 16)))</body>"
        text += empty("occupant-id", "urn:xmpp:occupant-id:0", "id='\(base64(ofBytes: 32))'")
        if chance(40) { text += empty("origin-id", "urn:xmpp:sid:0", "id='\(uuid())'") }
        text += stanzaIDElement(by: room)
        if chance(15) {
            text += empty("delay", "urn:xmpp:delay", "from='\(room)' stamp='\(stamp())'")
        }
        return text + "</message>"
    }

    // MARK: Archives

    /// A message out of the archive, or the end of a page of fifty. Source: XEP-0313 §4, XEP-0059.
    mutating func archived() -> String {
        guard chance(98) else {
            return "<iq type='result' id='\(uuid())' to='\(Self.session)'>"
                + "<fin xmlns='urn:xmpp:mam:2' queryid='\(hex(8))'>"
                + "<set xmlns='http://jabber.org/protocol/rsm'>"
                + "<first index='0'>\(archiveID())</first><last>\(archiveID())</last>"
                + "<count>\(number(below: 20_000))</count></set></fin></iq>"
        }
        let contact = pick(contacts)
        let (from, to) = chance(50) ? (contact.full, Self.account) : (Self.session, contact.bare)
        return "<message to='\(Self.session)' from='\(Self.account)'>"
            + "<result xmlns='urn:xmpp:mam:2' queryid='\(hex(8))' id='\(archiveID())'>"
            + "<forwarded xmlns='urn:xmpp:forward:0'>"
            + empty("delay", "urn:xmpp:delay", "stamp='\(stamp())'")
            + message(from: from, to: to, namespace: " xmlns='jabber:client'")
            + "</forwarded></result></message>"
    }

    // MARK: Encryption

    /// A message to several devices, or an OpenPGP one. Source: XEP-0384 (0.3), XEP-0373, XEP-0380.
    mutating func encrypted() -> String {
        let contact = pick(contacts)
        var text = start("message", from: contact.full, to: Self.session, type: "chat")
        if chance(25) {
            text += "<openpgp xmlns='urn:xmpp:openpgp:0'>"
            text += base64(ofBytes: 900 + number(below: 2_400)) + "</openpgp>"
            text += "<encryption xmlns='urn:xmpp:eme:0' namespace='urn:xmpp:openpgp:0'/>"
        } else {
            let sender = 100_000_000 + number(below: 2_000_000_000)
            text += "<encrypted xmlns='eu.siacs.conversations.axolotl'><header sid='\(sender)'>"
            for _ in 0..<2 + number(below: 7) {
                let device = 100_000_000 + number(below: 2_000_000_000)
                let isFirst = chance(20)
                text += "<key\(isFirst ? " prekey='true'" : "") rid='\(device)'>"
                text += base64(ofBytes: isFirst ? 178 : 70) + "</key>"
            }
            text += "<iv>\(base64(ofBytes: 12))</iv></header>"
            text += "<payload>\(base64(ofBytes: 16 + number(below: 160)))</payload></encrypted>"
            text += "<encryption xmlns='urn:xmpp:eme:0' name='OMEMO' "
            text += "namespace='eu.siacs.conversations.axolotl'/>"
        }
        text += "<body>I sent you an encrypted message but your client doesn&apos;t seem to "
        text += "support that.</body><store xmlns='urn:xmpp:hints'/>"
        return text + stanzaIDElement(by: Self.account) + "</message>"
    }
}
