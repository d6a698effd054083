internal import Glibc
import Units

/// Fetches a document over plain HTTP; blocks the calling thread.
///
/// Source: RFC 9110, RFC 9112.
package struct HTTPGet: Sendable {
    /// Why there is no document.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case system(TransportError)
        case timeout(Nanoseconds)
        case status(String)
        case notHTTP
        case tooLarge(limit: Int)

        package var description: String {
            switch self {
            case .system(let error): error.description
            case .timeout(let limit): "no answer within \(limit.rawValue / 1_000_000) ms"
            case .status(let line): "it answers '\(line)'"
            case .notHTTP: "what answers does not speak HTTP"
            case .tooLarge(let limit): "its answer is larger than \(limit) bytes"
            }
        }
    }

    package var address: SocketAddress
    /// As the request names it.
    package var host: String
    package var path: String
    package var accept: String
    /// For everything together.
    package var timeout = Nanoseconds.seconds(Int64(2))
    /// Bytes of the answer.
    package var limit = 16 << 20

    package init(address: SocketAddress, host: String, path: String, accept: String) {
        (self.address, self.host, self.path) = (address, host, path)
        self.accept = accept
    }

    /// The body of the answer.
    package func perform() throws(Failure) -> [UInt8] {
        let end = MonotonicClock().originNanoseconds + timeout.rawValue
        let family = address.family == .ipv4 ? AF_INET : AF_INET6
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let connection = socket(family, type | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard connection >= 0 else { throw Self.failure() }
        defer { close(connection) }
        let status = unsafe address.withSystemAddress { unsafe connect(connection, $0, $1) }
        if status != 0 {
            guard errno == EINPROGRESS else { throw Self.failure() }
            try wait(connection, for: POLLOUT, until: end)
            var reason: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            unsafe getsockopt(connection, SOL_SOCKET, SO_ERROR, &reason, &length)
            guard reason == 0 else { throw Self.failure(reason) }
        }
        // HTTP/1.0: the answer comes in one piece and ends with the connection.
        let request =
            "GET \(path) HTTP/1.0\r\nHost: \(host)\r\nAccept: \(accept)\r\nUser-Agent: clamor\r\n"
            + "Connection: close\r\n\r\n"
        let bytes = Array(request.utf8)
        var sent = 0
        while sent < bytes.count {
            let rest = Array(bytes[sent...])
            let count = unsafe Glibc.send(connection, rest, rest.count, Int32(MSG_NOSIGNAL))
            if count > 0 {
                sent += count
            } else {
                guard errno == EAGAIN || errno == EINTR else { throw Self.failure() }
                try wait(connection, for: POLLOUT, until: end)
            }
        }
        return try Self.body(of: try receive(connection, until: end))
    }

    private func receive(_ connection: Int32, until end: Int64) throws(Failure) -> [UInt8] {
        var answer: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe recv(connection, &block, block.count, 0)
            if count == 0 { return answer }
            if count > 0 {
                answer += block[..<count]
                guard answer.count <= limit else { throw .tooLarge(limit: limit) }
            } else {
                guard errno == EAGAIN || errno == EINTR else { throw Self.failure() }
                try wait(connection, for: POLLIN, until: end)
            }
        }
    }

    private func wait(
        _ connection: Int32, for events: Int32, until end: Int64
    ) throws(Failure) {
        let left = (end - MonotonicClock().originNanoseconds) / 1_000_000
        var entry = pollfd(fd: connection, events: Int16(events), revents: 0)
        guard left > 0, unsafe poll(&entry, 1, Int32(left)) != 0 else { throw .timeout(timeout) }
    }

    private static func failure(_ code: Int32 = errno) -> Failure {
        .system(TransportError(errno: code))
    }

    /// What follows the head of an answer with the status 200.
    static func body(of answer: [UInt8]) throws(Failure) -> [UInt8] {
        let separator: [UInt8] = [13, 10, 13, 10]
        guard answer.starts(with: Array("HTTP/".utf8)),
            let end = answer.indices.first(where: { answer[$0...].starts(with: separator) })
        else { throw .notHTTP }
        let head = String(decoding: answer[..<end], as: UTF8.self).split(separator: "\r\n")
        let words = head[0].split(separator: " ", maxSplits: 2)
        guard words.count > 1, words[1] == "200" else { throw .status(String(head[0].prefix(80))) }
        let body = Array(answer[(end + 4)...])
        let isChunked = head.contains { line in
            let line = line.lowercased()
            return line.hasPrefix("transfer-encoding:") && line.hasSuffix("chunked")
        }
        return isChunked ? try unchunked(body) : body
    }

    /// Some servers send chunks even where they were asked by HTTP/1.0 (RFC 9112 §7.1).
    private static func unchunked(_ body: [UInt8]) throws(Failure) -> [UInt8] {
        var rest = body[...]
        var content: [UInt8] = []
        while true {
            let line = rest.prefix { $0 != 13 }
            let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            guard let size = Int(digits, radix: 16), size >= 0 else { throw .notHTTP }
            rest = rest.dropFirst(line.count + 2)
            if size == 0 { return content }
            guard rest.count >= size else { throw .notHTTP }
            content += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
    }
}
