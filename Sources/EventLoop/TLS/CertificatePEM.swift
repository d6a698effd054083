internal import COpenSSL

/// Reading and writing certificates as PEM text.
enum CertificatePEM {
    /// Bounds: more certificates than this in one text are refused.
    static let maximumCount = 1_024

    /// Lends every certificate of a PEM text, in order; returns how many there were.
    static func forEach(in text: String, _ body: (OpaquePointer) -> Void) -> Int {
        let bio = unsafe memory(text)
        defer { _ = unsafe BIO_free(bio) }
        var count = 0
        while count < maximumCount, let certificate = unsafe PEM_read_bio_X509(bio, nil, nil, nil) {
            unsafe body(certificate)
            unsafe X509_free(certificate)
            count += 1
        }
        OpenSSLErrors.clear()
        return count
    }

    /// The private key of a PEM text, which the caller has to free; nil where there is none that can
    /// be read without a pass phrase.
    static func key(in text: String) -> OpaquePointer? {
        let bio = unsafe memory(text)
        defer { _ = unsafe BIO_free(bio) }
        defer { OpenSSLErrors.clear() }
        // Without a callback OpenSSL would ask for a pass phrase on the terminal.
        return unsafe PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in 0 }, nil)
    }

    /// A BIO to read a text from.
    private static func memory(_ text: String) -> OpaquePointer? {
        var text = text
        return text.withUTF8 { bytes in
            // BIO_new_mem_buf would only borrow the memory; this copies it.
            let bio = unsafe BIO_new(BIO_s_mem())
            _ = unsafe BIO_write(bio, bytes.baseAddress, Int32(clamping: bytes.count))
            return unsafe bio
        }
    }

    /// The PEM text of one certificate.
    static func text(of certificate: OpaquePointer) -> String {
        let bio = unsafe BIO_new(BIO_s_mem())
        defer { _ = unsafe BIO_free(bio) }
        guard unsafe PEM_write_bio_X509(bio, certificate) == 1 else { return "" }
        return unsafe take(bio)
    }

    /// The PEM text of a private key, not encrypted.
    static func text(ofKey key: OpaquePointer) -> String {
        let bio = unsafe BIO_new(BIO_s_mem())
        defer { _ = unsafe BIO_free(bio) }
        guard unsafe PEM_write_bio_PrivateKey(bio, key, nil, nil, 0, nil, nil) == 1 else {
            return ""
        }
        return unsafe take(bio)
    }

    private static func take(_ bio: OpaquePointer?) -> String {
        var bytes: UnsafePointer<CChar>?
        let count = unsafe clamor_bio_memory(bio, &bytes)
        guard let bytes = unsafe bytes, count > 0 else { return "" }
        let raw = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        return unsafe String(decoding: raw, as: UTF8.self)
    }
}
