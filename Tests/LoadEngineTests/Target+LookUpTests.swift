import Profile
import Testing

@testable import LoadEngine

@Suite struct TargetLookUpTests {
    @Test(arguments: [
        ("", true), ("address: loopback", false), ("address: \"127.0.0.1:5222\"", false),
        ("address: \"[::1]:5222\"", false), ("address: localhost", true),
        ("address: [127.0.0.1, \"xmpp.example:1\"]", true),
    ])
    func `names are looked up, numbers are not`(address: String, isLookedUp: Bool) throws {
        let profile = try ProfileLoader.load(
            text: """
                title: T
                target: {domain: localhost, \(address)}
                accounts: {count: 1, username: "u${index}", password: p}
                sessions: {online: 1, scenarios: [{name: s, steps: [login]}]}
                duration: 5s
                """, fileName: "test.yaml"
        ).get()
        #expect(profile.target.isLookedUp == isLookedUp)
    }
}
