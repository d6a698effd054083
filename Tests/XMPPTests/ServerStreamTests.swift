import Authentication
import Testing

@testable import XMPP

@Suite struct ServerStreamTests {
    // MARK: Headers

    @Test func `a header is answered with a header and the features`() {
        let script = ServerScript(
            .init(domain: "localhost", allowsPlainWithoutTLS: true))
        let actions = script.receive(ServerScript.header())
        #expect(actions.others == [])
        let text = actions.written
        #expect(
            text.hasPrefix(
                "<?xml version='1.0'?><stream:stream xmlns='jabber:client'"
                    + " xmlns:stream='http://etherx.jabber.org/streams' id='"))
        #expect(text.contains(" from='localhost' version='1.0' xml:lang='en'>"))
        let features = """
            <stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'></starttls>\
            <mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\
            <mechanism>SCRAM-SHA-256</mechanism><mechanism>SCRAM-SHA-1</mechanism>\
            <mechanism>PLAIN</mechanism></mechanisms>\
            <register xmlns='http://jabber.org/features/iq-register'/></stream:features>
            """
        #expect(text.hasSuffix(features))
    }

    @Test func `no stream has the identifier of another`() throws {
        let script = ServerScript()
        let first = try #require(Self.identifier(script.receive(ServerScript.header()).written))
        _ = script.receive("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
        script.perform(script.stream.tlsEstablished(channelBindings: []))
        let second = try #require(Self.identifier(script.receive(ServerScript.header()).written))
        #expect(first != second)
    }

    private static func identifier(_ text: String) -> Substring? {
        guard let start = text.firstRange(of: "id='") else { return nil }
        return text[start.upperBound...].prefix { $0 != "'" }
    }

    @Test func `the domain is compared without regard to case`() {
        let script = ServerScript()
        #expect(script.receive(ServerScript.header(to: "LocalHost.")).others == [])
    }

    /// Attributes of a stream header, and the error that they give.
    private static let wrongHeaders: [(String, String)] = [
        ("xmlns='jabber:client' to='elsewhere' version='1.0'", "host-unknown"),
        ("xmlns='jabber:client' version='1.0'", "improper-addressing"),
        ("xmlns='jabber:client' to='localhost'", "unsupported-version"),
        ("xmlns='jabber:client' to='localhost' version='0.9'", "unsupported-version"),
        ("xmlns='jabber:server' to='localhost' version='1.0'", "invalid-namespace"),
    ]

    private static let wrongStarts: [(String, String)] =
        wrongHeaders.map { attributes, condition in
            let prefix = "<stream:stream xmlns:stream='http://etherx.jabber.org/streams' "
            return (prefix + attributes + ">", condition)
        } + [
            ("<s:stream xmlns='jabber:client' xmlns:s='urn:example:other'>", "invalid-namespace"),
            ("<s:other xmlns:s='http://etherx.jabber.org/streams'>", "bad-format"),
            ("<<", "not-well-formed"),
            ("<!-- hello -->", "restricted-xml"),
        ]

    @Test(arguments: wrongStarts)
    func `a wrong header ends the stream with an error, after a header of its own`(
        header: String, condition: String
    ) {
        let script = ServerScript()
        let actions = script.receive(header)
        #expect(actions.written.hasPrefix("<?xml version='1.0'?><stream:stream "))
        #expect(
            actions.written.contains(
                "<stream:error><\(condition) xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"))
        #expect(actions.written.hasSuffix("</stream:error></stream:stream>"))
        guard case .finish(let seen)? = actions.last else {
            Issue.record("no end: \(actions)")
            return
        }
        #expect(seen?.rawValue == condition)
        #expect(script.receive(ServerScript.header()) == [])
    }

    // MARK: Before the login

    @Test(arguments: [
        "<message to='romeo@localhost'><body>hi</body></message>",
        "<iq type='get' id='1'><query xmlns='jabber:iq:roster'/></iq>",
        "<presence/>",
    ])
    func `a stanza before the login ends the stream`(stanza: String) {
        let script = ServerScript()
        _ = script.receive(ServerScript.header())
        let actions = script.receive(stanza)
        #expect(actions.others == [.finish(.notAuthorized)])
        #expect(!actions.written.contains("<?xml"))
    }

    @Test func `a client that closes its stream gets the same in return`() {
        let script = ServerScript()
        _ = script.receive(ServerScript.header())
        let actions = script.receive("</stream:stream>")
        #expect(actions == [.write(Array("</stream:stream>".utf8)), .finish(nil)])
        #expect(script.stream.timedOut() == [])
    }

    @Test func `a client that waits too long is told so`() {
        let script = ServerScript()
        _ = script.receive(ServerScript.header())
        #expect(script.stream.timedOut().others == [.finish(.connectionTimeout)])
    }

    // MARK: TLS

    @Test func `STARTTLS is answered, and then a new stream begins`() {
        let script = ServerScript()
        _ = script.receive(ServerScript.header())
        let actions = script.receive("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
        #expect(actions.written == "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
        #expect(actions.others == [.startTLS])
        script.perform(
            script.stream.tlsEstablished(
                channelBindings: [.init(type: "tls-exporter", data: [1, 2, 3])]))
        let features = script.receive(ServerScript.header()).written
        #expect(!features.contains("starttls"))
        #expect(
            features.contains(
                "<mechanism>SCRAM-SHA-256-PLUS</mechanism><mechanism>SCRAM-SHA-1-PLUS</mechanism>"
            ))
        #expect(features.contains("<mechanism>PLAIN</mechanism>"))
        #expect(
            features.contains(
                "<sasl-channel-binding xmlns='urn:xmpp:sasl-cb:0'>"
                    + "<channel-binding type='tls-exporter'/></sasl-channel-binding>"))
    }

    @Test func `STARTTLS fails where it is not offered`() {
        let script = ServerScript(.init(domain: "localhost", offersTLS: false))
        #expect(!script.receive(ServerScript.header()).written.contains("starttls"))
        let actions = script.receive("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
        #expect(actions.written.hasPrefix("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"))
        #expect(actions.others == [.finish(nil)])
    }

    @Test func `where TLS is required nothing else is offered or taken`() {
        let script = ServerScript(.init(domain: "localhost", requiresTLS: true))
        let features = script.receive(ServerScript.header()).written
        #expect(
            features.hasSuffix(
                "<stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/>"
                    + "</starttls></stream:features>"))
        let actions = script.receive(
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='SCRAM-SHA-1'>biw=</auth>")
        #expect(actions.written.contains("<encryption-required/>"))
    }

    // MARK: Authentication

    @Test func `a login with PLAIN, a bound resource`() {
        let script = ServerScript()
        script.secure()
        let message = Base64.encodeToString(Array("\0juliet\0secret".utf8))
        let auth = script.receive(
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>\(message)</auth>")
        #expect(auth == [.lookUp(username: "juliet")])
        let success = script.perform(
            script.stream.found(
                ServerCredentials(password: Array("secret".utf8), salt: [1], iterations: 4_096)))
        #expect(success.written == "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>")
        #expect(success.others == [.restartParser])
        let features = script.receive(ServerScript.header()).written
        let expected = """
            <stream:features><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>\
            <session xmlns='urn:ietf:params:xml:ns:xmpp-session'><optional/></session>\
            <ver xmlns='urn:xmpp:features:rosterver'/></stream:features>
            """
        #expect(features.hasSuffix(expected))
        let bind = script.receive(
            "<iq type='set' id='b1'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
                + "<resource>balcony</resource></bind></iq>")
        #expect(bind == [.bind(username: "juliet", resource: "balcony")])
        let bound = script.stream.bound("juliet@localhost/balcony")
        #expect(
            bound.written
                == "<iq type='result' id='b1'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
                + "<jid>juliet@localhost/balcony</jid></bind></iq>")
        #expect(script.stream.isBound)
    }

    /// SCRAM against the client's side of GNU SASL; keys are derived by the test.
    @Test(arguments: [SASLMechanism.scramSHA1, .scramSHA256, .scramSHA256Plus], [true, false])
    func `a login with SCRAM asks for the key of the account once`(
        mechanism: SASLMechanism, hasKey: Bool
    ) throws {
        let binding = ChannelBinding(type: "tls-exporter", data: Array(0..<32))
        let script = ServerScript()
        script.secure([binding])
        var account = ServerCredentials(
            password: Array("secret".utf8), salt: Array(1...16), iterations: 4_096)
        let hash = try #require(mechanism.hash)
        let key = try #require(Self.keys[hash])
        let request = account.derivation(hash)
        if hasKey {
            account.saltedSHA1 = Self.keys[.sha1]
            account.saltedSHA256 = Self.keys[.sha256]
        }
        let client = try ClientAuthentication(
            mechanism: mechanism,
            credentials: .init(username: "juliet", password: "secret"), domain: "localhost",
            channelBinding: mechanism.bindsChannel ? binding : nil)
        guard case .send(let first?) = try client.start() else {
            Issue.record("no initial response")
            return
        }
        let auth = script.receive(
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='\(mechanism.rawValue)'>"
                + "\(Base64.encodeToString(first))</auth>")
        #expect(auth == [.lookUp(username: "juliet")])
        var actions = script.stream.found(account)
        if !hasKey {
            #expect(actions == [.deriveKey(request, username: "juliet")])
            actions = script.stream.keyDerived(key, for: request)
        }
        let challenge = try #require(Self.data(actions.written, "challenge"))
        guard case .deriveKey = try client.received(challenge: challenge),
            case .send(let final?) = try client.keyDerived(key)
        else {
            Issue.record("the client does not go on")
            return
        }
        let success = script.receive(
            "<response xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(Base64.encodeToString(final))</response>"
        )
        let signature = try #require(Self.data(success.written, "success"))
        #expect(try client.received(success: signature) == .done)
        #expect(success.others == [.restartParser])
    }

    /// PBKDF2 of "secret" with the salt 1...16 and 4,096 rounds, by Python's hashlib.
    private static let keys: [PasswordHash: [UInt8]] = [
        .sha1: [
            0x29, 0xa0, 0xbb, 0x2f, 0x8b, 0x58, 0x16, 0x40, 0x82, 0xd6,
            0xee, 0xdb, 0x9e, 0x0a, 0xbb, 0x93, 0xc0, 0x08, 0xa7, 0x0b,
        ],
        .sha256: [
            0xe5, 0xf9, 0x1b, 0x51, 0x3f, 0x22, 0xec, 0xb9, 0x37, 0xb4,
            0xe9, 0xd3, 0xc0, 0x18, 0xfc, 0x47, 0x44, 0x28, 0x28, 0xb2,
            0x51, 0x92, 0x3d, 0xdf, 0x52, 0x3e, 0x2d, 0xdb, 0x8d, 0x07,
            0xe3, 0xec,
        ],
    ]

    private static func data(_ text: String, _ name: String) -> [UInt8]? {
        guard let start = text.firstRange(of: "<\(name) xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>"),
            let end = text.firstRange(of: "</\(name)>")
        else { return nil }
        return Base64.decode(String(text[start.upperBound..<end.lowerBound]))
    }

    @Test(arguments: [
        (
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='X-NONE'/>",
            "invalid-mechanism"
        ),
        ("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>", "invalid-mechanism"),
        (
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>AGEAYg==</auth>",
            "encryption-required"
        ),
        (
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='SCRAM-SHA-1'>!</auth>",
            "incorrect-encoding"
        ),
        (
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='SCRAM-SHA-1'>AAAA</auth>",
            "malformed-request"
        ),
        (
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='SCRAM-SHA-1'/>"
                + "<abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>", "aborted"
        ),
    ])
    func `a failed authentication says why`(auth: String, condition: String) {
        let script = ServerScript()
        _ = script.receive(ServerScript.header())
        let actions = script.receive(auth)
        #expect(
            actions.written.hasSuffix(
                "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><\(condition)/></failure>"))
        #expect(actions.others == [])
    }

    @Test func `unknown accounts and wrong passwords look the same, and are not tried for ever`() {
        let script = ServerScript(.init(domain: "localhost", authenticationFailures: 3))
        script.secure()
        let account = ServerCredentials(password: Array("secret".utf8), salt: [1], iterations: 1)
        let message = Base64.encodeToString(Array("\0juliet\0wrong".utf8))
        for credentials in [nil, account] {
            _ = script.receive(
                "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>\(message)</auth>"
            )
            #expect(
                script.stream.found(credentials).written
                    == "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><not-authorized/>"
                    + "</failure>")
        }
        _ = script.receive(
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>\(message)</auth>")
        #expect(script.stream.found(nil).others == [.finish(.policyViolation)])
    }

    @Test func `a key that comes after the client gave up is ignored`() {
        let script = ServerScript()
        script.secure()
        let account = ServerCredentials(password: Array("secret".utf8), salt: [1], iterations: 1)
        let first = Base64.encodeToString(Array("n,,n=juliet,r=abc".utf8))
        _ = script.receive(
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='SCRAM-SHA-1'>\(first)</auth>"
        )
        #expect(
            script.stream.found(account)
                == [.deriveKey(account.derivation(.sha1), username: "juliet")])
        let aborted = script.receive("<abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>")
        #expect(aborted.written.contains("<aborted/>"))
        #expect(script.stream.keyDerived([1], for: account.derivation(.sha1)) == [])
    }

    // MARK: Registration

    @Test func `the form is sent, filled in and answered`() {
        let script = ServerScript()
        _ = script.receive(ServerScript.header())
        let form = script.receive(
            "<iq type='get' id='r1'><query xmlns='jabber:iq:register'/></iq>")
        #expect(
            form.written.hasPrefix("<iq type='result' id='r1'><query xmlns='jabber:iq:register'>"))
        #expect(form.written.contains("<username/><password/>"))
        let filled =
            "<iq type='set' id='r2'><query xmlns='jabber:iq:register'><username>juliet</username>"
            + "<password>a &amp; b</password></query></iq>"
        #expect(script.receive(filled) == [.register(username: "juliet", password: "a & b")])
        #expect(script.stream.registered(nil).written == "<iq type='result' id='r2'/>")
        #expect(script.receive(filled).count == 1)
        #expect(
            script.stream.registered(StanzaError(.conflict)).written.hasPrefix(
                "<iq type='error' id='r2'><error type='cancel'><conflict "))
    }

    @Test func `a form without a password is not acceptable`() {
        let script = ServerScript()
        _ = script.receive(ServerScript.header())
        let actions = script.receive(
            "<iq type='set' id='r'><query xmlns='jabber:iq:register'><username>juliet</username>"
                + "<password/></query></iq>")
        #expect(actions.written.contains("<not-acceptable "))
    }

    @Test func `registration can be closed`() {
        let script = ServerScript(.init(domain: "localhost", offersRegistration: false))
        #expect(!script.receive(ServerScript.header()).written.contains("iq-register"))
        let actions = script.receive(
            "<iq type='get' id='r'><query xmlns='jabber:iq:register'/></iq>")
        #expect(actions.written.contains("<not-allowed "))
    }

    // MARK: Bind

    @Test func `without a wish the server chooses the resource; a refusal can be tried again`() {
        let script = ServerScript()
        script.secure()
        script.logIn()
        let bind = "<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>"
        #expect(script.receive(bind) == [.bind(username: "juliet", resource: nil)])
        let refused = script.stream.bindRefused(StanzaError(.resourceConstraint))
        #expect(
            refused.written.hasPrefix(
                "<iq type='error' id='b'><error type='wait'><resource-constraint "))
        #expect(script.receive(bind) == [.bind(username: "juliet", resource: nil)])
        #expect(script.stream.bound("juliet@localhost/1").written.contains("<jid>"))
    }

    @Test func `a resource that is too long is a bad request`() {
        let script = ServerScript()
        script.secure()
        script.logIn()
        let actions = script.receive(
            "<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>"
                + String(repeating: "x", count: 1_024) + "</resource></bind></iq>")
        #expect(actions.written.contains("<bad-request "))
    }

    @Test func `a stanza before the bind ends the stream`() {
        let script = ServerScript()
        script.secure()
        script.logIn()
        #expect(script.receive("<presence/>").others == [.finish(.notAuthorized)])
    }
}
