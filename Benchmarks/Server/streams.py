"""What a document's streams cost: deliveries, memory, removals and idleness, beside NATS with as many subscribers."""

import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import time

from peers import NATS, GoPeer
from programs import CollaborationServer, Program
from proofs import Invited

# How long streams are watched in which nothing happens, in seconds.
IDLE = 20


class Readers:
    """Peers/readers: it waits for a line before each of its parts."""

    def __init__(self, binary: str, server: Program, kind: str, count: int, **environment: str):
        self.process = subprocess.Popen(
            [binary, "-kind", kind, "-port", str(server.port), "-readers", str(count)], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **environment})

    def said(self) -> dict:
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the readers have ended")
        return json.loads(line)

    def go_on(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def stop(self):
        self.process.kill()
        self.process.wait()


def delivering(readers: Readers, server: Program) -> dict:
    busy = server.seconds()
    readers.go_on()
    said = readers.said()
    cost = (server.seconds() - busy) * 1e6 / said["delivered"]
    if said["delivered"] != said["wanted"]:
        raise SystemExit(f"streams: {said['delivered']} of {said['wanted']} were delivered")
    return {**said, "cost": cost, "rate": said["delivered"] / said["seconds"]}


@contextlib.contextmanager
def opened(program: str, binary: str, folder: pathlib.Path, count: int):
    """A server, so many readers of one document of its, and what a reader takes of its memory."""
    server = CollaborationServer(program, folder / "data")
    try:
        invited = Invited(server.port, server.SERVICE_KEY, count, folder)
        before = server.megabytes()
        readers = Readers(binary, server, "grove", count, KEY=server.SERVICE_KEY, DOCUMENT=invited.document, OWNER=invited.owner,
                          COLLABORATION=invited.collaboration, PROOFS=str(invited.file))
        try:
            readers.said()
            yield server, readers, (server.megabytes() - before) * 1024 / count
        finally:
            readers.stop()
    finally:
        server.stop()


def grove(program: str, binary: str, folder: pathlib.Path, count: int, is_idle: bool) -> dict:
    with opened(program, binary, folder, count) as (server, readers, kilobytes):
        found = {"kilobytes": kilobytes, "megabytes": server.megabytes()}
        if is_idle:
            busy = server.seconds()
            time.sleep(IDLE)
            return {**found, "idle": (server.seconds() - busy) / IDLE}
        found |= delivering(readers, server)
        readers.go_on()
        return {**found, **readers.said()}


def nats(binary: str, count: int) -> dict:
    server = NATS()
    try:
        before = server.megabytes()
        readers = Readers(binary, server, "nats", count)
        try:
            readers.said()
            return {"kilobytes": (server.megabytes() - before) * 1024 / count} | delivering(readers, server)
        finally:
            readers.stop()
    finally:
        server.stop()


def measure(program: str, work: pathlib.Path, rounds: int, count: int = 4000, idle: int = 10_000):
    binary = GoPeer.built("readers", work)
    seen = {"grove": [], "nats": []}
    for number in range(rounds):
        seen["grove"].append(grove(program, binary, work / f"streams-{number}", count, is_idle=False))
        seen["nats"].append(nats(binary, count))
    middle = {name: {key: statistics.median(one[key] for one in all) for key in all[0]} for name, all in seen.items()}
    print(f"streams: {count} readers of one document, 50 publications 20 ms apart, medians of {rounds} rounds")
    for name, one in middle.items():
        print(f"  {name:6} {one['rate']:8.0f} deliveries a second, {one['cost']:5.1f} µs of the server's processor each,"
              f" p50 {one['p50']:.0f}, p99 {one['p99']:.0f} ms, {one['kilobytes']:.0f} KiB a reader")
    one = middle["grove"]
    print(f"  removals: answered p50 {one['answered50']:.1f}, p99 {one['answered99']:.1f} ms, with no stream open"
          f" {one['alone50']:.1f} and {one['alone99']:.1f}; streams ended p99 {one['ended99']:.1f}")
    still = grove(program, binary, work / "idle", idle, is_idle=True)
    print(f"  {idle} streams in which nothing happens: {still['idle'] * 100:.2f} % of a processor, {still['megabytes']:.0f} MiB")
    peer = middle["nats"]
    return [("deliveries a second", one["rate"] / peer["rate"], "NATS, as many subscribers"),
            ("processor time of a delivery", one["cost"] / peer["cost"], "NATS, as many subscribers"),
            ("memory of a reader", one["kilobytes"] / peer["kilobytes"], "NATS, as many subscribers")]
