/// What one schedule asked of one worker within the measured part, and what the worker began.
struct ScheduleTally: Sendable, Equatable {
    var asked: UInt64 = 0
    var achieved: UInt64 = 0
    /// What nobody was online for.
    var nobodyOnline: UInt64 = 0
    /// Arrivals that found no free account.
    var skipped: UInt64 = 0
}
