"""Several servers on one database, people of an app whose backend acts for them, and their streams."""

import asyncio
import base64
import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Attack"))
from people import Connection, Refused, Writer, random_id  # noqa: E402, F401

GROVE = os.environ["GROVE"]
KEY = "a-service-key-of-more-than-32-characters-that-only-tests-have"
PASSWORD = "not-for-everybody"  # the NATS servers'
LOST = (OSError, asyncio.IncompleteReadError, TimeoutError, ValueError)


def free_port() -> str:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return str(one.getsockname()[1])


class Node:
    """A collaboration server, one of several on a database and a data folder, or alone."""

    only, port_option = "collaboration", "--app-port"

    def __init__(self, folder: str, address: str | None, *words: str, name: str = "node", program: str = GROVE, machine=None):
        self.folder, self.words, self.port, self.log = folder, words, free_port(), f"{folder}.{name}.log"
        self.operations, self.program, self.machine = free_port(), program, machine
        self.address = machine.address if machine else "127.0.0.1"
        self.environment = {**os.environ, "GROVE_SERVICE_KEYS": KEY, **({"GROVE_POSTGRES": address} if address else {})}
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*(self.machine.words if self.machine else ()), self.program, "serve", "--only", self.only, "--data", self.folder,
             "--json", "--host", self.address, self.port_option, self.port,
             "--operations-address", f"{self.address}:{self.operations}", *self.words],
            env=self.environment, stdout=subprocess.PIPE, stderr=open(self.log, "ab"))

    def said(self) -> str:
        return open(self.log).read()

    def begun(self) -> "Node":
        """Waits until it answers."""
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("nodes: FAILED: a server does not start:\n" + self.said()[-2000:])
        return self.begun_again()

    def begun_again(self) -> "Node":
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://{self.address}:{self.port}/readyz", timeout=2).close()
                return self
            time.sleep(0.02)
        raise SystemExit("nodes: FAILED: a server is not ready:\n" + self.said()[-2000:])

    def metrics(self) -> list[str]:
        return urllib.request.urlopen(f"http://{self.address}:{self.operations}/metrics", timeout=5).read().decode().splitlines()

    def send(self, number: signal.Signals):
        self.process.send_signal(number)

    def pause(self):
        """Stopped when it returns: a busy machine lets a program run for some milliseconds after the signal, which is long
        enough to answer."""
        self.send(signal.SIGSTOP)
        until = time.monotonic() + 5
        while not all(self.is_stopped(one) for one in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir()):
            if time.monotonic() > until:
                raise SystemExit("nodes: FAILED: a server does not stop")
            time.sleep(0.001)

    @staticmethod
    def is_stopped(thread: pathlib.Path) -> bool:
        try:
            # Behind the name, which may hold anything.
            return (thread / "stat").read_text().rpartition(")")[2].split()[0] == "T"
        except FileNotFoundError:
            return True

    def stop(self):
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class RelayNode(Node):
    only, port_option = "relay", "--relay-port"


class NATS:
    """One of Debian's nats-servers that know each other."""

    def __init__(self, routes: list[str], route: str, machine=None, certificate: tuple[str, str] | None = None):
        """
        routes: places of all of them towards each other, and its own, as address:port.
        certificate: with its key, as files; with nobody it speaks without then."""
        self.tls = ("--tls", "--tlscert", certificate[0], "--tlskey", certificate[1]) if certificate else ()
        self.port, self.monitor, self.route, self.routes = free_port(), free_port(), route, routes
        self.machine, self.address = machine, route.split(":")[0]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*(self.machine.words if self.machine else ()), "nats-server", "-a", self.address, "-p", self.port, "-m", self.monitor, "--user", "grove", "--pass", PASSWORD,
             *self.tls, "--cluster_name", "grove", "--cluster", f"nats://{self.route}",
             "--routes", ",".join(f"nats://{one}" for one in self.routes if one != self.route)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def monitored(self, page: str) -> dict:
        return json.load(urllib.request.urlopen(f"http://{self.address}:{self.monitor}/{page}", timeout=5))

    def clients(self) -> list[dict]:
        return self.monitored("connz?subs=1")["connections"]

    def stop(self):
        self.process.kill()
        self.process.wait()


class Balancer:
    """HAProxy, which hands each request to the next node."""

    def __init__(self, folder: str, port: str, nodes: list[Node]):
        servers = "".join(f"  server n{number} 127.0.0.1:{node.port}\n" for number, node in enumerate(nodes))
        pathlib.Path(folder, "haproxy.cfg").write_text(
            "defaults\n  mode http\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\n"
            f"frontend all\n  bind 127.0.0.1:{port}\n  default_backend nodes\n"
            f"backend nodes\n  balance roundrobin\n  http-reuse always\n{servers}")
        self.process = subprocess.Popen(["haproxy", "-q", "-f", f"{folder}/haproxy.cfg"])

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Person:
    """Somebody for whom the app's backend acts, at one node."""

    def __init__(self, node: Node, account: str):
        self.account, self.connection = account, Connection(int(node.port), node.address)
        self.headers = {"Authorization": f"Bearer {KEY}", "Grove_Account": account, "Grove_Session": f"session-{account}"}

    def at(self, node: Node) -> "Person":
        return Person(node, self.account)

    async def call(self, method: str, path: str, body=None):
        return await asyncio.wait_for(self.connection.call(method, "/collab/v1/" + path, body, **self.headers), 20)

    async def share(self) -> tuple[str, str]:
        """A new document, and the collaboration that it is shared as."""
        document = (await self.call("POST", "documents", {"requestID": random_id(), "title": "Plan"}))["documentID"]
        prepared = await self.call("POST", f"documents/{document}/collaboration", {
            "requestID": random_id(), "options": {"access": "readWrite", "allowsComments": True, "allowsMentions": True}})
        return document, prepared["collaborationID"]

    async def append(self, document: str, update: str | None = None) -> int:
        data = base64.urlsafe_b64encode(os.urandom(30)).rstrip(b"=").decode()
        answer = await self.call("POST", f"documents/{document}/updates", {
            "updateID": update or random_id(), "kind": "edit", "data": data})
        return int(answer["sequence"])

    async def let_in(self, collaboration: str, guests: list["Person"]) -> dict[str, str]:
        """They ask for access and are let in.
        Returns the identity of each, by account."""
        await asyncio.gather(*(guest.call("POST", f"collaborations/{collaboration}/knocks", {}) for guest in guests))
        wanted, until = {guest.account for guest in guests}, time.monotonic() + 20
        while wanted and time.monotonic() < until:
            for knock in (await self.call("GET", f"collaborations/{collaboration}/knocks"))["knocks"]:
                await self.call("POST", f"collaborations/{collaboration}/knocks/{knock['knockID']}", {"accept": True})
                wanted.discard(knock["account"])
            await asyncio.sleep(0.05)
        members = await self.call("GET", f"collaborations/{collaboration}/participants")
        return {one["account"]: one["root"] for one in members["participants"] if one.get("account")}

    async def remove(self, collaboration: str, root: str) -> dict:
        return (await self.call("POST", f"collaborations/{collaboration}/identities",
                                {"requestID": random_id(), "remove": [root]}))["cut"]


class Stream:
    """A document's stream: what came, and when."""

    def __init__(self, person: Person, document: str):
        self.person, self.document = person, document
        self.connection = Connection(person.connection.port, person.connection.address)
        self.sequences: list[tuple[int, float]] = []
        self.ended, self.reason, self.task = 0.0, "", None
        self.present: list[str] = []  # accounts, as told last

    async def begin(self) -> "Stream":
        await self.connection.send("GET", f"/collab/v1/documents/{self.document}/stream", **self.person.headers)
        head = await asyncio.wait_for(self.connection.reader.readuntil(b"\r\n\r\n"), 10)
        if not head.startswith(b"HTTP/1.1 200"):
            raise Refused(int(head.split(b" ")[1]), head)
        self.task = asyncio.create_task(self.follow())
        return self

    async def follow(self):
        name = ""
        try:
            while line := await self.connection.reader.readline():
                if line.startswith(b"event: "):
                    name = line[7:].strip().decode()
                elif line.startswith(b"data: ") and name == "document":
                    self.sequences.append((int(json.loads(line[6:])["sequence"]), time.monotonic()))
                elif line.startswith(b"data: ") and name == "presence":
                    self.present = [one["account"] for one in json.loads(line[6:])["present"]]
                elif line.startswith(b"data: ") and name == "ended":
                    self.reason = json.loads(line[6:])["reason"]
        except (*LOST, json.JSONDecodeError):
            pass
        self.ended = time.monotonic()

    async def has(self, sequence: int, within: float = 10) -> float:
        """When an entry came; 0 where it did not."""
        until = time.monotonic() + within
        while time.monotonic() < until:
            for number, at in self.sequences:
                if number == sequence:
                    return at
            await asyncio.sleep(0.001)
        return 0

    async def shows(self, accounts: list[str], within: float = 5) -> float:
        """Seconds until exactly they are told to be present; -1 where they are not."""
        begin = time.monotonic()
        while time.monotonic() < begin + within:
            if sorted(self.present) == sorted(accounts):
                return time.monotonic() - begin
            await asyncio.sleep(0.002)
        return -1

    async def is_over(self, within: float = 10) -> bool:
        until = time.monotonic() + within
        while not self.ended and time.monotonic() < until:
            await asyncio.sleep(0.005)
        return bool(self.ended)

    @property
    def last(self) -> int:
        return max((number for number, _ in self.sequences), default=0)

    def close(self):
        if self.task:
            self.task.cancel()
        self.connection.close()


class Wire:
    """A way to the database's socket that can be cut: then it passes on nothing, and says nothing of it."""

    def __init__(self, folder: str, database: str, name: str):
        self.target, self.folder, self.is_cut = database, f"{folder}/{name}", False
        os.mkdir(self.folder)
        self.place, self.open = f"{self.folder}/.s.PGSQL.5432", []

    async def begin(self) -> "Wire":
        self.server = await asyncio.start_unix_server(self.serve, self.place)
        return self

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        if self.is_cut:
            self.open.append(writer)
            return
        there = await asyncio.open_unix_connection(self.target)
        self.open += [writer, there[1]]
        await asyncio.gather(self.pass_on(reader, there[1]), self.pass_on(there[0], writer))

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        with contextlib.suppress(*LOST):
            while data := await reader.read(65536):
                if self.is_cut:
                    return
                writer.write(data)
                await writer.drain()
            writer.close()

    def cut(self):
        self.is_cut = True

    def mend(self):
        self.is_cut = False
        for writer in self.open:
            writer.close()
        self.open = []


def quantiles(times: list[float]) -> str:
    ordered = sorted(times)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 for share in (0.5, 0.99)]
    return f"p50 {at[0]:.1f} ms, p99 {at[1]:.1f} ms, longest {ordered[-1] * 1000:.0f} ms"
