/// Data that names one TLS connection, so that an authentication is bound to it.
///
/// Source: RFC 5929 (`tls-unique`), RFC 9266 (`tls-exporter`).
package struct ChannelBinding: Hashable, Sendable {
    /// The type for TLS 1.3, and for TLS 1.2 with the extended master secret.
    package static let tlsExporter = "tls-exporter"
    /// The type for TLS 1.2 and before.
    package static let tlsUnique = "tls-unique"

    /// The registered name of the type.
    package var type: String
    /// The binding itself.
    package var data: [UInt8]

    /// A binding of a type with its data.
    package init(type: String, data: [UInt8]) {
        self.type = type
        self.data = data
    }

    /// The one to use of those that this connection has, or nil.
    ///
    /// `offered` are the types that the server listed (XEP-0440 §3); it is nil when the server
    /// listed none at all, and then the default of the TLS version is the best guess: `tls-unique`
    /// where it exists, which is never in TLS 1.3 (RFC 5802 §6.1, RFC 9266 §3).
    package static func preferred(of available: [Self], offered: [String]?) -> Self? {
        let order =
            offered == nil ? [tlsUnique, tlsExporter] : [tlsExporter, tlsUnique]
        for type in order where offered?.contains(type) ?? true {
            if let found = available.first(where: { $0.type == type }) { return found }
        }
        return nil
    }
}
