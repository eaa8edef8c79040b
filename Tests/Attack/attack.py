"""One bad neighbour at a time against real servers, while ordinary people work; see script/attack."""

import argparse
import asyncio
import contextlib
import json
import os
import pathlib
import resource
import shutil
import statistics
import sys
import tempfile
import time

import neighbours
import record_neighbours
from people import Device, Writer

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Pages"))
from support.ports import free_port  # noqa: E402

ROUNDS = 2
PEOPLE = 16  # of the app; four more have devices that write to each other


class Servers:
    """Both servers in one process, as an operator of one machine has them."""

    def __init__(self, program: str, arguments: list[str]):
        self.program, self.arguments = program, arguments
        self.folder = tempfile.mkdtemp(prefix="grove-attack-")
        self.relay, self.app = free_port(), free_port()

    async def start(self):
        self.log = open(f"{self.folder}/log", "w")
        self.process = await asyncio.create_subprocess_exec(
            self.program, "serve", "--json", "--data", f"{self.folder}/data", "--relay-port", str(self.relay),
            "--app-port", str(self.app), "--drive", "--container", record_neighbours.CONTAINER, *self.arguments, stdout=asyncio.subprocess.PIPE, stderr=self.log)
        for _ in range(2):
            if not await asyncio.wait_for(self.process.stdout.readline(), 60):
                raise SystemExit(f"the servers did not start:\n{pathlib.Path(self.log.name).read_text()[-2000:]}")
        return self

    @property
    def is_running(self) -> bool:
        return self.process.returncode is None

    def memory(self) -> float:
        with contextlib.suppress(OSError):
            for line in open(f"/proc/{self.process.pid}/status"):
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024
        return 0

    def descriptors(self) -> int:
        with contextlib.suppress(OSError):
            return len(os.listdir(f"/proc/{self.process.pid}/fd"))
        return 0

    async def stop(self):
        if self.is_running:
            self.process.terminate()
            try:
                await asyncio.wait_for(self.process.wait(), 20)
            except TimeoutError:
                self.process.kill()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Village:
    """The ordinary people."""

    def __init__(self, servers: Servers):
        self.servers = servers
        self.writers = [Writer(servers.app, f"person{n}") for n in range(PEOPLE)]
        self.devices: list[Device] = []

    async def begin(self):
        for one in self.writers:
            await one.begin()
        relay, app = (f"http://127.0.0.1:{port}" for port in (self.servers.relay, self.servers.app))
        for n in range(4):
            device = await Device.start(self.servers.program, f"{self.servers.folder}/device{n}", relay, app)
            self.devices.append(device)
            await device.ask("signUp", handle=f"person{n}", name=f"Person {n}", **{"from": "anybody"})
        self.conversations = [
            (await self.devices[n].ask("createConversation", members=f"person{n ^ 1}"))["values"]["conversation"]
            for n in range(4)]

    async def work(self, seconds: float):
        until = time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            for one in self.writers:
                group.create_task(one.work(until))
            for device, conversation in zip(self.devices, self.conversations):
                group.create_task(device.work(until, conversation))

    def take(self) -> tuple[list[float], list[float], int]:
        """What the people met since the last call: times of the app and of the relay in ms, and failures."""
        found = []
        for group in (self.writers, self.devices):
            found.append(sorted(1000 * took for one in group for _, took in one.times))
        failures = sum(one.failures for one in self.writers + self.devices)
        for one in self.writers + self.devices:
            one.times, one.failures = [], 0
        return found[0], found[1], failures

    async def end(self):
        for one in self.writers:
            one.connection.close()
        for one in self.devices:
            with contextlib.suppress(ProcessLookupError):
                await one.stop()


def at(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def figures(values: list[float]) -> str:
    return f"{at(values, 0.5):.0f} / {at(values, 0.99):.0f}"


class Row:
    """What one attack came to."""

    def __init__(self, name: str):
        self.name = name
        self.memory = self.descriptors = 0.0
        self.survived = True
        self.before, self.during = ([], [], 0), ([], [], 0)
        self.got: dict[str, int] = {}

    async def watch(self, servers: Servers):
        while True:
            self.memory = max(self.memory, servers.memory())
            self.descriptors = max(self.descriptors, servers.descriptors())
            await asyncio.sleep(0.2)


async def run(attack, program: str, arguments: list[str], seconds: float, size: float) -> Row:
    row = Row(attack.__name__.replace("_", " "))
    servers = await Servers(program, arguments).start()
    village = Village(servers)
    neighbour = await Neighbour.start(attack.__name__, servers, size)
    try:
        await village.begin()
        row.began = servers.memory()
        # Without and beside the neighbour in turns: what else the machine does falls on both alike.
        for _ in range(ROUNDS):
            await village.work(seconds / ROUNDS)
            row.before = added(row.before, village.take())
            async with asyncio.TaskGroup() as group:
                watching = group.create_task(row.watch(servers))
                assert await neighbour.told("go") == "ready"
                await village.work(seconds / ROUNDS)
                row.during = added(row.during, village.take())
                assert await neighbour.told("rest") == "rests"
                watching.cancel()
            if not servers.is_running:
                break
        row.got = await neighbour.end()
        row.survived = servers.is_running
    finally:
        await village.end()
        await servers.stop()
    return row


def added(one, other):
    return sorted(one[0] + other[0]), sorted(one[1] + other[1]), one[2] + other[2]


class Neighbour:
    """An attack as a process of its own; see neighbours.py."""

    @classmethod
    async def start(cls, name: str, servers: Servers, size: float):
        one = cls()
        one.process = await asyncio.create_subprocess_exec(
            sys.executable, str(pathlib.Path(__file__).with_name("neighbours.py")), name, str(servers.relay),
            str(servers.app), str(size), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        return one

    async def told(self, order: str) -> str:
        self.process.stdin.write(order.encode() + b"\n")
        await self.process.stdin.drain()
        return (await asyncio.wait_for(self.process.stdout.readline(), 120)).decode().strip()

    async def end(self) -> dict[str, int]:
        self.process.stdin.close()
        try:
            return json.loads(await asyncio.wait_for(self.process.stdout.read(), 30) or "{}")
        finally:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


def judge(row: Row, limits) -> list[str]:
    """What the people or the machine suffered beyond what is allowed."""
    complaints = []
    if not row.survived:
        complaints.append("the server ended")
    if row.during[2] > limits.failures * max(1, len(row.during[0])):
        complaints.append(f"{row.during[2]} of {len(row.during[0]) + len(row.during[1])} calls of ordinary people failed")
    # The slowest of the few calls of a short run are the machine's and not the neighbour's: there the middle counts.
    share = 0.5 if limits.short else 0.99
    for place, who in ((0, "the app"), (1, "the relay")):
        before, during = at(row.before[place], share), at(row.during[place], share)
        if during > max(limits.milliseconds, limits.times * before):
            complaints.append(f"p{share * 100:.0f} of {who} is {during:.0f} ms, without the neighbour {before:.0f}")
    if row.memory - row.began > limits.memory:
        complaints.append(f"{row.memory - row.began:.0f} MB more memory")
    return complaints


def line(row: Row, complaints: list[str]) -> str:
    got = ", ".join(f"{number:,} {what}" for what, number in sorted(row.got.items())) or "nothing"
    app, relay = ((figures(row.before[n]), figures(row.during[n])) for n in (0, 1))
    return (f"| {row.name} | {app[0]} | {app[1]} | {relay[0]} | {relay[1]} | {row.during[2]} | "
            f"{row.began:.0f} → {row.memory:.0f} | {row.descriptors:.0f} | {got} | "
            f"{'; '.join(complaints) or 'held'} |")


HEAD = """| neighbour | app without | app with | relay without | relay with | failed | MB | descriptors | what it got | verdict |
|---|---|---|---|---|---|---|---|---|---|"""


def options():
    parser = argparse.ArgumentParser(prog="script/attack", description=__doc__)
    parser.add_argument("attacks", nargs="*", help="some of: " + ", ".join(one.__name__ for one in neighbours.ALL))
    parser.add_argument("--seconds", type=float, default=10, help="how long people work beside each neighbour")
    parser.add_argument("--short", action="store_true", help="two seconds each, a tenth of the size, without some")
    parser.add_argument("--milliseconds", type=float, default=250, help="p99 (in a short run p50) that is always allowed")
    parser.add_argument("--times", type=float, default=8, help="that is allowed, as a multiple of the one without")
    parser.add_argument("--memory", type=float, default=200, help="MB that a neighbour may cost")
    parser.add_argument("--failures", type=float, default=0.0, help="share of people's calls that may fail")
    parser.add_argument("--serve", action="append", default=[], metavar="OPTION", help="an option of grove serve")
    return parser.parse_args()


async def main() -> int:
    given = options()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    program = os.environ["GROVE"]
    names = {one.__name__: one for one in neighbours.ALL}
    if unknown := [name for name in given.attacks if name not in names]:
        raise SystemExit(f"no such attack: {', '.join(unknown)}; there are {', '.join(names)}")
    seconds, size = (2, 0.1) if given.short else (given.seconds, 1)
    failed = []
    print(f"Times in ms, p50 / p99, of 20 ordinary people without and beside the neighbour, in {ROUNDS} turns of "
          f"each; the machine's load at the start was {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.\n\n"
          + HEAD, flush=True)
    left_out = {one.__name__ for one in neighbours.ONLY_LONG} if given.short else set()
    chosen = given.attacks or [name for name in names if name not in left_out]
    for name in chosen:
        row = await run(names[name], program, given.serve, seconds, size)
        complaints = judge(row, given)
        print(line(row, complaints), flush=True)
        if complaints:
            failed.append(row.name)
    print(f"\n{len(chosen) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


sys.exit(asyncio.run(main()))
