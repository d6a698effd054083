/// The commands of a server's own tool that create or delete accounts, for servers that allow no
/// in-band registration.
package enum ProvisioningScript: String, CaseIterable, Sendable {
    case prosodyctl
    case ejabberdctl

    /// Whether accounts come or go.
    package enum Direction: Sendable {
        case create
        case delete
    }

    /// One command line for a POSIX shell.
    package func line(
        _ direction: Direction, username: String, password: String, domain: String
    ) -> String {
        let words: [String]
        switch (self, direction) {
        case (.prosodyctl, .create): words = ["register", username, domain, password]
        case (.prosodyctl, .delete): words = ["deluser", "\(username)@\(domain)"]
        case (.ejabberdctl, .create): words = ["register", username, domain, password]
        case (.ejabberdctl, .delete): words = ["unregister", username, domain]
        }
        return ([rawValue] + words.map(Self.quoted)).joined(separator: " ")
    }

    /// The word as a POSIX shell reads it back: in single quotes where it has to be.
    package static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@"), UInt8(ascii: "."),
                    UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
        guard !isPlain else { return word }
        var result = "'"
        for character in word { result += character == "'" ? "'\\''" : String(character) }
        return result + "'"
    }
}
