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

    /// - Parameter indexed: whether `number(of:)` will be asked; costs a table of all names.
    package init(_ accounts: [Account], indexed: Bool) {
        self.accounts = accounts
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

    /// The account with that localpart, if it is one of the run's.
    package func number(of username: String) -> Int? { numbers[username].map(Int.init) }
}
