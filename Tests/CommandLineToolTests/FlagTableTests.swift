import CommandLineTool
import Testing

@Suite struct FlagTableTests {
    @Test func `names are unique and every flag belongs somewhere`() {
        #expect(Set(Flag.all.map(\.name)).count == Flag.all.count)
        for flag in Flag.all {
            #expect(!flag.subcommands.isEmpty, "--\(flag.name)")
            #expect(!flag.help.isEmpty && flag.help.last != ".", "--\(flag.name)")
        }
    }

    @Test(arguments: Subcommand.allCases)
    func `each subcommand takes what the table says and nothing else`(subcommand: Subcommand) {
        let operands = subcommand.operands.filter(\.isRequired).map { _ in "x" }
        for flag in Flag.all where flag.name != "help" {
            var words = subcommand.words + operands + ["--\(flag.name)"]
            switch flag.value {
            case .none: break
            case .text: words.append("text")
            case .number(_, let range): words.append("\(range.lowerBound)")
            case .choice(let choices): words.append(choices[0])
            }
            let isTaken = (try? ArgumentParser.parse(words)) != nil
            #expect(isTaken == flag.subcommands.contains(subcommand), "\(words)")
        }
    }
}
