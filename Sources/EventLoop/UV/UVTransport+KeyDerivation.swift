internal import CLibUV

/// Key derivation on libuv's thread pool: a first SCRAM login costs milliseconds of hashing.
extension UVTransport {
    public func deriveKey(_ request: PBKDF2Request, owner: Int, token: Int) {
        let job = KeyDerivationJob(request, owner: owner, token: token)
        let work = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)
        unsafe work.pointee.data = Unmanaged.passRetained(job).toOpaque()
        let status = unsafe uv_queue_work(
            loop, work,
            { work in
                // On a thread of the pool; the loop's thread does not touch the job meanwhile.
                unsafe Unmanaged<KeyDerivationJob>.fromOpaque(work!.pointee.data)
                    .takeUnretainedValue().run()
            },
            { work, _ in
                let job = unsafe Unmanaged<KeyDerivationJob>.fromOpaque(work!.pointee.data)
                    .takeRetainedValue()
                let transport = unsafe UVTransport.of(work!.pointee.loop)
                unsafe work!.deallocate()
                transport.stopWaiting()
                transport.handler?.keyDerived(owner: job.owner, token: job.token, key: job.key)
            })
        precondition(status == 0, "uv_queue_work fails only without a function")
    }
}

/// One derivation: written by the pool's thread, read by the loop's thread after it.
private final class KeyDerivationJob {
    let owner: Int
    let token: Int
    private(set) var key: [UInt8] = []
    private let request: PBKDF2Request

    init(_ request: PBKDF2Request, owner: Int, token: Int) {
        self.request = request
        self.owner = owner
        self.token = token
    }

    func run() { key = request.derive() }
}
