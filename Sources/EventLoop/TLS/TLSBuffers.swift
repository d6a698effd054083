internal import COpenSSL

/// The buffers and the one BIO that all TLS sessions of a transport share.
///
/// A session owns no buffers: while it works, OpenSSL reads ciphertext straight from the
/// transport's receive buffer and writes ciphertext into `output`. So one session at a time, one
/// thread, and nothing is left behind: input is consumed to the end, output taken by the caller.
@safe final class TLSBuffers {
    /// One TLS record holds at most 16 KiB of plaintext (RFC 8446 §5.1).
    static let plaintextCapacity = 16_384

    /// One record's plaintext, valid until the next read of any session.
    let plaintext: UnsafeMutableRawPointer
    /// Ciphertext that a session made and that its connection has to send.
    var output: OutgoingBuffer
    /// Ciphertext not yet read by the session at work.
    private var input: UnsafeRawPointer?
    private var inputCount = 0
    /// The names of the certificate that was just found to be for somebody else.
    var foreignCertificateNames: [String]?
    private(set) var bio: OpaquePointer

    init() {
        unsafe plaintext = .allocate(byteCount: Self.plaintextCapacity, alignment: 16)
        output = OutgoingBuffer()
        unsafe bio = BIO_new(TLSBuffers.method.pointer)
        unsafe BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        unsafe BIO_set_init(bio, 1)
    }

    deinit {
        // Sessions hold references of their own: they must be freed before.
        unsafe BIO_set_data(bio, nil)
        unsafe BIO_free(bio)
        unsafe plaintext.deallocate()
    }

    /// Gives the session that works next its input. Lifetime: until the next call.
    func setInput(_ bytes: UnsafeRawPointer?, count: Int) {
        unsafe input = bytes
        inputCount = count
    }

    private func read(into destination: UnsafeMutableRawPointer, upTo limit: Int) -> Int {
        let count = min(limit, inputCount)
        guard count > 0, let source = unsafe input else { return 0 }
        unsafe destination.copyMemory(from: source, byteCount: count)
        unsafe input = source + count
        inputCount -= count
        return count
    }

    /// The methods of the BIO, made once per process and never freed.
    @safe private struct Method: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private static let method: Method = {
        let kind = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK
        guard let method = unsafe BIO_meth_new(kind, "clamor transport") else {
            preconditionFailure("out of memory")
        }
        unsafe BIO_meth_set_read(method) { bio, destination, limit in
            unsafe clamor_bio_clear_retry(bio)
            guard let buffers = unsafe TLSBuffers.of(bio), let destination = unsafe destination,
                limit > 0
            else { return -1 }
            let count = unsafe buffers.read(into: destination, upTo: Int(limit))
            if count > 0 { return Int32(count) }
            unsafe clamor_bio_retry_read(bio)
            return -1
        }
        unsafe BIO_meth_set_write(method) { bio, source, count in
            unsafe clamor_bio_clear_retry(bio)
            guard let buffers = unsafe TLSBuffers.of(bio), let source = unsafe source, count > 0
            else { return -1 }
            unsafe buffers.output.append(source, count: Int(count))
            return count
        }
        unsafe BIO_meth_set_ctrl(method) { _, command, _, _ in
            command == BIO_CTRL_FLUSH ? 1 : 0
        }
        return unsafe Method(pointer: method)
    }()

    /// The buffers that a BIO of this kind belongs to; nil once they are gone.
    static func of(_ bio: OpaquePointer?) -> TLSBuffers? {
        guard let data = unsafe BIO_get_data(bio) else { return nil }
        return unsafe Unmanaged<TLSBuffers>.fromOpaque(data).takeUnretainedValue()
    }
}
