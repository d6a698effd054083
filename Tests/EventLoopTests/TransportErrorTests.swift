import EventLoop
import Glibc
import Testing
import Units

@Suite struct TransportErrorTests {
    @Test(arguments: [
        (ECONNREFUSED, TransportError.refused), (ECONNRESET, .reset), (ETIMEDOUT, .timedOut),
        (EHOSTUNREACH, .unreachable), (ENETUNREACH, .unreachable), (EPIPE, .closedByPeer),
        (EMFILE, .descriptorLimit), (ENFILE, .descriptorLimit), (EADDRNOTAVAIL, .portsExhausted),
        (EADDRINUSE, .addressInUse),
        (EACCES, .system(code: EACCES, message: "Permission denied")),
    ])
    func `errors of the system have their meaning`(code: Int32, expected: TransportError) {
        #expect(TransportError(errno: code) == expected)
    }

    @Test func `conditions are words for counting and differ`() {
        let errors: [TransportError] = [
            .refused, .reset, .timedOut, .unreachable, .closedByPeer, .descriptorLimit,
            .portsExhausted, .addressInUse, .writeQueueFull(limit: .kibibytes(1)),
            .tls(reason: "r"), .certificate(reason: "r"), .system(code: 1, message: "m"),
        ]
        #expect(Set(errors.map(\.condition)).count == errors.count)
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect(
            errors.allSatisfy { error in
                error.condition.allSatisfy { $0.isLowercase || $0 == "-" }
            })
        #expect(TransportError.certificate(reason: "expired").description.contains("expired"))
    }
}
