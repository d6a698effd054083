internal import Units

/// What the raw step of a session waits for, with its templates filled in.
struct PendingExpectation {
    /// Index into the program's raw stanzas.
    var stanza: Int
    var id: [UInt8]?
    var from: [UInt8]?
}
