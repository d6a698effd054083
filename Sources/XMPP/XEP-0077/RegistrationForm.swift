import StanzaParser

/// A server's registration form, filled in for an account.
///
/// The data form is used where the server gives one, the legacy fields otherwise.
/// Source: XEP-0077 §3.1, §4; XEP-0004 §3.
package enum RegistrationForm: Equatable {
    /// Legacy fields: username, password, and what the server gave a value for.
    case fields([Field])
    /// A data form to submit.
    case dataForm([Field])
    /// The server wants what a load generator has not.
    case unfit(condition: String, text: String)

    /// One field with its values.
    package struct Field: Equatable, Sendable {
        /// The name: the element's, or the attribute `var`.
        package var name: String
        /// The values to send.
        package var values: [String]
    }

    /// Fills in the form of a `<query xmlns='jabber:iq:register'/>`.
    package init(query: ElementView, username: String, password: String) {
        let known = ["username": username, "password": password]
        if let form = query.child("x", Namespaces.dataForms) {
            self = Self.dataForm(form, known)
        } else {
            self = Self.legacy(query, known)
        }
    }

    private static func legacy(_ query: ElementView, _ known: [String: String]) -> Self {
        var fields: [Field] = []
        var missing: [String] = []
        var isOutOfBand = false
        var candidate = query.firstChild
        while let child = candidate {
            if child.hasNamespace(Namespaces.register) {
                let name = child.localName
                if let value = known[name] {
                    fields.append(Field(name: name, values: [value]))
                } else if name == "key" {
                    fields.append(Field(name: name, values: [child.text]))
                } else if name != "instructions" && name != "registered" {
                    missing.append(name)
                }
            } else if child.hasName("x", Namespaces.outOfBand) {
                isOutOfBand = true
            }
            candidate = child.nextSibling
        }
        return checked(fields, missing: missing, isOutOfBand: isOutOfBand) ?? .fields(fields)
    }

    private static func dataForm(_ form: ElementView, _ known: [String: String]) -> Self {
        var fields: [Field] = []
        var missing: [String] = []
        var candidate = form.firstChild
        while let child = candidate {
            if child.hasName("field", Namespaces.dataForms), let name = child.attribute("var") {
                let values = Self.values(child)
                if name == "FORM_TYPE" && values == ["urn:xmpp:captcha"] { return needsCaptcha }
                if let value = known[name] {
                    fields.append(Field(name: name, values: [value]))
                } else if !values.isEmpty {
                    fields.append(Field(name: name, values: values))
                } else if child.child("required", Namespaces.dataForms) != nil {
                    if child.child("media", "urn:xmpp:media-element") != nil || isPuzzle(name) {
                        return needsCaptcha
                    }
                    missing.append(name)
                }
            }
            candidate = child.nextSibling
        }
        return checked(fields, missing: missing, isOutOfBand: false) ?? .dataForm(fields)
    }

    private static func values(_ field: ElementView) -> [String] {
        var values: [String] = []
        var candidate = field.firstChild
        while let child = candidate {
            if child.hasName("value", Namespaces.dataForms) { values.append(child.text) }
            candidate = child.nextSibling
        }
        return values
    }

    private static func isPuzzle(_ name: String) -> Bool {
        ["ocr", "qa", "captcha", "captcha_text", "SHA-256"].contains(name)
    }

    private static let needsCaptcha = Self.unfit(
        condition: "captcha-required",
        text: "the server asks new accounts to solve a puzzle (CAPTCHA)")

    private static func checked(
        _ fields: [Field], missing: [String], isOutOfBand: Bool
    ) -> Self? {
        if !missing.isEmpty {
            return .unfit(
                condition: "unknown-required-field",
                text: "the server's form requires: \(missing.joined(separator: ", "))")
        }
        for name in ["username", "password"] where !fields.contains(where: { $0.name == name }) {
            return isOutOfBand
                ? .unfit(
                    condition: "out-of-band-registration",
                    text: "the server sends new accounts to a web page")
                : .unfit(
                    condition: "form-without-\(name)",
                    text: "the server's form has no field '\(name)'")
        }
        return nil
    }

    /// Writes the filled form as the content of the query; nothing for an unfit one.
    package func write(to writer: inout StanzaWriter) {
        switch self {
        case .fields(let fields):
            for field in fields {
                for value in field.values {
                    writer.raw("<")
                    writer.raw(field.name)
                    writer.raw(">")
                    writer.text(value)
                    writer.raw("</")
                    writer.raw(field.name)
                    writer.raw(">")
                }
            }
        case .dataForm(let fields):
            writer.raw("<x xmlns='jabber:x:data' type='submit'>")
            for field in fields {
                writer.raw("<field")
                writer.attribute("var", field.name)
                writer.raw(">")
                for value in field.values {
                    writer.raw("<value>")
                    writer.text(value)
                    writer.raw("</value>")
                }
                writer.raw("</field>")
            }
            writer.raw("</x>")
        case .unfit:
            break
        }
    }
}
