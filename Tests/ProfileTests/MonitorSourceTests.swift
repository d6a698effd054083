import Profile
import Testing

@Suite struct MonitorSourceTests {
    @Test func `each form is read`() throws {
        #expect(try MonitorSource("pid:1234").kind == .process(1_234))
        #expect(try MonitorSource("name:beam.smp").kind == .name("beam.smp"))
        let group = "/system.slice/a:b"
        #expect(try MonitorSource("cgroup:\(group)").kind == .controlGroup(group))
        guard
            case .prometheus(let endpoint) = try MonitorSource(
                "prometheus:http://[::1]:9100/m?x=y#up,c2s{type=\"a,b\",host=\"h\"},down"
            ).kind
        else {
            Issue.record("no endpoint")
            return
        }
        #expect(endpoint.host == "::1" && endpoint.port == 9_100 && endpoint.path == "/m?x=y")
        #expect(endpoint.series == ["up", "c2s{type=\"a,b\",host=\"h\"}", "down"])
    }

    @Test func `an endpoint has a port and a path where none are given`() throws {
        guard case .prometheus(let endpoint) = try MonitorSource("prometheus:http://host").kind
        else {
            Issue.record("no endpoint")
            return
        }
        #expect(endpoint.port == 80 && endpoint.path == "/metrics" && endpoint.series == [])
    }

    @Test(arguments: [
        ("1234", "'1234' is no monitor; write pid:1234"),
        ("pdi:1", "'pdi' is no kind of monitor"),
        ("pid:0", "'0' is no number of a process"),
        ("pid:me", "'me' is no number of a process"),
        ("name:", "there is nothing after 'name:'"),
        ("prometheus:https://h/metrics", "https is not spoken here"),
        ("prometheus:h:80", "does not begin with http://"),
        ("prometheus:http:///x", "has no HOST or HOST:PORT"),
        ("prometheus:http://user:word@h/x", "has no HOST or HOST:PORT"),
        ("prometheus:http://h/a b", "has characters of no URL"),
    ])
    func `a mistake is told`(text: String, message: String) {
        #expect {
            _ = try MonitorSource(text)
        } throws: { error in
            (error as? Quantity.Problem)?.message.contains(message) == true
        }
    }

    @Test func `a mistake in a profile has its place`() {
        let found = headlines(smallProfile + "monitor: [pid:1, nmae:beam.smp]\n")
        #expect(found.count == 1)
        let start = "test.yaml:9:18: error: 'nmae' is no kind of monitor"
        #expect(found[0].hasPrefix(start), "\(found)")
        #expect(found[0].hasSuffix("did you mean 'name'?"), "\(found)")
    }
}
