"""People write while the database's server, its connections and grove itself are killed again and again.

Nothing that was acknowledged may be lost, nothing may stand in a log twice, and a log has no gaps.
"""

import argparse
import asyncio
import base64
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "Attack"), str(TESTS / "Pages")]
from cluster import Cluster  # noqa: E402
from people import Connection, Refused, Writer, random_id  # noqa: E402
from support.ports import free_port  # noqa: E402

GROVE = os.environ["GROVE"]
LOST = (OSError, asyncio.IncompleteReadError, TimeoutError)


class Server:
    """A collaboration server on the database, which is killed and comes back at the same address."""

    def __init__(self, folder: str, address: str):
        self.folder, self.port = folder, str(free_port())
        self.environment = {**os.environ, "GROVE_POSTGRES": address}
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [GROVE, "serve", "--only", "collaboration", "--data", self.folder, "--json", "--app-port", self.port,
             "--operations-address", "off", "--log-level", "warning"],
            env=self.environment, stdout=subprocess.PIPE, stderr=open(self.folder + ".log", "ab"))
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("crashes: FAILED: the server does not start:\n" + open(self.folder + ".log").read()[-2000:])
        self.origin = json.loads(line)["origin"]

    def restart(self):
        self.process.kill()
        self.process.wait()
        self.start()

    async def recovers(self, within: float) -> float:
        """Seconds until a change is possible again."""
        begin = time.monotonic()
        while time.monotonic() - begin < within:
            try:
                answer = await asyncio.to_thread(urllib.request.urlopen, self.origin + "/readyz", timeout=2)
                answer.close()
                return time.monotonic() - begin
            except OSError:
                await asyncio.sleep(0.02)
        raise SystemExit(f"crashes: FAILED: not ready again within {within} s")


class Scribe(Writer):
    """Writes updates one after another, and the same one again until its answer is known."""

    def __init__(self, port: int, name: str):
        super().__init__(port, name)
        self.acknowledged: dict[str, int] = {}
        self.again = 0

    async def write(self, until: float):
        while time.monotonic() < until:
            update = random_id()
            data = base64.urlsafe_b64encode(os.urandom(60)).rstrip(b"=").decode()
            body = {"updateID": update, "kind": "edit", "data": data}
            while True:
                try:
                    answer = await asyncio.wait_for(self.connection.call(
                        "POST", f"/collab/v1/documents/{self.document}/updates", body, **self.signed_in), 15)
                    self.acknowledged[update] = int(answer["sequence"])
                    break
                except Refused as refused:
                    if refused.status < 500 and refused.status != 429:
                        raise
                except LOST:
                    self.connection.close()
                self.again += 1
                if time.monotonic() > until + 60:
                    raise SystemExit("crashes: FAILED: an update is refused for a minute")
                await asyncio.sleep(0.05)

    async def complaints(self) -> list[str]:
        self.connection.close()
        entries, after = [], 0
        while True:
            page = await self.connection.call(
                "GET", f"/collab/v1/documents/{self.document}/events?after={after}&limit=500", **self.signed_in)
            if not page["events"]:
                break
            entries += page["events"]
            after = int(entries[-1]["sequence"])
        found = [entry["updateID"] for entry in entries if entry.get("updateID")]
        numbers = [int(entry["sequence"]) for entry in entries]
        wrong = []
        if lost := set(self.acknowledged) - set(found):
            wrong.append(f"{len(lost)} acknowledged updates are lost")
        if len(found) != len(set(found)):
            wrong.append(f"{len(found) - len(set(found))} updates stand in the log twice")
        if numbers != list(range(1, len(numbers) + 1)):
            wrong.append("the log has gaps")
        places = {entry.get("updateID"): int(entry["sequence"]) for entry in entries}
        if any(places.get(update) != number for update, number in self.acknowledged.items()):
            wrong.append("an update stands somewhere else than was answered")
        return wrong


async def disturb(cluster: Cluster, server: Server, until: float, chance: random.Random) -> dict[str, list[float]]:
    took: dict[str, list[float]] = {"connections": [], "database": [], "grove": []}
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0.3, 1.5))
        kind = chance.choice(("connections", "connections", "database", "grove"))
        if kind == "connections":
            await asyncio.to_thread(
                cluster.psql, "postgres",
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'crashes' AND random() < 0.7")
        elif kind == "database":
            await asyncio.to_thread(cluster.crash)
            await asyncio.sleep(chance.uniform(0, 1))
            await asyncio.to_thread(cluster.start)
        else:
            await asyncio.to_thread(server.restart)
        took[kind].append(await server.recovers(30))
    return took


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--people", type=int, default=16)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    print(f"crashes: seed {options.seed}", flush=True)
    cluster = Cluster()
    server = None
    try:
        cluster.start()
        with tempfile.TemporaryDirectory() as folder:
            server = Server(folder + "/data", cluster.database("crashes"))
            people = [Scribe(int(server.port), f"scribe{number}") for number in range(options.people)]
            for person in people:
                await person.begin()
            until = time.monotonic() + options.seconds
            took, *_ = await asyncio.gather(
                disturb(cluster, server, until, random.Random(options.seed)),
                *(person.write(until) for person in people))
            await server.recovers(30)
            wrong = [complaint for person in people for complaint in await person.complaints()]
            kinds = ", ".join(f"{len(times)} × {kind} (again after {max(times, default=0):.1f} s at most)"
                              for kind, times in took.items())
            print(f"crashes: {sum(len(person.acknowledged) for person in people)} updates acknowledged, "
                  f"{sum(person.again for person in people)} asked again; killed: {kinds}")
            if wrong or not all(took.values()):
                print("crashes: FAILED: " + "; ".join(sorted(set(wrong)) or ["something was never killed"]))
                raise SystemExit(1)
    finally:
        if server:
            server.process.send_signal(signal.SIGTERM)
            server.process.wait()
        cluster.end()


asyncio.run(main())
