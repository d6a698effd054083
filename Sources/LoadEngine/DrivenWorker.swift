package import EventLoop
internal import Measurement

/// One worker that its owner turns by hand: what measures or tests the engine's own cost is made
/// of it, so that it is the worker of a run and no likeness.
///
/// Lifetime: the transport holds the worker until `end`.
package final class DrivenWorker {
    private let shared: RunShared
    private let worker: Worker<UVTransport>

    /// A worker that carries out the whole plan alone.
    ///
    /// - Parameter isRecording: without, no histogram is kept: the difference is what they cost.
    package init(plan: RunPlan, transport: UVTransport, isRecording: Bool = true) {
        precondition(plan.workers == 1, "a driven worker has no others to share the plan with")
        shared = RunShared(plan: plan, registrations: [], control: RunControl())
        worker = Worker(
            shared: shared, transport: transport, index: 0, isRecording: isRecording)
    }

    /// Starts what is due; the rest happens as the transport turns.
    package func begin() {
        // Nobody asks the server for its version: sessions do what the plan says and no more.
        _ = shared.claimVersionQuery()
        worker.begin()
    }

    /// Begins to log every session out; none begins after that.
    package func logOut() { worker.follow(.loggingOut, at: worker.transport.now) }

    /// Lets go of the transport, which its owner closes.
    package func end() { worker.transport.handler = nil }

    package var sessionsOnline: Int { worker.online.count }
    package var sessionsFailed: Int { Int(worker.activity.sessionsFailed) }
    /// Sessions online whose TLS session is that of an earlier connection.
    package var sessionsResumed: Int {
        worker.online.count { worker.sessions[Int($0)].isResumed }
    }
    /// Messages that came in where they were to, each once.
    package var messagesDelivered: UInt64 {
        worker.takeNotices()
        return worker.ledger.counts.measured.delivered
    }

    /// Takes over the keys that another worker has derived, so that logins find them.
    package func takeKeys(of other: DrivenWorker) { worker.keys = other.worker.keys }
}
