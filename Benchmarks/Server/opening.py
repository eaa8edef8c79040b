"""Opening documents of many participants, whose logs are as long: what a reader waits for who begins with nothing."""

import json
import os
import pathlib
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

from programs import CollaborationServer
from proofs import Backend, Invited, text

SIZES, READERS = (100, 1000, 10_000), 10


class Shared:
    """A document whose people have all proved: each coming in is an entry of its log."""

    def __init__(self, server: CollaborationServer, count: int, folder: pathlib.Path):
        self.server = server
        backend = Backend(server.port, server.SERVICE_KEY)
        invited = Invited(server.port, server.SERVICE_KEY, count, folder)
        self.document, self.collaboration = f"documents/{invited.document}", f"collaborations/{invited.collaboration}"
        people = [line.split("\t", 2) for line in invited.file.read_text().splitlines()]
        with ThreadPoolExecutor(8) as threads:
            list(threads.map(lambda one: backend(f"{self.collaboration}/proof", one[0], one[1], json.loads(one[2])), people))
        self.account, self.session, _ = people[0]
        self.last = int(backend(self.document, self.account, self.session, method="GET")["lastSequence"])
        # Pages put one from time to time.
        snapshot = {"sequence": str(self.last), "data": text(os.urandom(1000))}
        backend(f"{self.document}/snapshot", self.account, self.session, snapshot, "PUT")


class Reader:
    """One who has nothing of it yet, on a new connection."""

    def __init__(self, shared: Shared):
        self.shared, self.bytes = shared, 0
        self.connection = HTTPConnection("127.0.0.1", shared.server.port, timeout=60)

    def answer(self, path: str):
        self.connection.request("GET", "/collab/v1/" + path, headers={
            "Authorization": "Bearer " + self.shared.server.SERVICE_KEY, "Grove-Account": self.shared.account,
            "Grove-Session": self.shared.session})
        answer = self.connection.getresponse()
        if answer.status != 200:
            raise SystemExit(f"opening: {path}: {answer.status} {answer.read().decode()}")
        return answer

    def page(self, path: str) -> dict:
        data = self.answer(path).read()
        self.bytes += len(data)
        return json.loads(data)

    def stream(self):
        answer, end, wanted = self.answer(f"{self.shared.document}/stream?after=0"), b"", f"id: {self.shared.last}\n".encode()
        while wanted not in end:
            data = answer.read1(1 << 18)
            self.bytes += len(data)
            end = end[-100:] + data

    def log(self, after: int = 0):
        while after < self.shared.last:
            after = int(self.page(f"{self.shared.document}/events?limit=500&after={after}")["events"][-1]["sequence"])

    def participants(self):
        query = ""
        while (page := self.page(f"{self.shared.collaboration}/participants{query}")).get("more"):
            query = f"?after={page['participants'][-1]['root']}"

    def summary(self):
        self.log(int(self.page(f"{self.shared.document}/snapshot")["sequence"]))


WAYS = {"the log, as a stream": Reader.stream, "the log, page by page": Reader.log,
        "all participants, page by page": Reader.participants, "a snapshot, and the log from there": Reader.summary}


def read(shared: Shared, way) -> tuple[float, float, float, float]:
    """Milliseconds of the first and of one of them, KiB, and milliseconds of the server's processor."""
    busy, took, size = shared.server.seconds(), [], 0
    for _ in range(READERS):
        begin, reader = time.monotonic(), Reader(shared)
        way(reader)
        took.append((time.monotonic() - begin) * 1000)
        size = reader.bytes / 1024
        reader.connection.close()
    return took[0], statistics.median(took), size, (shared.server.seconds() - busy) * 1000 / READERS


def measure(program: str, work: pathlib.Path, rounds: int) -> list[tuple[str, float, str]]:
    server = CollaborationServer(program, work / "data")
    seen = {}
    try:
        for count in SIZES:
            shared = Shared(server, count, work / str(count))
            seen[count] = {name: read(shared, way) for name, way in WAYS.items()}
    finally:
        server.stop()
    print(f"opening: documents of so many participants and log entries, medians of {READERS} readers one after the other")
    for name in WAYS:
        print(f"  {name}")
        for count in SIZES:
            first, took, size, busy = seen[count][name]
            print(f"    {count:6} {took:8.1f} ms, the first {first:8.1f}, {size:7.0f} KiB, {busy:7.1f} ms of the server's"
                  f" processor; {took * 1000 / count:6.1f} µs for each entry")
    few, many = (seen[count]["the log, page by page"][1] / count for count in SIZES[1:])
    return [("an entry of 10 000, opened", many / few, "one of 1 000")]
