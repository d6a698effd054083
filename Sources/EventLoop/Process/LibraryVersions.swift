internal import CLibUV
internal import COpenSSL

/// The versions of the C libraries that this process runs with, for the report.
package enum LibraryVersions {
    /// Such as `OpenSSL 3.0.17 1 Jul 2025`.
    package static var openSSL: String {
        unsafe OpenSSL_version(OPENSSL_VERSION).map { unsafe String(cString: $0) } ?? "unknown"
    }

    /// Such as `1.44.2`.
    package static var libuv: String {
        unsafe uv_version_string().map { unsafe String(cString: $0) } ?? "unknown"
    }
}
