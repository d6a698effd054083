import Profile

/// The profiles of the folder `profiles`, which are part of the binary.
package enum BuiltInProfiles {
    /// A profile and the name that `run` and `check` know it by.
    package struct Entry: Sendable {
        package var name: String
        package var text: [UInt8]

        /// What its opening comment says first.
        package var summary: String {
            let firstLine = String(
                decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            return String(firstLine.drop { $0 == "#" || $0 == " " })
        }
    }

    /// In the order in which a newcomer would try them.
    package static let all = [
        Entry(name: "quickstart", text: PackageResources.quickstart_yaml),
        Entry(name: "register", text: PackageResources.register_yaml),
        Entry(name: "login-storm", text: PackageResources.login_storm_yaml),
        Entry(name: "chat", text: PackageResources.chat_yaml),
        Entry(name: "presence", text: PackageResources.presence_yaml),
        Entry(name: "idle", text: PackageResources.idle_yaml),
    ]

    package static func named(_ name: String) -> Entry? { all.first { $0.name == name } }

    /// Their names and summaries, one to a line.
    package static var list: String {
        let width = all.map(\.name.count).max() ?? 0
        return all.map { entry in
            let gap = String(repeating: " ", count: width - entry.name.count + 2)
            return entry.name + gap + entry.summary
        }.joined(separator: "\n")
    }

    /// A sentence about a name that none of them has.
    package static func hint(for name: String) -> String {
        let known = all.map(\.name)
        let end =
            Suggestion.nearest(to: name, in: known).map { "; did you mean '\($0)'?" }
            ?? "; there are \(known.joined(separator: ", "))"
        return "no built-in profile '\(name)'\(end)"
    }
}
