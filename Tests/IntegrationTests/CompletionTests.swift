import Foundation
import Testing

extension Integration {
    /// The scripts of `clamor completion`, run by the shells that they are for.
    @Suite struct CompletionTests {
        /// A command line up to the word that is being written, and what is to be offered for it.
        struct Case: CustomStringConvertible, Sendable {
            var words: [String]
            var offered: Set<String>
            var isExact: Bool

            init(_ line: String, _ offered: [String], isExact: Bool = true) {
                words = line.components(separatedBy: " ")
                self.offered = Set(offered)
                self.isExact = isExact
            }

            var description: String { words.joined(separator: " ") }

            func check(_ found: [String]) {
                let found = Set(found)
                #expect(isExact ? found == offered : found.isSuperset(of: offered), "\(self)")
            }
        }

        private static let cases = [
            Case("clamor pro", ["profiles"]),
            Case("clamor accounts ", ["create", "delete"]),
            Case("clamor profiles show cha", ["chat"]),
            Case("clamor profiles show ", ["quickstart", "idle", "chat"], isExact: false),
            Case("clamor run --str", ["--strict"]),
            Case("clamor run chat --progress p", ["plain"]),
            Case("clamor check --set a=b qui", ["quickstart"]),
            Case("clamor accounts create chat --pri", ["--print"]),
            Case("clamor accounts create chat --print ", ["prosodyctl", "ejabberdctl"]),
            Case("clamor serve --tls-cert cert", ["cert.pem"]),
            Case("clamor run --output rep", ["reports/"]),
            Case("clamor run ./mi", ["./mine.yaml"]),
            Case("clamor completion ", ["bash", "zsh", "fish"]),
        ]

        /// A folder with what completion of files can find.
        private func folder() throws -> Folder {
            let folder = try Folder()
            _ = try folder.write("cert.pem", "")
            _ = try folder.write("mine.yaml", "")
            let reports = folder["reports"]
            try FileManager.default.createDirectory(
                atPath: reports, withIntermediateDirectories: true)
            return folder
        }

        private func lines(
            _ shell: String, _ arguments: [String], in folder: Folder
        ) async throws -> [String] {
            let result = try await ChildProcess(
                "/usr/bin/env", [shell] + arguments, environment: ["HOME": folder.path],
                in: folder.path
            ).result(within: 60)
            #expect(result.errors == "", "\(result)")
            return result.output.split(separator: "\n").map(String.init)
        }

        @Test(arguments: cases)
        func `bash offers what fits`(_ item: Case) async throws {
            let folder = try folder()
            let script = """
                eval "$('\(Package.clamor)' completion bash)"
                COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
                _clamor
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            let found = try await lines("bash", ["-c", script, "bash"] + item.words, in: folder)
            // bash itself puts the slash behind a folder.
            item.check(found.map { $0 == "reports" ? "reports/" : $0 })
        }

        @Test func `bash takes an option and its value with an equals sign`() async throws {
            let folder = try folder()
            let script = """
                eval "$('\(Package.clamor)' completion bash)"
                COMP_WORDS=(clamor run --progress = p) COMP_CWORD=4
                _clamor
                printf '%s\\n' "${COMPREPLY[@]}"
                COMP_WORDS=(clamor check --seed = 5 qui) COMP_CWORD=5
                _clamor
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            let found = try await lines("bash", ["-c", script], in: folder)
            #expect(found == ["plain", "quickstart"])
        }

        @Test(arguments: cases)
        func `fish offers what fits`(_ item: Case) async throws {
            let folder = try folder()
            let script = """
                '\(Package.clamor)' completion fish | source
                complete -C '\(item.words.joined(separator: " "))'
                """
            let found = try await lines("fish", ["--no-config", "-c", script], in: folder)
            item.check(found.map { String($0.prefix { $0 != "\t" }) })
        }

        /// zsh completes in an interactive line only; what it would be given stands in for that.
        @Test func `zsh is told the subcommands, the options and the operands`() async throws {
            let folder = try folder()
            let script = """
                '\(Package.clamor)' completion zsh > _clamor
                _describe() { print -rl -- "${(@P)2}" }
                _arguments() { print -rl -- "$words" "$CURRENT" "$@" }
                _alternative() { print -rl -- "alternative" "$@" }
                words=(clamor ''); CURRENT=2; source ./_clamor
                words=(clamor accounts ''); CURRENT=3; source ./_clamor
                words=(clamor run --progress p); CURRENT=4; source ./_clamor
                words=(clamor profiles show ''); CURRENT=4; source ./_clamor
                _clamor_profile -J files
                """
            let found = try await lines("zsh", ["-f", "-c", script], in: folder)
            let set =
                "*--set=[override a key of the profile, such as "
                + "sessions.scenarios\\[0\\].weight=2; VALUE is YAML]:KEY=VALUE: "
            for line in [
                "run:run a profile; ADDRESS overrides the profile's target",
                "create:register the accounts of a profile", "run --progress p", "3", set,
                "--strict[a SUSPECT verdict ends with 4, as an INVALID one does]",
                ":PROFILE:_clamor_profile", "::ADDRESS: ", "show ", "2", "files:file:_files",
            ] {
                #expect(found.contains(line), "\(line)")
            }
            let name = try #require(found.first { $0.hasPrefix(":NAME:") })
            #expect(name.hasPrefix(":NAME:(quickstart "))
        }
    }
}
