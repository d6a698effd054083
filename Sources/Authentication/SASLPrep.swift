internal import CGSASL

/// The preparation of user names and passwords for comparison and hashing.
///
/// Source: RFC 4013. Unassigned code points are allowed, as for queries (RFC 3454 §7), on both
/// sides, so that a password gives one key wherever it is prepared.
package enum SASLPrep {
    /// The prepared form of `text` as UTF-8, or nil when it has a forbidden character.
    package static func prepare(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        // Printable ASCII is its own prepared form.
        if bytes.allSatisfy({ 0x20...0x7E ~= $0 }) { return bytes }
        if bytes.contains(0) { return nil }
        var prepared: UnsafeMutablePointer<CChar>? = nil
        let code = unsafe gsasl_saslprep(text, GSASL_ALLOW_UNASSIGNED, &prepared, nil)
        guard code == GSASL_OK.rawValue, let result = unsafe prepared else { return nil }
        defer { unsafe gsasl_free(result) }
        return unsafe Array(String(cString: result).utf8)
    }
}
