"""New keys while several nodes run: what one makes another recognises."""

import asyncio
import contextlib
import json
import pathlib
import signal
import subprocess
import time

from servers import GROVE, Connection, Node, Refused, Writer

PASSWORD = {"password": "a long password"}


class Signer:
    """Signs in at one node and asks another at once, again and again."""

    def __init__(self, nodes: list[Node], number: int):
        self.nodes, self.number, self.account = nodes, number, f"rotated{number}@attack.example"
        self.count, self.refused = 0, []

    async def once(self, turn: int):
        first, second = (self.nodes[(self.number + turn + more) % len(self.nodes)] for more in (0, 1))
        # From an address of their own: how often one may sign in is counted by all nodes together.
        connection = Connection(int(first.port), source=f"127.0.9.{self.number + 1}")
        other = Connection(int(second.port))
        session = await connection.call("POST", "/collab/v1/sessions", {"account": self.account, **PASSWORD})
        with contextlib.suppress(Refused):
            await other.call("GET", "/collab/v1/me", Authorization=f"Bearer {session['token']}")
            self.count += 1
            return connection.close(), other.close()
        self.refused.append((first.port, second.port, time.monotonic()))

    async def work(self, is_over: asyncio.Event):
        turn = 0
        while not is_over.is_set():
            await self.once(turn)
            turn += 1
            await asyncio.sleep(0.3)


def rotate(node: Node, *words: str) -> str:
    return subprocess.run([GROVE, "keys", "rotate", "--data", node.folder, *words], env=node.environment, text=True,
                          check=True, capture_output=True, timeout=60).stdout


def sessions(node: Node) -> list[dict]:
    return json.loads(pathlib.Path(node.folder, "collaboration-keys.json").read_text())["sessions"]


def begin_soon(node: Node, milliseconds: int) -> int:
    """Has the new keys begin before their time. Returns when, in milliseconds since 1970."""
    path = pathlib.Path(node.folder, "collaboration-keys.json")
    keys, at = json.loads(path.read_text()), int(time.time() * 1000) + milliseconds
    for kind in ("sessions", "challenges"):
        keys[kind][0]["since"] = str(at)
    path.write_text(json.dumps(keys))
    return at


async def rotated(nodes: list[Node], holds):
    signers = [Signer(nodes, number) for number in range(3)]
    old = [Writer(int(nodes[number].port), f"rotated{number}") for number in range(3)]
    for writer in old:
        await writer.begin()
    said, now = rotate(nodes[0]), time.time() * 1000
    waits = int(sessions(nodes[0])[0]["since"]) - now
    holds(f"new keys are for when every node has read them ({waits / 1000:.0f} s)", 170_000 < waits < 181_000 and "told" in said, said)
    at = begin_soon(nodes[0], 2500)
    for node in nodes:
        node.send(signal.SIGUSR1)

    async def one_after_the_other():
        await asyncio.sleep(at / 1000 - time.time() + 0.1)
        for node in nodes:
            node.send(signal.SIGUSR1)
            wanted, until = sum(signer.count for signer in signers) + 5, time.monotonic() + 15
            while sum(signer.count for signer in signers) < wanted and time.monotonic() < until:
                await asyncio.sleep(0.05)
        is_over.set()

    is_over = asyncio.Event()
    await asyncio.gather(one_after_the_other(), *(signer.work(is_over) for signer in signers))
    count, refused = sum(signer.count for signer in signers), [one for signer in signers for one in signer.refused]
    holds(f"{count} sessions are made while one node after the other begins with a new key, and each is one at the next node",
          count >= 15 and not refused, str(refused))
    good = [await state(node, writer) for node in nodes for writer in old]
    holds("those from before are good at every node", good == [200] * 9, str(good))
    rotate(nodes[0], "--only", "sessions", "--forget")
    await asyncio.sleep(1)
    good = [await state(node, writer) for node in nodes for writer in old]
    holds("forgotten keys are forgotten at every node within a second", good == [401] * 9, str(good))
    count = sum(signer.count for signer in signers)
    await asyncio.gather(*(signer.once(0) for signer in signers))
    holds("and the next sessions are known at all", sum(signer.count for signer in signers) == count + 3)


async def state(node: Node, writer: Writer) -> int:
    try:
        await Connection(int(node.port)).call("GET", "/collab/v1/me", **writer.signed_in)
        return 200
    except Refused as error:
        return error.status
