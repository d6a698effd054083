import XMPP

/// Where a stanza goes, as far as this server has to know: ranges of a prepared JID.
package struct Address: Equatable {
    /// The kind of an address.
    package enum Kind: Equatable {
        /// The server itself, or a resource of it.
        case server
        /// An account.
        case bare
        /// One session of an account.
        case full
        /// Another domain.
        case foreign
    }

    /// What is addressed.
    package var kind: Kind
    /// The part before the `@`.
    package var local: Range<Int>
    /// The part after the `/`.
    package var resource: Range<Int>
    /// The part before the `/`, or all.
    package var bare: Range<Int>

    /// Takes a prepared JID apart.
    package init(prepared jid: Span<UInt8>, domain: [UInt8]) {
        var slash = 0
        while slash < jid.count && jid[slash] != UInt8(ascii: "/") { slash += 1 }
        var at = 0
        while at < slash && jid[at] != UInt8(ascii: "@") { at += 1 }
        let domainStart = at < slash ? at + 1 : 0
        local = 0..<(at < slash ? at : 0)
        bare = 0..<slash
        resource = slash < jid.count ? (slash + 1)..<jid.count : jid.count..<jid.count
        if !Self.equal(jid, domainStart..<slash, domain) {
            kind = .foreign
        } else if local.isEmpty {
            kind = .server
        } else {
            kind = resource.isEmpty ? .bare : .full
        }
    }

    /// Calls `body` with the prepared form of a JID; nil when it is not a JID.
    ///
    /// Most are prepared already, and then nothing is allocated.
    package static func withPrepared<R>(
        _ jid: Span<UInt8>, domain: [UInt8], _ body: (Span<UInt8>, Address) -> R
    ) -> R? {
        if isPrepared(jid) { return body(jid, Address(prepared: jid, domain: domain)) }
        guard let parsed = JID(String(decoding: copy(jid), as: UTF8.self)) else { return nil }
        let prepared = Array(parsed.description.utf8)
        return body(prepared.span, Address(prepared: prepared.span, domain: domain))
    }

    /// Whether a JID is its own prepared form, as far as that is plain from ASCII alone.
    package static func isPrepared(_ jid: Span<UInt8>) -> Bool {
        guard !jid.isEmpty, jid.count <= 1_023 else { return false }
        var isResource = false
        var partStart = 0
        var hasLocal = false
        for index in jid.indices {
            let byte = jid[index]
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                continue
            case UInt8(ascii: "@") where !isResource && !hasLocal && index > partStart:
                hasLocal = true
                partStart = index + 1
            case UInt8(ascii: "/") where !isResource && index > partStart:
                // A domain's final dot is not part of the prepared form (RFC 7622 §3.2).
                if jid[index - 1] == UInt8(ascii: ".") { return false }
                isResource = true
                partStart = index + 1
            case 0x21...0x7e
            where isResource && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\"")
                && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<"):
                continue
            case UInt8(ascii: "+"), UInt8(ascii: "="):
                if isResource || !hasLocal { continue }
                return false
            default:
                return false
            }
        }
        let endsInDot = !isResource && jid[jid.count - 1] == UInt8(ascii: ".")
        return partStart < jid.count && !endsInDot
    }

    /// A copy of the bytes.
    package static func copy(_ bytes: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for index in bytes.indices { result.append(bytes[index]) }
        return result
    }

    /// Whether bytes in a range are the same as others.
    package static func equal(_ bytes: Span<UInt8>, _ range: Range<Int>, _ other: [UInt8]) -> Bool {
        guard range.count == other.count else { return false }
        for index in 0..<other.count where bytes[range.lowerBound + index] != other[index] {
            return false
        }
        return true
    }
}
