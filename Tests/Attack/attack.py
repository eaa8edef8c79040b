"""One bad neighbour at a time against real servers, while ordinary people work; see script/attack."""

import argparse
import asyncio
import contextlib
import os
import pathlib
import resource
import shutil
import socket
import statistics
import sys
import tempfile
import time

import neighbours
from people import Device, Writer

PEOPLE = 16  # of the app; four more have devices that write to each other


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


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
            "--app-port", str(self.app), *self.arguments, stdout=asyncio.subprocess.PIPE, stderr=self.log)
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

    async def watch(self, servers: Servers):
        while True:
            self.memory = max(self.memory, servers.memory())
            self.descriptors = max(self.descriptors, servers.descriptors())
            await asyncio.sleep(0.2)


async def run(attack, program: str, arguments: list[str], seconds: float, size: float) -> Row:
    row = Row(attack.__name__.replace("_", " "))
    servers = await Servers(program, arguments).start()
    village = Village(servers)
    try:
        await village.begin()
        row.began = servers.memory()
        await village.work(seconds / 2)
        row.before = village.take()
        given = neighbours.Attack(servers.relay, servers.app, size)
        async with asyncio.TaskGroup() as group:
            watching = group.create_task(row.watch(servers))
            attacking = group.create_task(contained(attack, given))
            await asyncio.sleep(min(2.0, seconds / 4))
            await village.work(seconds)
            row.during = village.take()
            attacking.cancel()
            watching.cancel()
        row.got = given.got
        row.survived = servers.is_running
    finally:
        await village.end()
        await servers.stop()
    return row


async def contained(attack, given):
    """An attack that comes to an end early, or fails against a server that is gone, is no fault of the table."""
    with contextlib.suppress(asyncio.CancelledError):
        try:
            await attack(given)
        except* neighbours.GONE as group:
            given.count(f"ended by {type(group.exceptions[0]).__name__}")


def judge(row: Row, limits) -> list[str]:
    """What the people or the machine suffered beyond what is allowed."""
    complaints = []
    if not row.survived:
        complaints.append("the server ended")
    if row.during[2] > limits.failures * max(1, len(row.during[0])):
        complaints.append(f"{row.during[2]} of {len(row.during[0]) + len(row.during[1])} calls of ordinary people failed")
    for place, who in ((0, "the app"), (1, "the relay")):
        before, during = at(row.before[place], 0.99), at(row.during[place], 0.99)
        if during > max(limits.milliseconds, limits.times * before):
            complaints.append(f"p99 of {who} is {during:.0f} ms, without the neighbour {before:.0f}")
    if row.memory - row.began > limits.memory:
        complaints.append(f"{row.memory - row.began:.0f} MB more memory")
    return complaints


def line(row: Row, complaints: list[str]) -> str:
    got = ", ".join(f"{number:,} {what}" for what, number in sorted(row.got.items())) or "nothing"
    app, relay = ((figures(row.before[n]), figures(row.during[n])) for n in (0, 1))
    return (f"| {row.name} | {app[0]} | {app[1]} | {relay[0]} | {relay[1]} | {row.during[2]} | "
            f"{row.began:.0f} → {row.memory:.0f} | {row.descriptors:.0f} | {got} | "
            f"{'; '.join(complaints) or 'held'} |")


HEAD = """| neighbour | app before | app during | relay before | relay during | failed | MB | descriptors | what it got | verdict |
|---|---|---|---|---|---|---|---|---|---|"""


def options():
    parser = argparse.ArgumentParser(prog="script/attack", description=__doc__)
    parser.add_argument("attacks", nargs="*", help="some of: " + ", ".join(one.__name__ for one in neighbours.ALL))
    parser.add_argument("--seconds", type=float, default=10, help="how long people work beside each neighbour")
    parser.add_argument("--short", action="store_true", help="three seconds each, and a tenth of the size")
    parser.add_argument("--milliseconds", type=float, default=250, help="p99 that is always allowed")
    parser.add_argument("--times", type=float, default=8, help="p99 that is allowed, as a multiple of the one before")
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
    seconds, size = (3, 0.1) if given.short else (given.seconds, 1)
    failed = []
    print("Times in ms, p50 / p99, of 20 ordinary people without and beside the neighbour.\n\n" + HEAD, flush=True)
    for name in given.attacks or names:
        row = await run(names[name], program, given.serve, seconds, size)
        complaints = judge(row, given)
        print(line(row, complaints), flush=True)
        if complaints:
            failed.append(row.name)
    print(f"\n{len(given.attacks or names) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


sys.exit(asyncio.run(main()))
