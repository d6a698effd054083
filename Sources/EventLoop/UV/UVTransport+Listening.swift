internal import CLibUV
internal import Glibc
import Units

/// Listening, and taking connections.
///
/// By accept4(2) on a socket that is polled, not by uv_listen(): where descriptors run out and
/// another thread takes the one that libuv keeps in reserve, libuv asks for the same connection
/// again and again and never returns from the turn.
extension UVTransport {
    /// How many connections are taken before others have a turn.
    private static let acceptsAtOnce = 256
    /// How long nothing is accepted after descriptors ran out, in milliseconds.
    private static let acceptPause: UInt64 = 100

    /// One listening socket.
    @safe struct Listener {
        let descriptor: Int32
        let poll: UnsafeMutablePointer<uv_poll_t>
        let tls: TLSServerContext?
    }

    public func listen(
        _ at: SocketAddress, backlog: Int, tls: TLSServerContext?, reusePort: Bool
    ) throws(TransportError) -> (listener: Int, address: SocketAddress) {
        let descriptor = try Self.listeningSocket(at, backlog: backlog, reusePort: reusePort)
        let number = listeners.count
        let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
        let status = unsafe uv_poll_init(loop, poll, descriptor)
        guard status == 0 else {
            unsafe poll.deallocate()
            Glibc.close(descriptor)
            throw TransportError(errno: -status)
        }
        unsafe poll.pointee.data = slotPointer(number)
        unsafe listeners.append(Listener(descriptor: descriptor, poll: poll, tls: tls))
        guard let address = localAddress(of: descriptor) else {
            throw TransportError(errno: errno)
        }
        keepReserve()
        startAccepting()
        return (number, address)
    }

    private static func listeningSocket(
        _ at: SocketAddress, backlog: Int, reusePort: Bool
    ) throws(TransportError) -> Int32 {
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = socket(at.systemFamily, Int32(kind), 0)
        guard descriptor >= 0 else { throw TransportError(errno: errno) }
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
        if reusePort { setOption(descriptor, SOL_SOCKET, SO_REUSEPORT) }
        if at.family == .ipv6 { setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
        let status = unsafe at.withSystemAddress { address, size in
            unsafe bind(descriptor, address, size)
        }
        guard status == 0, Glibc.listen(descriptor, Int32(clamping: backlog)) == 0 else {
            let code = errno
            Glibc.close(descriptor)
            throw TransportError(errno: code)
        }
        return descriptor
    }

    /// Switches an option of a socket on.
    static func setOption(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        unsafe setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private func localAddress(of descriptor: Int32) -> SocketAddress? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { storage in
            let address = unsafe UnsafeMutableRawPointer(storage)
                .assumingMemoryBound(to: sockaddr.self)
            guard unsafe getsockname(descriptor, address, &size) == 0 else { return nil }
            return unsafe SocketAddress(address)
        }
    }

    private func startAccepting() {
        for listener in listeners {
            unsafe uv_poll_start(listener.poll, Int32(UV_READABLE.rawValue)) { handle, _, _ in
                let transport = unsafe UVTransport.of(handle!.pointee.loop)
                unsafe transport.acceptWaiting(slotNumber(handle!.pointee.data))
            }
        }
    }

    /// Takes the connections that wait.
    private func acceptWaiting(_ number: Int) {
        stopWaiting()
        for _ in 0..<Self.acceptsAtOnce where listeners.indices.contains(number) {
            let descriptor = clamor_accept(listeners[number].descriptor)
            if descriptor >= 0 {
                accepted(descriptor, listener: number)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR, errno != ECONNABORTED {
                // Descriptors or memory have run out.
                counters.acceptFailures += 1
                return dropWaiting(number)
            }
        }
    }

    private func accepted(_ descriptor: Int32, listener number: Int) {
        let handle = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
        unsafe uv_tcp_init(loop, handle)
        guard unsafe uv_tcp_open(handle, descriptor) == 0 else {
            counters.acceptFailures += 1
            unsafe uv_close(handle.handle, freeHandle)
            Glibc.close(descriptor)
            return
        }
        counters.accepted += 1
        let slot = connections.take()
        unsafe connections[slot].handle = handle
        unsafe adopt(handle, slot)
        if let context = listeners[number].tls {
            connections[slot].session = context.makeSession(tls)
        }
        opened(slot)
        let id = connections.identifier(slot)
        guard let owner = handler?.accepted(id, listener: number) else {
            return beginClosing(slot, nil)
        }
        // Closing is never finished inside the call, so the slot is still this connection's.
        connections[slot].owner = owner
    }

    // MARK: Without descriptors

    /// Lets the connections know that wait but cannot be taken: they are closed, with the
    /// descriptor kept in reserve. If another thread takes that, they wait a while.
    private func dropWaiting(_ number: Int) {
        if reserve >= 0 {
            Glibc.close(reserve)
            reserve = -1
            for _ in 0..<Self.acceptsAtOnce {
                let descriptor = clamor_accept(listeners[number].descriptor)
                guard descriptor >= 0 else { break }
                Glibc.close(descriptor)
            }
        }
        keepReserve()
        if reserve < 0 { pauseAccepting() }
    }

    private func keepReserve() {
        if reserve < 0 { reserve = clamor_open_nothing() }
    }

    private func pauseAccepting() {
        for listener in listeners { unsafe uv_poll_stop(listener.poll) }
        unsafe uv_update_time(loop)
        unsafe uv_timer_start(
            acceptTimer,
            { timer in
                let transport = unsafe UVTransport.of(timer!.pointee.loop)
                transport.keepReserve()
                transport.startAccepting()
            }, Self.acceptPause, 0)
    }

    /// Ends listening; for `close`.
    func closeListeners() {
        for listener in listeners {
            unsafe uv_close(listener.poll.handle, freeHandle)
            Glibc.close(listener.descriptor)
        }
        listeners.removeAll()
        if reserve >= 0 { Glibc.close(reserve) }
        reserve = -1
    }
}
