import Testing

@testable import EventLoop

@Suite struct ConnectionSlabTests {
    private struct Record: SlabRecord {
        var state = ConnectionState.free
        var generation: UInt32 = 0
        var name = ""
    }

    private func open(_ name: String, in slab: inout ConnectionSlab<Record>) -> ConnectionID {
        let slot = slab.take()
        slab[slot].state = .open
        slab[slot].name = name
        return slab.identifier(slot)
    }

    @Test func `an identifier leads to its own connection only`() {
        var slab = ConnectionSlab<Record>()
        let first = open("first", in: &slab)
        let second = open("second", in: &slab)
        #expect(slab.slot(of: first).map { slab[$0].name } == "first")
        #expect(slab.slot(of: second).map { slab[$0].name } == "second")
        slab.free(Int(first.slot))
        #expect(slab.slot(of: first) == nil)
        let third = open("third", in: &slab)
        #expect(third.slot == first.slot && third.generation == first.generation + 1)
        #expect(slab.slot(of: first) == nil)
        #expect(slab.slot(of: third).map { slab[$0].name } == "third")
        #expect(slab.slot(of: ConnectionID(slot: 2, generation: 0)) == nil)
        #expect(slab.indices == 0..<2)
    }

    @Test(arguments: [
        (ConnectionState.free, false), (.connecting, true), (.open, true), (.closing, false),
    ])
    func `what is being closed cannot be reached`(state: ConnectionState, isReached: Bool) {
        var slab = ConnectionSlab<Record>()
        let id = open("one", in: &slab)
        slab[0].state = state
        #expect((slab.slot(of: id) == 0) == isReached)
    }

    @Test func `what is left in a free place is found by the next connection there`() {
        var slab = ConnectionSlab<Record>()
        let id = open("one", in: &slab)
        slab.free(0, leaving: Record(generation: 7, name: "left"))
        #expect(slab.take() == 0)
        #expect(slab[0].name == "left")
        #expect(slab[0].generation == id.generation + 1)
    }
}
