"""Three nodes behind HAProxy, on three PostgreSQL members under Patroni and with three NATS servers, each on a machine of its
own: what becomes of what people write when machines are killed, paused and cut off (script/test-cluster).

    failover.py [--rounds 4] [--ledger 600] [--seed N] [--writers 64]
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time

from ledger import Ledger
from machines import Machine, Network
from members import Member, Members
from proxied import Proxy, Reader
from servers import NATS, PASSWORD, Node, Person, free_port, quantiles

DOCUMENTS, REMOVERS = 16, 4
BOUND = 30  # seconds in which writes are to be acknowledged again
failed = False


def holds(sentence: str, is_true: bool, said: str = ""):
    global failed
    print(f"cluster: {'ok' if is_true else 'FAILED'}: {sentence}", flush=True)
    if not is_true:
        failed = True
        print("\n".join("    " + line for line in said.splitlines()[-30:]), flush=True)


class Gate:
    """Where the proxy is."""

    address = "127.0.0.1"

    def __init__(self):
        self.port = free_port()


class Site:
    """All of it: machines, database, nodes, proxy."""

    def __init__(self, folder: str):
        self.folder, self.network, self.gate = folder, Network(), Gate()
        self.members = Members(self.network)
        self.machines = [self.network.machine(f"app{number}") for number in (1, 2, 3)]
        self.nats: list[NATS] = []
        self.nodes: list[Node] = []
        self.proxy = None

    async def start(self):
        await asyncio.to_thread(self.members.start)
        routes = [f"{machine.address}:6222" for machine in self.machines]
        self.nats = [NATS(routes, route, machine) for route, machine in zip(routes, self.machines)]
        os.environ["GROVE_NATS"] = f"nats://grove:{PASSWORD}@" + ",".join(f"{one.address}:{one.port}" for one in self.nats)
        words = ("--nodes", "several", "--app-origin", f"http://127.0.0.1:{self.gate.port}", "--trusted-proxy", "10.77.0.0/16")
        for machine in self.machines:
            node = Node(self.folder + "/data", self.members.address(), *words, name=machine.name, machine=machine)
            self.nodes.append(await asyncio.to_thread(node.begun))
        self.proxy = Proxy(self.folder, self.gate.port, self.nodes)
        await asyncio.sleep(2)

    def said(self) -> str:
        return "\n".join(line for node in self.nodes for line in node.said().splitlines()[-10:])

    def end(self):
        self.network.mend()
        if self.proxy:
            self.proxy.stop()
        for node in self.nodes:
            node.stop()
        self.members.end()
        self.network.end()


async def readers_of(site: Site, book: Ledger) -> tuple[list[Reader], list[asyncio.Task]]:
    """One stream for each document, through the proxy."""
    readers = [Reader(site.gate.port, shared.document, Person(site.gate, shared.owner).headers) for shared in book.shared]
    return readers, [asyncio.create_task(reader.follow()) for reader in readers]


async def judge_readers(readers: list[Reader], tasks: list[asyncio.Task], book: Ledger):
    last = [max(shared.acknowledged.values(), default=0) for shared in book.shared]
    arrived = [await reader.has(number) for reader, number in zip(readers, last)]
    for task in tasks:
        task.cancel()
    whole = all(reader.sequences == list(range(1, len(reader.sequences) + 1)) for reader in readers)
    openings = sum(reader.openings for reader in readers) - len(readers)
    holds(f"{len(readers)} streams come back {openings} times where they were: each has had every entry once and in order",
          all(arrived) and whole and openings > 0, str([(reader.sequences[-3:], reader.refused[-3:]) for reader in readers]))


# MARK: The primary is lost


async def kill_server(site: Site, primary: Member):
    """Only PostgreSQL; Patroni starts it again where it is, or another takes over."""
    with open(primary.folder / "data" / "postmaster.pid") as file:
        os.kill(int(file.readline()), signal.SIGKILL)


async def kill_machine(site: Site, primary: Member):
    await asyncio.to_thread(primary.machine.lose_power)
    await asyncio.sleep(BOUND + 5)
    primary.start()


async def cut_machine(site: Site, primary: Member):
    """From everybody, without a word; it goes on and does not know."""
    site.network.cut(primary.machine)
    await asyncio.sleep(BOUND + 5)
    site.network.mend()


async def cut_from_members(site: Site, primary: Member):
    """From the other members and from etcd there; the nodes still reach it."""
    site.network.cut(primary.machine, [machine for machine in site.members.machines if machine is not primary.machine])
    await asyncio.sleep(BOUND + 5)
    site.network.mend()


LOSSES = [("its machine is killed", kill_machine), ("its machine is cut off", cut_machine),
          ("PostgreSQL there is killed", kill_server), ("it is cut off from the other members", cut_from_members)]


async def lose_primaries(site: Site, book: Ledger, rounds: int) -> list[tuple[str, float, float]]:
    """
    Returns for each round what was done, seconds without an acknowledged write, and until the members were three again."""
    found = []
    await asyncio.sleep(5)
    for number in range(rounds):
        name, harm = LOSSES[number % len(LOSSES)]
        primary = await asyncio.to_thread(site.members.primary)
        begin = time.monotonic()
        await harm(site, primary)
        whole = await asyncio.to_thread(site.members.whole, 180)
        await asyncio.sleep(5)
        found.append((name, book.silence(begin, time.monotonic()), whole))
        print(f"cluster: round {number + 1}: {primary.machine.name} was primary, {name}: {found[-1][1]:.1f} s without a write",
              flush=True)
    book.until = time.monotonic()
    return found


async def losses(site: Site, options: argparse.Namespace):
    book = Ledger([site.gate], site.nodes, options.seed)
    await book.begin(DOCUMENTS)
    readers, tasks = await readers_of(site, book)
    found = await book.run(86_400, options.writers, REMOVERS, lose_primaries(site, book, options.rounds))
    wrong = await book.judge()
    print("\n| the primary is lost: | s without an acknowledged write | s until three members follow again |\n|---|---|---|")
    for name, silence, whole in found:
        print(f"| {name} | {silence:.1f} | {whole:.0f} |")
    print(f"\ncluster: {book.acknowledged} updates acknowledged, {book.again} asked again, {len(book.removals)} removals")
    holds(f"the primary is lost {options.rounds} times under {options.writers} writers, and nothing acknowledged is lost or doubled",
          book.acknowledged > 0 and not wrong, "\n".join(wrong))
    holds(f"writes are acknowledged again within {BOUND} s", max(silence for _, silence, _ in found) <= BOUND, site.said())
    await judge_readers(readers, tasks, book)


# MARK: Ten minutes


async def harm_node(site: Site, node: Node, kind: str, chance: random.Random):
    seconds = chance.uniform(0.3, 8)
    if kind == "killed":
        node.send(signal.SIGKILL)
        await asyncio.to_thread(node.process.wait)
        node.start()
        await asyncio.to_thread(node.begun)
    elif kind == "slow":
        node.machine.slow()
        await asyncio.sleep(seconds)
        node.machine.fast()
    elif kind == "paused":
        node.send(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        node.send(signal.SIGCONT)
    else:
        others: dict[str, list[Machine] | None] = {
            "cut off": None, "cut off from the database": site.members.machines,
            "cut off from the other nodes": [one for one in site.machines if one is not node.machine]}
        if kind == "cut off from the proxy":
            site.network.cut_from_router(node.machine)
        else:
            site.network.cut(node.machine, others[kind])
        await asyncio.sleep(seconds)
        site.network.mend()
    await asyncio.to_thread(node.begun_again)


KINDS = ("killed", "paused", "slow", "cut off", "cut off from the database", "cut off from the proxy", "cut off from the other nodes")


async def disturb(site: Site, seconds: float, chance: random.Random) -> dict[str, int]:
    until, done = time.monotonic() + seconds, dict.fromkeys(KINDS, 0)
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0.5, 2))
        kind = chance.choice(KINDS)
        done[kind] += 1
        await harm_node(site, chance.choice(site.nodes), kind, chance)
    return done


async def ten_minutes(site: Site, options: argparse.Namespace):
    book = Ledger([site.gate], site.nodes, options.seed)
    await book.begin(DOCUMENTS)
    readers, tasks = await readers_of(site, book)
    begin = time.monotonic()
    done = await book.run(options.ledger, options.writers, REMOVERS, disturb(site, options.ledger, random.Random(options.seed)))
    seconds = time.monotonic() - begin - 5
    wrong = await book.judge()
    took = [removal.took for removal in book.removals]
    cuts = [removal.cut for removal in book.removals]
    print(f"\n| {options.ledger:.0f} s, seed {options.seed} | |\n|---|---|")
    for name, value in (
            ("writers · documents · nodes", f"{options.writers} · {DOCUMENTS} · {len(site.nodes)}"),
            ("what was done to nodes", ", ".join(f"{count} × {kind}" for kind, count in done.items())),
            ("updates acknowledged", f"{book.acknowledged} ({book.acknowledged / seconds:.0f} a second)"),
            ("an update, with asking again", quantiles([took for _, took in book.times] or [0])),
            ("requests asked again", str(book.again)),
            ("longest time without any acknowledged update", f"{book.silence(begin, begin + seconds):.1f} s"),
            ("grants · removals · both at once", f"{book.grants} · {len(took)} · {book.races}"),
            ("a removal, with asking again", quantiles(took or [0])),
            ("of it, from the commit until no node sends any more", quantiles(cuts or [0])),
            ("reads tried at each node after a removal", ", ".join(f"{count} {kind}" for kind, count in book.reads.items())),
            ("wrong", "; ".join(wrong) or "nothing")):
        print(f"| {name} | {value} |")
    print(flush=True)
    holds("every acknowledged update is in its log once, where its answer said; logs have no gaps; nobody read anything that was "
          "written after their removal was answered; nodes agree on who is in", bool(took) and book.races > 0 and not wrong,
          "\n".join(wrong))
    holds("from its commit on no removal took more than 5 s", max(cuts, default=0) < 5.5, quantiles(cuts or [0]))
    holds("everything was done to nodes", options.ledger < 300 or all(done.values()), str(done))
    await judge_readers(readers, tasks, book)


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--ledger", type=float, default=600)
    parser.add_argument("--writers", type=int, default=64)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o700)
        site = Site(folder)
        try:
            await site.start()
            if options.rounds:
                await losses(site, options)
            if options.ledger:
                await ten_minutes(site, options)
        finally:
            if failed or sys.exc_info()[0]:
                print(site.said() + "\n" + site.members.said())
            site.end()


asyncio.run(main())
sys.exit(failed)
