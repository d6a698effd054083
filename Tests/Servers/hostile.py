#!/usr/bin/python3
"""hostile.py MODE [--when connect|online] [--odd]

A server that misbehaves, for tests: plain TCP on a free port of 127.0.0.1; prints
`listening 127.0.0.1:PORT domain=localhost` and runs until SIGTERM.

MODE is what a connection gets, either instead of the first answer (--when connect) or as soon as
its session is bound (--when online). With --odd only every second connection, from the first on,
is treated so; the rest are served: any login, roster, pings, presence and messages.

    close       orderly end                     reset       TCP reset
    silent      nothing more is sent            deaf        nothing more is read either
    error       a stream error                  malformed   a tag closed by another's name
    restricted  a document type declaration     garbage     bytes that are no XML
    huge        a stanza of 10 MiB              deep        100,000 levels of elements
    slow        a byte each 20 ms               unasked     replies that nobody asked for
    no-tls      features without STARTTLS       refuse      <failure/> with account-disabled
    mechanism   only a mechanism of no use
    busy        each account's first two registrations are put off, each in another way

With `busy` each attempt is a line on stderr: `register USER SECONDS`, by a clock of its own.
"""
import argparse
import asyncio
import base64
import re
import signal
import socket
import struct
import sys
import time

MEBIBYTE = 1 << 20
STREAM = (b"<?xml version='1.0'?><stream:stream xmlns='jabber:client' version='1.0' id='h1' "
          b"xmlns:stream='http://etherx.jabber.org/streams' from='localhost'>")
AUTHENTICATE = (b"<stream:features><mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>"
                b"<mechanism>%s</mechanism></mechanisms></stream:features>")
OFFER = b"<register xmlns='http://jabber.org/features/iq-register'/></stream:features>"
FORM = b"<query xmlns='jabber:iq:register'><username/><password/></query>"
PUT_OFF = [b"<error type='wait'><internal-server-error "
           b"xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>",
           b"<error type='cancel'><resource-constraint "
           b"xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>"]
BIND = b"<stream:features><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></stream:features>"
FAILURE = (b"<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><account-disabled/>"
           b"<text>Call us.</text></failure>")
ERROR = (b"<stream:error><resource-constraint xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"
         b"</stream:error></stream:stream>")
UNASKED = (b"<iq type='result' id='nobody-asked'/><iq type='error' id='1'><error type='cancel'/></iq>"
           b"<message from='stranger@localhost/x' id='m'><body>hello</body></message>"
           b"<presence from='stranger@localhost/x'/>")

# One whole element, or a stream header or its end; enough for what a client of ours sends.
PIECE = re.compile(
    rb"\s*(?:<\?xml[^>]*\?>\s*)?(<stream:stream[^>]*>|</stream:stream>|"
    rb"<([a-z]+)(?:\s[^>]*)?/>|<([a-z]+)(?:\s[^>]*)?(?<!/)>.*?</\3>)", re.DOTALL)


def attribute(piece, name):
    found = re.match(rb"<[^>]*?\s" + name + rb"=(?:'([^']*)'|\"([^\"]*)\")", piece)
    return (found.group(1) or found.group(2) or b"") if found else b""


class Connection:
    sessions = {}
    attempts = {}

    def __init__(self, reader, writer, mode, when):
        self.reader, self.writer = reader, writer
        self.mode, self.when = mode, when
        self.user, self.jid = b"", b""

    async def run(self):
        if self.mode and self.when == "connect" and await self.misbehave(at_once=True):
            return
        pending = b""
        while True:
            chunk = await self.reader.read(65536)
            if not chunk:
                return
            pending += chunk
            while found := PIECE.match(pending):
                pending = pending[found.end():]
                if await self.answer(found.group(1), found.group(2) or found.group(3)):
                    return

    async def send(self, data):
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self, piece, name):
        """Answers one piece; true when the connection has been given up."""
        if piece.startswith(b"<stream:stream"):
            await self.send(STREAM)
            if self.mode and self.when == "connect":
                return await self.misbehave(at_once=False)
            await self.send(BIND if self.user else AUTHENTICATE % b"PLAIN")
        elif piece.startswith(b"</stream"):
            await self.send(b"</stream:stream>")
            return True
        elif name == b"auth":
            if self.mode == "refuse":
                await self.send(FAILURE)
                return False
            encoded = re.sub(rb"<[^>]*>", b"", piece)
            self.user = base64.b64decode(encoded).split(b"\0")[1]
            await self.send(b"<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>")
        elif name == b"iq" and attribute(piece, b"type") in (b"get", b"set"):
            identifier = attribute(piece, b"id")
            if b"urn:ietf:params:xml:ns:xmpp-bind" in piece:
                self.jid = self.user + b"@localhost/" + identifier
                Connection.sessions[self.jid] = self
                await self.send(b"<iq type='result' id='" + identifier + b"'>"
                                b"<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>" + self.jid
                                + b"</jid></bind></iq>")
                if self.mode and self.when == "online":
                    return await self.misbehave(at_once=False)
            elif b"jabber:iq:register" in piece:
                kind, answer = self.register(piece)
                await self.send(b"<iq type='" + kind + b"' id='" + identifier + b"'>"
                                + answer + b"</iq>")
            else:
                roster = b"<query xmlns='jabber:iq:roster'/>" if b"jabber:iq:roster" in piece else b""
                await self.send(b"<iq type='result' id='" + identifier + b"'>" + roster + b"</iq>")
        elif name == b"presence" and not attribute(piece, b"to"):
            await self.send(b"<presence from='" + self.jid + b"' to='" + self.jid + b"'/>")
        elif name == b"message":
            target = Connection.sessions.get(attribute(piece, b"to"))
            if target and not target.writer.is_closing():
                target.writer.write(
                    piece.replace(b"<message", b"<message from='" + self.jid + b"'", 1))
        return False

    def register(self, piece):
        """The type and the content of the answer to a request of registration."""
        name = re.search(rb"<username>(.*?)</username>", piece)
        if not name:
            return b"result", FORM
        count = Connection.attempts.get(name.group(1), 0)
        Connection.attempts[name.group(1)] = count + 1
        print("register", name.group(1).decode(), time.monotonic(), file=sys.stderr, flush=True)
        return (b"error", PUT_OFF[count]) if count < len(PUT_OFF) else (b"result", b"")

    async def misbehave(self, at_once):
        """Does what the mode says; true when the connection has been given up."""
        immediate = self.mode in ("close", "reset", "silent", "deaf", "garbage", "slow")
        if at_once and not immediate:
            return False
        if self.mode == "close":
            return True
        if self.mode == "reset":
            raw = self.writer.get_extra_info("socket")
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.writer.transport.abort()
            return True
        if self.mode == "silent":
            while await self.reader.read(65536):
                pass
            return True
        if self.mode == "deaf":
            self.writer.transport.pause_reading()
            await asyncio.sleep(3600)
        if self.mode == "slow":
            for byte in STREAM * 1000:
                await self.send(bytes([byte]))
                await asyncio.sleep(0.02)
            return True
        await self.send({
            "error": ERROR,
            "malformed": b"<message><body>hello</message></body>",
            "restricted": b"<!DOCTYPE x [<!ENTITY a 'aaaa'>]><x>&a;</x>",
            "garbage": bytes(range(256)) * 16,
            "huge": b"<message><body>" + b"a" * (10 * MEBIBYTE) + b"</body></message>",
            "deep": b"<message>" + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</message>",
            "unasked": UNASKED,
            "no-tls": AUTHENTICATE % b"PLAIN",
            "refuse": AUTHENTICATE % b"PLAIN",
            "busy": AUTHENTICATE[:-len(b"</stream:features>")] % b"PLAIN" + OFFER,
            "mechanism": AUTHENTICATE % b"X-NOT-FOR-YOU",
        }[self.mode])
        if self.mode == "error":
            return True
        if self.mode in ("garbage", "huge", "deep", "malformed", "restricted"):
            # What the other side says to it is read to the end, so that no reset hides it.
            while await self.reader.read(65536):
                pass
            return True
        return False


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode")
    parser.add_argument("--when", choices=["connect", "online"], default="connect")
    parser.add_argument("--odd", action="store_true")
    options = parser.parse_args()
    accepted = 0

    async def serve(reader, writer):
        nonlocal accepted
        accepted += 1
        mode = options.mode if not options.odd or accepted % 2 == 1 else None
        try:
            await Connection(reader, writer, mode, options.when).run()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=1024)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    print(f"listening 127.0.0.1:{server.sockets[0].getsockname()[1]} domain=localhost", flush=True)
    await stop.wait()

asyncio.run(main())
