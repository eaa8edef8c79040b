"""Records saved durably, and a zone of 100 000 of them fetched from nothing and by changes."""

import json
import pathlib
import statistics
import threading
import time
from http.client import HTTPConnection

from programs import Grove

ZONE = {"scope": "private", "name": "_defaultZone"}
COUNT, BATCH = 100_000, 400
TOGETHER = 64


def record(name: str, number: int) -> dict:
    return {"name": name, "type": "Note", "fields": [
        {"name": "title", "value": {"text": f"Note {number} of somebody who writes much"}},
        {"name": "n", "value": {"integer": str(number)}}]}


def saving(records: list[dict]) -> bytes:
    return json.dumps({"zone": ZONE, "saves": records, "deletes": [], "checksTags": False, "isAtomic": True}).encode()


class Caller:
    """One account on one connection that is kept."""

    def __init__(self, grove: Grove, name: str):
        self.connection = HTTPConnection("127.0.0.1", grove.port, timeout=120)
        self.path = f"/collab/v1/containers/{grove.CONTAINER}/"
        self.headers = {"Content-Type": "application/json", "Authorization": f"Bearer {grove.SERVICE_KEY}",
                        "Grove-Account": f"{name}@example.org", "Grove-Session": f"session-{name}"}
        self.ask("user", b"{}")

    def ask(self, path: str, body: bytes) -> bytes:
        self.connection.request("POST", self.path + path, body, self.headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {text.decode()}")
        return text

    def save(self, bodies: list[bytes]):
        for body in bodies:
            self.ask("records/changes", body)

    def fetch(self, token: str | None) -> tuple[int, str]:
        """All pages from a token on. Answers how many entries there were, and the last token."""
        count, more = 0, True
        while more:
            page = json.loads(self.ask("changes/zone", json.dumps({"zone": ZONE, **({"token": token} if token else {})}).encode()))
            count, token, more = count + len(page["changes"]), page["token"], page["isMoreComing"]
        return count, token


def seconds(body) -> float:
    begin = time.monotonic()
    body()
    return time.monotonic() - begin


def one_by_one(caller: Caller, number: int) -> float:
    bodies = [saving([record(f"a{number}-{one}", one)]) for one in range(60)]
    return len(bodies) / seconds(lambda: caller.save(bodies))


def together(callers: list[Caller], number: int) -> float:
    bodies = [saving([record(f"b{number}-{one}", one)]) for one in range(40)]
    threads = [threading.Thread(target=caller.save, args=(bodies,)) for caller in callers]

    def run():
        for one in threads:
            one.start()
        for one in threads:
            one.join()

    return len(bodies) * len(callers) / seconds(run)


def measure(program: str, work: pathlib.Path, rounds: int):
    work.mkdir()
    grove = Grove(program, work / "data")
    try:
        callers = [Caller(grove, f"w{number}") for number in range(TOGETHER)]
        singles, shared = [], []
        for number in range(rounds):
            singles.append(one_by_one(callers[number], number))
            shared.append(together(callers, number))
        writer = Caller(grove, "ann-of-the-zone")
        batches = [saving([record(f"r{one}", one) for one in range(first, first + BATCH)]) for first in range(0, COUNT, BATCH)]
        filled = seconds(lambda: writer.save(batches))
        whole, changed, nothing = [], [], []
        for number in range(rounds):
            busy, begin = grove.seconds(), time.monotonic()
            count, token = writer.fetch(None)
            whole.append((time.monotonic() - begin, grove.seconds() - busy))
            assert count == COUNT, count
            writer.save([saving([record(f"r{one}", one + number) for one in range(first, first + 250)]) for first in range(0, 1000, 250)])
            begin = time.monotonic()
            count, token = writer.fetch(token)
            changed.append(time.monotonic() - begin)
            assert count == 1000, count
            nothing.append(seconds(lambda token=token: writer.fetch(token)))
    finally:
        grove.stop()
    middle = statistics.median
    print(f"records, medians of {rounds} rounds; each save is on the disk before it is answered")
    print(f"  saved one after the other                      {middle(singles):9.0f} a second")
    print(f"  saved by {TOGETHER} accounts at once                    {middle(shared):9.0f} a second")
    print(f"  saved {BATCH} in one transaction, one after another {COUNT / filled:9.0f} a second")
    print(f"  a zone of {COUNT} fetched from nothing        {middle([one for one, _ in whole]):9.2f} s,"
          f" {middle([one for _, one in whole]):.2f} s of the server's processor")
    print(f"  1000 changes in it                             {middle(changed) * 1000:9.1f} ms")
    print(f"  that nothing has changed                       {middle(nothing) * 1000:9.1f} ms")
