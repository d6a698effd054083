internal import CGSASL

/// The one library handle of the process.
///
/// It is written when it is made and only read afterwards: starting a session copies nothing into
/// it, and sessions share nothing else. So workers use it at once without a lock, each with
/// sessions of its own.
/// Source: GNU SASL manual, "Threads".
enum GSASLContext {
    /// The handle, or nil when the library could not start.
    nonisolated(unsafe) static let handle: OpaquePointer? = {
        var context: OpaquePointer? = nil
        guard unsafe gsasl_init(&context) == GSASL_OK.rawValue else { return nil }
        unsafe gsasl_callback_set(context, answer)
        return unsafe context
    }()
}

/// What GNU SASL asks while it serves a step: whether the server accepts a login.
///
/// The account's own password lies in the property `GSASL_PASSCODE`, which no mechanism in use
/// reads, so that the answer depends on the session alone.
private func answer(
    _ context: OpaquePointer?, _ session: OpaquePointer?, _ property: Gsasl_property
) -> CInt {
    switch property {
    case GSASL_VALIDATE_SIMPLE:
        guard let expected = unsafe gsasl_property_fast(session, GSASL_PASSCODE),
            let given = unsafe gsasl_property_fast(session, GSASL_PASSWORD)
        else { return CInt(GSASL_AUTHENTICATION_ERROR.rawValue) }
        let isEqual = unsafe String(cString: expected).utf8.elementsEqual(
            String(cString: given).utf8)
        return CInt((isEqual ? GSASL_OK : GSASL_AUTHENTICATION_ERROR).rawValue)
    case GSASL_VALIDATE_ANONYMOUS:
        return CInt(GSASL_OK.rawValue)
    default:
        return CInt(GSASL_NO_CALLBACK.rawValue)
    }
}
