internal import COpenSSL
internal import Glibc

/// OpenSSL's error queue of the calling thread.
///
/// Every operation clears it first, so that what is found afterwards belongs to it.
enum OpenSSLErrors {
    static func clear() { ERR_clear_error() }

    /// The reason of the earliest error, which is the cause of those after it; empties the queue.
    static func takeReason() -> String? {
        let code = ERR_peek_error()
        defer { ERR_clear_error() }
        guard code != 0 else { return nil }
        if clamor_error_is_system(code) == 1 {
            return unsafe strerror(clamor_ssl_reason(code)).map { unsafe String(cString: $0) }
        }
        guard let text = unsafe ERR_reason_error_string(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    static func context(_ what: String) -> TLSContextError {
        TLSContextError(takeReason().map { "\(what): \($0)" } ?? what)
    }
}
