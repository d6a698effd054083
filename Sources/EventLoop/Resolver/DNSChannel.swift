internal import CCares
internal import Glibc
import Units

/// A question about SRV records and, once it came, its answer.
final class DNSServiceQuery {
    let name: String
    fileprivate(set) var result: Result<[ServiceRecord], ResolverError>?

    fileprivate init(name: String) { self.name = name }
}

/// A question about a host's addresses and, once it came, its answer.
final class DNSAddressQuery {
    let host: String
    let port: UInt16
    fileprivate(set) var result: Result<[SocketAddress], ResolverError>?

    fileprivate init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }
}

/// One c-ares channel: asks several questions at once and waits for the answers.
///
/// Lifetime: whoever asked calls `run`, after which nothing is pending; `deinit` relies on that.
@safe final class DNSChannel {
    private let channel: ares_channel
    private var pending = 0

    /// Milliseconds until a name server is asked again; doubled each time.
    private static let firstTimeout: Int32 = 2_000
    private static let tries: Int32 = 3
    /// Bytes of the longest answer by UDP that goes unfragmented nearly everywhere.
    private static let datagramSize: Int32 = 1_232

    init(servers: [String]?) throws(ResolverError) {
        guard ares_library_init(Int32(ARES_LIB_INIT_ALL)) == Int32(ARES_SUCCESS) else {
            throw .failed("", reason: "c-ares does not start")
        }
        var options = unsafe ares_options()
        unsafe options.timeout = Self.firstTimeout
        unsafe options.tries = Self.tries
        // Longer answers than 512 bytes without TCP (RFC 6891).
        unsafe options.flags = Int32(ARES_FLAG_EDNS)
        unsafe options.ednspsz = Self.datagramSize
        var made: ares_channel?
        let mask = Int32(
            ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_FLAGS | ARES_OPT_EDNSPSZ)
        let status = unsafe ares_init_options(&made, &options, mask)
        guard status == Int32(ARES_SUCCESS), let made = unsafe made else { throw .noServers }
        unsafe channel = made
        if let servers {
            let list = servers.joined(separator: ",")
            guard unsafe ares_set_servers_ports_csv(made, list) == Int32(ARES_SUCCESS)
            else { throw .failed(list, reason: "not a list of name servers") }
        }
    }

    deinit {
        precondition(pending == 0, "questions were asked and run was not called")
        unsafe ares_destroy(channel)
    }

    /// Asks for SRV records.
    func service(_ name: String) -> DNSServiceQuery {
        let query = DNSServiceQuery(name: name)
        pending += 1
        let call = unsafe Unmanaged.passRetained(Call(self, query)).toOpaque()
        unsafe ares_query(
            channel, name, clamor_dns_class_internet(), clamor_dns_type_service(),
            { context, status, _, answer, count in
                let call = unsafe Unmanaged<Call<DNSServiceQuery>>.fromOpaque(context!)
                    .takeRetainedValue()
                call.channel.pending -= 1
                call.query.result = unsafe DNSChannel.records(
                    call.query.name, status, answer, count)
            }, call)
        return query
    }

    /// Asks for A and AAAA records; the hosts file is read first.
    func addresses(of host: String, port: UInt16) -> DNSAddressQuery {
        let query = DNSAddressQuery(host: host, port: port)
        pending += 1
        var hints = ares_addrinfo_hints()
        hints.ai_family = AF_UNSPEC
        let call = unsafe Unmanaged.passRetained(Call(self, query)).toOpaque()
        unsafe ares_getaddrinfo(
            channel, host, nil, &hints,
            { context, status, _, answer in
                let call = unsafe Unmanaged<Call<DNSAddressQuery>>.fromOpaque(context!)
                    .takeRetainedValue()
                call.channel.pending -= 1
                call.query.result = unsafe DNSChannel.addresses(call.query, status, answer)
            }, call)
        return query
    }

    /// Waits until all questions are answered or the time is over.
    func run(until end: Instant, _ clock: MonotonicClock) {
        while pending > 0 {
            let left = end - clock.now
            guard left > .zero else { return unsafe ares_cancel(channel) }
            wait(left)
        }
    }

    /// Waits for the channel's sockets once, for a tenth of a second at most, and lets it work.
    private func wait(_ left: Nanoseconds) {
        var sockets = [ares_socket_t](repeating: -1, count: Int(ARES_GETSOCK_MAXNUM))
        let bits = unsafe UInt32(
            bitPattern: ares_getsock(channel, &sockets, Int32(ARES_GETSOCK_MAXNUM)))
        var polls: [pollfd] = []
        for index in 0..<Int(ARES_GETSOCK_MAXNUM) {
            let wantsRead = bits & (1 << UInt32(index)) != 0
            let wantsWrite = bits & (1 << UInt32(index + Int(ARES_GETSOCK_MAXNUM))) != 0
            guard wantsRead || wantsWrite else { continue }
            let events = (wantsRead ? POLLIN : 0) | (wantsWrite ? POLLOUT : 0)
            polls.append(pollfd(fd: sockets[index], events: Int16(events), revents: 0))
        }
        let milliseconds = min(100, max(1, left.rawValue / 1_000_000))
        let ready = unsafe poll(&polls, nfds_t(polls.count), Int32(milliseconds))
        guard ready > 0 else {
            // Lets c-ares see that time has passed.
            return unsafe ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD)
        }
        for poll in polls where poll.revents != 0 {
            let canRead = Int32(poll.revents) & (POLLIN | POLLERR | POLLHUP) != 0
            let canWrite = Int32(poll.revents) & POLLOUT != 0
            unsafe ares_process_fd(
                channel, canRead ? poll.fd : ARES_SOCKET_BAD, canWrite ? poll.fd : ARES_SOCKET_BAD)
        }
    }

    private static func records(
        _ name: String, _ status: Int32, _ answer: UnsafeMutablePointer<UInt8>?, _ count: Int32
    ) -> Result<[ServiceRecord], ResolverError> {
        if let error = error(status, name) { return .failure(error) }
        var list: UnsafeMutablePointer<ares_srv_reply>?
        if let error = unsafe error(ares_parse_srv_reply(answer, count, &list), name) {
            return .failure(error)
        }
        defer { unsafe ares_free_data(list) }
        var records: [ServiceRecord] = []
        var next = unsafe list
        while let record = unsafe next, records.count < Resolver.maximumRecords {
            unsafe records.append(
                ServiceRecord(
                    target: String(cString: record.pointee.host), port: record.pointee.port,
                    priority: record.pointee.priority, weight: record.pointee.weight))
            unsafe next = record.pointee.next
        }
        return .success(records)
    }

    private static func addresses(
        _ query: DNSAddressQuery, _ status: Int32, _ answer: UnsafeMutablePointer<ares_addrinfo>?
    ) -> Result<[SocketAddress], ResolverError> {
        defer { unsafe ares_freeaddrinfo(answer) }
        if let error = error(status, query.host) { return .failure(error) }
        var addresses: [SocketAddress] = []
        var next = unsafe answer?.pointee.nodes
        while let node = unsafe next, addresses.count < Resolver.maximumAddresses {
            if let system = unsafe node.pointee.ai_addr, var address = unsafe SocketAddress(system)
            {
                address.port = query.port
                if !addresses.contains(address) { addresses.append(address) }
            }
            unsafe next = node.pointee.ai_next
        }
        return addresses.isEmpty ? .failure(.noAddress(query.host)) : .success(addresses)
    }

    private static func error(_ status: Int32, _ name: String) -> ResolverError? {
        switch status {
        case Int32(ARES_SUCCESS): nil
        case Int32(ARES_ENOTFOUND): .noSuchName(name)
        case Int32(ARES_ENODATA): .noAddress(name)
        case Int32(ARES_ETIMEOUT), Int32(ARES_ECANCELLED): .timedOut(name)
        case Int32(ARES_ECONNREFUSED): .noServers
        default:
            .failed(
                name, reason: unsafe ares_strerror(status).map { unsafe String(cString: $0) } ?? "?"
            )
        }
    }
}

/// What a callback of c-ares needs; it is released by the one callback that each question gets.
private final class Call<Query> {
    unowned let channel: DNSChannel
    let query: Query

    init(_ channel: DNSChannel, _ query: Query) {
        self.channel = channel
        self.query = query
    }
}
