/// Who sees whose presence, seen from the owner of the roster item.
///
/// Source: RFC 6121 §2.1.2.5.
package enum SubscriptionState: String, Sendable {
    case none
    case to
    case from
    case both

    /// The owner sees the contact's presence.
    package var receives: Bool { self == .to || self == .both }
    /// The contact sees the owner's presence.
    package var sends: Bool { self == .from || self == .both }

    /// The state with these two directions.
    package init(receives: Bool, sends: Bool) {
        switch (receives, sends) {
        case (false, false): self = .none
        case (true, false): self = .to
        case (false, true): self = .from
        case (true, true): self = .both
        }
    }

    /// The same state with the direction from the contact set.
    package func receiving(_ value: Bool) -> Self { Self(receives: value, sends: sends) }
    /// The same state with the direction to the contact set.
    package func sending(_ value: Bool) -> Self { Self(receives: receives, sends: value) }
}
