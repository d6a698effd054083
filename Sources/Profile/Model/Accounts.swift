/// The accounts that sessions log in with.
package struct Accounts: Sendable {
    package var source: Source
    package var registration: Registration
    /// Registrations started per second during set-up; nil: as fast as the server answers.
    package var registerRate: Rate?
    /// The path of a PEM file with the account's certificate and key, relative to the profile, for
    /// servers that ask for one; nil: accounts have none.
    package var certificate: Template?

    /// Whether one certificate stands for all accounts.
    package var sharesCertificate: Bool { certificate?.literal != nil }

    /// Where names and passwords come from.
    package enum Source: Sendable {
        /// `count` accounts; `${index}` runs from 1 to `count`.
        case templates(count: Int, username: Template, password: Template)
        /// A CSV file, relative to the profile; `count` takes the first rows only.
        case file(path: String, count: Int?)
    }

    /// When set-up registers accounts in-band (XEP-0077).
    package enum Registration: String, CaseIterable, Sendable {
        /// Registers each; a conflict means that it exists already.
        case ifMissing = "if-missing"
        /// Registers each; a conflict is an error.
        case always
        case never
    }
}
