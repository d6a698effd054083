import Testing

@testable import XMPP

@Suite("Stream errors")
struct StreamErrorTests {
    private let streams = "xmlns='urn:ietf:params:xml:ns:xmpp-streams'"

    private func error(_ content: String) -> StreamError? {
        StanzaReader.read("<stream:error>\(content)</stream:error>") { StreamError($0) } ?? nil
    }

    @Test("reads condition, text and other host")
    func reads() {
        #expect(error("<conflict \(streams)/>")?.condition == "conflict")
        #expect(error("")?.condition == "undefined-condition")
        let moved = error(
            "<see-other-host \(streams)>other.example.org:9222</see-other-host>"
                + "<text \(streams) xml:lang='en'>moved</text><app xmlns='urn:app'/>")
        #expect(moved?.condition == "see-other-host")
        #expect(moved?.text == "moved")
        #expect(moved?.otherHost == "other.example.org:9222")
        #expect(moved?.failure(at: .auth).otherHost == "other.example.org:9222")
        #expect(moved?.failure(at: .auth).stage == .auth)
    }

    @Test("tells what can be tried again")
    func temporary() {
        #expect(error("<system-shutdown \(streams)/>")?.failure(at: .stream).isTemporary == true)
        #expect(error("<host-unknown \(streams)/>")?.failure(at: .stream).isTemporary == false)
    }

    @Test("other elements are none")
    func others() {
        #expect(StanzaReader.read("<error/>") { StreamError($0) == nil } == true)
    }
}
