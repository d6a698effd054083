import Foundation
import Testing
import Units

@testable import Profile

@Suite struct ProfileDecoderTests {
    /// Every key that a profile may have, none with its default.
    private static let everyKey: String = {
        let file = packageRoot.appendingPathComponent("Tests/Profiles/every-key.yaml")
        let bytes = FileManager.default.contents(atPath: file.path) ?? Data()
        return String(decoding: bytes, as: UTF8.self)
    }()

    @Test func `every key is read and prints back`() throws {
        let profile = try loaded(Self.everyKey)
        #expect(profile.seed == .max)
        #expect(
            profile.target.addresses == [
                .host("127.0.0.1", port: 5333), .host("::1", port: 5333),
                .host("xmpp.example.org", port: nil),
            ])
        #expect(profile.target.security == .direct)
        #expect(profile.target.verification == .file("ca/authorities.pem"))
        #expect(profile.target.tlsResumption && profile.target.allowPlain)
        #expect(profile.target.mechanism == "SCRAM-SHA-256")
        #expect(profile.accounts.registration == .always)
        #expect(profile.accounts.registerRate == Rate(perSecond: 10))
        #expect(profile.accounts.certificate?.source == "clients/all.pem")
        #expect(profile.accounts.sharesCertificate)
        #expect(profile.sessions.keepAlive == .seconds(60))
        #expect(profile.sessions.scenarios[0].weight == 2.5)
        #expect(profile.sessions.scenarios[0].steps.count == 27)
        #expect(profile.traffic.map(\.name) == ["pings", "presence", "roster"])
        #expect(profile.traffic[0].start == .allOnline)
        #expect(profile.traffic[0].load.spacing == .even)
        #expect(profile.variables == ["server", "release"])
        #expect(profile.namespaces == [NamespaceBinding(prefix: "v", uri: "jabber:iq:version")])
        #expect(profile.ledgerGrace == .seconds(3))
        #expect(profile.orderedPairs == 1_000)
        #expect(profile.timeouts.connect == .seconds(1) && profile.timeouts.close == .seconds(5))
        #expect(profile.limits.parser.stanzaBytes == 1_048_576)
        #expect(profile.limits.parser.namespaceDeclarations == 13)
        #expect(profile.limits.sendQueue == .mebibytes(2))
        let printed = ResolvedProfile.yaml(profile, showingSecrets: true)
        let again = try loaded(printed, name: "test.yaml")
        #expect(ResolvedProfile.yaml(again, showingSecrets: true) == printed)
    }

    @Test func `what is left out has its default`() throws {
        let profile = try loaded(smallProfile, name: "dir/small.yml")
        #expect(profile.name == "small" && profile.title == "small")
        #expect(profile.target.domain == "localhost")
        #expect(profile.target.security == .startTLS)
        #expect(profile.target.verification == .system)
        #expect(profile.target.mechanism == nil && !profile.target.allowPlain)
        #expect(profile.accounts.registration == .never)
        #expect(profile.sessions.keepAlive == nil)
        #expect(profile.sessions.scenarios[0].weight == 1)
        #expect(profile.warmup == .zero && profile.drain == .seconds(5))
        #expect(profile.timeouts == Timeouts() && profile.limits == Limits())
        #expect(profile.seed == nil && profile.traffic.isEmpty && profile.thresholds.isEmpty)
    }

    @Test func `each step keeps its place`() throws {
        let profile = try loaded(Self.everyKey)
        let lines = Self.everyKey.split(separator: "\n", omittingEmptySubsequences: false)
        for step in profile.sessions.scenarios[0].steps {
            #expect(lines[step.position.line - 1].contains("- \(step.keyword)"))
        }
    }

    @Test func `stages give the duration when there is none`() throws {
        let text = smallProfile.replacing(
            "arrival: 5/s", with: "arrival: {stages: [{rate: 1/s, for: 7s}]}")
        #expect(try loaded(text.replacing("duration: 10s", with: "")).duration == .seconds(7))
    }

    @Test func `a closed load keeps sessions online`() throws {
        let text = smallProfile.replacing("arrival: 5/s", with: "online: 8\n  ramp: 2s")
        guard case .closed(8, .seconds(2)) = try loaded(text).sessions.load else {
            return #expect(Bool(false), "eight sessions within two seconds")
        }
    }

    @Test(arguments: [
        ("loopback", TargetAddress.loopback), ("::1", .host("::1", port: nil)),
        ("[::1]", .host("::1", port: nil)), ("[fe80::1]:5222", .host("fe80::1", port: 5222)),
        ("h", .host("h", port: nil)), ("h:1", .host("h", port: 1)),
        ("127.0.0.1:65535", .host("127.0.0.1", port: 65_535)),
    ])
    func `an address is read as the command line reads it`(text: String, address: TargetAddress) {
        #expect(TargetAddress(text) == address)
        #expect(TargetAddress(address.text) == address)
    }

    @Test(arguments: [
        "", ":5222", "h:", "h:0", "h:65536", "h:x", "[::1", "[h]:1", "a b", "a@b", "h:+1", "[::1]x",
    ])
    func `what is no address is refused`(text: String) {
        #expect(TargetAddress(text) == nil)
    }

    @Test func `several addresses may stand in one text`() throws {
        let text = smallProfile.replacing("loopback", with: "'a:1, b:2,[::1]:3', domain: d")
        let expected: [TargetAddress] = [
            .host("a", port: 1), .host("b", port: 2), .host("::1", port: 3),
        ]
        #expect(try loaded(text).target.addresses == expected)
    }
}
