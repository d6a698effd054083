import Testing
import Units

@testable import EventLoop

@Suite struct HTTPGetTests {
    private func body(_ answer: String) throws(HTTPGet.Failure) -> String {
        String(decoding: try HTTPGet.body(of: Array(answer.utf8)), as: UTF8.self)
    }

    @Test func `what follows the head is the body`() throws {
        #expect(try body("HTTP/1.1 200 OK\r\nServer: x\r\n\r\nup 1\n") == "up 1\n")
        #expect(try body("HTTP/1.0 200\r\n\r\n") == "")
    }

    @Test func `chunks are put together`() throws {
        let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n"
        #expect(try body(head + "3\r\nup \r\nA;x=y\r\n1234567890\r\n0\r\n\r\n") == "up 1234567890")
        for cut in ["", "5\r\nab", "x\r\n", "3\r\nabc\r\n"] {
            #expect(throws: HTTPGet.Failure.notHTTP) { try body(head + cut) }
        }
    }

    @Test func `an answer that is no document is a failure`() {
        #expect(throws: HTTPGet.Failure.status("HTTP/1.1 404 Not Found")) {
            try body("HTTP/1.1 404 Not Found\r\n\r\ngone")
        }
        for text in ["", "SSH-2.0-x\r\n\r\n", "HTTP/1.1 200 OK\r\n"] {
            #expect(throws: HTTPGet.Failure.notHTTP) { try body(text) }
        }
    }

    @Test func `nobody there is a failure`() {
        let request = HTTPGet(
            address: .loopback(port: 1), host: "localhost", path: "/metrics", accept: "text/plain")
        #expect(throws: HTTPGet.Failure.system(.refused)) { try request.perform() }
    }
}
