import EventLoop

/// The value of `--listen`: a numeric address, or `localhost`, with a port that may be 0.
enum ListenAddress {
    static func parse(_ text: String, option: Flag) throws(CommandFailure) -> SocketAddress {
        var host = text[...]
        var port: UInt16?
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            host = text[..<colon]
            port = UInt16(text[text.index(after: colon)...])
        }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        let name = host == "localhost" ? "127.0.0.1" : String(host)
        guard let port, isBracketed || !name.contains(":"),
            let address = SocketAddress(numericHost: name, port: port)
        else {
            throw CommandFailure(
                .usage,
                "--\(option.name): '\(text)' is not an address to listen at; write a numeric "
                    + "HOST:PORT or [IPv6]:PORT")
        }
        return address
    }
}
