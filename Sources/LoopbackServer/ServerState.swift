import Authentication
import EventLoop
import Synchronization
import XMPP

/// What the workers of one loopback server share: the domain and a mailbox for each worker.
package final class ServerState: Sendable {
    /// What the server is like.
    package let options: LoopbackServerOptions
    /// The accounts, rosters and sessions.
    package let domain: Guarded<Domain>
    /// The mailboxes, by the number of the worker.
    package let mailboxes: [Mailbox]
    /// Whose turn it is, where the rate is capped.
    package let turns = ServiceTurns()
    private let random: Guarded<ServerRandom>
    private let stopping = Atomic(false)

    /// A server without accounts, for this many workers.
    package init(options: LoopbackServerOptions, workers: Int = 1) {
        self.options = options
        domain = Guarded(Domain(name: options.domain, limits: options.limits))
        mailboxes = (0..<workers).map { _ in Mailbox(byteLimit: options.limits.mailboxBytes) }
        random = Guarded(ServerRandom(seed: options.seed))
    }

    /// Whether the server is being stopped.
    package var isStopping: Bool { stopping.load(ordering: .acquiring) }

    /// Asks all workers to end their streams and stop. Can be called from any thread.
    package func stop() {
        stopping.store(true, ordering: .releasing)
        for mailbox in mailboxes { mailbox.wake() }
    }

    /// A sequence of random numbers for one worker.
    package func splitRandom() -> ServerRandom { random.withLock { $0.split() } }

    /// What is to be stored of a new password, with a salt of its own; nil when the password is not
    /// allowed. The keys of SCRAM are derived at the first login that needs them.
    package func credentials(password: String) -> ServerCredentials? {
        guard let prepared = SASLPrep.prepare(password), !prepared.isEmpty else { return nil }
        return ServerCredentials(
            password: prepared, salt: random.withLock { $0.bytes(16) },
            iterations: options.scramIterations)
    }

    /// Creates an account; nil, or the error for the client.
    package func register(username: String, password: String) -> StanzaError? {
        guard let credentials = credentials(password: password) else {
            return StanzaError(.notAcceptable)
        }
        return switch domain.withLock({ $0.create(username: username, credentials: credentials) }) {
        case .created: nil
        case .taken: StanzaError(.conflict)
        case .invalidName: StanzaError(.notAcceptable)
        }
    }
}
