import StanzaParser

/// A change of one contact that a client asks for.
///
/// Source: RFC 6121 §2.3, §2.5.
package struct RosterChange: Equatable, Sendable {
    /// The contact's bare JID, prepared.
    package var jid: [UInt8]
    /// The bytes of the part before the `@`.
    package var localpartCount: Int
    /// The new name; nil for none.
    package var name: String?
    /// The new groups.
    package var groups: [String]
    /// The contact is to go.
    package var isRemoval: Bool
}

/// How a roster request went.
package enum RosterOutcome: Equatable, Sendable {
    case done
    /// A contact that is not there cannot be removed.
    case notFound
    /// The roster has as many contacts as it may have.
    case full
    /// An account is no contact of its own.
    case ownAddress
}

extension Domain {
    /// Writes the roster into the outbox as the result of a request, and notes that the session
    /// wants to hear of changes.
    ///
    /// A client that has the current version gets an empty result.
    /// Source: RFC 6121 §2.2, §2.6.
    package mutating func readRoster(
        _ id: AccountID, _ route: Route, knownVersion: String?, header: [UInt8],
        _ outbox: inout Outbox
    ) {
        guard let place = place(id), let index = accounts[place]?.session(route),
            let roster = accounts[place]?.roster
        else { return }
        accounts[place]?.sessions[index].isInterested = true
        outbox.send(to: route) { writer in
            writer.raw(header.span)
            if let knownVersion, knownVersion == String(roster.version) {
                writer.raw("/>")
                return
            }
            writer.raw("><query xmlns='jabber:iq:roster'")
            if knownVersion != nil { writer.attribute("ver", String(roster.version)) }
            writer.raw(">")
            for item in roster.items where item.isListed {
                Roster.write(item, to: &writer)
            }
            writer.raw("</query></iq>")
        }
    }

    /// Changes a contact and pushes the change.
    package mutating func changeRoster(
        _ id: AccountID, _ change: RosterChange, _ outbox: inout Outbox
    ) -> RosterOutcome {
        guard let place = place(id), let account = accounts[place] else { return .notFound }
        guard change.jid != account.jid else { return .ownAddress }
        if change.isRemoval {
            return removeContact(place, change.jid, &outbox) ? .done : .notFound
        }
        if let index = account.roster.index(of: change.jid.span) {
            accounts[place]?.roster.change(index) { item in
                item.name = change.name
                item.groups = change.groups
                item.isListed = true
            }
        } else {
            guard account.roster.items.count < limits.rosterItems else { return .full }
            var item = RosterItem(jid: change.jid, localpartCount: change.localpartCount)
            item.name = change.name
            item.groups = change.groups
            _ = accounts[place]?.roster.add(item)
        }
        push(place, change.jid, &outbox)
        return .done
    }

    /// Sends a contact as it is now to the sessions that asked for the roster.
    ///
    /// Source: RFC 6121 §2.1.6.
    func push(_ place: Int, _ contact: [UInt8], _ outbox: inout Outbox) {
        guard let index = accounts[place]?.roster.index(of: contact.span),
            let item = accounts[place]?.roster.items[index], item.isListed
        else { return }
        push(place, &outbox) { Roster.write(item, to: &$0) }
    }

    /// Tells the sessions that asked for the roster that a contact is gone.
    func pushRemoval(_ place: Int, _ contact: [UInt8], _ outbox: inout Outbox) {
        push(place, &outbox) { writer in
            writer.raw("<item jid='")
            writer.raw(contact.span)
            writer.raw("' subscription='remove'/>")
        }
    }

    private func push(
        _ place: Int, _ outbox: inout Outbox, _ item: (inout StanzaWriter) -> Void
    ) {
        guard let version = accounts[place]?.roster.version else { return }
        for session in accounts[place]?.sessions ?? []
        where session.isInterested && !session.isLeaving {
            outbox.send(to: session.route) { writer in
                writer.raw("<iq type='set' id='push-")
                writer.decimal(Int64(version))
                writer.raw("' to='")
                writer.raw(session.jid.span)
                writer.raw("'><query xmlns='jabber:iq:roster' ver='")
                writer.decimal(Int64(version))
                writer.raw("'>")
                item(&writer)
                writer.raw("</query></iq>")
            }
        }
    }
}
