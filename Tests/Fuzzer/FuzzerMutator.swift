import StanzaParserOracles

/// libFuzzer's own change of bytes.
@_silgen_name("LLVMFuzzerMutate")
private func changeBytes(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int

/// Called by libFuzzer for each new input: changes bytes as it would itself, or elements, tags,
/// attributes and text as the documents of the tests are changed.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
    _ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int, _ seed: UInt32
) -> Int {
    var random = SeededRandom(seed: UInt64(seed))
    guard random.chance(50) else { return changeBytes(data, count, room) }
    var mutator = DocumentMutator(seed: random.next())
    var generator = DocumentGenerator(seed: random.next())
    let document = Array(UnsafeBufferPointer(start: data, count: count))
    // To make one for each mutant would take longer than all the rest.
    let other = document.isEmpty || random.chance(10) ? generator.document() : document
    let mutant = document.isEmpty ? other : mutator.mutant(of: document, other)
    let kept = mutant.prefix(room)
    return UnsafeMutableBufferPointer(start: data, count: room).update(fromContentsOf: kept)
}
