internal import Glibc

/// Where everything that a transport reads lands, and when it came: the system notes that for
/// sockets with SO_TIMESTAMPNS (socket(7)), for TCP as the time of the last byte that was read.
///
/// Lifetime: owned by its transport.
@safe final class ReceiveBuffer {
    /// Bytes read at once; a peer gets at most this much attention before others have a turn.
    static let capacity = 65_536

    /// The one control message that such a socket gives, of 32 bytes.
    private struct Stamp {
        /// Its length with this header.
        var length = 0
        var level: Int32 = 0
        var type: Int32 = 0
        var time = timespec()
    }

    /// All that recvmsg(2) is told and tells, side by side.
    @safe private struct Call {
        var header = unsafe msghdr()
        var vector = unsafe iovec()
        var stamp = Stamp()
    }

    let base: UnsafeMutableRawPointer
    private let call: UnsafeMutablePointer<Call>
    /// When what was read last came, in nanoseconds of CLOCK_REALTIME; nil if the system does not
    /// say.
    private(set) var arrival: Int64?

    init() {
        unsafe base = .allocate(byteCount: Self.capacity, alignment: 64)
        unsafe call = .allocate(capacity: 1)
        unsafe call.initialize(to: Call())
        unsafe call.pointee.vector = iovec(iov_base: base, iov_len: Self.capacity)
        let place = unsafe UnsafeMutableRawPointer(call)
        let vector = unsafe place + MemoryLayout<Call>.offset(of: \.vector)!
        let stamp = unsafe place + MemoryLayout<Call>.offset(of: \.stamp)!
        unsafe call.pointee.header.msg_iov = vector.assumingMemoryBound(to: iovec.self)
        unsafe call.pointee.header.msg_iovlen = 1
        unsafe call.pointee.header.msg_control = stamp
    }

    deinit {
        unsafe base.deallocate()
        unsafe call.deallocate()
    }

    /// Reads once.
    ///
    /// - Returns: how many bytes; 0 at the end; else the negative error number.
    func read(_ descriptor: Int32) -> Int {
        arrival = nil
        unsafe call.pointee.header.msg_controllen = MemoryLayout<Stamp>.size
        let count = unsafe recvmsg(descriptor, &call.pointee.header, 0)
        guard count >= 0 else { return -Int(errno) }
        if unsafe call.pointee.header.msg_controllen == MemoryLayout<Stamp>.size,
            unsafe call.pointee.stamp.level == SOL_SOCKET,
            unsafe call.pointee.stamp.type == SO_TIMESTAMPNS
        {
            let time = unsafe call.pointee.stamp.time
            arrival = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
        return count
    }
}
