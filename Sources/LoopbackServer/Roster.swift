import StanzaParser

/// The contacts of one account, in the order in which they came.
package struct Roster: Sendable {
    /// The contacts, those that only hold a request included.
    package private(set) var items: [RosterItem] = []
    /// The number of changes so far; the version that clients see.
    package private(set) var version: UInt64 = 0

    /// An empty roster.
    package init() {}

    /// The place of a contact.
    package func index(of jid: Span<UInt8>) -> Int? {
        items.firstIndex { item in
            guard item.jid.count == jid.count else { return false }
            for index in jid.indices where item.jid[index] != jid[index] { return false }
            return true
        }
    }

    /// Changes a contact in place without a new version; for what clients do not see.
    package mutating func adjust(_ index: Int, _ body: (inout RosterItem) -> Void) {
        body(&items[index])
    }

    /// Changes a contact in place and counts the change.
    package mutating func change(_ index: Int, _ body: (inout RosterItem) -> Void) {
        body(&items[index])
        version += 1
    }

    /// Adds a contact; returns its place.
    package mutating func add(_ item: RosterItem) -> Int {
        items.append(item)
        if item.isListed { version += 1 }
        return items.count - 1
    }

    /// Takes a contact out and counts the change.
    package mutating func remove(_ index: Int) {
        items.remove(at: index)
        version += 1
    }

    /// Writes the `item` element of a contact.
    package static func write(_ item: RosterItem, to writer: inout StanzaWriter) {
        writer.raw("<item jid='")
        writer.raw(item.jid.span)
        writer.raw("'")
        if let name = item.name { writer.attribute("name", name) }
        writer.raw(" subscription='")
        writer.raw(item.subscription.rawValue)
        writer.raw("'")
        if item.isAsking { writer.raw(" ask='subscribe'") }
        if item.groups.isEmpty {
            writer.raw("/>")
            return
        }
        writer.raw(">")
        for group in item.groups {
            writer.raw("<group>")
            writer.text(group)
            writer.raw("</group>")
        }
        writer.raw("</item>")
    }
}
