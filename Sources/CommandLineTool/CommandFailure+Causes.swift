import EventLoop
import LoadEngine
import XMPP

extension SetUpFailure {
    /// What to do where a server does not let a client register.
    static let serversOwnTool = """
        Or create the accounts with the server's own tool, and say accounts.register: never;
        clamor accounts create --print prosodyctl|ejabberdctl prints its commands.
        """

    /// What the user is told, and the exit code.
    ///
    /// - Parameter places: where the run connects to.
    func asCommandFailure(reaching places: String) -> CommandFailure {
        switch self {
        case .unreachable(let failure, let others):
            let rest = others > 0 ? "; \(others) more accounts were not tried" : ""
            return CommandFailure(
                .unreachable,
                "cannot reach the target at \(places): \(failure)\(rest)\(failure.advice)"
            )
        case .registrationRefused(let failure):
            return CommandFailure(
                .unreachable,
                """
                the server lets nobody register: \(failure)
                On Prosody: allow_registration = true, with the module "register" enabled.
                On ejabberd: mod_register with access: all and ip_access: all.
                \(Self.serversOwnTool)
                """)
        case .registrationPutOff(let failure, let others):
            let rest = others > 0 ? "; \(others) more accounts are missing" : ""
            return CommandFailure(
                .unreachable,
                """
                the server puts registrations off, again and again: \(failure)\(rest)
                On ejabberd: registration_timeout: infinity; else an address may register once in ten
                minutes. On Prosody: without min_seconds_between_registrations and
                registration_throttle_max. Or register slower: accounts.register_rate.
                \(Self.serversOwnTool)
                """)
        case .registrationFailed(let failure, let account, let count):
            let rest = count > 1 ? " (and \(count - 1) more accounts)" : ""
            return CommandFailure(.unreachable, "account \(account): \(failure)\(rest)")
        case .interrupted:
            return CommandFailure(.interrupted, "interrupted before the load started")
        case .system(let error):
            return CommandFailure(.unreachable, "this machine lacks what the run needs: \(error)")
        }
    }
}

extension RunPlan {
    /// Addresses that a message names; of more it says how many.
    private static let placesShown = 3

    /// Where the run connects to.
    var placesInWords: String {
        var names: [String] = []
        for endpoint in places.joined() where !names.contains(endpoint.address.description) {
            names.append(endpoint.address.description)
        }
        let others = names.count - Self.placesShown
        return names.prefix(Self.placesShown).joined(separator: ", ")
            + (others > 0 ? " and \(others) more" : "")
    }
}

extension StreamFailure {
    /// What the user can do about it, as a line of its own; empty where only the server can.
    var advice: String {
        switch condition {
        case "certificate-rejected":
            "\nIf it is the server's own certificate, name its PEM file: --set target.verify=PATH."
        default: ""
        }
    }
}

extension PreparationError {
    /// What the user is told, and the exit code.
    var asCommandFailure: CommandFailure {
        switch self {
        case .refused(let message): CommandFailure(.usage, message)
        case .unreachable(let message): CommandFailure(.unreachable, message)
        }
    }
}
