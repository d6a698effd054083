internal import CLibUV
internal import Glibc
import Units

/// Making connections.
extension UVTransport {
    public func connect(
        _ to: SocketAddress, from: SocketAddress?, tls context: TLSClientContext?, owner: Int
    ) -> ConnectionID {
        let slot = connections.take()
        let handle = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
        connections[slot].owner = owner
        connections[slot].state = .connecting
        unsafe connections[slot].handle = handle
        var status = unsafe uv_tcp_init_ex(loop, handle, UInt32(to.systemFamily))
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
        unsafe Self.setOption(handle.descriptor, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT)
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
        Self.setOption(connections[slot].descriptor, SOL_SOCKET, SO_TIMESTAMPNS)
        handler?.connected(connections.identifier(slot), owner: connections[slot].owner)
    }

    /// The connection is there: reads, and sends what was written before.
    func opened(_ slot: Int) {
        guard let handle = unsafe connections[slot].handle else { return }
        connections[slot].state = .open
        connections[slot].descriptor = unsafe handle.descriptor
        unsafe uv_tcp_nodelay(handle, 1)
        startReading(slot)
        markDirty(slot)
    }

    func adopt(_ handle: UnsafeMutablePointer<uv_tcp_t>, _ slot: Int) {
        unsafe handle.pointee.data = slotPointer(slot)
        counters.openConnections += 1
    }
}

/// A number in the place of a handle's data pointer; shifted by one, since nil is no data.
func slotPointer(_ number: Int) -> UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(bitPattern: number + 1)
}

func slotNumber(_ data: UnsafeMutableRawPointer?) -> Int { Int(bitPattern: data) - 1 }
