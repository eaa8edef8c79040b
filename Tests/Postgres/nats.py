"""Several nodes that tell each other through a cluster of three NATS servers what has something new, which go away and come
back (decision 0033, 7). Entries arrive all the time; NATS only hastens.

    nats.py

Exit status: 3 where there is no nats-server.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time

from cluster import Cluster
from servers import GROVE, NATS, PASSWORD, Node, Person, Stream, free_port, quantiles, random_id

failed = False


def holds(sentence: str, is_true: bool, said: str = ""):
    global failed
    print(f"nats: {'ok' if is_true else 'FAILED'}: {sentence}", flush=True)
    if not is_true:
        failed = True
        print("\n".join("    " + line for line in said.splitlines()[-20:]), flush=True)


def connected(node: Node) -> bool:
    return any(line.startswith("nats_connected") and float(line.split()[-1]) == 1 for line in node.metrics())


async def eventually(is_true, seconds: float = 15) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if await asyncio.to_thread(is_true):
                return True
        except OSError:
            pass
        await asyncio.sleep(0.1)
    return False


async def delays(owner: Person, document: str, streams: list[Stream], count: int) -> list[float]:
    """Seconds from an entry's answer to its arrival at each of the streams; infinite where it did not come."""
    found = []
    for _ in range(count):
        sequence = await owner.append(document)
        begin = time.monotonic()
        for stream in streams:
            at = await stream.has(sequence)
            found.append(max(0, at - begin) if at else float("inf"))
    return sorted(found)


def doctor(data: str, environment: dict) -> str:
    return subprocess.run([GROVE, "doctor", "--data", data, "--nodes", "several"], env=environment, text=True,
                          capture_output=True, timeout=60).stdout


async def walk(cluster: Cluster, folder: str):
    routes = [f"127.0.0.1:{free_port()}" for _ in range(3)]
    servers = [NATS(routes, route) for route in routes]
    os.environ["GROVE_NATS"] = f"nats://grove:{PASSWORD}@" + ",".join(f"127.0.0.1:{one.port}" for one in servers)
    data, nodes = folder + "/data", []
    try:
        address = cluster.database("nats")
        nodes = [await asyncio.to_thread(Node(data, address, "--nodes", "several", "--drain", "0", "--app-origin", "http://127.0.0.1:9",
                                              name=f"{number}").begun) for number in range(3)]
        said = lambda: "".join(node.said() for node in nodes)
        holds("three nodes find a NATS server", await eventually(lambda: all(map(connected, nodes))), said())
        owner = Person(nodes[0], "owner@nats.example")
        document, collaboration = await owner.share()
        guests = [Person(nodes[1], "ben@nats.example"), Person(nodes[2], "dora@nats.example")]
        await owner.let_in(collaboration, guests)
        streams = [await Stream(guest, document).begin() for guest in guests]
        await asyncio.sleep(1)
        before = sum(one.monitored("varz")["in_msgs"] for one in servers)
        times = await delays(owner, document, streams, 100)
        messages = sum(one.monitored("varz")["in_msgs"] for one in servers) - before
        holds(f"an entry of one node reaches the streams of two others through NATS ({quantiles(times)} after its answer)",
              times[100] < 0.2 and times[-1] < 5 and messages >= 90, f"{messages} messages")
        heard = sorted(len(client.get("subscriptions_list", [])) for one in servers for client in one.clients())
        holds("a node listens to what it streams and to nothing else", heard == [0, 1, 1], str(heard))
        before = sum(one.monitored("varz")["in_msgs"] for one in servers)
        for person in (owner, *guests):
            await person.call("PUT", f"documents/{document}/presence", {"clientID": random_id(), "state": "c3RhdGU"})
        shown = [await stream.shows([owner.account, *(guest.account for guest in guests)]) for stream in streams]
        messages = sum(one.monitored("varz")["in_msgs"] for one in servers) - before
        holds("people at different nodes see each other, and NATS hears nothing of that", min(shown) >= 0 and not messages,
              f"{shown}, {messages} messages")
        listened = next(one for one in servers if one.clients())
        listened.stop()
        times = await delays(owner, document, streams, 30)
        holds(f"one of the NATS servers is killed, and entries arrive ({quantiles(times)})", times[-1] < 5, said())
        holds("the nodes find another", await eventually(lambda: all(map(connected, nodes))), said())
        for one in servers:
            one.stop()
        holds("the nodes see that all are away", await eventually(lambda: not any(map(connected, nodes))), said())
        times = await delays(owner, document, streams, 30)
        holds(f"all are killed, and entries arrive through the database ({quantiles(times)})",
              times[30] < 0.2 and times[-1] < 5, said())
        holds("each says so once", all(node.said().count("NATS is away") <= 2 for node in nodes), said())
        environment = {**os.environ, "GROVE_POSTGRES": address}
        text = await asyncio.to_thread(doctor, data, environment)
        holds("doctor says that they cannot be reached, and no password", text.count("✗ NATS at") == 3 and PASSWORD not in text, text)
        for one in servers:
            one.start()
        holds("they come back, and the nodes to them", await eventually(lambda: all(map(connected, nodes))), said())
        text = await asyncio.to_thread(doctor, data, environment)
        holds("doctor says that they answer", text.count("✓ NATS at") == 3, text)
        before = sum(one.monitored("varz")["in_msgs"] for one in servers)
        times = await delays(owner, document, streams, 30)
        messages = sum(one.monitored("varz")["in_msgs"] for one in servers) - before
        holds(f"and entries go through them again ({quantiles(times)})", times[30] < 0.2 and messages >= 25, f"{messages} messages")
        holds("no log has the password", PASSWORD not in said())
    finally:
        for node in nodes:
            node.stop()
        for one in servers:
            one.stop()


async def walk_encrypted(cluster: Cluster, folder: str):
    key, certificate = folder + "/nats-key.pem", folder + "/nats.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-subj", "/CN=nats", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
                   check=True, capture_output=True)
    places = [f"127.0.0.1:{free_port()}" for _ in range(2)]
    encrypted, plain = NATS(places[:1], places[0], certificate=(certificate, key)), NATS(places[1:], places[1])
    at = lambda scheme, host, server, rest="": f"{scheme}://grove:{PASSWORD}@{host}:{server.port}{rest}"
    known = at("tls", "localhost", encrypted, f"?ca={certificate}")
    os.environ["GROVE_NATS"] = known
    data, nodes = folder + "/encrypted", []
    try:
        address = cluster.database("natstls")
        nodes = [await asyncio.to_thread(Node(data, address, "--nodes", "several", "--drain", "0", "--app-origin", "http://127.0.0.1:9",
                                              name=f"encrypted{number}").begun) for number in range(2)]
        said = lambda: "".join(node.said() for node in nodes)
        holds("two nodes find a NATS server that speaks with nobody unencrypted",
              await eventually(lambda: all(map(connected, nodes))), said())
        owner = Person(nodes[0], "owner@nats.example")
        document, collaboration = await owner.share()
        guest = Person(nodes[1], "ben@nats.example")
        await owner.let_in(collaboration, [guest])
        stream = await Stream(guest, document).begin()
        await asyncio.sleep(1)
        before = encrypted.monitored("varz")["in_msgs"]
        times = await delays(owner, document, [stream], 50)
        messages = encrypted.monitored("varz")["in_msgs"] - before
        holds(f"entries go through it, encrypted ({quantiles(times)})", times[25] < 0.2 and messages >= 45
              and all(client.get("tls_version") for client in encrypted.clients()), f"{messages} messages")
        for sentence, where, words in (
                ("doctor says that it answers", known, "✓ NATS at"),
                ("one whose certificate nobody vouches for is not spoken with", at("tls", "localhost", encrypted), "TLS failed"),
                ("nor one that shows another's", at("tls", "127.0.0.1", encrypted, f"?ca={certificate}"), "TLS failed"),
                ("one that wants TLS is told apart", at("nats", "127.0.0.1", encrypted), "wants TLS"),
                ("and one that has none is told nothing", at("tls", "127.0.0.1", plain), "speaks no TLS"),
                ("authorities that are not there are named", at("tls", "127.0.0.1", encrypted, "?ca=/none.pem"), "/none.pem")):
            environment = {**os.environ, "GROVE_POSTGRES": address, "GROVE_NATS": where}
            text = await asyncio.to_thread(doctor, data, environment)
            holds(sentence, words in text and PASSWORD not in text, text)
        holds("what was refused has signed in nowhere", plain.monitored("varz")["in_msgs"] == 0)
    finally:
        for node in nodes:
            node.stop()
        for one in (encrypted, plain):
            one.stop()


async def main():
    if not shutil.which("nats-server"):
        print("nats: NOT run: there is no nats-server here")
        sys.exit(3)
    cluster = Cluster()
    try:
        cluster.start()
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o700)
            await walk(cluster, folder)
            await walk_encrypted(cluster, folder)
    finally:
        cluster.end()


asyncio.run(main())
sys.exit(failed)
