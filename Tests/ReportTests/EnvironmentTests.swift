import Foundation
import Report
import Testing

@Suite struct EnvironmentTests {
    @Test func `The machine is described as others describe it`() throws {
        let environment = Environment.collect(clamor: "1.2", openSSL: "3.0.1", libuv: "1.44.2")
        let script = """
            import json, os, platform
            print(json.dumps([
                platform.release(), os.cpu_count(), platform.freedesktop_os_release()["PRETTY_NAME"]
            ]))
            """
        let expected = try #require(try Python.run(script) as? [Any])
        #expect(environment.kernel == expected[0] as? String)
        #expect(environment.processorCount == expected[1] as? Int)
        #expect(environment.operatingSystem == expected[2] as? String)
        #expect(environment.clamor == "1.2")
        #expect(environment.openSSL == "3.0.1")
        #expect(environment.libuv == "1.44.2")
        #expect(!environment.processorModel.isEmpty)
        #expect(environment.swift.hasPrefix("6."))
    }
}
