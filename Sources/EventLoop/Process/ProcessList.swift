internal import Glibc

/// The processes of this machine.
package enum ProcessList {
    /// Numbers of all but this one.
    package static var identifiers: [Int32] {
        Directory.names("/proc").compactMap { Int32($0) }.filter { $0 != getpid() }
    }

    /// What a process goes by.
    package struct Names: Sendable, Equatable {
        /// The command's name, cut to 15 bytes as the system does; and the file of the program.
        package var program: Set<String> = []
        /// The file that an interpreter runs, which comes as its first argument.
        package var script: String?

        /// Of a process; none where it has ended. Source: proc_pid_comm(5), proc_pid_cmdline(5).
        package init(of identifier: Int32) {
            func text(_ name: String) -> String {
                FileReader.text("/proc/\(identifier)/\(name)") ?? ""
            }
            self.init(command: text("comm"), commandLine: text("cmdline"))
        }

        init(command: String, commandLine: String) {
            let words = commandLine.split(separator: "\0")
            func file(_ word: Substring) -> String {
                let slash = word.lastIndex(of: "/")
                return String(slash.map { word[word.index(after: $0)...] } ?? word)
            }
            let command = command.filter { $0 != "\n" }
            program = Set([command] + words.prefix(1).map(file)).subtracting([""])
            script = words.count > 1 && words[1].first != "-" ? file(words[1]) : nil
        }

        /// Whether the command or the program has that name.
        package func isProgram(_ name: String) -> Bool {
            let cut = String(decoding: name.utf8.prefix(15), as: UTF8.self)
            return program.contains(name) || program.contains(cut)
        }
    }
}
