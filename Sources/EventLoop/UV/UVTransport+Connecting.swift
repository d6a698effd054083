internal import CLibUV
internal import Glibc
import Units

/// Making connections, and taking them.
extension UVTransport {
    public func connect(
        _ to: SocketAddress, from: SocketAddress?, tls context: TLSClientContext?, owner: Int
    ) -> ConnectionID {
        let slot = connections.take()
        let handle = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
        connections[slot].owner = owner
        connections[slot].state = .connecting
        unsafe connections[slot].handle = handle
        let family = to.family == .ipv4 ? AF_INET : AF_INET6
        var status = unsafe uv_tcp_init_ex(loop, handle, UInt32(family))
        if status != 0 {
            // Without a socket there is still a handle: the failure is reported by its closing.
            unsafe uv_tcp_init(loop, handle)
        }
        unsafe adopt(handle, slot)
        if let context {
            connections[slot].session = context.makeSession(tls)
            connections[slot].flags.insert([.isTLSClient, .beginsHandshake])
        }
        if status == 0, let from { status = unsafe bind(handle, to: from) }
        if status == 0 { status = unsafe beginConnecting(handle, to) }
        if status != 0 { beginClosing(slot, TransportError(errno: -status)) }
        return connections.identifier(slot)
    }

    /// Binds the local address and leaves the port to connect(), which then can use a port again
    /// for another destination: ip(7), IP_BIND_ADDRESS_NO_PORT.
    private func bind(_ handle: UnsafeMutablePointer<uv_tcp_t>, to source: SocketAddress) -> Int32 {
        var on: Int32 = 1
        unsafe setsockopt(
            handle.descriptor, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, &on,
            socklen_t(MemoryLayout<Int32>.size))
        return unsafe source.withSystemAddress { address, _ in
            unsafe uv_tcp_bind(handle, address, 0)
        }
    }

    private func beginConnecting(
        _ handle: UnsafeMutablePointer<uv_tcp_t>, _ to: SocketAddress
    ) -> Int32 {
        let request = UnsafeMutablePointer<uv_connect_t>.allocate(capacity: 1)
        let status = unsafe to.withSystemAddress { address, _ in
            unsafe uv_tcp_connect(request, handle, address) { request, status in
                let stream = unsafe request!.pointee.handle!
                unsafe request!.deallocate()
                let transport = unsafe UVTransport.of(stream.pointee.loop)
                unsafe transport.didConnect(slotNumber(stream.pointee.data), status)
            }
        }
        if status != 0 { unsafe request.deallocate() }
        return status
    }

    private func didConnect(_ slot: Int, _ status: Int32) {
        stopWaiting()
        // Closing cancels the request; the close callback reports the end.
        guard connections[slot].state == .connecting else { return }
        guard status == 0 else { return beginClosing(slot, TransportError(errno: -status)) }
        opened(slot)
        handler?.connected(connections.identifier(slot), owner: connections[slot].owner)
    }

    /// The connection is there: reads, and sends what was written before.
    private func opened(_ slot: Int) {
        guard let handle = unsafe connections[slot].handle else { return }
        connections[slot].state = .open
        connections[slot].descriptor = unsafe handle.descriptor
        unsafe uv_tcp_nodelay(handle, 1)
        startReading(slot)
        markDirty(slot)
    }

    public func listen(
        _ at: SocketAddress, backlog: Int, tls: TLSServerContext?, reusePort: Bool
    ) throws(TransportError) -> (listener: Int, address: SocketAddress) {
        let handle = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
        let family = at.family == .ipv4 ? AF_INET : AF_INET6
        var status = unsafe uv_tcp_init_ex(loop, handle, UInt32(family))
        guard status == 0 else {
            unsafe handle.deallocate()
            throw TransportError(errno: -status)
        }
        let number = listeners.count
        unsafe handle.pointee.data = slotPointer(number)
        if reusePort {
            var on: Int32 = 1
            unsafe setsockopt(
                handle.descriptor, SOL_SOCKET, SO_REUSEPORT, &on,
                socklen_t(MemoryLayout<Int32>.size))
        }
        status = unsafe at.withSystemAddress { address, _ in
            unsafe uv_tcp_bind(
                handle, address, at.family == .ipv6 ? UInt32(UV_TCP_IPV6ONLY.rawValue) : 0)
        }
        if status == 0 {
            status = unsafe uv_listen(handle.stream, Int32(clamping: backlog)) { server, status in
                let transport = unsafe UVTransport.of(server!.pointee.loop)
                unsafe transport.accept(slotNumber(server!.pointee.data), status)
            }
        }
        guard status == 0, let address = unsafe localAddress(of: handle) else {
            unsafe uv_close(handle.handle, freeTCPHandle)
            throw TransportError(errno: -status)
        }
        unsafe listeners.append(Listener(handle: handle, tls: tls))
        return (number, address)
    }

    private func localAddress(of handle: UnsafeMutablePointer<uv_tcp_t>) -> SocketAddress? {
        var storage = sockaddr_storage()
        var size = Int32(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { storage in
            let address = unsafe UnsafeMutableRawPointer(storage)
                .assumingMemoryBound(to: sockaddr.self)
            guard unsafe uv_tcp_getsockname(handle, address, &size) == 0 else { return nil }
            return unsafe SocketAddress(address)
        }
    }

    /// Takes one connection. When descriptors run out libuv itself drops the connection that it
    /// cannot take (with a descriptor kept in reserve) and goes on listening.
    private func accept(_ number: Int, _ status: Int32) {
        stopWaiting()
        guard status == 0 else {
            counters.acceptFailures += 1
            return
        }
        let listener = listeners[number]
        let handle = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
        unsafe uv_tcp_init(loop, handle)
        guard unsafe uv_accept(listener.handle.stream, handle.stream) == 0 else {
            counters.acceptFailures += 1
            unsafe uv_close(handle.handle, freeTCPHandle)
            return
        }
        counters.accepted += 1
        let slot = connections.take()
        unsafe connections[slot].handle = handle
        unsafe adopt(handle, slot)
        if let context = listener.tls { connections[slot].session = context.makeSession(tls) }
        opened(slot)
        let id = connections.identifier(slot)
        guard let owner = handler?.accepted(id, listener: number) else {
            return beginClosing(slot, nil)
        }
        // Closing is never finished inside the call, so the slot is still this connection's.
        connections[slot].owner = owner
    }

    private func adopt(_ handle: UnsafeMutablePointer<uv_tcp_t>, _ slot: Int) {
        unsafe handle.pointee.data = slotPointer(slot)
        counters.openConnections += 1
    }
}

/// A number in the place of a handle's data pointer; shifted by one, since nil is no data.
func slotPointer(_ number: Int) -> UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(bitPattern: number + 1)
}

func slotNumber(_ data: UnsafeMutableRawPointer?) -> Int { Int(bitPattern: data) - 1 }
