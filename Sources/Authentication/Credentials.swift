/// Who logs in, and the secret for it.
package struct Credentials: Hashable, Sendable {
    /// The account's name: the local part of its JID.
    package var username: String
    /// The password as the profile has it.
    package var password: String
    /// The identity to act as, when it is not the account itself: a bare JID.
    package var authorization: String?

    /// Credentials of an account.
    package init(username: String, password: String, authorization: String? = nil) {
        self.username = username
        self.password = password
        self.authorization = authorization
    }
}
