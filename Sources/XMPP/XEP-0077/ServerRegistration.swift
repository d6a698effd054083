import StanzaParser

/// What a client asks of in-band registration.
///
/// Source: XEP-0077 §3.
package enum ServerRegistration: Equatable, Sendable {
    /// It wants to know what to fill in.
    case form
    /// It creates the account, or changes its own account's password.
    case submit(username: String, password: String)
    /// It removes its own account.
    case remove
    /// A required field is missing or empty.
    case incomplete

    /// Reads the `query` of a request; `isSet` tells the type of the request.
    ///
    /// The fields are taken as elements of their own or from a data form (XEP-0004).
    package init(query: ElementView, isSet: Bool) {
        guard isSet else {
            self = .form
            return
        }
        if query.child("remove", Namespaces.register) != nil {
            self = .remove
            return
        }
        var username = query.child("username", Namespaces.register)?.text
        var password = query.child("password", Namespaces.register)?.text
        if let form = query.child("x", Namespaces.dataForms) {
            var field = form.firstChild
            while let current = field {
                if current.hasLocalName("field") {
                    let value = current.child("value", Namespaces.dataForms)?.text
                    if current.attributeEquals("var", "username") { username = value }
                    if current.attributeEquals("var", "password") { password = value }
                }
                field = current.nextSibling
            }
        }
        guard let username, let password, !username.isEmpty, !password.isEmpty else {
            self = .incomplete
            return
        }
        self = .submit(username: username, password: password)
    }

    /// Writes what there is to fill in; `username` is that of the account which asks, if any.
    package static func writeForm(username: String?, to writer: inout StanzaWriter) {
        writer.raw("<query xmlns='jabber:iq:register'>")
        if let username {
            writer.raw("<registered/><username>")
            writer.text(username)
            writer.raw("</username><password/>")
        } else {
            writer.raw("<instructions>Choose a user name and a password.</instructions>")
            writer.raw("<username/><password/>")
        }
        writer.raw("</query>")
    }
}
