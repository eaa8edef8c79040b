"""Bad neighbours for records; see neighbours.py."""

import asyncio
import base64
import contextlib
import hashlib
import os

from attacker import GONE, Attack, several
from people import Refused, Writer

CONTAINER = "iCloud.attack.example"
ZONE = {"scope": "private", "name": "_defaultZone"}
PATH = f"/collab/v1/containers/{CONTAINER}"


async def ask(attack: Attack, one: Writer, path: str, body):
    """Counts what came of it."""
    try:
        answer = await one.connection.call("POST", f"{PATH}/{path}", body, **one.signed_in)
        attack.count(f"{path} answered")
        return answer
    except Refused as refusal:
        attack.count(f"{path} answered {refusal.status}")
        await asyncio.sleep(0.005)
    except GONE:
        one.connection.close()


async def with_lists(attack: Attack) -> Writer:
    """An account whose records have long lists and long texts."""
    owner = await attack.account("librarian")
    if attack.got.get("records"):
        return owner
    await owner.connection.call("POST", f"{PATH}/user", {}, **owner.signed_in)
    for batch in range(attack.scaled(60)):
        saves = [{"name": f"r{batch}-{n}", "type": "Book", "fields": [
            {"name": "tags", "value": {"list": [{"text": f"t{(n * 7 + place) % 997}"} for place in range(900)]}},
            {"name": "text", "value": {"text": "the quick brown fox " * 600}},
            *({"name": f"n{place}", "value": {"integer": str(n % (place + 2))}} for place in range(8))]}
            for n in range(20)]
        await owner.connection.call("POST", f"{PATH}/records/changes", {
            "zone": ZONE, "saves": saves, "deletes": [], "checksTags": False, "isAtomic": False}, **owner.signed_in)
        attack.count("records", 20)
    return owner


async def expensive_queries(attack: Attack):
    """Sixteen programs of one account ask for what costs the most: all conditions, long lists, eight orders, large pages."""
    owner = await with_lists(attack)
    never = {"field": "tags", "comparison": "oneOf", "ofAnyElement": True,
             "values": [{"text": f"no{n}"} for n in range(6)]}
    begins = {"field": "text", "comparison": "beginsWith", "values": [{"text": "the quick brown fox " * 100}]}
    base = {"scope": "private", "zone": "_defaultZone", "type": "Book", "conditions": [], "sort": [], "limit": 400}
    questions = [
        ("records/query", base | {"conditions": [never] * 32}),
        ("records/query", base | {"conditions": [begins | {"isNegated": n > 0} for n in range(8)]}),
        ("records/query", base | {"sort": [{"field": f"n{n}", "isDescending": n % 2 == 0} for n in range(8)]}),
        ("records/query", base | {"sort": [{"field": "text", "isDescending": True}]}),
        ("changes/zone", {"zone": ZONE, "limit": 400}),
        ("records/look-up", {"zone": ZONE, "names": [f"r{n % 6}-{n % 20}x{n}" for n in range(300)] + ["r0-1"]}),
    ]
    attack.ready.set()

    async def work(place):
        one = owner.again(attack.connection(attack.app))
        while True:
            await ask(attack, one, *questions[place % len(questions)])
            place += 1

    await several(16, work)


async def change_followers(attack: Attack):
    """Four hundred streams of twelve accounts, half of them never read, and batches that wake all of them."""
    owners = []
    for n in range(max(2, attack.scaled(12))):
        owners.append(await attack.account(f"follower{n}"))
        await owners[-1].connection.call("POST", f"{PATH}/user", {}, **owners[-1].signed_in)
    asked = 0

    async def stream(place):
        nonlocal asked
        one = attack.connection(attack.app)
        owner = owners[place % len(owners)]
        with contextlib.suppress(*GONE):
            await one.send("GET", f"{PATH}/changes/stream", **owner.signed_in)
            asked += 1
            if asked == attack.scaled(400):
                attack.ready.set()
            if place % 2:
                one.reader._transport.pause_reading()
                await asyncio.sleep(3600)
            while piece := await one.reader.read(1 << 16):
                attack.count("bytes to its streams", len(piece))
        attack.count("streams ended")
        await asyncio.sleep(3600)

    async def change(place):
        await attack.ready.wait()
        one, n = owners[place % len(owners)], 0
        one = one.again(attack.connection(attack.app))
        while True:
            n += 1
            saves = [{"name": f"c{place}-{n % 5}-{row}", "type": "Note", "fields": [
                {"name": "n", "value": {"integer": str(n)}}]} for row in range(40)]
            await ask(attack, one, "records/changes", {
                "zone": ZONE, "saves": saves, "deletes": [], "checksTags": False, "isAtomic": True})

    async with asyncio.TaskGroup() as group:
        group.create_task(several(attack.scaled(400), stream))
        group.create_task(several(8, change))


async def halved_assets(attack: Attack):
    """Files of 32 MB of which half is sent and then a byte a second, over two hundred connections."""
    owner = await attack.account("uploader")
    await owner.connection.call("POST", f"{PATH}/user", {}, **owner.signed_in)
    size, begun = 32 << 20, 0

    async def upload(place):
        nonlocal begun
        digest = base64.urlsafe_b64encode(hashlib.sha256(os.urandom(8)).digest()).rstrip(b"=").decode()
        one = attack.connection(attack.app)
        while True:
            with contextlib.suppress(*GONE):
                await one.call("POST", f"{PATH}/assets", {
                    "sha256": digest, "size": str(size)}, **owner.signed_in)
                head = (f"PUT {PATH}/assets/{digest}?offset=0 HTTP/1.1\r\nHost: 127.0.0.1:{attack.app}\r\n"
                        f"Authorization: Bearer {owner.token}\r\nContent-Type: application/octet-stream\r\n"
                        f"Content-Length: {size}\r\n\r\n")
                one.writer.write(head.encode() + bytes(attack.scaled(size // 64)))
                await one.writer.drain()
                attack.count("uploads begun")
                begun += 1
                if begun >= attack.scaled(100):
                    attack.ready.set()
                for _ in range(600):
                    one.writer.write(b"x")
                    await one.writer.drain()
                    if one.reader.at_eof() or one.reader._buffer:
                        break
                    await asyncio.sleep(0.5)
                status, _ = await one.answer()
                attack.count(f"answered {status}")
                await asyncio.sleep(0.05)
            one.close()
            begun += 1
            if begun >= attack.scaled(100):
                attack.ready.set()
            await asyncio.sleep(0.02)

    await several(attack.scaled(200), upload)


ALL = [expensive_queries, change_followers, halved_assets]
