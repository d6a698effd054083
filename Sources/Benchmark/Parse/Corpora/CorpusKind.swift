/// The traffic that parsers are measured on, by name.
package enum CorpusKind: String, CaseIterable, Sendable {
    /// Messages between two people, with ids, receipts, markers, states and carbons.
    case chat
    /// Presence with entity capabilities, avatars and delays.
    case presence
    /// Results of roster queries, 500 items each.
    case roster
    /// Messages out of an archive, and the ends of its pages.
    case mam
    /// A room: its messages, and who comes and goes.
    case muc
    /// Events and items of publish-subscribe.
    case pubsub
    /// End-to-end encrypted messages: mostly base64.
    case encrypted
    /// Stream management: requests and answers.
    case acks
    /// All of them as a busy session sees them.
    case mixed
}
