#!/usr/bin/python3
"""Two slixmpp clients against a server: is it one that ordinary clients work with?

    two_clients.py HOST PORT DOMAIN [--security starttls|direct|none] [--mechanism NAME]

Two accounts are registered in-band, log in, subscribe to each other, see each other online, chat
both ways, ask the server who it is, leave a message for the one who is offline, meet errors where
errors belong, and remove themselves. One line of JSON tells what was seen; the exit code is 0 when
all of it was as RFC 6120, RFC 6121 and the XEPs say. Needs Debian's python3-slixmpp.
"""

import argparse
import asyncio
import json
import logging
import secrets
import ssl
import sys

import slixmpp
from slixmpp.exceptions import IqError


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("domain")
    parser.add_argument("--security", choices=["starttls", "direct", "none"], default="starttls")
    parser.add_argument("--mechanism", help="the SASL mechanism; default: the client's choice")
    parser.add_argument("--timeout", type=float, default=20, help="seconds for each step")
    parser.add_argument("--debug", action="store_true", help="show the stanzas")
    return parser.parse_args()


OPTIONS = arguments()
logging.basicConfig(level=logging.DEBUG if OPTIONS.debug else logging.CRITICAL)


class Client(slixmpp.ClientXMPP):
    """A client that notes what it hears."""

    def __init__(self, user, password):
        super().__init__(f"{user}@{OPTIONS.domain}/check", password, sasl_mech=OPTIONS.mechanism)
        self.user = user
        self.messages = asyncio.Queue()
        self.presences = asyncio.Queue()
        self.outcome = asyncio.get_running_loop().create_future()
        for plugin in ("xep_0030", "xep_0077", "xep_0092", "xep_0199", "xep_0203"):
            self.register_plugin(plugin)
        sasl = self["feature_mechanisms"]
        sasl.unencrypted_plain = True
        sasl.unencrypted_scram = True
        self.ssl_context = ssl.create_default_context()
        self.ssl_context.check_hostname = False
        self.ssl_context.verify_mode = ssl.CERT_NONE
        self.add_event_handler("session_start", lambda _: self.ended(None))
        self.add_event_handler("failed_all_auth", lambda _: self.ended("failed_all_auth"))
        self.add_event_handler("connection_failed", lambda e: self.ended(f"connection_failed {e}"))
        self.add_event_handler("message", self.messages.put_nowait)
        self.add_event_handler("message_error", self.messages.put_nowait)
        self.add_event_handler("presence_available", self.presences.put_nowait)
        self.add_event_handler("presence_unavailable", self.presences.put_nowait)

    def ended(self, error):
        if not self.outcome.done():
            self.outcome.set_result(error)

    def open(self):
        self.connect(
            (OPTIONS.host, OPTIONS.port),
            use_ssl=OPTIONS.security == "direct",
            force_starttls=OPTIONS.security == "starttls",
            disable_starttls=OPTIONS.security != "starttls",
        )

    async def log_in(self):
        """Returns None, or what went wrong."""
        self.open()
        return await within(self.outcome)

    async def register(self):
        """Creates the account on a stream of its own."""
        # Before the session starts this client holds stanzas back, unless told otherwise.
        self._always_send_everything = True
        self["xep_0077"].create_account = True
        self["xep_0077"].force_registration = True
        registered = asyncio.get_running_loop().create_future()

        async def fill_in(_):
            iq = self.make_iq_set()
            iq["register"]["username"] = self.user
            iq["register"]["password"] = self.password
            try:
                await iq.send(timeout=OPTIONS.timeout)
                registered.set_result(None)
            except IqError as error:
                registered.set_result(error.condition)

        self.add_event_handler("register", fill_in)
        self.open()
        result = await within(registered)
        self.abort()
        return result

    async def remove(self):
        """Removes the account; the server may close the stream before it answers."""
        iq = self.make_iq_set()
        iq["register"]["remove"] = True
        gone = asyncio.get_running_loop().create_future()
        self.add_event_handler("disconnected", lambda _: gone.done() or gone.set_result("closed"))
        answer = asyncio.ensure_future(iq.send(timeout=OPTIONS.timeout))
        done, _ = await asyncio.wait(
            [answer, gone], timeout=OPTIONS.timeout, return_when=asyncio.FIRST_COMPLETED
        )
        answer.cancel()
        return bool(done)

    async def message_with(self, body):
        """The next message with this body."""
        while True:
            message = await within(self.messages.get())
            if message["body"] == body:
                return message

    async def presence_of(self, other, kind):
        """The next presence of this kind from the other."""
        while True:
            presence = await within(self.presences.get())
            if presence["from"].bare == other.boundjid.bare and presence["type"] == kind:
                return presence


async def within(awaitable):
    return await asyncio.wait_for(awaitable, OPTIONS.timeout)


async def condition_of(request):
    """The error that a request ends with."""
    try:
        await request
    except IqError as error:
        return error.condition
    return None


async def subscribe_both_ways(first, second):
    """By default a client accepts a subscription and asks for one in return.

    The states are those of the roster that the server pushes.
    """
    first.send_presence_subscription(pto=second.boundjid.bare)
    await first.presence_of(second, "available")
    await second.presence_of(first, "available")
    for _ in range(int(OPTIONS.timeout / 0.05)):
        states = [
            first.client_roster[second.boundjid.bare]["subscription"],
            second.client_roster[first.boundjid.bare]["subscription"],
        ]
        if states == ["both", "both"]:
            break
        await asyncio.sleep(0.05)
    return states


async def check(seen):
    tag = secrets.token_hex(4)
    romeo = Client(f"romeo-{tag}", "neither, fair saint")
    juliet_password = "wherefore & <why> ü"
    seen["registered"] = [
        await Client(romeo.user, romeo.password).register(),
        await Client(f"juliet-{tag}", juliet_password).register(),
    ]
    seen["registered_again"] = await Client(romeo.user, "another").register()
    seen["wrong_password"] = await Client(romeo.user, "not that").log_in()

    juliet = Client(f"juliet-{tag}", juliet_password)
    seen["logged_in"] = [await romeo.log_in(), await juliet.log_in()]
    seen["mechanism"] = romeo["feature_mechanisms"].mech.name
    tls = romeo.transport.get_extra_info("ssl_object")
    seen["tls"] = tls.version() if tls else None
    for client in (romeo, juliet):
        await client.get_roster()
        client.send_presence()
    seen["subscriptions"] = await subscribe_both_ways(romeo, juliet)

    romeo.send_message(mto=juliet.boundjid.bare, mbody="to the bare JID & <you>", mtype="chat")
    message = await juliet.message_with("to the bare JID & <you>")
    seen["message_to_bare"] = message["from"] == romeo.boundjid
    juliet.send_message(mto=romeo.boundjid.full, mbody="to the full JID", mtype="chat")
    message = await romeo.message_with("to the full JID")
    seen["message_to_full"] = message["from"] == juliet.boundjid

    await romeo["xep_0199"].send_ping(OPTIONS.domain, timeout=OPTIONS.timeout)
    info = await romeo["xep_0030"].get_info(jid=OPTIONS.domain, timeout=OPTIONS.timeout)
    identities = info["disco_info"]["identities"]
    seen["identity"] = ("server", "im") in [(i[0], i[1]) for i in identities]
    version = await romeo["xep_0092"].get_version(OPTIONS.domain, timeout=OPTIONS.timeout)
    seen["server"] = version["software_version"]["name"]
    unknown = romeo.make_iq_get(queryxmlns="urn:example:unknown", ito=OPTIONS.domain)
    seen["unknown_request"] = await condition_of(unknown.send(timeout=OPTIONS.timeout))
    nobody = romeo["xep_0199"].send_ping(f"nobody-{tag}@{OPTIONS.domain}/x", timeout=5)
    seen["request_to_nobody"] = await condition_of(nobody)
    romeo.send_message(mto=f"nobody-{tag}@{OPTIONS.domain}", mbody="?", mtype="chat")
    while True:
        bounce = await within(romeo.messages.get())
        if bounce["type"] == "error":
            seen["message_to_nobody"] = bounce["error"]["condition"]
            break

    await juliet.disconnect()
    await romeo.presence_of(juliet, "unavailable")
    romeo.send_message(mto=juliet.boundjid.bare, mbody="for later", mtype="chat")
    await romeo["xep_0199"].send_ping(OPTIONS.domain, timeout=OPTIONS.timeout)
    juliet = Client(juliet.user, juliet.password)
    seen["logged_in_again"] = await juliet.log_in()
    juliet.send_presence()
    stored = await juliet.message_with("for later")
    seen["stored_with_delay"] = bool(stored["delay"]["stamp"])
    seen["contact_is_seen"] = bool(await juliet.presence_of(romeo, "available"))

    seen["removed"] = [await romeo.remove(), await juliet.remove()]
    seen["login_after_removal"] = await Client(romeo.user, romeo.password).log_in()


EXPECTED = {
    "registered": [None, None],
    "registered_again": "conflict",
    "wrong_password": "failed_all_auth",
    "logged_in": [None, None],
    "subscriptions": ["both", "both"],
    "message_to_bare": True,
    "message_to_full": True,
    "identity": True,
    "unknown_request": "service-unavailable",
    "request_to_nobody": "service-unavailable",
    "message_to_nobody": "service-unavailable",
    "logged_in_again": None,
    "stored_with_delay": True,
    "contact_is_seen": True,
    "removed": [True, True],
    "login_after_removal": "failed_all_auth",
}


async def main():
    seen = {}
    problems = []
    try:
        await check(seen)
    except Exception as error:
        step = next((key for key in EXPECTED if key not in seen), "the end")
        problems.append(f"before {step}: {type(error).__name__} {error}")
    problems += [
        f"{key} is {seen[key]}, not {value}"
        for key, value in EXPECTED.items()
        if key in seen and seen[key] != value
    ]
    if OPTIONS.mechanism and seen.get("mechanism") != OPTIONS.mechanism:
        problems.append(f"the mechanism is {seen.get('mechanism')}")
    if bool(seen.get("tls")) != (OPTIONS.security != "none"):
        problems.append(f"TLS is {seen.get('tls')}")
    print(json.dumps({"seen": seen, "problems": problems}))
    return 1 if problems else 0


sys.exit(asyncio.run(main()))
