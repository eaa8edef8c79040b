"""Bad neighbours, one function each: what somebody with no account, or with one ordinary account, can do to a
server. Each works until it is cancelled and says what it got.

    python3 neighbours.py NAME RELAY-PORT APP-PORT SIZE

is one of them as a process of its own, so that its work is not counted as ordinary people's waiting. It obeys lines
on its input: "go" is answered with "ready" when it is at full strength, "rest" with "rests" when all its connections
are closed; the end of input with what it got, as JSON.
"""

import asyncio
import base64
import contextlib
import json
import os
import sys

import drive_neighbours
import record_neighbours
from attacker import GONE, Attack, several, sources
from people import Refused, random_id

mebibyte = base64.urlsafe_b64encode(os.urandom(1_000_000)).rstrip(b"=").decode()


async def idle_connections(attack: Attack):
    """10 200 connections that say nothing, from as many addresses as there are."""
    addresses, held = sources(), []
    with contextlib.suppress(asyncio.CancelledError):
        for _ in range(attack.scaled(10_200)):
            try:
                one = await asyncio.wait_for(attack.connection(attack.app, source=next(addresses)).open(), 2)
                held.append(one)
                attack.count("connections")
            except GONE:
                attack.count("refused")
        attack.ready.set()
        await asyncio.sleep(3600)
    attack.count("closed by the server", sum(
        one.reader.at_eof() or one.reader.exception() is not None or one.writer.transport.is_closing() for one in held))


async def silent_readers(attack: Attack):
    """Eight readers ask for 300 updates of 1 MB and take nothing of the answer."""
    owner = await attack.account("hoarder")
    while attack.got.get("updates of 1 MB", 0) < attack.scaled(300):
        await owner.connection.call("POST", f"/collab/v1/documents/{owner.document}/updates",
                                    {"updateID": random_id(), "kind": "edit", "data": mebibyte}, **owner.signed_in)
        attack.count("updates of 1 MB")

    async def reader(_):
        while True:
            one = attack.connection(attack.app)
            await one.send("GET", f"/collab/v1/documents/{owner.document}/events?limit=500", **owner.signed_in)
            one.reader._transport.pause_reading()
            attack.count("answers left unread")
            attack.ready.set()
            await asyncio.sleep(30)
            one.close()

    await several(8, reader)


async def half_sent_bodies(attack: Attack):
    """60 uploads of one account that stop after all but one byte, again and again."""
    owner = await attack.account("trickler")
    body = b'{"updateID":"' + random_id().encode() + b'","kind":"edit","data":"' + mebibyte.encode() + b'"}'

    async def upload(_):
        while True:
            one = attack.connection(attack.app)
            with contextlib.suppress(*GONE):
                await one.open()
                one.writer.write((f"POST /collab/v1/documents/{owner.document}/updates HTTP/1.1\r\nHost: x\r\n"
                                  f"Authorization: Bearer {owner.token}\r\nContent-Type: application/json\r\n"
                                  f"Content-Length: {len(body)}\r\n\r\n").encode() + body[:-1])
                attack.count("bodies begun")
                if attack.got["bodies begun"] >= attack.scaled(60):
                    attack.ready.set()
                status, _ = await one.answer()
                attack.count(f"answered {status}")
            one.close()
            await asyncio.sleep(0.2)

    await several(attack.scaled(60), upload)


async def trickling_heads(attack: Attack):
    """340 connections that send one byte of a head each second."""
    async def trickle(_):
        while True:
            one = attack.connection(attack.app)
            with contextlib.suppress(*GONE):
                await one.open()
                attack.count("connections")
                attack.ready.set()
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

    asked = 0

    async def stream(_):
        nonlocal asked
        one = attack.connection(attack.app)
        with contextlib.suppress(*GONE):
            await one.send("GET", f"/collab/v1/documents/{owner.document}/stream", **owner.signed_in)
            one.reader._transport.pause_reading()
            attack.count("streams asked for")
            asked += 1
            if asked == attack.scaled(500):
                attack.ready.set()
            await asyncio.sleep(3600)

    async def write(_):
        await attack.ready.wait()
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

    attack.ready.set()

    async def stream(_):
        one = attack.connection(attack.app)
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

    attack.ready.set()

    async def guess(_):
        while True:
            one = attack.connection(attack.app, source=next(addresses))
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
    attack.ready.set()

    async def sign_up(_):
        while True:
            try:
                await attack.new_account("nobody")
                attack.count("accounts made")
            except Refused as refusal:
                attack.count(f"answered {refusal.status}")
            except GONE:
                attack.count("broken off")

    await several(8, sign_up)


async def knocks(attack: Attack):
    """Knocks at links that a program thinks of."""
    owner = await attack.account("knocker")

    attack.ready.set()

    async def knock(_):
        one = attack.connection(attack.app)
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
    attack.ready.set()

    async def churn(_):
        while True:
            one = attack.connection(attack.app)
            with contextlib.suppress(*GONE):
                await one.send("GET", "/collab/v1/me")
                await one.answer()
                attack.count("connections")
            one.close()

    await several(32, churn)


async def rendezvous_flood(attack: Attack):
    """Rendezvous that nobody comes to, at the relay."""
    attack.ready.set()

    async def open_one(_):
        one = attack.connection(attack.relay)
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

    attack.ready.set()

    async def post(place):
        one = attack.connection(attack.app)
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
       wrong_passwords, sign_up_flood, knocks, new_connections, rendezvous_flood, deep_json,
       *record_neighbours.ALL, *drive_neighbours.ALL]
# A short run leaves out whose like is in it.
ONLY_LONG = [trickling_heads, new_connections, rendezvous_flood, record_neighbours.change_followers,
             record_neighbours.halved_assets, drive_neighbours.halved_files]


async def contained(work, attack: Attack):
    """An attack that comes to an end early, or fails against a server that is gone, is no fault of the table."""
    with contextlib.suppress(asyncio.CancelledError):
        try:
            await work(attack)
        except* GONE as group:
            attack.count(f"ended by {type(group.exceptions[0]).__name__}")


async def obey(name: str, relay: str, app: str, size: str):
    work = {one.__name__: one for one in ALL}[name]
    attack, task = Attack(int(relay), int(app), float(size)), None
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while order := (await orders.readline()).decode().strip():
        if order == "go":
            task = asyncio.create_task(contained(work, attack))
            waiting = asyncio.create_task(attack.ready.wait())
            await asyncio.wait([task, waiting], timeout=60, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            print("ready", flush=True)
        elif task:
            task.cancel()
            await task
            attack.rest()
            print("rests", flush=True)
    print(json.dumps(attack.got), flush=True)


if __name__ == "__main__":
    os.nice(5)  # it stands for another machine, and is not to take this one's processors from the server
    asyncio.run(obey(*sys.argv[1:]))
