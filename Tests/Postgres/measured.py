"""How long entries and removals take: SQLite, one server on PostgreSQL, and several nodes, also while one of them is stopped,
dead or cut off from the database. One line of a table for each."""

import asyncio
import signal
import time

from cluster import Cluster
from servers import Node, Person, Stream, Wire, random_id

SEVERAL = ("--nodes", "several", "--app-origin", "http://127.0.0.1:9")


def row(name: str, times: list[float]):
    ordered = sorted(times)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 for share in (0.5, 0.99)]
    print(f"| {name} | {len(ordered)} | {at[0]:.1f} | {at[1]:.1f} | {ordered[-1] * 1000:.0f} |", flush=True)


async def timed(work) -> float:
    begin = time.monotonic()
    await work
    return time.monotonic() - begin


async def entries(nodes: list[Node], count: int = 300) -> tuple[list[float], list[float]]:
    """How long an entry takes until it is answered, and from then until each node's reader has it."""
    owner = Person(nodes[0], f"writer{random_id()}@measure.example")
    document, collaboration = await owner.share()
    readers = [Person(node, f"reader{random_id()}@measure.example") for node in nodes]
    await owner.let_in(collaboration, [reader.at(nodes[0]) for reader in readers])
    streams = [await Stream(reader, document).begin() for reader in readers]
    answered, arrived = [], []
    for _ in range(count):
        begin = time.monotonic()
        sequence = await owner.append(document)
        end = time.monotonic()
        answered.append(end - begin)
        arrived += [max(0, await stream.has(sequence) - end) for stream in streams]
    for stream in streams:
        stream.close()
    return answered, arrived


async def at_once(nodes: list[Node], seconds: float = 8, people: int = 24) -> tuple[list[float], float]:
    """The same with people at all nodes at once, each in a document of their own; and how many a second."""
    owners = [Person(nodes[number % len(nodes)], f"many{random_id()}@measure.example") for number in range(people)]
    documents = [(await owner.share())[0] for owner in owners]
    until, times = time.monotonic() + seconds, []

    async def write(owner: Person, document: str):
        while time.monotonic() < until:
            times.append(await timed(owner.append(document)))

    await asyncio.gather(*(write(owner, document) for owner, document in zip(owners, documents)))
    return times, len(times) / seconds


async def removals(nodes: list[Node], count: int = 150, between=None) -> list[float]:
    """How long removals of readers take, who are at the nodes in turn, asked for at the first."""
    owner = Person(nodes[0], f"owner{random_id()}@measure.example")
    document, collaboration = await owner.share()
    guests = [Person(nodes[number % len(nodes)], f"guest{number}-{random_id()}@measure.example") for number in range(count)]
    roots: dict[str, str] = {}
    for start in range(0, count, 50):
        roots |= await owner.let_in(collaboration, [guest.at(nodes[0]) for guest in guests[start:start + 50]])
    streams = [await Stream(guest, document).begin() for guest in guests]
    await asyncio.sleep(1)
    times = []
    for guest in guests:
        if between:
            await between.harm()
        times.append(await timed(owner.remove(collaboration, roots[guest.account])))
        if between:
            await between.mend()
    for stream in streams:
        stream.close()
    return times


class Harm:
    """Something that befalls the last node just before a removal, and is over just after it."""

    def __init__(self, what: str, node: Node, wire: Wire | None = None):
        self.what, self.node, self.wire = what, node, wire

    async def harm(self):
        if self.what == "cut off":
            self.wire.cut()
        else:
            self.node.send(signal.SIGSTOP if self.what == "stopped" else signal.SIGKILL)

    async def mend(self):
        if self.what == "cut off":
            self.wire.mend()
        elif self.what == "stopped":
            self.node.send(signal.SIGCONT)
        else:
            await asyncio.to_thread(self.node.process.wait)
            self.node.start()
            await asyncio.to_thread(self.node.begun)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(self.node.begun_again)
        await asyncio.sleep(1.2)


async def begun(data: str, where: str | None, words: tuple, count: int) -> list[Node]:
    nodes = [await asyncio.to_thread(Node(data, where, *words, name=f"m{number}").begun) for number in range(count)]
    await asyncio.sleep(1.2 if words else 0.5)
    return nodes


async def measure(cluster: Cluster, folder: str):
    print("| what | times | p50 ms | p99 ms | longest ms |\n|---|---|---|---|---|", flush=True)
    kinds = (("SQLite, one server", 1, None, ()), ("PostgreSQL, one server", 1, "single", ()),
             ("PostgreSQL, one node", 1, "lonely", SEVERAL), ("PostgreSQL, three nodes", 3, "measure", SEVERAL))
    for number, (name, count, database, words) in enumerate(kinds):
        nodes = await begun(f"{folder}/data{number}", database and cluster.database(database), words, count)
        answered, arrived = await entries(nodes)
        row(f"{name}: an entry, one writer", answered)
        row(f"{name}: from its answer to each node's reader", arrived)
        times, rate = await at_once(nodes)
        row(f"{name}: an entry, 24 writers, {rate:.0f} a second together", times)
        row(f"{name}: a removal", await removals(nodes))
        for node in nodes:
            node.stop()
    await harmed(cluster, folder)


async def harmed(cluster: Cluster, folder: str):
    address, data = cluster.database("harmed"), folder + "/harmed"
    nodes = await begun(data, address, SEVERAL, 2)
    wire = await Wire(folder, f"{cluster.folder}/.s.PGSQL.5432", "wire").begin()
    far = Node(data, f"postgresql://grove@/harmed?host={wire.folder}", *SEVERAL, name="far")
    await asyncio.to_thread(far.begun)
    await asyncio.sleep(1.2)
    for what in ("stopped", "killed", "cut off"):
        row(f"PostgreSQL, three nodes, one {what}: a removal",
            await removals([*nodes, far], 12, Harm(what, far, wire)))
    for node in (*nodes, far):
        node.stop()
