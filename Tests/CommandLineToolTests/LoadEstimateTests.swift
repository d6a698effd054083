import CommandLineTool
import Profile
import Testing

@Suite struct LoadEstimateTests {
    private func needed(_ load: String, accounts: Int, stay: String = "10s") throws -> Int {
        let yaml = """
            target: {domain: localhost, address: loopback}
            accounts: {count: \(accounts), username: "u${index}", password: p}
            sessions:
              \(load)
              scenarios: [{name: a, steps: [login, {stay: \(stay)}]}]
            duration: 60s
            """
        let profile = try ProfileLoader.load(text: yaml, fileName: "p.yaml").get()
        return LoadEstimate(profile, accounts: accounts).accountsNeeded
    }

    @Test func `arrivals need an account each while their scenario lasts`() throws {
        #expect(try needed("arrival: 5/s", accounts: 3) == 50)
        // No more than there are arrivals.
        #expect(try needed("arrival: 5/s", accounts: 3, stay: "until-end") == 300)
        #expect(try needed("online: 3", accounts: 3) == 3)
    }
}
