/// Why a profile cannot be run here and now; nothing but DNS queries was sent.
package enum PreparationError: Error, Equatable, Sendable {
    /// The user has to change something: the profile, an option, or a limit of the machine.
    case refused(String)
    /// The target's name does not resolve.
    case unreachable(String)

    /// What happened and what to do, for people.
    package var message: String {
        switch self {
        case .refused(let text), .unreachable(let text): text
        }
    }
}
