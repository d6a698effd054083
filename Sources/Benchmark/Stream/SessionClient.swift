internal import EventLoop
internal import LoadEngine
internal import Units

/// The worker of a run, whose sessions send messages to themselves and await each of them.
final class SessionClient: ExchangeClient {
    private let transport: UVTransport
    private let worker: DrivenWorker

    init(plan: RunPlan, isRecording: Bool) throws(StreamBenchmarkFailure) {
        transport = try .forBenchmark()
        worker = DrivenWorker(plan: plan, transport: transport, isRecording: isRecording)
        worker.begin()
    }

    func turn() { transport.turn(blocking: false) }

    var exchanges: UInt64 { worker.messagesDelivered }

    var activeSessions: Int { worker.sessionsOnline }

    func close() {
        worker.end()
        transport.close()
    }
}
