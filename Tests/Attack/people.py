"""Ordinary people at work: what an attack is measured by.

Each keeps one connection to the collaboration server and does what a page does, again and again: write a small
update to a document of their own, read what has happened there, ask who takes part. Two pairs of devices write to
each other through the relay, each a `grove device` process.
"""

import asyncio
import base64
import json
import os
import time


class Refused(Exception):
    """An answer that is not a success."""

    def __init__(self, status: int, body: bytes):
        super().__init__(f"{status} {body[:120]!r}")
        self.status = status


class Connection:
    """HTTP/1.1 over one socket; nothing is retried."""

    def __init__(self, port: int, address: str = "127.0.0.1", source: str | None = None):
        self.port, self.address, self.source = port, address, source
        self.reader = self.writer = None

    async def open(self):
        local = (self.source, 0) if self.source else None
        self.reader, self.writer = await asyncio.open_connection(
            self.address, self.port, local_addr=local, limit=1 << 25)
        return self

    async def send(self, method: str, path: str, body: bytes = b"", **headers: str):
        if self.writer is None:
            await self.open()
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if body or method in ("POST", "PUT"):
            lines.append(f"Content-Length: {len(body)}")
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await self.writer.drain()

    async def answer(self) -> tuple[int, bytes]:
        head = await self.reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split(" ")[1])
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if line)}
        if "content-length" in fields:
            body = await self.reader.readexactly(int(fields["content-length"]))
        elif fields.get("transfer-encoding") == "chunked":
            body = b""
            while size := int((await self.reader.readline()).split(b";")[0], 16):
                body += (await self.reader.readexactly(size + 2))[:-2]
            await self.reader.readline()
        else:
            body = b""
        return status, body

    async def call(self, method: str, path: str, body=None, **headers: str):
        data = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            headers["Content_Type"] = "application/json"
        await self.send(method, path, data, **headers)
        status, answer = await self.answer()
        if status >= 300:
            raise Refused(status, answer)
        return json.loads(answer) if answer else None

    def close(self):
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


def random_id() -> str:
    return base64.urlsafe_b64encode(os.urandom(16)).rstrip(b"=").decode()


class Writer:
    """One ordinary person of the app, with an account and a document."""

    def __init__(self, port: int, name: str):
        self.port, self.name = port, name
        self.connection = Connection(port)
        self.token = self.document = ""
        self.times: list[tuple[float, float]] = []  # when it ended, and how long it took, in seconds
        self.failures = 0

    @property
    def signed_in(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def begin(self):
        session = await self.connection.call("POST", "/collab/v1/accounts", {
            "account": f"{self.name}@attack.example", "displayName": self.name, "password": "a long password"})
        self.token = session["token"]
        document = await self.connection.call(
            "POST", "/collab/v1/documents", {"requestID": random_id(), "title": self.name}, **self.signed_in)
        self.document = document["documentID"]

    def again(self, connection: Connection) -> "Writer":
        """The same person over another connection."""
        other = Writer(self.port, self.name)
        other.connection, other.token, other.document = connection, self.token, self.document
        return other

    async def append(self, size: int = 100):
        data = base64.urlsafe_b64encode(os.urandom(size)).rstrip(b"=").decode()
        await self.connection.call("POST", f"/collab/v1/documents/{self.document}/updates",
                                   {"updateID": random_id(), "kind": "edit", "data": data}, **self.signed_in)

    async def work(self, until: float):
        """One thing every 100 ms; a call that is refused or takes over ten seconds has failed."""
        turn = 0
        while time.monotonic() < until:
            begin = time.monotonic()
            try:
                await asyncio.wait_for(self.one(turn), 10)
                self.times.append((time.monotonic(), time.monotonic() - begin))
            except (Refused, OSError, asyncio.IncompleteReadError, TimeoutError):
                self.failures += 1
                self.times.append((time.monotonic(), time.monotonic() - begin))
                self.connection.close()
            turn += 1
            await asyncio.sleep(max(0, 0.1 - (time.monotonic() - begin)))

    async def one(self, turn: int):
        if turn % 3 == 0:
            await self.append()
        elif turn % 3 == 1:
            await self.connection.call(
                "GET", f"/collab/v1/documents/{self.document}/events?limit=5", **self.signed_in)
        else:
            await self.connection.call("GET", "/collab/v1/me", **self.signed_in)


class Device:
    """A person's device as a process of its own, told what to do line by line."""

    def __init__(self, process):
        self.process = process
        self.times: list[tuple[float, float]] = []
        self.failures = 0

    @classmethod
    async def start(cls, program: str, folder: str, relay: str, app: str):
        return cls(await asyncio.create_subprocess_exec(
            program, "device", "--data", folder, "--relay", relay, "--app", app,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            limit=1 << 24))

    async def ask(self, verb: str, **arguments: str) -> dict:
        self.process.stdin.write(json.dumps({"verb": verb, "arguments": arguments}).encode() + b"\n")
        await self.process.stdin.drain()
        line = await asyncio.wait_for(self.process.stdout.readline(), 60)
        reply = json.loads(line)
        if reply.get("code"):
            raise Refused(0, line)
        return reply

    async def work(self, until: float, conversation: str):
        """A text every half second, timed until the relay has it."""
        while time.monotonic() < until:
            begin = time.monotonic()
            try:
                reply = await self.ask("sendText", conversation=conversation, text="The dough has risen.")
                self.failures += reply["values"].get("delivery") not in ("sent", "delivered")
            except (Refused, TimeoutError):
                self.failures += 1
            self.times.append((time.monotonic(), time.monotonic() - begin))
            await asyncio.sleep(max(0, 0.5 - (time.monotonic() - begin)))

    async def stop(self):
        self.process.terminate()
        await self.process.wait()
