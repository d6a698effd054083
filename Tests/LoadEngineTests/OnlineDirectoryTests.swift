import Testing
import Units
import XMPP

@testable import LoadEngine

@Suite struct OnlineDirectoryTests {
    private func at(_ seconds: Int64) -> Instant { .origin + .seconds(seconds) }

    @Test func `sessions come and go`() {
        let directory = OnlineDirectory(accountCount: 3)
        directory.wentOnline(account: 1, session: 7, exception: nil)
        #expect(directory.session(of: 1) == 7)
        #expect(directory.session(of: 0) == 0)
        #expect(directory.count == 1)
        directory.wentOffline(account: 1, session: 6, at: at(1))
        #expect(directory.count == 1)
        directory.wentOffline(account: 1, session: 7, at: at(2))
        directory.wentOffline(account: 1, session: 7, at: at(3))
        #expect(directory.count == 0)
    }

    @Test func `the most that were ever online is exact, whichever worker they belong to`() async {
        let directory = OnlineDirectory(accountCount: 4_000)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for account in stride(from: worker, to: 4_000, by: 4) {
                        let session = UInt32(account + 1)
                        directory.wentOnline(account: account, session: session, exception: nil)
                    }
                }
            }
        }
        #expect(directory.peak == 4_000)
        directory.wentOffline(account: 0, session: 1, at: at(1))
        directory.wentOnline(account: 0, session: 5_000, exception: nil)
        #expect(directory.peak == 4_000)
    }

    @Test func `the end of a session is known to the instant`() {
        let directory = OnlineDirectory(accountCount: 1)
        directory.wentOnline(account: 0, session: 1, exception: nil)
        #expect(!directory.hasEnded(account: 0, session: 1, by: at(100)))
        directory.wentOffline(account: 0, session: 1, at: at(5))
        #expect(!directory.hasEnded(account: 0, session: 1, by: at(4)))
        #expect(directory.hasEnded(account: 0, session: 1, by: at(5)))
        directory.wentOnline(account: 0, session: 2, exception: nil)
        directory.wentOffline(account: 0, session: 2, at: at(9))
        #expect(directory.hasEnded(account: 0, session: 1, by: at(5)))
    }

    @Test func `an address that the server chose is remembered while the session is online`() {
        let directory = OnlineDirectory(accountCount: 1)
        directory.wentOnline(account: 0, session: 1, exception: JID("a3f@example.org/made-up"))
        #expect(directory.exception(of: 1) == JID("a3f@example.org/made-up"))
        directory.wentOffline(account: 0, session: 1, at: at(1))
        #expect(directory.exception(of: 1) == nil)
    }

    @Test func `two messages on their way to one session are a crowd until one came`() {
        let directory = OnlineDirectory(accountCount: 3)
        for account in 0..<2 {
            directory.wentOnline(
                account: account, session: UInt32(account + 7), exception: nil)
        }
        directory.messageSent(to: 0, second: 4)
        directory.messageSent(to: 1, second: 4)
        #expect(!directory.isCrowded(second: 4))
        directory.messageSent(to: 0, second: 4)
        directory.messageSent(to: 1, second: 4)
        directory.messageSent(to: 1, second: 4)
        directory.messageCame(to: 0, second: 4)
        #expect(directory.isCrowded(second: 4))
        directory.messageCame(to: 1, second: 4)
        #expect(directory.isCrowded(second: 4))
        directory.messageCame(to: 1, second: 4)
        #expect(!directory.isCrowded(second: 4))
        #expect(directory.session(of: 0) == 7)
        #expect(!directory.hasEnded(account: 0, session: 7, by: at(100)))
        directory.wentOffline(account: 0, session: 7, at: at(4))
        #expect(directory.session(of: 0) == 0)
        // Nobody is there: it is stored, or comes back.
        directory.messageSent(to: 0, second: 4)
        directory.messageSent(to: 0, second: 4)
        #expect(!directory.isCrowded(second: 4))
    }

    @Test func `a crowd of messages that got lost is forgotten with its second`() {
        let directory = OnlineDirectory(accountCount: 1)
        directory.wentOnline(account: 0, session: 7, exception: nil)
        directory.messageSent(to: 0, second: 4)
        directory.messageSent(to: 0, second: 4)
        #expect(directory.isCrowded(second: 4))
        #expect(!directory.isCrowded(second: 5))
        directory.messageSent(to: 0, second: 5)
        #expect(!directory.isCrowded(second: 5))
        directory.messageSent(to: 0, second: 5)
        #expect(directory.isCrowded(second: 5))
    }

    @Test func `workers count what is on its way together`() async {
        let directory = OnlineDirectory(accountCount: 1)
        directory.wentOnline(account: 0, session: 7, exception: nil)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<50 { directory.messageSent(to: 0, second: 1) }
                    for _ in 0..<50 { directory.messageCame(to: 0, second: 1) }
                }
            }
        }
        #expect(!directory.isCrowded(second: 1))
        directory.messageSent(to: 0, second: 1)
        #expect(!directory.isCrowded(second: 1))
        directory.messageSent(to: 0, second: 1)
        #expect(directory.isCrowded(second: 1))
    }
}
