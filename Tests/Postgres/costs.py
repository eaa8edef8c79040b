"""What grants, entries and removals cost the database and the machine: for docs/SCALING.md, which multiplies them.

A grant is a signed proof, as a messenger sends it; an entry has 30 bytes; a removal takes out one of many, whose stream is
open at some node. One line of a table for each: SQLite, one server and two nodes on PostgreSQL."""

import asyncio
import os
import pathlib
import sys
import time

from cluster import Cluster
from measured import removals
from servers import KEY, Connection, Node, Person, Wire, random_id
from traffic import traffic

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent.parent / "Benchmarks" / "Server"))
from proofs import Invited  # noqa: E402

SEVERAL = ("--nodes", "several", "--app-origin", "http://127.0.0.1:9")
TOGETHER = 64
HEAD = ("| what | a second | p50 ms | p99 ms | statements | bytes of WAL | µs of Grove | µs of PostgreSQL |\n"
        "|---|---|---|---|---|---|---|---|")


class TurnCounter(Wire):
    """Counts bytes, and how often whoever asks waits for the database: what is sent after something has come."""

    turns = passed = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        there = await asyncio.open_unix_connection(self.target)
        self.open += [writer, there[1]]
        state = {"asked": False}
        await asyncio.gather(self.count(reader, there[1], state, True), self.count(there[0], writer, state, False))

    async def count(self, reader, writer, state: dict, is_question: bool):
        while data := await reader.read(1 << 18):
            if is_question and not state["asked"]:
                self.turns += 1
            state["asked"] = is_question
            self.passed += len(data)
            writer.write(data)
            await writer.drain()
        writer.close()


def ticks(process: int) -> float:
    """Seconds of processor of a process, its living children, and those that have ended."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return own + sum(ticks(int(child)) for child in children)


class Meter:
    """What was used between its beginning and now."""

    def __init__(self, nodes: list[Node], cluster: Cluster | None, database: str = ""):
        self.nodes, self.cluster, self.database = nodes, cluster, database
        self.begin = self.read()

    def read(self) -> dict[str, float]:
        found = {"at": time.monotonic(), "grove": sum(ticks(node.process.pid) for node in self.nodes)}
        if self.cluster:
            with open(self.cluster.data / "postmaster.pid") as file:
                found["postgres"] = ticks(int(file.readline()))
            lsn, calls = self.cluster.psql(self.database, f"""
                SELECT pg_current_wal_lsn() - '0/0', (SELECT sum(calls) FROM pg_stat_statements s JOIN pg_database d
                ON d.oid = s.dbid WHERE datname = '{self.database}' AND query NOT LIKE '%pg_stat_statements%')""").split("|")
            found |= {"bytes": float(lsn), "statements": float(calls or 0)}
        return found

    def row(self, name: str, times: list[float]):
        now, count = self.read(), len(times)
        of = {key: (value - self.begin[key]) / count for key, value in now.items()}
        ordered = sorted(times)
        p50, p99 = (ordered[min(count - 1, int(count * share))] * 1000 for share in (0.5, 0.99))
        words = [f"{1 / of['at']:.0f}", f"{p50:.1f}", f"{p99:.1f}"]
        words += [f"{of['statements']:.1f}", f"{of['bytes']:.0f}"] if self.cluster else ["–", "–"]
        words += [f"{of['grove'] * 1e6:.0f}", f"{of['postgres'] * 1e6:.0f}" if self.cluster else "–"]
        print(f"| {name} | " + " | ".join(words) + " |", flush=True)


class Prover:
    """Sends proofs that nobody has sent yet."""

    def __init__(self, nodes: list[Node], count: int, folder: str):
        self.invited = Invited(int(nodes[0].port), KEY, count, pathlib.Path(folder))
        rows = [line.split("\t") for line in self.invited.file.read_text().splitlines()]
        self.rows, self.nodes, self.again = iter(rows), nodes, 0

    async def send(self, count: int, at_once: int) -> list[float]:
        times: list[float] = []
        path = f"/collab/v1/collaborations/{self.invited.collaboration}/proof"

        async def one(number: int):
            connection = Connection(int(self.nodes[number % len(self.nodes)].port))
            for _ in range(count // at_once):
                account, session, body = next(self.rows)
                begin, status = time.monotonic(), 503
                while status == 503:
                    await connection.send("POST", path, body.encode(), Authorization=f"Bearer {KEY}", Grove_Account=account,
                                          Grove_Session=session, Content_Type="application/json")
                    status, answer = await connection.answer()
                    self.again += status == 503  # nodes were in each other's way too often
                assert status < 300, (status, answer)
                times.append(time.monotonic() - begin)
            connection.close()

        await asyncio.gather(*(one(number) for number in range(at_once)))
        return times


async def written(owners: list[Person], documents: list[str], count: int) -> list[float]:
    times: list[float] = []

    async def one(owner: Person, document: str):
        for _ in range(count // len(owners)):
            begin = time.monotonic()
            await owner.append(document)
            times.append(time.monotonic() - begin)

    await asyncio.gather(*(one(owner, document) for owner, document in zip(owners, documents)))
    return times


async def looked_at(owners: list[Person], documents: list[str], count: int) -> list[float]:
    times: list[float] = []

    async def one(owner: Person, document: str):
        for _ in range(count // len(owners)):
            begin = time.monotonic()
            await owner.call("GET", f"documents/{document}/events?after=0&limit=5")
            times.append(time.monotonic() - begin)

    await asyncio.gather(*(one(owner, document) for owner, document in zip(owners, documents)))
    return times


async def costs_of(name: str, nodes: list[Node], cluster: Cluster | None, database: str, folder: str):
    proofs = 600 + 50 * TOGETHER
    prover = await asyncio.to_thread(Prover, nodes, proofs, folder)
    for count, at_once in ((600, 1), (50 * TOGETHER, TOGETHER)):
        meter = Meter(nodes, cluster, database)
        times = await prover.send(count, at_once)
        meter.row(f"{name}: a grant, {at_once} at once" + (f", {prover.again} asked again" if prover.again else ""), times)
    for count, at_once in ((600, 1), (50 * TOGETHER, TOGETHER)):
        owners = [Person(nodes[number % len(nodes)], f"many{random_id()}@costs.example") for number in range(at_once)]
        documents = [(await owner.share())[0] for owner in owners]
        meter = Meter(nodes, cluster, database)
        meter.row(f"{name}: an entry, {at_once} at once", await written(owners, documents, count))
    meter = Meter(nodes, cluster, database)
    meter.row(f"{name}: a look at a log, {TOGETHER} at once", await looked_at(owners, documents, 50 * TOGETHER))


async def removals_of(name: str, nodes: list[Node], cluster: Cluster | None, database: str, count: int = 60):
    meter: list[Meter] = []

    class Begin:
        """Begins to count before the first removal, when everybody has been let in."""

        async def harm(self):
            if not meter:
                meter.append(Meter(nodes, cluster, database))

        async def mend(self):
            pass

    times = await removals(nodes, count, Begin())
    meter[0].row(f"{name}: a removal, its reader at one of {len(nodes)}", times)


async def turns(cluster: Cluster, folder: str):
    """Round trips, each by itself, through a wire that counts; a server that has to be alone, since nodes renew leases."""
    cluster.database("turns")
    wire = await TurnCounter(folder, f"{cluster.folder}/.s.PGSQL.5432", "counter").begin()
    node = Node(folder + "/turns", f"postgresql://grove@/turns?host={wire.folder}", name="turns")
    await asyncio.to_thread(node.begun)
    prover = await asyncio.to_thread(Prover, [node], 100, folder + "/turned")
    before = (wire.turns, wire.passed)
    await prover.send(100, 1)
    grants = [(now - then) / 100 for now, then in zip((wire.turns, wire.passed), before)]
    owner = Person(node, "owner@turns.example")
    document = (await owner.share())[0]
    before = (wire.turns, wire.passed)
    await written([owner], [document], 100)
    entries = [(now - then) / 100 for now, then in zip((wire.turns, wire.passed), before)]
    print(f"\nround trips to the database: {grants[0]:.1f} for a grant, {entries[0]:.1f} for an entry; "
          f"bytes: {grants[1]:.0f} and {entries[1]:.0f}", flush=True)
    await traffic(node)
    await asyncio.to_thread(node.stop)


async def costs(cluster: Cluster, folder: str):
    print("load before: " + " ".join(f"{one:.1f}" for one in os.getloadavg()) + "\n\n" + HEAD, flush=True)
    kinds = (("SQLite", 1, "", ()), ("PostgreSQL, one server", 1, "costs1", ()), ("one node", 1, "costs2", SEVERAL),
             ("two nodes", 2, "costs3", SEVERAL), ("three nodes", 3, "costs4", SEVERAL))
    for number, (name, count, database, words) in enumerate(kinds):
        address = cluster.database(database) if database else None
        if database:
            cluster.psql(database, "CREATE EXTENSION pg_stat_statements")
        nodes = [await asyncio.to_thread(Node(f"{folder}/costs{number}", address, *words, name=f"c{number}-{at}").begun)
                 for at in range(count)]
        await asyncio.sleep(1.5)
        of = cluster if database else None
        if name != "three nodes":
            await costs_of(name, nodes, of, database, f"{folder}/proofs{number}")
        await removals_of(name, nodes, of, database)
        for node in nodes:
            node.stop()
    await turns(cluster, folder)
    print("\nload after: " + " ".join(f"{one:.1f}" for one in os.getloadavg()), flush=True)
