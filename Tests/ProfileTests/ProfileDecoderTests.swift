import Testing
import Units

@testable import Profile

@Suite struct ProfileDecoderTests {
    /// Every key that a profile may have, none with its default.
    private static let everyKey = """
        title: Everything
        seed: 18446744073709551615
        target:
          domain: example.org
          address: [127.0.0.1:5333, "[::1]:5333", xmpp.example.org]
          security: direct
          verify: ca/authorities.pem
          tls_resumption: on
          mechanism: scram-sha-256
          allow_plain: yes
        accounts:
          count: 20
          username: "u${index}"
          password: "p${index}@${domain}"
          register: always
          register_rate: 10/s
        sessions:
          arrival: {stages: [{rate: 1/s to 3/s, for: 2s}, {rate: 3/s, for: 1m}], spacing: poisson}
          keepalive: 60s
          scenarios:
            - name: all
              weight: 2.5
              steps:
                - pause: 10ms
                - register
                - login
                - roster
                - presence
                - presence: {show: dnd, status: "busy ${now}", priority: -3}
                - presence: {type: subscribe, to: pair}
                - presence: {type: unavailable, to: online, jid: bare}
                - pause: 1s..2s
                - pause: {min: 1s, max: 2s}
                - pause: {min: 1s, max: 2s, distribution: uniform}
                - pause: {mean: 1s, distribution: exponential}
                - pause: {mean: 1s, distribution: fixed}
                - message: {to: self, body: a, type: normal}
                - message: {to: pair, body: a, type: headline, jid: bare}
                - message: {to: roster, body: a, type: chat, jid: full}
                - message: {to: random, body: a, type: groupchat, await: none}
                - message: {to: hot(1.1), body: a, await: delivery, timeout: 3s}
                - message: {to: "other@example.org", body: a}
                - ping
                - ping: {to: online, jid: full, timeout: 2s}
                - send: "<iq type='get' id='${id}'><query xmlns='jabber:iq:version'/></iq>"
                  expect: {kind: iq, type: result, id: "${id}", from: "${domain}", xpath: "//v:name", within: 5s}
                  extract: {server: "string(//v:name)", release: "string(//v:version)"}
                - message: {to: "${server}@${domain}", body: "${release}"}
                - repeat: 3
                  steps:
                    - repeat: 2
                      steps: [ping]
                - stay: 5s
                - stay: until-end
                - logout
        traffic:
          - ping: {to: online}
            name: pings
            after: all-online
            rate: 5/s
            spacing: even
          - presence: {to: online}
            after: 2s
            stages: [{rate: 5/s, for: 3s}]
          - roster:
            rate: 1/min
        warmup: 1s
        duration: 62s
        drain: 2s
        thresholds: [errors.rate < 1%]
        namespaces: {v: "jabber:iq:version"}
        ledger: {grace: 3s}
        timeouts: {connect: 1s, login: 2s, iq: 3s, delivery: 4s, close: 5s}
        limits: {stanza: 1MiB, depth: 10, attributes: 11, name: 12B, namespaces: 13, send_queue: 2MiB}
        """

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
        #expect(profile.sessions.keepAlive == .seconds(60))
        #expect(profile.sessions.scenarios[0].weight == 2.5)
        #expect(profile.sessions.scenarios[0].steps.count == 27)
        #expect(profile.traffic.map(\.name) == ["pings", "presence", "roster"])
        #expect(profile.traffic[0].start == .allOnline)
        #expect(profile.traffic[0].load.spacing == .even)
        #expect(profile.variables == ["server", "release"])
        #expect(profile.namespaces == [NamespaceBinding(prefix: "v", uri: "jabber:iq:version")])
        #expect(profile.ledgerGrace == .seconds(3))
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
