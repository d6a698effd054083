import Profile
import Testing
import Units

@testable import LoopbackServer

/// What the server does wrong on purpose, seen by two clients.
@Suite struct LoopbackServerFaultsTests {
    private struct Scene {
        let play: Play
        let alice: Play.Role
        let bob: Play.Role

        /// Alice and Bob online, Bob having heard nothing.
        init(workers: Int = 1, _ change: @escaping (inout Faults) -> Void) throws {
            play = try Play(["alice", "bob"], workers: workers) { change(&$0.faults) }
            alice = play.appear("alice", "a")
            bob = play.appear("bob", "b")
            _ = bob.listen()
        }

        /// Alice says something to Bob; nothing is waited for.
        func send(_ id: String) {
            alice.stage.transport.write(alice.id, Array(Self.message(id).utf8).span)
        }

        static func message(_ id: String, to: String = "bob@localhost/b") -> String {
            "<message to='\(to)' type='chat' id='\(id)'><body>x</body></message>"
        }

        var injected: InjectedFaults {
            play.servers.reduce(into: InjectedFaults()) { $0.add($1.statistics.current.injected) }
        }

        /// The ids of the messages in what a client heard.
        static func ids(_ heard: String) -> [String] {
            heard.split(separator: "<message ").dropFirst(heard.hasPrefix("<message ") ? 0 : 1)
                .compactMap { part in
                    part.split(separator: "id='").dropFirst().first?.prefix { $0 != "'" }
                        .description
                }
        }
    }

    @Test func `a lost message goes nowhere and is counted`() throws {
        let scene = try Scene { $0.lose = 1 }
        #expect(scene.alice.ask(Scene.message("1")) == "")
        #expect(scene.bob.listen() == "")
        #expect(scene.injected.lost == 1)
        #expect(scene.play.servers[0].statistics.current.messagesDelivered == 0)
    }

    @Test(arguments: [1, 2])
    func `a doubled message comes twice`(workers: Int) throws {
        let scene = try Scene(workers: workers) { $0.duplicate = 1 }
        scene.alice.say(Scene.message("1"))
        #expect(Scene.ids(scene.bob.listen()) == ["1", "1"])
        #expect(scene.injected.duplicated == 1)
    }

    @Test func `a bounced message comes back as an error`() throws {
        let scene = try Scene { $0.bounce = 1 }
        let answer = scene.alice.ask(Scene.message("1"))
        #expect(answer.contains("type='error' id='1' from='bob@localhost/b'"))
        #expect(answer.contains("<internal-server-error "))
        #expect(scene.bob.listen() == "")
        #expect(scene.injected.bounced == 1)
    }

    @Test(arguments: [1, 2])
    func `a message waits until the next one overtakes it`(workers: Int) throws {
        let scene = try Scene(workers: workers) { $0.reorder = 1 }
        for id in ["1", "2", "3", "4"] { scene.send(id) }
        scene.play.settle()
        #expect(Scene.ids(scene.bob.listen()) == ["2", "1", "4", "3"])
        #expect(scene.injected.reordered == 2)
    }

    @Test func `a message that nothing overtakes comes after a second, in order`() throws {
        let scene = try Scene { $0.reorder = 1 }
        scene.send("1")
        scene.play.settle(.milliseconds(990))
        #expect(scene.bob.listen() == "")
        scene.play.settle(.milliseconds(20))
        #expect(Scene.ids(scene.bob.listen()) == ["1"])
        #expect(scene.injected.reordered == 0)
    }

    @Test func `messages of other pairs overtake nothing`() throws {
        let scene = try Scene { $0.reorder = 1 }
        scene.send("1")
        scene.bob.say(Scene.message("own"))
        #expect(scene.bob.listen() == "")
        #expect(scene.injected.reordered == 0)
    }

    @Test func `each element waits for its delay, also when several come in one read`() throws {
        let scene = try Scene { $0.delay = .fixed(.milliseconds(20)) }
        let before = scene.injected.delayed
        scene.alice.stage.transport.write(
            scene.alice.id, Array((Scene.message("1") + Scene.message("2")).utf8).span)
        scene.play.settle(.milliseconds(20))
        #expect(scene.bob.listen() == "")
        // Two ways of 50 µs each.
        scene.play.settle(.microseconds(100))
        #expect(Scene.ids(scene.bob.listen()) == ["1", "2"])
        #expect(scene.injected.delayed == before + 1)
    }

    @Test func `a capped server takes its time for each element`() throws {
        let scene = try Scene { $0.rateCap = Rate(perSecond: 100) }
        scene.play.settle(.seconds(1))
        scene.alice.stage.transport.write(
            scene.alice.id, Array((Scene.message("1") + Scene.message("2")).utf8).span)
        scene.bob.stage.transport.write(
            scene.bob.id, Array(Scene.message("own").utf8).span)
        var heard: [Set<String>] = []
        scene.play.settle(.milliseconds(1))
        for _ in 0..<4 {
            scene.play.settle(.milliseconds(10))
            heard.append(Set(Scene.ids(scene.bob.listen())))
        }
        // Which of the two sessions is first is the network's choice.
        #expect(heard.joined().count == 3 && heard[0].count == 1 && heard[3].isEmpty)
        #expect(Set(heard.joined()) == ["1", "2", "own"])
    }

    @Test func `elements of one session keep their order whatever is drawn for them`() throws {
        let scene = try Scene { $0.delay = .exponential(mean: .milliseconds(20)) }
        let sent = (1...50).map { "\($0)" }
        for id in sent {
            scene.send(id)
            scene.play.settle(.milliseconds(1))
        }
        scene.play.settle(.seconds(5))
        #expect(Scene.ids(scene.bob.listen()) == sent)
    }

    @Test func `a stanza that is cut waits as a whole`() throws {
        let scene = try Scene { $0.delay = .fixed(.milliseconds(20)) }
        let text = Array(Scene.message("1").utf8)
        scene.alice.stage.transport.write(scene.alice.id, Array(text[..<30]).span)
        scene.play.settle(.milliseconds(10))
        scene.alice.stage.transport.write(scene.alice.id, Array(text[30...]).span)
        scene.play.settle(.milliseconds(15))
        #expect(scene.bob.listen() == "")
        scene.play.settle(.milliseconds(10))
        #expect(Scene.ids(scene.bob.listen()) == ["1"])
    }

    @Test func `a frozen server answers after the freeze`() throws {
        let scene = try Scene {
            $0.freeze = Recurrence(length: .seconds(1), period: .seconds(1_000))
        }
        scene.play.network.run(until: .origin + .milliseconds(999_100))
        scene.send("1")
        scene.play.network.run(until: .origin + .seconds(1_000))
        #expect(scene.bob.listen() == "")
        scene.play.settle(.microseconds(50))
        #expect(Scene.ids(scene.bob.listen()) == ["1"])
    }

    @Test func `a server that is stalled reads on after it`() throws {
        let scene = try Scene {
            $0.stallReads = Recurrence(length: .seconds(1), period: .seconds(1_000))
        }
        scene.play.network.run(until: .origin + .milliseconds(999_100))
        scene.send("1")
        let late = scene.play.enter()
        late.open()
        scene.play.network.run(until: .origin + .milliseconds(999_990))
        #expect(scene.bob.listen() == "" && late.listen() == "")
        scene.play.settle(.milliseconds(11))
        #expect(Scene.ids(scene.bob.listen()) == ["1"])
        #expect(late.listen().contains("<stream:features"))
    }

    @Test func `a session is cut after its time, and its account stays`() throws {
        let scene = try Scene { $0.closeAfter = .seconds(5) }
        scene.play.settle(.milliseconds(4_500))
        #expect(!scene.bob.isGone)
        scene.play.settle(.seconds(1))
        #expect(scene.bob.isGone && scene.alice.isGone)
        #expect(scene.injected.closed == 2)
        #expect(scene.play.servers[0].statistics.current.online == 0)
        let again = scene.play.appear("bob", "b")
        #expect(!again.isGone)
    }

    @Test func `a client whose input waits is not read from without limit`() throws {
        let play = try Play(["alice", "bob"]) {
            $0.faults.delay = .fixed(.seconds(10))
            $0.limits.pausingQueueBytes = 1_000
            $0.limits.unauthenticatedTime = .seconds(1_000)
        }
        let role = play.enter()
        role.open()
        for _ in 0..<10 {
            role.say(String(repeating: " ", count: 500))
        }
        let queued = role.stage.transport.queuedBytes(role.id)
        #expect(queued >= 3_000, "\(queued) bytes are still the client's")
        play.settle(.seconds(300))
        #expect(role.stage.transport.queuedBytes(role.id) == 0)
    }
}
