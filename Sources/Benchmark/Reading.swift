internal import CAllocationCounter
internal import CInstructionCounter
internal import EventLoop
package import Units

/// What a piece of work cost the thread that did it.
package struct Reading: Hashable, Sendable {
    /// Processor time.
    package var time: Nanoseconds
    /// Calls of the memory allocator.
    package var allocations: UInt64
    /// Instructions in user mode; nil where the machine does not count them.
    package var instructions: UInt64?

    static let zero = Reading(time: .zero, allocations: 0, instructions: 0)

    /// Counts another piece of the same work in.
    mutating func add(_ other: Reading) {
        time = time + other.time
        allocations += other.allocations
        instructions = other.instructions.flatMap { more in instructions.map { $0 + more } }
    }
}

/// Reads the counters of the calling thread around a piece of work.
///
/// Ownership: the descriptor of the instruction counter is this object's.
package final class CostMeter {
    /// Negative where the machine does not count instructions.
    private let instructions: Int32

    /// Counts for the thread that makes it.
    package init() { instructions = clamor_instruction_counter_open() }

    deinit { if instructions >= 0 { clamor_instruction_counter_close(instructions) } }

    package func measure<E: Error>(_ work: () throws(E) -> Void) throws(E) -> Reading {
        let instructionsBefore = clamor_instruction_counter_read(instructions)
        let allocationsBefore = clamor_allocation_count()
        let before = MonotonicClock.threadProcessorTime
        try work()
        let time = MonotonicClock.threadProcessorTime - before
        let allocations = clamor_allocation_count() - allocationsBefore
        let executed = clamor_instruction_counter_read(instructions) - instructionsBefore
        return Reading(
            time: time, allocations: allocations,
            instructions: instructions >= 0 ? executed : nil)
    }
}
