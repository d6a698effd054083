import Testing

@testable import Profile

@Suite struct ResolvedProfileTests {
    @Test func `the small profile prints with every default written out`() throws {
        #expect(
            ResolvedProfile.yaml(try loaded(smallProfile, name: "small.yaml")) == """
                title: small
                target:
                  domain: localhost
                  address: loopback
                  security: starttls
                  verify: system
                  tls_resumption: off
                  allow_plain: off
                accounts:
                  count: 10
                  username: "user${index}"
                  password: "<redacted>"
                  register: never
                sessions:
                  arrival:
                    stages:
                      - rate: 5/s
                        for: 10s
                    spacing: shuffled
                  keepalive: off
                  scenarios:
                    - name: main
                      weight: 1
                      steps:
                        - login
                        - logout
                warmup: 0s
                duration: 10s
                drain: 5s
                sample_sessions: 3
                ledger:
                  grace: 5s
                  order_pairs: 50000
                timeouts:
                  connect: 10s
                  login: 30s
                  iq: 10s
                  delivery: 10s
                  close: 5s
                limits:
                  stanza: 256KiB
                  depth: 64
                  attributes: 64
                  name: 256B
                  namespaces: 64
                  send_queue: 1MiB

                """)
    }

    @Test(arguments: [
        "plain", "two words", "", " edge ", "a: b", "- x", "#c", "it's", "\"q\"", "back\\slash",
        "line\nbreak\tand tab\r", "größer 👋", "${x} {y} [z]", "null", "~", "\u{7F}\u{2028}\u{1}",
        "-", "---", "100/s", "*a", "&a", "!t", "%d", "@x", "`x`", "a,b", "?", "|", ">",
    ])
    func `any text reads back as it was`(text: String) throws {
        var writer = YAMLWriter()
        writer.key("k", text)
        let (root, errors) = YAMLComposer.compose(
            SourceText(name: "t", text: writer.text), number: 0)
        #expect(errors.isEmpty)
        guard case .mapping(let entries) = root?.content,
            case .scalar(let scalar) = entries.first?.value.content
        else { return #expect(Bool(false), "a mapping of one key") }
        #expect(scalar.text == text)
    }

    @Test(arguments: [
        (0.0, "0"), (2.5, "2.5"), (1e-5, "0.00001"), (1.25e-7, "0.000000125"), (4.0, "4"),
    ])
    func `numbers have no exponent`(number: Double, text: String) {
        #expect(ResolvedProfile.decimal(number) == text)
        #expect(Quantity.number(text) == number)
    }
}
