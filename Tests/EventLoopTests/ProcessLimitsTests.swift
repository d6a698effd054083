import EventLoop
import Glibc
import Testing

@Suite struct ProcessLimitsTests {
    @Test func `the soft limit of descriptors becomes the hard one`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            getrlimit(kind, &limit)
            limit.rlim_cur = 100
            setrlimit(kind, &limit)
            let raised = ProcessLimits.raiseDescriptorLimit()
            getrlimit(kind, &limit)
            #expect(limit.rlim_cur == limit.rlim_max)
            #expect(raised == Int(clamping: limit.rlim_max))
        }
    }

    @Test func `the system's local ports are known`() throws {
        let ports = try #require(ProcessLimits.ephemeralPorts)
        #expect(ports.lowerBound >= 1 && ports.count > 100)
    }
}
