import Testing

@testable import Authentication

@Suite("Choice of a mechanism")
struct SASLMechanismTests {
    let binding = ChannelBinding(type: "tls-exporter", data: [1])
    let all = SASLMechanism.allCases.map(\.rawValue).reversed() as [String]

    private func choose(
        _ offered: [String], named: String? = nil, encrypted: Bool = true,
        plainAllowed: Bool = false, binding: ChannelBinding? = nil
    ) -> SASLMechanism? {
        SASLMechanism.strongest(
            of: offered, named: named, encrypted: encrypted, plainAllowed: plainAllowed,
            channelBinding: binding)
    }

    @Test("takes the strongest that is offered, whatever the order")
    func strongest() {
        #expect(choose(all, binding: binding) == .scramSHA256Plus)
        #expect(choose(all) == .scramSHA256)
        #expect(choose(["PLAIN", "SCRAM-SHA-1"]) == .scramSHA1)
        #expect(choose(["PLAIN", "DIGEST-MD5"]) == .digestMD5)
        #expect(choose(["PLAIN", "X-OAUTH2"]) == .plain)
        #expect(choose(["SCRAM-SHA-1-PLUS", "SCRAM-SHA-256"], binding: binding) == .scramSHA1Plus)
    }

    @Test("uses PLAIN only over TLS, unless allowed, even when it is named")
    func plain() {
        #expect(choose(["PLAIN"], encrypted: false) == nil)
        #expect(choose(["PLAIN"], named: "PLAIN", encrypted: false) == nil)
        #expect(choose(["PLAIN"], encrypted: false, plainAllowed: true) == .plain)
        #expect(choose(["PLAIN", "SCRAM-SHA-1"], encrypted: false) == .scramSHA1)
    }

    @Test("uses EXTERNAL and ANONYMOUS only when they are named")
    func withoutPassword() {
        #expect(choose(["EXTERNAL", "ANONYMOUS"]) == nil)
        #expect(choose(["EXTERNAL", "ANONYMOUS"], named: "ANONYMOUS") == .anonymous)
        #expect(choose(["EXTERNAL", "PLAIN"], named: "EXTERNAL") == .external)
    }

    @Test("takes the named one or none")
    func named() {
        #expect(choose(all, named: "SCRAM-SHA-1", binding: binding) == .scramSHA1)
        #expect(choose(["PLAIN"], named: "SCRAM-SHA-1") == nil)
        #expect(choose(all, named: "SCRAM-SHA-1-PLUS") == nil)
        #expect(choose(all, named: "NONSENSE") == nil)
        #expect(choose([]) == nil)
    }

    @Test("prefers tls-exporter where the server lists types, tls-unique where it does not")
    func channelBindings() {
        let unique = ChannelBinding(type: "tls-unique", data: [2])
        let both = [unique, binding]
        func preferred(
            _ available: [ChannelBinding], _ offered: [String]?, wanted: Bool = false
        ) -> ChannelBinding? {
            ChannelBinding.preferred(of: available, offered: offered, isBindingWanted: wanted)
        }
        #expect(preferred(both, nil) == unique)
        #expect(preferred(both, nil, wanted: true) == unique)
        #expect(preferred([binding], nil) == nil)
        #expect(preferred([binding], nil, wanted: true) == binding)
        #expect(preferred(both, ["tls-unique", "tls-exporter"]) == binding)
        #expect(preferred(both, ["tls-unique"]) == unique)
        #expect(preferred(both, ["tls-server-end-point"], wanted: true) == nil)
        #expect(preferred(both, [], wanted: true) == nil)
        #expect(preferred([], nil, wanted: true) == nil)
    }
}
