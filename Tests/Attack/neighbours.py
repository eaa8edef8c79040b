"""Bad neighbours, one function each: what somebody with no account, or with one ordinary account, can do to a
server. Each works until it is cancelled and says what it got."""

import asyncio
import base64
import contextlib
import itertools
import os

from people import Connection, Refused, Writer, random_id

GONE = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, Refused, TimeoutError, IndexError, ValueError)
mebibyte = base64.urlsafe_b64encode(os.urandom(1_000_000)).rstrip(b"=").decode()


def sources():
    """Loopback has sixteen million addresses: as many strangers."""
    return (f"127.{1 + n // 60_000}.{n // 250 % 240}.{1 + n % 250}" for n in itertools.count())


class Attack:
    """What an attack is given, and what it counts."""

    def __init__(self, relay: int, app: int, size: float):
        self.relay, self.app, self.size = relay, app, size
        self.got: dict[str, int] = {}

    def count(self, what: str, number: int = 1):
        self.got[what] = self.got.get(what, 0) + number

    def scaled(self, number: int) -> int:
        return max(1, int(number * self.size))

    async def account(self, name: str) -> Writer:
        one = Writer(self.app, name + os.urandom(3).hex())
        await one.begin()
        return one


async def several(number: int, work):
    async with asyncio.TaskGroup() as group:
        for place in range(number):
            group.create_task(work(place))


async def idle_connections(attack: Attack):
    """10 200 connections that say nothing, from as many addresses as there are."""
    addresses, held = sources(), []
    with contextlib.suppress(asyncio.CancelledError):
        for _ in range(attack.scaled(10_200)):
            try:
                one = await asyncio.wait_for(Connection(attack.app, source=next(addresses)).open(), 2)
                held.append(one)
                attack.count("connections")
            except GONE:
                attack.count("refused")
        await asyncio.sleep(3600)
    closed = sum(one.reader.at_eof() for one in held)
    attack.count("closed by the server", closed)
    for one in held:
        one.close()


async def silent_readers(attack: Attack):
    """Eight readers ask for 300 updates of 1 MB and take nothing of the answer."""
    owner = await attack.account("hoarder")
    for _ in range(attack.scaled(300)):
        await owner.connection.call("POST", f"/collab/v1/documents/{owner.document}/updates",
                                    {"updateID": random_id(), "kind": "edit", "data": mebibyte}, **owner.signed_in)
        attack.count("updates of 1 MB")

    async def reader(_):
        while True:
            one = Connection(attack.app)
            await one.send("GET", f"/collab/v1/documents/{owner.document}/events?limit=500", **owner.signed_in)
            one.reader._transport.pause_reading()
            attack.count("answers left unread")
            await asyncio.sleep(30)
            one.close()

    await several(8, reader)


async def half_sent_bodies(attack: Attack):
    """60 uploads of one account that stop after all but one byte, again and again."""
    owner = await attack.account("trickler")
    body = b'{"updateID":"' + random_id().encode() + b'","kind":"edit","data":"' + mebibyte.encode() + b'"}'

    async def upload(_):
        while True:
            one = Connection(attack.app)
            with contextlib.suppress(*GONE):
                await one.open()
                one.writer.write((f"POST /collab/v1/documents/{owner.document}/updates HTTP/1.1\r\nHost: x\r\n"
                                  f"Authorization: Bearer {owner.token}\r\nContent-Type: application/json\r\n"
                                  f"Content-Length: {len(body)}\r\n\r\n").encode() + body[:-1])
                attack.count("bodies begun")
                status, _ = await one.answer()
                attack.count(f"answered {status}")
            one.close()
            await asyncio.sleep(0.2)

    await several(attack.scaled(60), upload)


async def trickling_heads(attack: Attack):
    """340 connections that send one byte of a head each second."""
    async def trickle(_):
        while True:
            one = Connection(attack.app)
            with contextlib.suppress(*GONE):
                await one.open()
                attack.count("connections")
                for letter in b"GET / HTTP/1.1\r\nX: " + b"a" * 600:
                    one.writer.write(bytes([letter]))
                    await one.writer.drain()
                    await asyncio.sleep(1)
                    if one.reader.at_eof():
                        attack.count("given up by the server")
                        break
            one.close()

    await several(attack.scaled(340), trickle)


async def streams_never_read(attack: Attack):
    """500 streams of one document that nobody reads, and 200 updates of 100 kB to it."""
    owner = await attack.account("streamer")

    async def stream(_):
        one = Connection(attack.app)
        with contextlib.suppress(*GONE):
            await one.send("GET", f"/collab/v1/documents/{owner.document}/stream", **owner.signed_in)
            one.reader._transport.pause_reading()
            attack.count("streams asked for")
            await asyncio.sleep(3600)

    async def write(_):
        for _ in range(attack.scaled(200)):
            with contextlib.suppress(*GONE):
                await owner.append(100_000)
                attack.count("updates of 100 kB")

    async with asyncio.TaskGroup() as group:
        group.create_task(several(attack.scaled(500), stream))
        group.create_task(write(0))


async def loud_presence(attack: Attack):
    """One person's presence as large and as often as it goes, with streams that carry it."""
    owner = await attack.account("loud")

    async def stream(_):
        one = Connection(attack.app)
        await one.send("GET", f"/collab/v1/documents/{owner.document}/stream", **owner.signed_in)
        with contextlib.suppress(*GONE):
            while piece := await one.reader.read(1 << 16):
                attack.count("bytes to its streams", len(piece))

    async def shout(_):
        client = random_id()
        state = base64.urlsafe_b64encode(os.urandom(3000)).rstrip(b"=").decode()
        while True:
            with contextlib.suppress(*GONE):
                await owner.connection.call("PUT", f"/collab/v1/documents/{owner.document}/presence",
                                            {"clientID": client, "state": state}, **owner.signed_in)
                attack.count("presence taken")
                continue
            attack.count("presence refused")
            await asyncio.sleep(0.005)

    async with asyncio.TaskGroup() as group:
        group.create_task(several(attack.scaled(30), stream))
        group.create_task(shout(0))


async def wrong_passwords(attack: Attack):
    """Eight guessers at one account's password from ever new addresses; each guess costs the server a scrypt."""
    victim = await attack.account("victim")
    addresses = sources()

    async def guess(_):
        while True:
            one = Connection(attack.app, source=next(addresses))
            try:
                await one.call("POST", "/collab/v1/sessions", {
                    "account": f"{victim.name}@attack.example", "password": os.urandom(8).hex()})
            except Refused as refusal:
                attack.count(f"answered {refusal.status}")
            except GONE:
                attack.count("broken off")
            one.close()

    await several(8, guess)


async def sign_up_flood(attack: Attack):
    """Accounts for nobody, from one address."""
    async def sign_up(_):
        while True:
            try:
                await attack.account("nobody")
                attack.count("accounts made")
            except Refused as refusal:
                attack.count(f"answered {refusal.status}")
            except GONE:
                attack.count("broken off")

    await several(8, sign_up)


async def knocks(attack: Attack):
    """Knocks at links that a program thinks of."""
    owner = await attack.account("knocker")

    async def knock(_):
        one = Connection(attack.app)
        while True:
            link = base64.urlsafe_b64encode(os.urandom(16)).rstrip(b"=").decode()
            try:
                await one.call("POST", f"/collab/v1/collaborations/{link}/knocks", {}, **owner.signed_in)
                attack.count("taken")
            except Refused as refusal:
                attack.count(f"answered {refusal.status}")
            except GONE:
                one.close()

    await several(8, knock)


async def new_connections(attack: Attack):
    """A connection for each request, as fast as one program can."""
    async def churn(_):
        while True:
            one = Connection(attack.app)
            with contextlib.suppress(*GONE):
                await one.send("GET", "/collab/v1/me")
                await one.answer()
                attack.count("connections")
            one.close()

    await several(32, churn)


async def rendezvous_flood(attack: Attack):
    """Rendezvous that nobody comes to, at the relay."""
    async def open_one(_):
        one = Connection(attack.relay)
        while True:
            place = base64.urlsafe_b64encode(os.urandom(16)).rstrip(b"=").decode()
            try:
                await one.call("POST", f"/relay/v1/rendezvous/{place}", {"data": "AAAA"})
                attack.count("opened")
            except Refused as refusal:
                attack.count(f"answered {refusal.status}")
            except GONE:
                one.close()

    await several(8, open_one)


async def deep_json(attack: Attack):
    """Bodies that are nested or long for their size."""
    owner = await attack.account("nester")
    bodies = [b"[" * 60_000, b'{"a":' * 12_000, b'{"title":"' + b"\\u0041" * 10_000 + b'"}', b"[" + b"1e309," * 10_000]

    async def post(place):
        one = Connection(attack.app)
        while True:
            try:
                await one.send("POST", "/collab/v1/documents", bodies[place % len(bodies)],
                               Content_Type="application/json", **owner.signed_in)
                status, _ = await one.answer()
                attack.count(f"answered {status}")
            except GONE:
                one.close()

    await several(8, post)


ALL = [idle_connections, silent_readers, half_sent_bodies, trickling_heads, streams_never_read, loud_presence,
       wrong_passwords, sign_up_flood, knocks, new_connections, rendezvous_flood, deep_json]
