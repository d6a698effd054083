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
    /// `offered` are the types that the server listed (XEP-0440 §3). It is nil when the server
    /// listed none; then `tls-unique` is what a server has (RFC 5802 §6.1). TLS 1.3 has no
    /// `tls-unique`, and servers exist that offer -PLUS on it and know no other type (ejabberd
    /// 23.01), so that `tls-exporter` is tried without a list only with `isBindingWanted`.
    package static func preferred(
        of available: [Self], offered: [String]?, isBindingWanted: Bool
    ) -> Self? {
        let order: [String]
        if let offered {
            order = [tlsExporter, tlsUnique].filter(offered.contains)
        } else {
            order = isBindingWanted ? [tlsUnique, tlsExporter] : [tlsUnique]
        }
        for type in order {
            if let found = available.first(where: { $0.type == type }) { return found }
        }
        return nil
    }
}
