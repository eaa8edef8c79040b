"""What an operator does with Grove on PostgreSQL, and what people see of it: nothing."""

import json
import os
import subprocess
import sys
import tempfile

from cluster import Cluster

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


def serve(folder: str, address: str) -> tuple[subprocess.Popen, str]:
    process = subprocess.Popen(
        [GROVE, "serve", "--only", "collaboration", "--data", folder, "--json", "--app-port", "0",
         "--operations-address", "off"],
        env={**os.environ, "GROVE_POSTGRES": address}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    line = process.stdout.readline()
    return process, line if not line.startswith("{") else json.loads(line)["origin"]


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
finally:
    cluster.end()
sys.exit(failed)
