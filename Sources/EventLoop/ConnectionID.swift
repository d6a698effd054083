/// Names one connection of one transport.
///
/// A slot is used again after its connection closed, with the next generation, so a stale
/// identifier never reaches a later connection: it is ignored.
public struct ConnectionID: Hashable, Sendable, BitwiseCopyable {
    public var slot: UInt32
    public var generation: UInt32

    @inlinable public init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }
}
