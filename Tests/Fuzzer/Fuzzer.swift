import StanzaParserOracles

/// libFuzzer with two things to try: `fuzzer parser|view FOLDER [-runs=N ...]`.
@main
enum Fuzzer {
    typealias Trial = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
    typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    static func main() {
        let words = CommandLine.arguments
        guard words.count > 2, let trial = trials[words[1]] else {
            fatalError("usage: fuzzer parser|view FOLDER [options of libFuzzer]")
        }
        FuzzerSeeds.write(to: words[2])
        // libFuzzer is to see the words without the first of ours.
        var count = CommandLine.argc - 1
        var rest: Words = CommandLine.unsafeArgv + 1
        rest[0] = CommandLine.unsafeArgv[0]
        guard runFuzzer(&count, &rest, trial) == 0 else { fatalError("libFuzzer gave up") }
    }

    private static let trials: [String: Trial] = ["parser": readAsStream, "view": lookAtElements]

    /// Any bytes: read whole, in pieces, and in one of the other ways, they come to the same.
    private static let readAsStream: Trial = { start, count in
        let input = FuzzerInput(start, count)
        var comparison = EngineComparison()
        comparison.read(input.document, in: [.inPieces, input.way], cuts: input.cuts)
        let differences = comparison.differences
        if !differences.isEmpty { fatalError(differences.joined(separator: "\n")) }
        return 0
    }

    /// Any bytes: the views of what was well-formed tell the same whichever way they are asked.
    private static let lookAtElements: Trial = { start, count in
        let input = FuzzerInput(start, count)
        var check = ViewCheck()
        check.read(input.document, cuts: input.cuts)
        if !check.differences.isEmpty { fatalError(check.differences.joined(separator: "\n")) }
        return 0
    }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>, _ words: UnsafeMutablePointer<Fuzzer.Words>,
    _ trial: Fuzzer.Trial
) -> CInt
