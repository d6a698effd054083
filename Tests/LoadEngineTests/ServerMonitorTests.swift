import EventLoop
import Foundation
import Profile
import Testing

@testable import LoadEngine

@Suite struct ServerMonitorTests {
    private func monitor(_ sources: String...) throws -> ServerMonitor {
        try ServerMonitor(
            sources.map { try MonitorSource($0) }, loopback: nil, policy: AddressPolicy(),
            resolver: Resolver.Options())
    }

    @Test func `a process in two sources is refused, as it would count twice`() throws {
        let process = ProcessInfo.processInfo.processIdentifier
        #expect(
            throws: PreparationError.refused(
                "monitor pid:\(process) and monitor pid:\(process) both watch process \(process), "
                    + "which would count twice; leave one of them out")
        ) {
            _ = try monitor("pid:\(process)", "pid:\(process)")
        }
        let parent = getppid()
        #expect(try monitor("pid:\(process)", "pid:\(parent)").notes == [])
    }
}
