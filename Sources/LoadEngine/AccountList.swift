internal import StanzaParser
internal import Workload

/// The accounts of a run, numbered from 0 here and from 1 in templates.
package final class AccountList: Sendable {
    /// One account and what its row of a CSV file adds.
    package struct Account: Sendable, Equatable {
        package var username: String
        package var password: String
        /// By `Profile.csvColumns`; empty without a file.
        package var columns: [String]

        package init(username: String, password: String, columns: [String] = []) {
            self.username = username
            self.password = password
            self.columns = columns
        }
    }

    private let accounts: [Account]
    private let numbers: [String: Int32]
    /// All usernames one after the other, since they are written into most stanzas.
    private let usernames: [UInt8]
    /// Where each ends.
    private let usernameEnds: [Int32]
    /// Whether no username has anything to escape.
    let arePlain: Bool

    /// - Parameter indexed: whether `number(of:)` will be asked; costs a table of all names.
    package init(_ accounts: [Account], indexed: Bool) {
        self.accounts = accounts
        var usernames: [UInt8] = []
        usernameEnds = accounts.map { account in
            usernames.append(contentsOf: account.username.utf8)
            return Int32(usernames.count)
        }
        self.usernames = usernames
        var writer = StanzaWriter()
        writer.attributeValue(usernames.span)
        arePlain = writer.bytes == usernames
        var numbers: [String: Int32] = [:]
        if indexed {
            for (number, account) in accounts.enumerated() {
                numbers[account.username] = Int32(number)
            }
        }
        self.numbers = numbers
    }

    package var count: Int { accounts.count }

    package subscript(number: Int) -> Account { accounts[number] }

    /// Writes the username, escaped for an attribute's value or as it is.
    func writeUsername(of number: Int, escaping: Bool, to writer: inout StanzaWriter) {
        let start = number == 0 ? 0 : Int(usernameEnds[number - 1])
        let range = start..<Int(usernameEnds[number])
        Self.write(usernames, range, escaping: escaping && !arePlain, to: &writer)
    }

    /// A function of its own, as a span is not given out of an object's property.
    private static func write(
        _ usernames: [UInt8], _ range: Range<Int>, escaping: Bool, to writer: inout StanzaWriter
    ) {
        writer.append(usernames.span.extracting(range), escaping: escaping)
    }

    /// The account with that localpart, if it is one of the run's.
    package func number(of username: String) -> Int? { numbers[username].map(Int.init) }
}
