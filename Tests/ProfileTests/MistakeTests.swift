import Testing

@testable import Profile

/// One mistake each, put into a profile that is right.
@Suite struct MistakeTests {
    /// `old` of the small profile replaced by `new` must give exactly this one mistake.
    struct Case: Sendable, CustomTestStringConvertible {
        var old: String
        var new: String
        var headline: String

        init(_ old: String, _ new: String, _ headline: String) {
            self.old = old
            self.new = new
            self.headline = headline
        }

        var testDescription: String { "\(new) gives \(headline)" }
    }

    private func check(_ mistake: Case) {
        #expect(smallProfile.contains(mistake.old))
        let found = headlines(smallProfile.replacing(mistake.old, with: mistake.new))
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasPrefix("test.yaml:" + mistake.headline) == true, "\(found)")
    }

    @Test(arguments: [
        Case("target:", "traget: 1\ntarget:", "1:1: error: unknown key 'traget' in the profile"),
        Case("{address: loopback}", "{}", "1:9: error: target lacks the key 'domain'"),
        Case(
            "{address: loopback}", "5", "1:9: error: target is a mapping of keys, but here is '5'"),
        Case(
            "loopback}", "loopback, verify: nonne}",
            "1:37: error: 'nonne' is no verify; did you mean 'none'?"),
        Case(
            "loopback}", "loopback, tls_resumption: maybe}",
            "1:45: error: tls_resumption is 'on' or 'off', but here is 'maybe'"),
        Case(
            "loopback}", "loopback, mechanism: SCRAM-SHA-265}",
            "1:40: error: 'SCRAM-SHA-265' is no mechanism; did you mean 'SCRAM-SHA-256'?"),
        Case(
            "loopback}", "loopback, security: none, mechanism: SCRAM-SHA-1-PLUS}",
            "1:45: error: SCRAM-SHA-1-PLUS binds to TLS"),
        Case(
            "loopback}", "h, domain: d, security: none, mechanism: PLAIN}",
            "1:49: error: PLAIN without TLS"),
        Case("loopback}", "'loopback,h:1', domain: d}", "1:19: error: loopback stands alone"),
        Case("loopback}", "'h:99999', domain: d}", "1:19: error: 'h:99999' is not loopback"),
        Case("loopback}", "h, domain: 'a b'}", "1:30: error: 'a b' is not a domain"),
        Case(
            "loopback}", "h, domain: d, faults: {lose: 1%}}",
            "1:33: error: faults are those of 'address: loopback'; clamor serve has them"),
    ])
    func `in the target`(mistake: Case) { check(mistake) }

    @Test(arguments: [
        Case("}", ", faults: {los: 1%}}", "1:38: error: unknown key 'los' in faults; did you"),
        Case("}", ", faults: {delay: 20}}", "1:45: error: '20' has no unit"),
        Case("}", ", faults: {delay: exponential 20}}", "1:45: error: '20' has no unit"),
        Case("}", ", faults: {delay: 3s..1s}}", "1:45: error: the shorter end of a pause"),
        Case("}", ", faults: {freeze: 1s}}", "1:46: error: freeze is written as 1s/10s"),
        Case("}", ", faults: {freeze: 10s/10s}}", "1:46: error: freeze lasts some time, and not"),
        Case("}", ", faults: {stall_reads: 0s/1s}}", "1:51: error: stall_reads lasts some time"),
        Case("}", ", faults: {rate_cap: 0/s}}", "1:48: error: rate_cap must be above 0"),
        Case("}", ", faults: {bounce: 101%}}", "1:46: error: bounce is 100% at most"),
        Case("}", ", faults: {lose: often}}", "1:44: error: 'often' is not a ratio"),
        Case(
            "}", ", faults: {duplicate: 60%, bounce: 0.5}}",
            "1:38: error: a message has one fault at most"),
    ])
    func `in the faults`(mistake: Case) {
        check(Case("loopback" + mistake.old, "loopback" + mistake.new, mistake.headline))
    }

    @Test(arguments: [
        Case("{count: 10}", "{}", "2:11: error: accounts lacks the key 'count' or 'file'"),
        Case(
            "{count: 10}", "{count: ten}", "2:19: error: count is a whole number, but here is 'ten'"
        ),
        Case(
            "{count: 10}", "{count: 0}", "2:19: error: count is from 1 to 10000000, but here is 0"),
        Case("{count: 10}", "{count: 10, username: joe}", "2:23: error: without ${index} all 10"),
        Case(
            "{count: 10}", "{count: 10, username: 'u${uuid}${index}'}",
            "2:37: error: '${uuid}' has no value here"),
        Case("{count: 10}", "{file: a.csv, password: x}", "2:25: error: 'password' comes from"),
        Case(
            "{count: 10}", "{count: 10, register: if-mising}",
            "2:33: error: 'if-mising' is no register; did you mean 'if-missing'?"),
        Case(
            "{count: 10}", "{count: 10, password: ''}",
            "2:33: error: password is a text, but here is nothing"),
        Case("{count: 10}", "{count: 10, register_rate: 5s}", "2:38: error: '5s' is not a rate"),
        Case(
            "{count: 10}", "{count: 10, certificate: '${resource}.pem'}",
            "2:39: error: '${resource}' has no value here"),
        Case(
            "loopback}", "loopback, mechanism: external}",
            "1:29: error: EXTERNAL logs in with the account's certificate"),
        Case(
            "loopback}\naccounts: {", "loopback, security: none}\naccounts: {certificate: a.pem, ",
            "2:12: error: a certificate is shown in TLS, but security is none"),
        Case(
            "loopback}\naccounts: {",
            "loopback, tls_resumption: on}\naccounts: {certificate: '${user}.pem', ",
            "2:12: error: a resumed TLS session would have another account's certificate"),
    ])
    func `in the accounts`(mistake: Case) { check(mistake) }

    @Test(arguments: [
        Case("  arrival: 5/s\n", "", "4:3: error: sessions lacks the key 'arrival' or 'online'"),
        Case("arrival: 5/s", "arrival: 0/s", "4:12: error: arrival must be above 0"),
        Case(
            "arrival: 5/s", "arrival: {rate: 5/s, spacing: evn}",
            "4:33: error: 'evn' is no spacing; did you mean 'even'?"),
        Case(
            "arrival: 5/s", "arrival: {spacing: even}",
            "4:12: error: arrival lacks the key 'rate' or 'stages'"),
        Case(
            "arrival: 5/s", "arrival: {rate: 5/s, stages: [{rate: 1/s, for: 1s}]}",
            "4:13: error: 'rate' or 'stages', not both"),
        Case("arrival: 5/s", "arrival: {stages: []}", "4:21: error: stages is empty"),
        Case(
            "arrival: 5/s", "arrival: {stages: hold 5/s 1s; ramp 0..9 1s}",
            "4:42: error: '9' has no unit; did you mean '9/s'?"),
        Case(
            "arrival: 5/s", "arrival: {stages: [{rate: 1/s to 2, for: 1s}]}",
            "4:29: error: '2' has no unit; did you mean '2/s'?"),
        Case(
            "arrival: 5/s", "arrival: {stages: [{rate: 1/s}]}",
            "4:22: error: stage lacks the key 'for'"),
        Case(
            "arrival: 5/s", "arrival: {stages: [{rate: 1/s, for: 12s}]}",
            "4:12: error: the stages end 2s after duration"),
        Case("arrival: 5/s", "arrival: 5/s\n  ramp: 1s", "5:3: error: 'ramp' belongs to 'online'"),
        Case("arrival: 5/s", "arrival: 5/s\n  online: 3", "5:3: error: 'online' keeps sessions"),
        Case("arrival: 5/s", "online: 11", "4:11: error: 11 sessions online need as many accounts"),
        Case("arrival: 5/s", "online: 5\n  ramp: 10s", "5:9: error: ramp must be shorter"),
        Case(
            "arrival: 5/s", "arrival: 5/s\n  keepalive: 30",
            "5:14: error: '30' has no unit; did you mean '30s'?"),
        Case(
            "- name: main", "- nmae: x\n      name: main",
            "6:7: error: unknown key 'nmae' in scenario"),
        Case("- name: main\n      steps", "- steps", "6:7: error: scenario lacks the key 'name'"),
        Case("name: main", "name: a/b", "6:13: error: a name has up to 64 letters"),
        Case(
            "name: main", "name: main\n      weight: 0",
            "7:15: error: weight is a number above 0, but here is '0'"),
        Case("[login, logout]", "[]", "7:14: error: steps is empty"),
        Case("[login, logout]", "login", "7:14: error: steps is a list, but here is 'login'"),
        Case(
            "[login, logout]", "[login]\n    - {name: main, steps: [login]}",
            "8:7: error: the name 'main' is taken"),
        Case("duration: 10s", "", "1:1: error: the profile lacks the key 'duration'"),
        Case("duration: 10s", "duration: 0s", "8:11: error: duration must be longer than 0s"),
        Case(
            "duration: 10s", "duration: 10s\nwarmup: 10s",
            "9:1: error: warmup is a part of duration"),
        Case("duration: 10s", "duration: 10s\nseed: -1", "9:7: error: seed is a whole number"),
        Case(
            "duration: 10s", "duration: 10s\nnamespaces: {1v: x}",
            "9:14: error: '1v' cannot be a namespace prefix"),
        Case(
            "duration: 10s", "duration: 10s\nlimits: {stanza: 4KB}",
            "9:18: error: '4KB' is not a size; did you mean '4KiB'?"),
        Case(
            "duration: 10s", "duration: 10s\ntimeouts: {logn: 4s}",
            "9:12: error: unknown key 'logn' in timeouts; did you mean 'login'?"),
        Case("duration: 10s", "duration: 10s\nledger: {grace: 4}", "9:17: error: '4' has no unit"),
        Case(
            "duration: 10s", "duration: 10s\nledger: {order_pairs: 0}",
            "9:23: error: ledger.order_pairs is from 1 to 10000000, but here is 0"),
    ])
    func `in the load and the phases`(mistake: Case) { check(mistake) }

    @Test(arguments: [
        Case(
            "[login, logout]", "[logn, logout]",
            "7:15: error: unknown step 'logn'; did you mean 'login'?"),
        Case("[login, logout]", "[login, {mesage: {}}]", "7:23: error: unknown step 'mesage'"),
        Case("[login, logout]", "[login, elephant]", "7:22: error: unknown step 'elephant'"),
        Case("[login, logout]", "[login: x]", "7:22: error: 'login' takes no value"),
        Case(
            "[login, logout]", "[login, {ping: {}, roster: {}}]",
            "7:33: error: 'roster' beside 'ping': each item is one step"),
        Case("[login, logout]", "[roster]", "7:15: error: 'roster' needs a session"),
        Case("[login, logout]", "[login, logout, ping]", "7:30: error: 'ping' needs a session"),
        Case("[login, logout]", "[login, login]", "7:22: error: the session is logged in already"),
        Case(
            "[login, logout]", "[login, register]", "7:22: error: 'register' comes before 'login'"),
        Case("[login, logout]", "[pause: 1s]", "6:7: error: the scenario never logs in"),
        Case(
            "[login, logout]", "[{repeat: 2, steps: [login]}]",
            "7:15: error: each pass of 'repeat' begins logged out, so it must end logged out"),
        Case(
            "[login, logout]", "[login, {repeat: 2}]", "7:22: error: repeat lacks the key 'steps'"),
        Case(
            "[login, logout]", "[login, {repeat: 0, steps: [ping]}]",
            "7:31: error: repeat is from 1 to"),
        Case(
            "[login, logout]", "[login, {stay: until-ent}]",
            "7:29: error: 'until-ent' is no stay; did you mean 'until-end'?"),
        Case(
            "[login, logout]", "[login, {pause: 3s..1s}]",
            "7:30: error: the shorter end of a pause comes first"),
        Case(
            "[login, logout]", "[login, {pause: {min: 1s}}]",
            "7:30: error: a uniform pause has 'min' and 'max'"),
        Case(
            "[login, logout]", "[login, {pause: {mean: 1s, distribution: normal}}]",
            "7:55: error: 'normal' is no distribution"),
        Case(
            "[login, logout]", "[login, {pause: {mean: 1s, max: 2s}}]",
            "7:30: error: a uniform pause has 'min' and 'max'"),
    ])
    func `in the steps`(mistake: Case) { check(mistake) }

    @Test(arguments: [
        Case(
            "[login, logout]", "[login, {message: {body: a}}]",
            "7:32: error: message lacks the key 'to'"),
        Case(
            "[login, logout]", "[login, {message: {to: onlin, body: a}}]",
            "7:37: error: 'onlin' is no recipient; did you mean 'online'?"),
        Case("[login, logout]", "[login, {message: {to: hot, body: a}}]", "7:37: error: hot takes"),
        Case(
            "[login, logout]", "[login, {message: {to: hot(99), body: a}}]",
            "7:37: error: hot takes"),
        Case(
            "[login, logout]", "[login, {message: {to: a@b, body: a, await: delivery}}]",
            "7:51: error: delivery cannot be awaited"),
        Case(
            "[login, logout]", "[login, {message: {to: random, body: a, await: delivery}}]",
            "7:54: error: delivery cannot be awaited: 'random' may be offline"),
        Case(
            "[login, logout]", "[login, {message: {to: a@b, body: a, jid: bare}}]",
            "7:56: error: a JID is used as it is written"),
        Case(
            "[login, logout]", "[login, {message: {to: random, body: a, jid: full}}]",
            "7:59: error: 'random' may be offline, so it has no full JID"),
        Case(
            "[login, logout]", "[login, {message: {to: online, body: '${text(9..262145)}'}}]",
            "7:45: error: a body of 262145 bytes or more is beyond what a session may hold; raise "
                + "limits.stanza, which is 256KiB"),
        Case(
            "[login, logout]\n",
            "[login, {message: {to: online, body: 'é${text(1023)}'}}]\nlimits: {send_queue: 1KiB}\n",
            "7:45: error: a body of 1025 bytes or more is beyond what a session may hold; raise "
                + "limits.send_queue, which is 1KiB"),
        Case(
            "[login, logout]", "[login, {message: {to: online, body: a, await: deliver}}]",
            "7:61: error: 'deliver' is no await; did you mean 'delivery'?"),
        Case(
            "[login, logout]", "[login, {presence: {type: subscribe}}]",
            "7:34: error: presence of type 'subscribe' needs 'to'"),
        Case(
            "[login, logout]", "[login, {presence: {priority: 200}}]",
            "7:44: error: priority is from -128 to 127, but here is 200"),
        Case(
            "[login, logout]", "[login, {presence: {show: away, type: unavailable}}]",
            "7:34: error: only available presence has 'show'"),
    ])
    func `in the stanzas`(mistake: Case) { check(mistake) }

    @Test func `recipients need accounts to be`() {
        let step = "[login, {message: {to: pair, body: a}}]"
        let odd = withSteps(step).replacing("count: 10", with: "count: 9")
        #expect(headlines(odd)[0].contains("an even number of accounts; there are 9"))
        let alone = withSteps(step).replacing("count: 10", with: "count: 1")
        #expect(headlines(alone)[0].contains("needs a second account"))
    }

    @Test func `loops may be nested eight deep and no deeper`() {
        func nested(_ depth: Int) -> String {
            var steps = "[ping]"
            for _ in 0..<depth { steps = "[{repeat: 1, steps: \(steps)}]" }
            return "[login, " + steps.dropFirst()
        }
        #expect(headlines(withSteps(nested(8))).isEmpty)
        #expect(headlines(withSteps(nested(9)))[0].contains("repeat stands in more than 8 others"))
    }

    @Test(arguments: [
        (
            "- message: {to: online, body: a}\n", "1:1",
            "traffic item lacks the key 'rate' or 'stages'"
        ),
        ("- login\n", "1:1", "traffic item is a mapping of keys, but here is 'login'"),
        ("- pause: 1s\n    rate: 1/s\n", "1:1", "unknown step 'pause' in traffic item"),
        ("- ping: {}\n    rate: 1/s\n    after: 10s\n", "3:3", "this traffic would begin after"),
        ("- ping: {}\n    rate: 1/s\n    after: all-onlin\n", "3:10", "'all-onlin' is no after"),
        (
            "- ping: {}\n    stages: [{rate: 1/s, for: 6s}]\n    after: 5s\n", "2:3",
            "the stages end 1s after duration"
        ),
        ("- ping: {}\n    rate: 1/s\n    name: main\n", "1:1", "the name 'main' is taken"),
        ("- ping: {}\n    rate: 1/s\n    evry: 3\n", "3:3", "unknown key 'evry' in traffic item"),
    ])
    func `in the traffic`(item: String, place: String, message: String) {
        let found = headlines(smallProfile + "traffic:\n  " + item)
        let parts = place.split(separator: ":").compactMap { Int($0) }
        // The item begins on the tenth line, two columns in and behind its dash.
        let line = parts[0] + 9
        let column = parts[0] == 1 ? 5 : parts[1] + 2
        #expect(found.count == 1, "\(found)")
        #expect(
            found.first?.hasPrefix("test.yaml:\(line):\(column): error: \(message)") == true,
            "\(found)")
    }
}
