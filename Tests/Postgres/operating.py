"""What an operator does with Grove on PostgreSQL, and what people see of it: nothing."""

import asyncio
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Attack"))
from cluster import Cluster  # noqa: E402
from moved import lived_in, stories  # noqa: E402
from people import Connection, Writer  # noqa: E402

GROVE = os.environ["GROVE"]
failed = False


def holds(sentence: str, isTrue: bool, said: str = ""):
    global failed
    print(f"operating: {'ok' if isTrue else 'FAILED'}: {sentence}", flush=True)
    if not isTrue:
        failed = True
        print("\n".join("    " + line for line in said.splitlines()[-20:]), flush=True)


def grove(*words: str, address: str | None = None, within: float = 120) -> tuple[int, str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GROVE_")}
    if address:
        environment["GROVE_POSTGRES"] = address
    done = subprocess.run([GROVE, *words], env=environment, text=True, timeout=within, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def serve(folder: str, address: str | None, *words: str) -> tuple[subprocess.Popen, str]:
    environment = {**os.environ, **({"GROVE_POSTGRES": address} if address else {})}
    process = subprocess.Popen(
        [GROVE, "serve", "--only", "collaboration", "--data", folder, "--json", "--app-port", "0",
         "--operations-address", "off", *words],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    line = process.stdout.readline()
    return process, line if not line.startswith("{") else json.loads(line)["origin"]


async def people_write(port: int, people: int, updates: int, name: str = "mover") -> list[Writer]:
    writers = [Writer(port, f"{name}{number}") for number in range(people)]

    async def write(one: Writer):
        await one.begin()
        for _ in range(updates):
            await one.append(200)
        one.connection.close()

    await asyncio.gather(*(write(one) for one in writers))
    return writers


async def logs(port: int, writers: list[Writer]) -> list:
    """Everything that is in everybody's document."""
    found = []
    for one in writers:
        connection, after = Connection(port), 0
        while page := (await connection.call(
                "GET", f"/collab/v1/documents/{one.document}/events?after={after}&limit=500",
                **one.signed_in))["events"]:
            found += page
            after = page[-1]["sequence"]
        connection.close()
    return found


def move(cluster: Cluster, folder: str):
    data, address = folder + "/moving", cluster.database("moved")
    server, origin = serve(data, None)
    port = int(origin.rsplit(":", 1)[1])
    writers = asyncio.run(people_write(port, 8, 500))
    before = asyncio.run(logs(port, writers))
    words = ["migrate", "--from", "sqlite", "--to", "postgres", "--data", data]
    status, said = grove(*words, address=address)
    holds("nothing is copied while a server runs on the folder", status != 0 and "running" in said, said)
    server.terminate()
    server.wait()
    second, said = serve(data, address)
    second.kill()
    second.wait()
    holds("a server does not begin with nothing beside files that were not copied", "grove migrate" in said, said)
    for kind, more in (("server that has to be alone", ()), ("node", ("--nodes", "several", "--app-origin", "http://127.0.0.1:9"))):
        second, said = serve(folder + "/elsewhere", address, *more)
        status, told = grove(*words, address=address)
        rows = int(cluster.psql("moved", "SELECT count(*) FROM collaboration.logentry"))
        holds(f"nothing is copied while a {kind} runs on the database, empty as it is",
              said.startswith("http") and status != 0 and "another server" in told and rows == 0, said + told)
        second.terminate()
        second.wait()
    cut = subprocess.Popen([GROVE, *words], env={**os.environ, "GROVE_POSTGRES": address}, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
    rows = 0
    while rows == 0 and cut.poll() is None:
        time.sleep(0.01)
        try:
            rows = int(cluster.psql("moved", "SELECT count(*) FROM collaboration.logentry"))
        except subprocess.CalledProcessError:
            pass  # The table is not there yet.
    cut.kill()
    cut.wait()
    rows = int(cluster.psql("moved", "SELECT count(*) FROM collaboration.logentry"))
    holds(f"a copy was killed in the middle, after {rows} of {len(before)} entries", 0 < rows)
    server, said = serve(folder + "/elsewhere", address)
    server.kill()
    server.wait()
    holds("no server starts on half a copy", "has not ended" in said, said)
    status, said = grove(*words, address=address)
    holds("the copy goes on, and both sides are the same", status == 0 and "the same in both" in said, said)
    os.remove(data + "/moved-to-postgres")
    status, said = grove(*words, address=address)
    holds("ended between its last row and its last word, it is only compared", status == 0 and "the same" in said, said)
    status, said = grove(*words, address=address)
    holds("copied once more, it says that it was", status != 0 and "already" in said, said)
    status, said = grove("account", "list", "--data", data)
    holds("no command works on yesterday's accounts", status != 0 and "--postgres" in said, said)
    status, said = grove("backup", folder + "/old", "--data", data)
    holds("nor is a backup made of them", status != 0 and "--postgres" in said, said)
    server, said = serve(data, None)
    server.kill()
    server.wait()
    holds("nobody goes on with yesterday's files", "--postgres" in said, said)
    server, origin = serve(data, address)
    try:
        after = asyncio.run(logs(int(origin.rsplit(":", 1)[1]), writers))
        holds(f"all {len(before)} entries are there, under the sessions that people had", after == before)
        os.remove(data + "/moved-to-postgres")
        asyncio.run(people_write(int(origin.rsplit(":", 1)[1]), 1, 1, "later"))
    finally:
        server.terminate()
        server.wait()
    status, said = grove(*words, address=address)
    holds("rows that no copy has brought are not added to", status != 0 and "not these" in said, said)


def walk(cluster: Cluster, folder: str):
    for story in ([], ["drive"], ["records"]):
        name = "demo" + "".join(story)
        status, said = grove("demo", *story, address=cluster.database(name), within=300)
        holds(f"grove {' '.join(['demo', *story])} holds on PostgreSQL", status == 0, said)
    address = cluster.database("alone")
    first, origin = serve(folder + "/first", address)
    try:
        holds("a server starts on an empty database", origin.startswith("http://"), origin)
        holds("its data folder has no database", not any(
            name.endswith(".sqlite") for name in os.listdir(folder + "/first")))
        second, said = serve(folder + "/second", address)
        second.kill()
        second.wait()
        holds("a second server on the same database is refused", "nother" in said, said)
        status, said = grove("account", "list", "--data", folder + "/first", address=address)
        holds("an operator's commands ask the database", status == 0, said)
    finally:
        first.terminate()
        first.wait()
    status, said = grove("doctor", "--data", folder + "/first", address=address)
    holds("doctor says that the database answers", "✓ PostgreSQL" in said, said)
    status, said = grove("serve", "--postgres", "postgresql://grove:secret@db.example/grove")
    holds("a password on the command line is refused, and not repeated", status != 0 and "secret" not in said, said)
    status, said = grove("backup", folder + "/copy", "--data", folder + "/first", address=address)
    holds("a backup sends to PostgreSQL's own means", status != 0 and "pg_dump" in said, said)
    status, said = grove("serve", "--data", folder + "/third", address=f"postgresql://grove@/nothing?host={cluster.folder}")
    holds("a database that is not there is said in one sentence", status != 0 and said.count("\n") <= 2, said)


cluster = Cluster()
try:
    cluster.start()
    with tempfile.TemporaryDirectory() as folder:
        walk(cluster, folder)
        move(cluster, folder)
        lived_in(cluster, folder, holds)
        stories(cluster, folder, holds)
finally:
    cluster.end()
sys.exit(failed)
