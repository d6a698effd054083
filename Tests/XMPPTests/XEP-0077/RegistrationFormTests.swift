import Testing

@testable import XMPP

private typealias Play = ClientPlay

@Suite("In-band registration")
struct RegistrationFormTests {
    private let formRequest =
        "write <iq type='get' id='form' to='example.org'><query xmlns='jabber:iq:register'/></iq>"

    private func form(_ content: String) -> String {
        "<iq id='form' from='example.org' type='result'>"
            + "<query xmlns='jabber:iq:register'>\(content)</query></iq>"
    }

    private func submission(_ content: String) -> String {
        "write <iq type='set' id='register' to='example.org'>"
            + "<query xmlns='jabber:iq:register'>\(content)</query></iq>"
    }

    /// A stream that has asked for the form.
    private func asking() -> Play {
        let play = Play(purpose: .register)
        _ = play.tell { $0.connected() }
        #expect(
            play.receive(
                Play.opening + Play.features(Play.mechanisms("PLAIN"), Play.registering))
                == ["ended stream", "began register", formRequest])
        return play
    }

    private func error(_ type: String, _ condition: String) -> String {
        "<iq id='register' type='error'><error type='\(type)'><\(condition)"
            + " xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"
    }

    @Test("fills in ejabberd's legacy fields")
    func legacyFields() {
        let play = asking()
        #expect(
            play.receive(form("<username/><password/><instructions>Choose</instructions>"))
                == [submission("<username>juliet</username><password>r0m30</password>")])
        #expect(
            play.receive("<iq xml:lang='en' from='example.org' type='result' id='register'/>")
                == ["ended register", "registered", Play.endTag])
        #expect(play.stream.isClosing)
        #expect(play.receive("</stream:stream>") == ["finish"])
    }

    @Test("fills in Prosody's data form")
    func dataForm() {
        let play = asking()
        let words = play.receive(
            form(
                "<instructions>Choose.</instructions><username/><password/>"
                    + "<x type='form' xmlns='jabber:x:data'><title>Creating a new account</title>"
                    + "<field type='hidden' var='FORM_TYPE'><value>jabber:iq:register</value>"
                    + "</field><field type='text-single' label='Username' var='username'>"
                    + "<required/></field><field type='text-private' label='Password'"
                    + " var='password'><required/></field></x>"))
        #expect(
            words == [
                submission(
                    "<x xmlns='jabber:x:data' type='submit'>"
                        + "<field var='FORM_TYPE'><value>jabber:iq:register</value></field>"
                        + "<field var='username'><value>juliet</value></field>"
                        + "<field var='password'><value>r0m30</value></field></x>")
            ])
    }

    @Test("goes over STARTTLS first when that is asked for")
    func overTLS() {
        let play = Play(security: .startTLS, purpose: .register)
        _ = play.tell { $0.connected() }
        #expect(
            play.receive(Play.opening + Play.features(Play.startTLS, Play.registering)).last
                == "write \(Play.startTLS)")
        _ = play.receive(Play.proceed)
        _ = play.tell { $0.tlsEstablished(channelBindings: []) }
        #expect(
            play.receive(Play.opening + Play.features(Play.registering)).last == formRequest)
    }

    @Test(
        "tells a conflict, a policy, a matter of time and other refusals apart",
        arguments: [
            ("cancel", "conflict", RegistrationRefusal.conflict),
            ("cancel", "not-allowed", .policy), ("auth", "forbidden", .policy),
            ("cancel", "service-unavailable", .policy),
            ("wait", "resource-constraint", .retry), ("cancel", "resource-constraint", .retry),
            ("wait", "not-acceptable", .retry), ("modify", "not-acceptable", .other),
        ])
    func refusals(type: String, condition: String, meaning: RegistrationRefusal) throws {
        let play = asking()
        _ = play.receive(form("<username/><password/>"))
        #expect(
            play.receive(error(type, condition)) == [Play.endTag, "finish register: \(condition)"])
        let isTemporary = type == "wait" || condition == "resource-constraint"
        #expect(
            RegistrationRefusal(
                StreamFailure(stage: .register, condition: condition, isTemporary: isTemporary))
                == meaning)
    }

    @Test("a refusal at another stage is no refusal of the registration")
    func otherStages() {
        let failure = StreamFailure(stage: .auth, condition: "conflict", isTemporary: true)
        #expect(RegistrationRefusal(failure) == .other)
    }

    @Test("a server that does not offer it refuses it by policy")
    func notOffered() throws {
        let play = Play(purpose: .register)
        _ = play.tell { $0.connected() }
        let last = play.receive(Play.opening + Play.features(Play.mechanisms("PLAIN"))).last
        #expect(last?.hasPrefix("finish register: registration-not-offered") == true)
        #expect(
            RegistrationRefusal(
                StreamFailure(stage: .register, condition: ClientStream.registrationNotOffered))
                == .policy)
    }

    @Test("a refused form is an error of stage register")
    func refusedForm() {
        let play = asking()
        #expect(
            play.receive(
                "<iq id='form' type='error'><error type='cancel'><service-unavailable"
                    + " xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"
            ).last
                == "finish register: service-unavailable")
        let empty = asking()
        #expect(
            empty.receive("<iq id='form' type='result'/>").last
                == "finish register: malformed-form")
    }

    @Test(
        "forms that a load generator cannot fill in are named",
        arguments: [
            ("<username/><password/><email/><name/>", "unknown-required-field", "email, name"),
            ("<password/>", "form-without-username", "username"),
            ("", "form-without-username", "username"),
            (
                "<instructions>web</instructions><x xmlns='jabber:x:oob'><url>http://a/</url></x>",
                "out-of-band-registration", "web"
            ),
            (
                "<x xmlns='jabber:x:data' type='form'><field var='username'/>"
                    + "<field var='password'/><field var='invite'><required/></field></x>",
                "unknown-required-field", "invite"
            ),
            (
                "<x xmlns='jabber:x:data' type='form'><field type='hidden' var='FORM_TYPE'>"
                    + "<value>urn:xmpp:captcha</value></field><field var='username'/>"
                    + "<field var='password'/></x>", "captcha-required", "CAPTCHA"
            ),
            (
                "<x xmlns='jabber:x:data' type='form'><field var='username'/>"
                    + "<field var='password'/><field var='ocr'><media"
                    + " xmlns='urn:xmpp:media-element'/><required/></field></x>",
                "captcha-required", "CAPTCHA"
            ),
            (
                "<x xmlns='jabber:x:data' type='form'><field var='username'/></x>",
                "form-without-password", "password"
            ),
        ])
    func unfitForms(content: String, condition: String, word: String) throws {
        let last = try #require(asking().receive(form(content)).last)
        #expect(last.hasPrefix("finish register: \(condition) ("))
        #expect(last.contains(word))
    }

    @Test("fields with a default keep it, optional ones without are left out")
    func defaults() {
        let words = asking().receive(
            form(
                "<x xmlns='jabber:x:data' type='form'><field var='username'><required/></field>"
                    + "<field var='password'/><field var='email'/>"
                    + "<field var='terms' type='boolean'><required/><value>1</value></field></x>"))
        #expect(
            words == [
                submission(
                    "<x xmlns='jabber:x:data' type='submit'>"
                        + "<field var='username'><value>juliet</value></field>"
                        + "<field var='password'><value>r0m30</value></field>"
                        + "<field var='terms'><value>1</value></field></x>")
            ])
    }

    @Test("removes an account after logging in, as Prosody confirms it")
    func removal() {
        let play = Play(purpose: .unregister)
        play.logIn()
        _ = play.receive(Play.features(Play.binding))
        #expect(
            play.receive(Play.bindResult) == [
                "ended bind", "began register",
                "write <iq type='set' id='remove'><query xmlns='jabber:iq:register'>"
                    + "<remove/></query></iq>",
            ])
        #expect(play.stream.stage == .register)
        #expect(
            play.receive(
                "<iq to='juliet@example.org/balcony' id='remove' type='result'/>"
                    + "<stream:error><not-authorized xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"
                    + "<text xmlns='urn:ietf:params:xml:ns:xmpp-streams'>Account deleted</text>"
                    + "</stream:error></stream:stream>")
                == ["ended register", "unregistered", Play.endTag, "finish"])
    }

    @Test("a refused removal is an error of stage register")
    func refusedRemoval() {
        let play = Play(purpose: .unregister)
        play.logIn()
        _ = play.receive(Play.features(Play.binding) + Play.bindResult)
        #expect(
            play.receive(
                "<iq id='remove' type='error'><error type='cancel'><not-allowed"
                    + " xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>")
                == [Play.endTag, "finish register: not-allowed"])
    }
}
