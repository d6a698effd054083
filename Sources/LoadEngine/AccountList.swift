internal import StanzaParser

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

    /// Appends the username without making a string of it.
    func appendUsername(of number: Int, to buffer: inout [UInt8]) {
        let start = number == 0 ? 0 : Int(usernameEnds[number - 1])
        buffer.append(contentsOf: usernames[start..<Int(usernameEnds[number])])
    }

    /// Writes the username into an attribute's value, escaped or as it is.
    func writeUsername(of number: Int, escaping: Bool, to writer: inout StanzaWriter) {
        let start = number == 0 ? 0 : Int(usernameEnds[number - 1])
        let usernames = usernames
        let username = usernames.span.extracting(start..<Int(usernameEnds[number]))
        if escaping && !arePlain {
            writer.attributeValue(username)
        } else {
            writer.raw(username)
        }
    }

    /// The account with that localpart, if it is one of the run's.
    package func number(of username: String) -> Int? { numbers[username].map(Int.init) }
}
