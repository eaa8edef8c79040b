"""Three nodes behind HAProxy, with the file that deploy/ has for it: people who sign in at one node and are served by
another, and an upgrade node by node."""

import asyncio
import contextlib
import json
import os
import pathlib
import socket
import subprocess
import time

from servers import GROVE, LOST, Node, Refused, Writer, Connection, free_port

# The version that the nodes have before they are upgraded: this one, where none is named.
BEFORE = os.environ.get("GROVE_BEFORE", GROVE)
CONFIGURATION = pathlib.Path(__file__).parent.parent.parent / "deploy" / "haproxy" / "nodes.cfg"


class Proxy:
    """HAProxy with deploy/haproxy/nodes.cfg, without its certificate."""

    def __init__(self, folder: str, port: str, nodes: list[Node]):
        lines, named, self.nodes, self.socket = [], 0, nodes, f"{folder}/haproxy.sock"
        for line in CONFIGURATION.read_text().splitlines():
            if line.strip().startswith("bind "):
                line = f"  bind 127.0.0.1:{port}"
            elif line.strip().startswith("server "):
                line, named = f"  server n{named} {nodes[named].address}:{nodes[named].port}", named + 1
            elif line.strip().startswith("stats socket "):
                line = f"  stats socket {self.socket} mode 600 level admin"
            lines.append(line)
            if line == "defaults":
                lines += ["  log stdout format raw local0", "  option httplog"]
        assert named == len(nodes)
        pathlib.Path(folder, "nodes.cfg").write_text("\n".join(lines) + "\n")
        self.log = pathlib.Path(folder, "haproxy.log")
        # Quiet (-q), it would not log either.
        self.process = subprocess.Popen(["haproxy", "-f", f"{folder}/nodes.cfg"],
                                        stdout=self.log.open("wb"), stderr=subprocess.DEVNULL)

    async def end(self, node: Node):
        """In order. What says nothing of it before it goes (0.3.0) is taken out by hand, as OPERATING says."""
        by_hand = node.program != GROVE
        if by_hand:
            self.tell(node, "drain")
            await asyncio.sleep(0.5)
        node.process.terminate()
        await asyncio.to_thread(node.process.wait, 30)
        if by_hand:
            self.tell(node, "ready")

    def tell(self, node: Node, state: str):
        with socket.socket(socket.AF_UNIX) as asked:
            asked.connect(self.socket)
            asked.sendall(f"set server grove_app_nodes/n{self.nodes.index(node)} state {state}\n".encode())
            assert not (said := asked.recv(1000).strip()), said

    def said(self) -> str:
        """What did not end well, but for streams, which end with their node (HAProxy's manual, “Session state at disconnection”)."""
        return "\n".join(line for line in self.log.read_text().splitlines()
                         if " ---- " not in line and "/stream" not in line)

    def states(self) -> list[str]:
        """When it has taken nodes for away, and for there again."""
        return [line for line in self.log.read_text().splitlines() if line.startswith("Server ")]

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Reader:
    """Follows a document, and comes back behind what it has where its stream ends."""

    def __init__(self, port: str, document: str, headers: dict[str, str]):
        self.port, self.document, self.headers = int(port), document, headers
        self.sequences: list[int] = []
        self.openings, self.refused, self.reason = 0, [], ""

    async def follow(self):
        while self.reason not in ("signed_out", "removed"):
            connection = Connection(self.port)
            try:
                after = self.sequences[-1] if self.sequences else 0
                await connection.send("GET", f"/collab/v1/documents/{self.document}/stream?after={after}", **self.headers)
                head = await connection.reader.readuntil(b"\r\n\r\n")
                if not head.startswith(b"HTTP/1.1 200"):
                    self.refused.append(head[9:12])
                    await asyncio.sleep(0.1)
                    continue
                self.openings += 1
                await self.take(connection)
            except LOST:
                await asyncio.sleep(0.05)
            finally:
                connection.close()

    async def take(self, connection: Connection):
        """Chunk after chunk (RFC 9112, 7.1): the proxy keeps the connection when the stream's last one has come."""
        text = b""
        while size := int(await connection.reader.readuntil(b"\r\n"), 16):
            text += (await connection.reader.readexactly(size + 2))[:-2]
            *events, text = text.split(b"\n\n")
            for event in events:
                self.take_event(dict(line.split(b": ", 1) for line in event.split(b"\n") if b": " in line))

    def take_event(self, event: dict[bytes, bytes]):
        if event.get(b"event") == b"document":
            self.sequences.append(int(json.loads(event[b"data"])["sequence"]))
        elif event.get(b"event") == b"ended":
            self.reason = json.loads(event[b"data"])["reason"]

    async def has(self, sequence: int, within: float = 10) -> bool:
        until = time.monotonic() + within
        while time.monotonic() < until:
            if self.sequences and self.sequences[-1] >= sequence:
                return True
            await asyncio.sleep(0.005)
        return False


async def end_of(task: asyncio.Task, within: float) -> bool:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.shield(task), within)
    return task.done()


async def signed_in_anywhere(port: str, nodes: list[Node], holds):
    """A session of one node is one of every node."""
    writer = Writer(int(nodes[0].port), "signer")
    await writer.begin()
    reader = Reader(nodes[1].port, writer.document, writer.signed_in)
    task = asyncio.create_task(reader.follow())
    third = writer.again(Connection(int(nodes[2].port)))
    await third.append()
    holds("who signs up at one node writes at a second and reads at a third", await reader.has(1))
    await writer.connection.call("DELETE", "/collab/v1/sessions/current", **writer.signed_in)
    is_over = await end_of(task, 5)
    refused = 0
    for node in nodes:
        try:
            await Connection(int(node.port)).call("GET", "/collab/v1/me", **writer.signed_in)
        except Refused as error:
            refused = error.status
    holds("who signs out at the first is signed out at all of them, and their stream ends",
          is_over and reader.reason == "signed_out" and refused == 401, f"{is_over} {reader.reason} {refused}")
    task.cancel()


class Worker:
    """Writes and reads through the proxy, and repeats nothing: what fails is counted."""

    def __init__(self, port: str, number: int):
        self.writer = Writer(int(port), f"worker{number}")
        self.times: list[float] = []
        self.failures: list[str] = []
        self.written = 0

    async def work(self, until: float):
        while time.monotonic() < until:
            begin = time.monotonic()
            try:
                if len(self.times) % 2:
                    await asyncio.wait_for(self.writer.connection.call("GET", "/collab/v1/me", **self.writer.signed_in), 10)
                else:
                    await asyncio.wait_for(self.writer.append(), 10)
                    self.written += 1
            except (Refused, *LOST) as error:
                self.failures.append(f"{time.strftime('%T')} after {time.monotonic() - begin:.3f} s: {repr(error)[:120]}")
                self.writer.connection.close()
            self.times.append(time.monotonic() - begin)
            await asyncio.sleep(0.02)


async def upgraded(port: str, proxy: Proxy, nodes: list[Node], holds, quantiles):
    """Each node in turn ends in order and is started again, while people work."""
    workers = [Worker(port, number) for number in range(8)]
    for worker in workers:
        await worker.writer.begin()
    readers = [Reader(port, worker.writer.document, worker.writer.signed_in) for worker in workers]
    following = [asyncio.create_task(reader.follow()) for reader in readers]
    state = {"until": time.monotonic() + 120}
    before = nodes[0].program

    async def restart():
        await asyncio.sleep(1)
        for node in nodes:
            await proxy.end(node)
            node.program = GROVE
            node.start()
            await asyncio.to_thread(node.begun)
            await asyncio.sleep(1.5)
        state["until"] = time.monotonic()

    async def work(worker: Worker):
        while time.monotonic() < state["until"]:
            await worker.work(min(state["until"], time.monotonic() + 0.2))

    await asyncio.gather(restart(), *(work(worker) for worker in workers))
    failures = [failure for worker in workers for failure in worker.failures]
    times = [one for worker in workers for one in worker.times]
    how = "started again" if before == GROVE else f"upgraded from {before}"
    holds(f"three nodes are {how} one by one, and of {len(times)} requests none fails ({quantiles(times)})",
          not failures, "\n".join([*failures, proxy.said()]))
    arrived = [await reader.has(worker.written) for reader, worker in zip(readers, workers)]
    whole = all(reader.sequences == list(range(1, len(reader.sequences) + 1)) for reader in readers)
    openings = sum(reader.openings for reader in readers)
    holds(f"8 streams come back {openings - 8} times, and each has had every entry once and in order",
          all(arrived) and whole and openings > 8, str([(reader.sequences[-5:], reader.refused) for reader in readers]))
    for task in following:
        task.cancel()


async def beside_newer_tables(cluster, nodes: list[Node], holds):
    """As nodes of this version see it when one of the next has begun."""
    def change(sql: str, step: str):
        cluster.psql("proxied", f"SET search_path TO collaboration; {sql}; INSERT INTO groveMigration VALUES ('{step}', now());"
                     "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'grove %'")

    async def all_write() -> bool:
        for number, node in enumerate(nodes):
            await asyncio.to_thread(node.begun_again)
            await writers[number].append()
        return True

    writers = [Writer(int(node.port), f"beside{number}") for number, node in enumerate(nodes)]
    for writer in writers:
        await writer.begin()
    change("ALTER TABLE account ADD COLUMN later bigint NOT NULL DEFAULT 7", "collaboration-later+")
    await asyncio.sleep(1)
    went_on = await all_write()
    nodes[0].stop()
    nodes[0].start()
    await asyncio.to_thread(nodes[0].begun)
    writers[0] = writers[0].again(Connection(int(nodes[0].port)))
    holds("nodes go on, and start, beside tables that a newer version has changed in a way that they bear", went_on and await all_write())
    change("ALTER TABLE account DROP COLUMN later", "collaboration-last")
    await asyncio.sleep(1)
    went_on = await all_write()
    nodes[0].stop()
    nodes[0].start()
    status = await asyncio.to_thread(nodes[0].process.wait, 20)
    holds("where they would not bear it those that run do not break off, and none starts; it says why",
          went_on and status != 0 and "a newer version of Grove has changed the tables" in nodes[0].said(), nodes[0].said())


async def behind_a_proxy(cluster, folder: str, holds, quantiles):
    address, port = cluster.database("proxied"), free_port()
    words = ("--nodes", "several", "--app-origin", f"http://127.0.0.1:{port}", "--trusted-proxy", "127.0.0.1")
    nodes = [await asyncio.to_thread(Node(folder + "/proxied", address, *words, name=f"p{number}", program=BEFORE).begun)
             for number in range(3)]
    proxy = Proxy(folder, port, nodes)
    try:
        await asyncio.sleep(1.5)
        await signed_in_anywhere(port, nodes, holds)
        await upgraded(port, proxy, nodes, holds, quantiles)
        await beside_newer_tables(cluster, nodes, holds)
    finally:
        proxy.stop()
        for node in nodes:
            node.stop()
