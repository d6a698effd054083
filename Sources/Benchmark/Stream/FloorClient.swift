internal import CLibUV
internal import EventLoop

/// The floor: bare libuv, called straight from C's interface, which sends back what it read.
///
/// It does what no client can do without: one wait a turn, and one read and one write a message.
/// Ownership: the loop and its handles are this object's until `close`.
@safe final class FloorClient: ExchangeClient {
    private let loop: UnsafeMutablePointer<uv_loop_t>
    private let handles: UnsafeMutablePointer<uv_tcp_t>
    private let requests: UnsafeMutablePointer<uv_connect_t>
    private let buffer: UnsafeMutablePointer<CChar>
    private let sessions: Int
    private let message: [UInt8]
    private(set) var exchanges: UInt64 = 0
    private(set) var activeSessions = 0
    private var isClosed = false

    /// As many as Clamor's own transport reads at once.
    private static let bufferSize = UVTransport.receiveCapacity

    /// Connects `sessions` times; each sends `message` once it is connected.
    init(
        to address: SocketAddress, sessions: Int, message: [UInt8]
    ) throws(StreamBenchmarkFailure) {
        self.sessions = sessions
        self.message = message
        unsafe loop = .allocate(capacity: 1)
        unsafe handles = .allocate(capacity: sessions)
        unsafe requests = .allocate(capacity: sessions)
        unsafe buffer = .allocate(capacity: Self.bufferSize)
        unsafe uv_loop_init(loop)
        unsafe loop.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        for session in 0..<sessions {
            let handle = unsafe handles + session
            unsafe uv_tcp_init(loop, handle)
            unsafe uv_tcp_nodelay(handle, 1)
            var target = sockaddr_in()
            unsafe uv_ip4_addr(address.host, Int32(address.port), &target)
            let status = unsafe withUnsafePointer(to: &target) {
                unsafe uv_tcp_connect(
                    requests + session, handle,
                    UnsafeRawPointer($0).assumingMemoryBound(to: sockaddr.self)
                ) { request, status in
                    unsafe FloorClient.of(request!.pointee.handle)
                        .didConnect(request!.pointee.handle, status)
                }
            }
            guard status == 0 else {
                throw .unusable("\(TransportError(errno: -status))")
            }
        }
    }

    private static func of(_ stream: UnsafeMutablePointer<uv_stream_t>?) -> FloorClient {
        unsafe Unmanaged<FloorClient>.fromOpaque(stream!.pointee.loop.pointee.data)
            .takeUnretainedValue()
    }

    private func didConnect(_ stream: UnsafeMutablePointer<uv_stream_t>?, _ status: Int32) {
        guard status == 0 else { return }
        unsafe uv_read_start(
            stream,
            { stream, _, result in
                let client = unsafe FloorClient.of(
                    UnsafeMutableRawPointer(stream)?.assumingMemoryBound(to: uv_stream_t.self))
                unsafe result!.pointee = uv_buf_init(
                    client.buffer, UInt32(FloorClient.bufferSize))
            },
            { stream, count, _ in
                guard count > 0 else { return }
                unsafe FloorClient.of(stream).didRead(stream, count)
            })
        unsafe message.withUnsafeBufferPointer {
            var first = unsafe uv_buf_init(
                UnsafeMutableRawPointer(mutating: $0.baseAddress!)
                    .assumingMemoryBound(to: CChar.self), UInt32($0.count))
            unsafe uv_try_write(stream, &first, 1)
        }
        activeSessions += 1
    }

    private func didRead(_ stream: UnsafeMutablePointer<uv_stream_t>?, _ count: Int) {
        exchanges += 1
        var reply = unsafe uv_buf_init(buffer, UInt32(count))
        unsafe uv_try_write(stream, &reply, 1)
    }

    func turn() { unsafe uv_run(loop, UV_RUN_NOWAIT) }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        for session in 0..<sessions {
            unsafe uv_close(
                UnsafeMutableRawPointer(handles + session)
                    .assumingMemoryBound(to: uv_handle_t.self), nil)
        }
        unsafe uv_run(loop, UV_RUN_DEFAULT)
        unsafe uv_loop_close(loop)
        unsafe loop.deallocate()
        unsafe handles.deallocate()
        unsafe requests.deallocate()
        unsafe buffer.deallocate()
    }

    deinit { close() }
}
