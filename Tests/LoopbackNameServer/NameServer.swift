import EventLoop
import Glibc
import Synchronization

/// A name server on a loopback port, with the few kinds of answers that the tests need.
///
/// It answers from its own thread until it is stopped.
package final class NameServer: Sendable {
    package enum Record: Sendable {
        case service(priority: UInt16, weight: UInt16, port: UInt16, target: String)
        case ipv4([UInt8])
        case ipv6([UInt8])

        var type: UInt16 {
            switch self {
            case .service: 33
            case .ipv4: 1
            case .ipv6: 28
            }
        }
    }

    package enum Zone: Sendable {
        case records([Record])
        /// An error instead of an answer (RFC 1035 §4.1.1): 2 the server failed, 3 no such name.
        case failure(UInt8)
        /// Bytes that are no answer.
        case garbage
        case silence
    }

    /// `127.0.0.1:PORT`.
    package let address: String
    private let descriptor: Int32
    private let asked = Guarded<[String]>([])
    private let isStopped = Atomic<Bool>(false)

    /// Each question that came, as `NAME TYPE` with the number of the type.
    package var questions: [String] { asked.withLock { $0 } }

    package init(_ zones: [String: Zone]) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        precondition(bound, "cannot bind a loopback port")
        // So that the thread looks now and then whether it is to end.
        var pause = timeval(tv_sec: 0, tv_usec: 50_000)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &pause, socklen_t(MemoryLayout<timeval>.size))
        self.descriptor = descriptor
        address = "127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Job(server: self, zones: zones)).toOpaque()
        pthread_create(
            &thread, nil,
            { context in
                let job = Unmanaged<Job>.fromOpaque(context!).takeRetainedValue()
                job.server.serve(job.zones)
                return nil
            }, context)
        pthread_detach(thread)
    }

    private final class Job {
        let server: NameServer
        let zones: [String: Zone]

        init(server: NameServer, zones: [String: Zone]) {
            self.server = server
            self.zones = zones
        }
    }

    package func stop() { isStopped.store(true, ordering: .relaxed) }

    private func serve(_ zones: [String: Zone]) {
        var packet = [UInt8](repeating: 0, count: 1_500)
        while !isStopped.load(ordering: .relaxed) {
            var from = sockaddr_storage()
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let count = withUnsafeMutablePointer(to: &from) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(descriptor, &packet, packet.count, 0, $0, &size)
                }
            }
            guard count > 12, let answer = answer(Array(packet[..<count]), zones) else { continue }
            withUnsafePointer(to: &from) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = sendto(descriptor, answer, answer.count, 0, $0, size)
                }
            }
        }
        close(descriptor)
    }

    private func answer(_ query: [UInt8], _ zones: [String: Zone]) -> [UInt8]? {
        var labels: [String] = []
        var index = 12
        while index < query.count, query[index] != 0 {
            let length = Int(query[index])
            labels.append(String(decoding: query[index + 1..<index + 1 + length], as: UTF8.self))
            index += 1 + length
        }
        let name = labels.joined(separator: ".")
        let type = UInt16(query[index + 1]) << 8 | UInt16(query[index + 2])
        asked.withLock { $0.append("\(name) \(type)") }
        let question = query[12..<index + 5]
        var failure: UInt8 = 0
        var records: [Record] = []
        switch zones[name] {
        case .records(let all): records = all.filter { $0.type == type }
        case .failure(let code): failure = code
        case .garbage: return Array(query[..<2]) + [0x81, 0x80, 0, 1, 0, 9, 0, 0] + [0xFF, 0xFF]
        case .silence: return nil
        case nil: failure = 3
        }
        var bytes = Array(query[..<2]) + [0x81, 0x80 | failure, 0, 1]
        bytes += Self.bytes(UInt16(records.count)) + [0, 0, 0, 0]
        bytes += question
        for record in records {
            // A pointer to the name in the question, the class, and a minute to live.
            bytes += [0xC0, 12] + Self.bytes(record.type) + [0, 1, 0, 0, 0, 60]
            let data = Self.data(of: record)
            bytes += Self.bytes(UInt16(data.count)) + data
        }
        return bytes
    }

    private static func data(of record: Record) -> [UInt8] {
        switch record {
        case .ipv4(let address), .ipv6(let address): return address
        case .service(let priority, let weight, let port, let target):
            var name: [UInt8] = []
            for label in target.split(separator: ".") {
                name += [UInt8(label.utf8.count)] + Array(label.utf8)
            }
            return bytes(priority) + bytes(weight) + bytes(port) + name + [0]
        }
    }

    private static func bytes(_ value: UInt16) -> [UInt8] {
        [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
    }
}
