/// Where a session lives: which worker has it, and in which place.
package struct Route: Hashable, Sendable, BitwiseCopyable {
    /// The number of the worker.
    package var worker: UInt32
    /// The session's place in the worker's table.
    package var slot: UInt32
    /// Which of the sessions that used the place in turn.
    package var serial: UInt64

    /// A route from its parts.
    package init(worker: UInt32, slot: UInt32, serial: UInt64) {
        self.worker = worker
        self.slot = slot
        self.serial = serial
    }
}
