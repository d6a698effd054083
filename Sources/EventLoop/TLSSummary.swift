/// What a TLS handshake agreed on.
public struct TLSSummary: Sendable {
    /// One kind of channel binding data (RFC 5056).
    public struct Binding: Hashable, Sendable {
        /// `tls-exporter` (RFC 9266) or `tls-unique` (RFC 5929).
        public var type: String
        public var data: [UInt8]

        public init(type: String, data: [UInt8]) {
            self.type = type
            self.data = data
        }
    }

    /// For example `TLSv1.3`.
    public var version: String
    public var cipher: String
    /// The protocol that ALPN selected, if any.
    public var applicationProtocol: String?
    public var isResumed: Bool
    public var handshakeBytesRead: Int
    public var handshakeBytesWritten: Int
    /// The strongest first; empty when the connection has none that is safe.
    public var channelBindings: [Binding]
    /// What `tls-unique` would be in TLS 1.3, which does not define it; on the server's side only.
    /// Clients that know no other type use it all the same, slixmpp 1.8 among them.
    public var undefinedUnique: Binding?

    public init(
        version: String, cipher: String, applicationProtocol: String?, isResumed: Bool,
        handshakeBytesRead: Int, handshakeBytesWritten: Int, channelBindings: [Binding]
    ) {
        self.version = version
        self.cipher = cipher
        self.applicationProtocol = applicationProtocol
        self.isResumed = isResumed
        self.handshakeBytesRead = handshakeBytesRead
        self.handshakeBytesWritten = handshakeBytesWritten
        self.channelBindings = channelBindings
    }
}
