internal import CLibUV
internal import Glibc

/// What the system allows this process.
package enum ProcessLimits {
    /// Raises the soft limit of open descriptors to the hard one.
    ///
    /// - Returns: the limit that then holds.
    @discardableResult
    package static func raiseDescriptorLimit() -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 0
        }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = limit.rlim_max
            if unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 {
                limit = raised
            }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// The local ports that the system gives to connections that name none.
    ///
    /// Source: ip(7), ip_local_port_range.
    package static var ephemeralPorts: ClosedRange<UInt16>? {
        guard let bytes = try? FileReader.read("/proc/sys/net/ipv4/ip_local_port_range") else {
            return nil
        }
        let numbers = String(decoding: bytes, as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).compactMap { UInt16($0) }
        guard numbers.count == 2, numbers[0] <= numbers[1] else { return nil }
        return numbers[0]...numbers[1]
    }
}
