/// What a failed registration means for the caller.
///
/// Source: XEP-0077 §3, §4.
package enum RegistrationRefusal: Hashable, Sendable {
    /// The account exists; a caller that only wants it to exist goes on.
    case conflict
    /// The server does not let clients create accounts, or not this one: an operator must act.
    case policy
    /// The same attempt can succeed later.
    case retry
    /// It failed otherwise.
    case other

    /// The meaning of a failure at stage `register`; other stages are `other`.
    package init(_ failure: StreamFailure) {
        guard failure.stage == .register else {
            self = .other
            return
        }
        switch failure.condition {
        case "conflict": self = .conflict
        case _ where failure.isTemporary: self = .retry
        case "not-allowed", "forbidden", "service-unavailable", "feature-not-implemented",
            ClientStream.registrationNotOffered:
            self = .policy
        default: self = .other
        }
    }
}
