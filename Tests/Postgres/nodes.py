"""Several nodes on one database: what one commits reaches the streams of the others, and a removal is answered when no node
sends anything to who was removed, whatever has become of that node (decision 0033).

    nodes.py                            everything, about two minutes
    nodes.py --measure                  tables of how long entries and removals take, and of what they and grants cost
    nodes.py --costs                    only what they cost, about four minutes
    nodes.py --present                  only who is present, as each node sees it
    nodes.py --keys                     only new keys
    nodes.py --deaf                     only what is done where nobody is told anything
    nodes.py --limits                   only what is counted by all nodes together, and relays
    nodes.py --proxied                  only behind HAProxy: signed in anywhere, an upgrade node by node
    nodes.py --relayed                  only relays: an upgrade node by node while people converse
    nodes.py --ledger SECONDS [--seed N]    only the writing, under kills and pauses

Exit status: 3 where all that could be run is right, and something could not, for want of a program.
"""

import argparse
import asyncio
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from cluster import Cluster
from costs import costs
from deaf import deaf
from ledger import Ledger
from limits import passwords, places, requests
from measured import measure
from present import present
from proxied import behind_a_proxy
from relayed import upgraded_relays
from rotated import rotated
from servers import GROVE, Balancer, Node, Person, RelayNode, Stream, Wire, free_port, quantiles

SEVERAL = ("--nodes", "several", "--drain", "0", "--app-origin", "http://127.0.0.1:9")
NOT_RUN = 3  # the exit status that says: part of it could not be run here, and nothing is wrong
failed = incomplete = False


def holds(sentence: str, is_true: bool, said: str = ""):
    global failed
    print(f"nodes: {'ok' if is_true else 'FAILED'}: {sentence}", flush=True)
    if not is_true:
        failed = True
        print("\n".join("    " + line for line in said.splitlines()[-20:]), flush=True)


def is_missing(program: str, what: str) -> bool:
    """Says where something cannot be run here."""
    global incomplete
    if shutil.which(program):
        return False
    print(f"nodes: NOT run: {what}, because there is no {program} here", flush=True)
    incomplete = True
    return True


async def removing(owner: Person, guest: Person, reader: Stream, document: str, collaboration: str, roots: dict):
    """Removes somebody who reads, and goes on writing.
    Returns the receipt, the seconds it took, and the last entry there was at the answer."""
    begin = time.monotonic()
    cut = await owner.remove(collaboration, roots[guest.account])
    took = time.monotonic() - begin
    last = await owner.append(document) - 1
    return cut, took, last


async def ordinary(nodes: list[Node]):
    first, second, third = nodes
    owner = Person(first, "owner@nodes.example")
    document, collaboration = await owner.share()
    guests = [Person(second, "ben@nodes.example"), Person(third, "dora@nodes.example")]
    roots = await owner.let_in(collaboration, guests)
    streams = [await Stream(guest, document).begin() for guest in guests]
    times = []
    for _ in range(100):
        sequence = await owner.append(document)
        begin = time.monotonic()
        arrived = [await stream.has(sequence) for stream in streams]
        if not all(arrived):
            break
        times += [max(0, at - begin) for at in arrived]
    holds(f"an entry of one node reaches the streams of two others ({quantiles(times or [0])} after its answer)",
          len(times) == 200 and sorted(times)[100] < 0.2)
    cut, took, last = await removing(owner, guests[0], streams[0], document, collaboration, roots)
    await streams[0].is_over()
    holds(f"a removal ends the stream at another node, and its receipt says so ({took * 1000:.0f} ms): {cut}",
          streams[0].reason == "removed" and streams[0].last <= last and cut["streams"] == 1 and cut["accounts"] == 1
          and cut["accountLabels"] == [guests[0].account] and cut["nodes"] == {"asked": 2, "confirmed": 2, "expired": 0})
    holds("who was not removed reads on", bool(await streams[1].has(last + 1)))
    other = await Stream(guests[1].at(first), document).begin()
    left = await guests[1].call("DELETE", f"collaborations/{collaboration}/participation")
    await asyncio.gather(streams[1].is_over(), other.is_over())
    holds("who leaves at one node has left at all", left["cut"]["streams"] == 2 and streams[1].reason == "left"
          and left["cut"]["accountLabels"] == [guests[1].account])


async def paused(nodes: list[Node], harm: str):
    """A removal while another node is stopped or dead."""
    first, second = nodes[0], nodes[1]
    owner, guest = Person(first, f"owner-{harm}@nodes.example"), Person(second, f"ben-{harm}@nodes.example")
    document, collaboration = await owner.share()
    roots = await owner.let_in(collaboration, [guest])
    stream = await Stream(guest, document).begin()
    holds("the stream is served", bool(await stream.has(await owner.append(document))))
    if harm == "paused":
        second.pause()
    else:
        second.send(signal.SIGKILL)
    cut, took, last = await removing(owner, guest, stream, document, collaboration, roots)
    if harm == "paused":
        await asyncio.sleep(0.5)
        second.send(signal.SIGCONT)
    else:
        second.process.wait()
        second.start()
        second.begun()
    over = await stream.is_over()
    holds(f"a removal is answered though a node is {harm} ({took:.2f} s), and the node sends nothing newer: {cut}",
          took < 5 and over and stream.last <= last and cut["nodes"]["expired"] == 1
          and cut["accountLabels"] == [guest.account])
    begin = time.monotonic()
    cut = (await owner.call("DELETE", f"documents/{document}"))["cut"]
    holds(f"the next one is quick again ({(time.monotonic() - begin) * 1000:.0f} ms)", cut["nodes"]["expired"] == 0)
    stream.close()


async def cut_off(first: Node, far: Node, wire: Wire):
    """A removal while another node cannot reach the database."""
    owner, guest = Person(first, "owner-far@nodes.example"), Person(far, "ben-far@nodes.example")
    document, collaboration = await owner.share()
    roots = await owner.let_in(collaboration, [guest])
    stream = await Stream(guest, document).begin()
    await stream.has(await owner.append(document))
    wire.cut()
    begin = time.monotonic()
    cut, took, last = await removing(owner, guest, stream, document, collaboration, roots)
    holds(f"a removal is answered though a node cannot reach the database ({took:.2f} s)",
          took < 5 and cut["nodes"]["expired"] == 1)
    await stream.is_over()
    holds(f"that node ended its streams by itself, {stream.ended - begin:.2f} s after it was cut off, and sent nothing newer",
          0 < stream.ended - begin < 3 and stream.last <= last)
    wire.mend()
    await asyncio.to_thread(far.begun_again)
    again = Person(far, "carol-far@nodes.example")
    roots = await owner.let_in(collaboration, [again])
    stream = await Stream(again, document).begin()
    holds("reached again it serves", bool(await stream.has(await owner.append(document))))
    stream.close()


def watched() -> set[str]:
    """What alerts and dashboard ask of nodes and of PostgreSQL, and only they tell."""
    deploy = pathlib.Path(__file__).parents[2] / "deploy"
    files = (deploy / "prometheus" / "grove.rules.yml", deploy / "grafana" / "grove.json")
    asked = set(re.findall(r"\b(?:nodes?|removal|database)_[a-z_]+(?=\{)", "".join(one.read_text() for one in files)))
    return asked - {"database_log_bytes"}  # SQLite's


async def who_may_come(cluster: Cluster, address: str, folder: str, nodes: list[Node]):
    alone = Node(folder + "/alone", address, name="alone")
    status = await asyncio.to_thread(alone.process.wait, 20)
    holds("a server that has to be alone is refused beside nodes", status != 0 and "another server" in alone.said(), alone.said())
    stranger = Node(folder + "/stranger", address, *SEVERAL, name="stranger")
    status = await asyncio.to_thread(stranger.process.wait, 20)
    holds("so is a node with another data folder", status != 0 and "data folder" in stranger.said(), stranger.said())
    other = cluster.database("alone")
    first = await asyncio.to_thread(Node(folder + "/one", other, name="one").begun)
    second = Node(folder + "/two", other, *SEVERAL, name="two")
    status = await asyncio.to_thread(second.process.wait, 20)
    holds("and a node beside a server that has to be alone", status != 0 and "has to be alone" in second.said(), second.said())
    first.stop()
    told = await asyncio.to_thread(nodes[0].metrics)
    names = {re.split(r"[ {]", line)[0] for line in told}
    asked = watched()
    holds(f"nodes on PostgreSQL tell all of the {len(asked)} things that alerts and dashboard ask of them",
          len(asked) > 8 and asked <= names, str(asked - names))
    metrics = sorted(line for line in told
                     if line.startswith(("nodes_alive", "node_leases_lost", "removal_nodes", "removal_duration_seconds_count")))
    holds(f"metrics say how many nodes live, and how long removals took and whom they waited for: {metrics}",
          len(metrics) == 5 and metrics[1].endswith(" 3.0") and metrics[0].endswith(" 0.0"))
    said = await asyncio.to_thread(subprocess.run, [
        GROVE, "doctor", "--data", nodes[0].folder, "--postgres", address, *SEVERAL], text=True, capture_output=True, timeout=60)
    holds("the doctor says how many nodes live", "nodes of the collaboration: 3 live" in said.stdout, said.stdout + said.stderr)
    said = await asyncio.to_thread(subprocess.run, [
        GROVE, "doctor", "--data", folder + "/alone", "--postgres", address, *SEVERAL], text=True, capture_output=True, timeout=60)
    holds("and that another data folder would not do", "with another data folder" in said.stdout and said.returncode == 1,
          said.stdout + said.stderr)


async def relays(cluster: Cluster, folder: str):
    """Messengers whose every request comes to another node than the last one."""
    if is_missing("haproxy", "relays"):
        return
    address, port = cluster.database("relays"), free_port()
    origin = f"http://127.0.0.1:{port}"
    nodes = [await asyncio.to_thread(RelayNode(
        folder + "/relays", address, "--nodes", "several", "--drain", "0", "--relay-origin", origin, name=f"relay{number}").begun)
        for number in range(2)]
    balancer = Balancer(folder, port, nodes)
    try:
        await asyncio.sleep(1)
        await places(nodes, holds)

        def device(name: str, *words: str) -> subprocess.CompletedProcess:
            return subprocess.run([GROVE, "message", words[0], "--folder", f"{folder}/{name}", "--relay", origin, *words[1:]],
                                  text=True, capture_output=True, timeout=60, stdin=subprocess.DEVNULL)

        said = [await asyncio.to_thread(device, name, "sign-up", "--handle", name, "--name", name.title()) for name in ("ann", "ben")]
        said.append(await asyncio.to_thread(device, "ann", "new", "Kitchen", "ben"))
        said.append(await asyncio.to_thread(device, "ben", "accept", "Kitchen"))
        following = subprocess.Popen(
            [GROVE, "message", "read", "--folder", f"{folder}/ben", "--relay", origin, "Kitchen", "--follow"],
            stdout=open(f"{folder}/followed", "wb"), stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        try:
            await asyncio.sleep(3)
            for number in range(4):
                said.append(await asyncio.to_thread(device, "ann", "send", "Kitchen", f"Flour number {number}."))
            came, until = "", time.monotonic() + 20
            while "number 3" not in came and time.monotonic() < until:
                came = open(f"{folder}/followed").read()
                await asyncio.sleep(0.05)
        finally:
            following.kill()
            following.wait()
        holds("messengers sign in, write and hear of each other through two relays in turn",
              all(one.returncode == 0 for one in said) and all(f"number {number}" in came for number in range(4)),
              came + "".join(one.stdout + one.stderr for one in said))
    finally:
        balancer.stop()
        for node in nodes:
            node.stop()


async def disturb(nodes: list[Node], until: float, chance: random.Random) -> dict[str, int]:
    """Never the first, at which removals are asked for: what a client of a dead node is told is nothing."""
    done = {"paused": 0, "killed": 0}
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0.5, 1.5))
        node, harm = chance.choice(nodes[1:]), chance.choice(("paused", "paused", "killed"))
        done[harm] += 1
        if harm == "paused":
            node.pause()
            await asyncio.sleep(chance.uniform(0.1, 4))
            node.send(signal.SIGCONT)
        else:
            node.send(signal.SIGKILL)
            await asyncio.to_thread(node.process.wait)
            node.start()
            await asyncio.to_thread(node.begun)
    return done


async def ledger(nodes: list[Node], seconds: float, seed: int):
    book = Ledger(nodes, nodes, seed, asked=nodes[:1])
    await book.begin(1)
    done = await book.run(seconds, 12, 1, disturb(nodes, time.monotonic() + seconds, random.Random(seed)))
    took = [removal.took for removal in book.removals]
    print(f"nodes: ledger, seed {seed}: {book.acknowledged} updates acknowledged, {len(took)} removals "
          f"({quantiles(took or [0])}), {book.races} raced with a grant, nodes {done}", flush=True)
    wrong = await book.judge()
    holds("each acknowledged update is in the log once, where its answer said, without gaps, and nobody was sent anything "
          "that was written after their removal was answered", bool(took) and not wrong, "\n".join(wrong))
    holds("no removal took longer than 5 s", max(took, default=0) < 5)


async def proxied(cluster: Cluster, folder: str):
    if not is_missing("haproxy", "behind a proxy"):
        await behind_a_proxy(cluster, folder, holds, quantiles)


async def relayed(cluster: Cluster, folder: str):
    if not is_missing("haproxy", "an upgrade of relays"):
        await upgraded_relays(cluster, folder, holds, quantiles)


async def walk(cluster: Cluster, folder: str, options: argparse.Namespace):
    address = cluster.database("nodes")
    data = folder + "/data"
    nodes = [await asyncio.to_thread(Node(data, address, *SEVERAL, name=f"{number}").begun) for number in range(3)]
    try:
        await asyncio.sleep(1.2)
        if options.present:
            return await present(nodes, holds)
        if options.keys:
            return await rotated(nodes, holds)
        if options.deaf:
            return await deaf(cluster, nodes, holds)
        if options.limits:
            await passwords(nodes, holds)
            await requests(nodes, holds)
            return await relays(cluster, folder)
        if not options.ledger:
            await ordinary(nodes)
            await present(nodes, holds)
            await passwords(nodes, holds)
            await requests(nodes, holds)
            await rotated(nodes, holds)
            await who_may_come(cluster, address, folder, nodes)
            await deaf(cluster, nodes, holds)
            await paused(nodes, "paused")
            await paused(nodes, "dead")
            wire = await Wire(folder, f"{cluster.folder}/.s.PGSQL.5432", "wire").begin()
            far = Node(data, f"postgresql://grove@/nodes?host={wire.folder}", *SEVERAL, name="far")
            nodes.append(far)
            await asyncio.to_thread(far.begun)
            await cut_off(nodes[0], far, wire)
            nodes.pop().stop()
            await relays(cluster, folder)
            await proxied(cluster, folder)
            await relayed(cluster, folder)
        await ledger(nodes, options.ledger or 15, options.seed)
    finally:
        if failed or sys.exc_info()[0]:
            for node in nodes:
                print("\n".join(node.said().splitlines()[-10:]))
        for node in nodes:
            node.stop()


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--present", action="store_true")
    parser.add_argument("--keys", action="store_true")
    parser.add_argument("--deaf", action="store_true")
    parser.add_argument("--limits", action="store_true")
    parser.add_argument("--costs", action="store_true")
    parser.add_argument("--proxied", action="store_true")
    parser.add_argument("--relayed", action="store_true")
    parser.add_argument("--ledger", type=float, default=0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    cluster = Cluster(shared_preload_libraries="pg_stat_statements") if options.measure or options.costs else Cluster()
    try:
        cluster.start()
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o700)
            if options.measure or options.costs:
                await costs(cluster, folder)
            if options.measure:
                await measure(cluster, folder)
            elif options.costs:
                return
            elif options.proxied:
                await proxied(cluster, folder)
            elif options.relayed:
                await relayed(cluster, folder)
            else:
                await walk(cluster, folder, options)
    finally:
        cluster.end()


asyncio.run(main())
sys.exit(1 if failed else NOT_RUN if incomplete else 0)
