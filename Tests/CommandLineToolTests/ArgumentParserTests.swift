import CommandLineTool
import Testing

@Suite struct ArgumentParserTests {
    private func invocation(_ words: String...) throws -> Invocation {
        guard case .invoke(let result) = try ArgumentParser.parse(words) else {
            throw UsageError("help was asked for")
        }
        return result
    }

    private func message(_ words: String...) -> String? {
        do {
            _ = try ArgumentParser.parse(words)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func `options and operands come in any order, with the value joined or apart`() throws {
        let run = try invocation(
            "run", "--seed", "7", "chat.yaml", "--output=out", "127.0.0.1:5222")
        #expect(run.subcommand == .run)
        #expect(run.operands == ["chat.yaml", "127.0.0.1:5222"])
        #expect(run.number(of: .seed) == 7)
        #expect(run.value(of: .output) == "out")
        #expect(!run.has(.strict))
    }

    @Test func `an option that may be repeated keeps every value in order`() throws {
        let run = try invocation("run", "p", "--set", "a=1", "--set", "b=x=y")
        #expect(run.allValues(of: .set) == ["a=1", "b=x=y"])
    }

    @Test func `words after two dashes are operands`() throws {
        #expect(try invocation("run", "--", "--strict").operands == ["--strict"])
    }

    @Test func `a subcommand may have two words`() throws {
        let create = try invocation("accounts", "create", "p", "--print", "prosodyctl")
        #expect(create.subcommand == .accountsCreate)
        #expect(create.value(of: .print) == "prosodyctl")
        #expect(try invocation("profiles").subcommand == .profiles)
        #expect(try invocation("profiles", "show", "chat").operands == ["chat"])
    }

    @Test func `help is understood in each of its places`() throws {
        #expect(try ArgumentParser.parse([]) == .help(nil))
        #expect(try ArgumentParser.parse(["--help"]) == .help(nil))
        #expect(try ArgumentParser.parse(["help"]) == .help(nil))
        #expect(try ArgumentParser.parse(["help", "accounts", "delete"]) == .help(.accountsDelete))
        #expect(try ArgumentParser.parse(["run", "--help"]) == .help(.run))
        #expect(try ArgumentParser.parse(["accounts", "--help"]) == .helpOnGroup("accounts"))
        #expect(try ArgumentParser.parse(["help", "bench"]) == .helpOnGroup("bench"))
        #expect(try ArgumentParser.parse(["bench"]) == .helpOnGroup("bench"))
        #expect(try ArgumentParser.parse(["profiles", "--help"]) == .help(.profiles))
        #expect(try ArgumentParser.parse(["run", "x", "-h", "--unknown"]) == .help(.run))
        #expect(try invocation("--version").subcommand == .version)
    }

    @Test func `mistakes say what was probably meant`() {
        #expect(message("rum") == "unknown subcommand 'rum'; did you mean 'run'?")
        #expect(
            message("accounts", "list")
                == "'accounts' needs a second word: 'accounts create' or 'accounts delete'")
        #expect(
            message("run", "p", "--otput", "x")
                == "unknown option '--otput' for 'run'; did you mean '--output'?")
        #expect(
            message("run", "p", "--listen", "x")
                == "unknown option '--listen' for 'run'; it belongs to 'serve'")
        #expect(message("run", "p", "-o", "x") == "unknown option '-o' for 'run'")
        #expect(
            message("run", "p", "--progress", "plan")
                == "--progress is one of auto, plain, json, none, not 'plan'; did you mean 'plain'?"
        )
    }

    @Test func `what is missing or too much is said`() {
        #expect(message("run")?.hasPrefix("PROFILE is missing") == true)
        #expect(message("serve", "here") == "'here' is one word too many")
        #expect(message("run", "p", "--seed") == "--seed needs a value: NUMBER")
        #expect(message("run", "p", "--seed", "--strict") == "--seed needs a value: NUMBER")
        #expect(message("run", "p", "--strict=yes") == "--strict takes no value")
        #expect(message("run", "p", "--seed", "1", "--seed", "2") == "--seed is given twice")
        #expect(message("run", "p", "--output", "") == "--output needs a value that is not empty")
        #expect(
            message("--strict", "run")
                == "options come after the subcommand, but '--strict' comes first")
    }

    @Test(arguments: ["0", "257", "-1", "two", "1.5", "99999999999999999999"])
    func `a number out of its range is refused`(value: String) {
        #expect(
            message("run", "p", "--workers=\(value)")
                == "--workers needs a whole number from 1 to 256, not '\(value)'")
    }
}
