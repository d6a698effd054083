import Foundation
import Testing
import Units

@testable import EventLoop

/// TLS between a client and a server that share one transport, and with the openssl command.
@Suite struct TLSSessionTests {
    private final class Pair {
        let transport: UVTransport
        let handler = RecordingHandler()
        let address: SocketAddress

        init(listener: TLSServerContext? = nil) throws {
            transport = try UVTransport()
            transport.handler = handler
            address = try transport.listen(
                .loopback(port: 0), backlog: 64, tls: listener, reusePort: false
            ).address
        }

        deinit { transport.close() }
    }

    private func client(
        _ server: TLSServerContext, domain: String = "chat.example", alpn: String? = nil,
        resumption: Bool = false
    ) throws -> TLSClientContext {
        try TLSClientContext(
            domain: domain, verify: .trusting(certificatePEM: server.certificatePEM), alpn: alpn,
            resumption: resumption)
    }

    @Test(arguments: [TLSVersion?.none, .tls12])
    func `direct TLS: both ends agree, also on the channel binding`(
        newest: TLSVersion?
    ) throws {
        let server = try TLSServerContext.selfSigned(domain: "chat.example", newestVersion: newest)
        let pair = try Pair(listener: server)
        let (transport, handler) = (pair.transport, pair.handler)
        let id = transport.connect(
            pair.address, from: nil,
            tls: try client(server, alpn: TLSClientContext.xmppClientProtocol), owner: 1)
        transport.write(id, "early")
        handler.onReceived = { id, owner, _ in
            if owner >= 1_000 { transport.write(id, "answer") }
        }
        #expect(transport.turn { handler.text(1) == "answer" || !handler.closed.isEmpty })
        #expect(handler.text(1_000) == "early")
        let ours = try #require(handler.summaries[1])
        let theirs = try #require(handler.summaries[1_000])
        #expect(ours.version == (newest == .tls12 ? "TLSv1.2" : "TLSv1.3"))
        #expect(ours.applicationProtocol == "xmpp-client")
        #expect(theirs.applicationProtocol == "xmpp-client")
        #expect(ours.cipher == theirs.cipher && !ours.isResumed)
        #expect(ours.channelBindings == theirs.channelBindings)
        #expect(
            ours.channelBindings.map(\.type)
                == (newest == .tls12 ? ["tls-exporter", "tls-unique"] : ["tls-exporter"]))
        #expect(ours.channelBindings[0].data.count == 32)
        #expect(ours.handshakeBytesWritten > 100 && ours.handshakeBytesRead > 300)
        transport.finish(id)
        #expect(transport.turn { handler.closed.count == 2 })
        #expect(handler.closed == [1: nil, 1_000: nil])
    }

    @Test func `STARTTLS: what was written before goes out in the clear, the rest encrypted`()
        throws
    {
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        let context = try client(server)
        let pair = try Pair()
        let (transport, handler) = (pair.transport, pair.handler)
        handler.onConnected = { id, _ in transport.write(id, "<starttls/>") }
        handler.onReceived = { id, owner, bytes in
            switch String(decoding: bytes, as: UTF8.self) {
            case "<starttls/>":
                transport.write(id, "<proceed/>")
                transport.startTLS(id, server: server)
                transport.write(id, "after the handshake")
            case "<proceed/>":
                transport.startTLS(id, client: context)
                transport.write(id, "secret")
            default: break
            }
        }
        _ = transport.connect(pair.address, from: nil, tls: nil, owner: 1)
        #expect(
            transport.turn {
                handler.text(1_000).hasSuffix("secret")
                    && handler.text(1).hasSuffix("after the handshake")
            })
        #expect(handler.text(1) == "<proceed/>after the handshake")
        #expect(handler.text(1_000) == "<starttls/>secret")
        #expect(handler.summaries.count == 2)
    }

    @Test func `megabytes pass through both ways, in order`() throws {
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        let pair = try Pair(listener: server)
        let (transport, handler) = (pair.transport, pair.handler)
        let block = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 11) }
        handler.onSecured = { id, _ in transport.write(id, block.span) }
        _ = transport.connect(pair.address, from: nil, tls: try client(server), owner: 1)
        #expect(transport.turn { handler.receivedBytes == 2 * block.count })
        #expect(handler.received[1] == block)
        #expect(handler.received[1_000] == block)
    }

    @Test func `200 handshakes at once do not mix`() throws {
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        let pair = try Pair(listener: server)
        let (transport, handler) = (pair.transport, pair.handler)
        let context = try client(server)
        handler.onConnected = { id, owner in transport.write(id, "I am \(owner)") }
        handler.onReceived = { id, owner, bytes in
            if owner >= 1_000 { transport.write(id, bytes.span) }
        }
        for owner in 0..<200 {
            _ = transport.connect(pair.address, from: nil, tls: context, owner: owner)
        }
        #expect(
            transport.turn { (0..<200).allSatisfy { handler.text($0) == "I am \($0)" } })
        #expect(Set(handler.summaries.values.map { $0.channelBindings[0].data }).count == 200)
    }

    @Test func `a chain is verified once while it is accepted, and each time it is not`() throws {
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        for (domain, verifications) in [("chat.example", 1), ("other.example", 3)] {
            let pair = try Pair(listener: server)
            let context = try client(server, domain: domain)
            for owner in 1...3 {
                _ = pair.transport.connect(pair.address, from: nil, tls: context, owner: owner)
                #expect(
                    pair.transport.turn {
                        pair.handler.summaries[owner] != nil || pair.handler.closed[owner] != nil
                    })
                let error = pair.handler.closed[owner] ?? nil
                #expect((error == nil) == (domain == "chat.example"))
            }
            #expect(context.chainVerifications == verifications)
        }
    }

    @Test func `an accepted chain says nothing about another`() throws {
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        let impostor = try TLSServerContext.selfSigned(domain: "chat.example")
        let context = try client(server)
        let pair = try Pair(listener: server)
        _ = pair.transport.connect(pair.address, from: nil, tls: context, owner: 1)
        #expect(pair.transport.turn { pair.handler.summaries[1] != nil })
        let other = try Pair(listener: impostor)
        _ = other.transport.connect(other.address, from: nil, tls: context, owner: 1)
        #expect(other.transport.turn { other.handler.closed[1] != nil })
        #expect((other.handler.closed[1] ?? nil)?.condition == "certificate-rejected")
    }

    @Test func `sessions are resumed only when asked`() throws {
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        for resumption in [false, true] {
            let pair = try Pair(listener: server)
            let (transport, handler) = (pair.transport, pair.handler)
            handler.onSecured = { id, owner in
                if owner >= 1_000 { transport.write(id, "hello") }
            }
            let context = try client(server, resumption: resumption)
            for owner in 1...2 {
                _ = transport.connect(pair.address, from: nil, tls: context, owner: owner)
                #expect(transport.turn { handler.text(owner) == "hello" })
            }
            #expect(handler.summaries[1]?.isResumed == false)
            #expect(handler.summaries[2]?.isResumed == resumption)
        }
    }

    @Test func `connections that begin together resume the same session`() throws {
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        let pair = try Pair(listener: server)
        let (transport, handler) = (pair.transport, pair.handler)
        handler.onSecured = { id, owner in
            if owner >= 1_000 { transport.write(id, "hello") }
        }
        let context = try client(server, resumption: true)
        _ = transport.connect(pair.address, from: nil, tls: context, owner: 1)
        #expect(transport.turn { handler.text(1) == "hello" })
        // This one has its session before the next two, and begins after them.
        let late = TLSBuffers()
        let session = try #require(context.makeSession(late))
        defer { session.free() }
        for owner in 2...3 {
            _ = transport.connect(pair.address, from: nil, tls: context, owner: owner)
        }
        #expect(transport.turn { handler.text(2) == "hello" && handler.text(3) == "hello" })
        #expect(handler.summaries[2]?.isResumed == true)
        #expect(handler.summaries[3]?.isResumed == true)
        let fresh = TLSBuffers()
        let other = try #require(try client(server).makeSession(fresh))
        defer { other.free() }
        _ = session.handshake(late)
        _ = other.handshake(fresh)
        // A ClientHello that offers a ticket is longer by it.
        #expect(late.output.count > fresh.output.count + 100)
    }

    @Test(arguments: [TLSVersion?.none, .tls12])
    func `a session is resumed also when its connection was broken off`(
        newest: TLSVersion?
    ) throws {
        let server = try TLSServerContext.selfSigned(domain: "chat.example", newestVersion: newest)
        let pair = try Pair(listener: server)
        let (transport, handler) = (pair.transport, pair.handler)
        handler.onSecured = { id, owner in
            if owner >= 1_000 { transport.write(id, "hello") }
        }
        let context = try client(server, resumption: true)
        for owner in 1...2 {
            let id = transport.connect(pair.address, from: nil, tls: context, owner: owner)
            #expect(transport.turn { handler.text(owner) == "hello" })
            transport.abort(id)
            #expect(transport.turn { handler.closed[owner] != nil })
        }
        #expect(handler.summaries[2]?.isResumed == true)
    }

    @Test func `a peer that speaks no TLS, or closes in the handshake, fails with a reason`() throws
    {
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        let pair = try Pair()
        let (transport, handler) = (pair.transport, pair.handler)
        handler.onReceived = { id, owner, _ in
            if owner == 1_000 { transport.write(id, "<stream:error/> this is no TLS record") }
            if owner == 1_001 { transport.finish(id) }
        }
        let context = try client(server)
        _ = transport.connect(pair.address, from: nil, tls: context, owner: 1)
        #expect(transport.turn { handler.closed.count == 2 })
        #expect(handler.closed[1] == .tls(reason: "wrong version number"))
        _ = transport.connect(pair.address, from: nil, tls: context, owner: 2)
        #expect(transport.turn { handler.closed.count == 4 })
        #expect(
            handler.closed[2]
                == .tls(reason: "the peer closed the connection during the handshake"))
    }

    @Test func `calls from inside TLS events are safe`() throws {
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        let pair = try Pair(listener: server)
        let (transport, handler, address) = (pair.transport, pair.handler, pair.address)
        let context = try client(server)
        handler.onSecured = { id, owner in
            if owner == 1 { transport.abort(id) }
            if owner == 2 { for _ in 0..<3 { transport.write(id, "block") } }
        }
        handler.onReceived = { id, owner, _ in
            transport.finish(id)
            transport.write(id, "too late")
            // A handshake that begins while another connection's record is read.
            if owner >= 1_000 {
                _ = transport.connect(address, from: nil, tls: context, owner: 3)
            }
        }
        handler.onConnected = { id, owner in if owner == 3 { transport.abort(id) } }
        _ = transport.connect(address, from: nil, tls: context, owner: 1)
        _ = transport.connect(address, from: nil, tls: context, owner: 2)
        #expect(transport.turn { handler.closed.count == 6 })
        #expect(handler.closed[1] == .some(nil))
        #expect(handler.closed[2] == .some(nil))
    }

    // MARK: The openssl command as the other end

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `openssl s_client talks to our server`(version: String) throws {
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        let certificates = try TestCertificates()
        let file = certificates.certificate("server")
        try server.certificatePEM.write(toFile: file, atomically: true, encoding: .utf8)
        let pair = try Pair(listener: server)
        let (transport, handler) = (pair.transport, pair.handler)
        let (process, input, output) = try OpenSSLCommand.start([
            "s_client", "-connect", pair.address.description, version, "-CAfile", file,
            "-verify_return_error", "-verify_hostname", "chat.example", "-servername",
            "chat.example", "-alpn", "xmpp-client", "-quiet", "-no_ign_eof",
        ])
        handler.onReceived = { id, _, bytes in
            transport.write(id, "you said " + String(decoding: bytes, as: UTF8.self))
            transport.finish(id)
        }
        input.fileHandleForWriting.write(Data("hello\n".utf8))
        #expect(transport.turn { handler.closed.count == 1 })
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(String(decoding: answer, as: UTF8.self) == "you said hello\n")
        #expect(handler.summaries[1_000]?.applicationProtocol == "xmpp-client")
        #expect(handler.closed == [1_000: nil])
    }

    @Test func `a renegotiation that a client asks for is refused`() throws {
        let server = try TLSServerContext.selfSigned(
            domain: "chat.example", newestVersion: .tls12)
        let pair = try Pair(listener: server)
        let (transport, handler) = (pair.transport, pair.handler)
        let (process, input, output) = try OpenSSLCommand.start([
            "s_client", "-connect", pair.address.description, "-tls1_2", "-no_ign_eof",
        ])
        #expect(transport.turn { handler.summaries.count == 1 })
        input.fileHandleForWriting.write(Data("R\n".utf8))
        // The refusal is a warning, so the client decides: it gives up.
        #expect(transport.turn { handler.closed.count == 1 })
        _ = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(handler.receivedBytes == 0)
        #expect(handler.summaries.count == 1)
    }
}
