"""Grove on PostgreSQL with its files in a bucket: the drive's own tests, what the folder has then, and what people hear when the
storage refuses or is away. The storage is moto's server, which checks who signed every request.

    storage.py PYTHON      with the Python that has moto (Tests/Postgres/requirements.txt)
"""

import base64
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from cluster import Cluster
from servers import GROVE, Node, RelayNode, free_port

KEY, SECRET, BUCKET = "AKIAIOSFODNN7EXAMPLE", "wJalrXUtn/FEMI+K7MDENG", "files"
ROOT = pathlib.Path(__file__).parent.parent.parent
failed = False


def holds(sentence: str, is_true: bool, said: str = ""):
    global failed
    print(f"storage: {'ok' if is_true else 'FAILED'}: {sentence}", flush=True)
    if not is_true:
        failed = True
        print("\n".join("    " + line for line in said.splitlines()[-20:]), flush=True)


class Storage:
    """moto's server, with one bucket."""

    def __init__(self, python: str):
        self.python, self.port = python, free_port()
        self.start()

    def start(self):
        self.process = subprocess.Popen([self.python, "-m", "moto.server", "-H", "127.0.0.1", "-p", self.port],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                request = urllib.request.Request(f"http://127.0.0.1:{self.port}/{BUCKET}", method="PUT")
                return urllib.request.urlopen(request, timeout=5).close()
            except OSError:
                time.sleep(0.1)
        raise SystemExit("storage: FAILED: the storage does not answer")

    def address(self, secret: str = SECRET, bucket: str = BUCKET) -> str:
        return f"http://{KEY}:{urllib.parse.quote(secret, safe='')}@127.0.0.1:{self.port}/{bucket}/grove"

    def names(self) -> list[str]:
        listed = urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{BUCKET}?list-type=2", timeout=5).read().decode()
        return [part.split("</Key>")[0] for part in listed.split("<Key>")[1:]]

    def has(self, kind: str) -> bool:
        return any(name.startswith(f"grove/{kind}/") for name in self.names())

    def stop(self):
        self.process.kill()
        self.process.wait()


class Drive:
    """Ann's, by the words of WebDAV. Her records are there as well."""

    def __init__(self, node: Node):
        self.node, self.token = node, ""
        body = {"account": "ann", "displayName": "Ann", "password": "long enough"}
        self.session = "Bearer " + json.loads(self.ask("POST", "/collab/v1/accounts", json.dumps(body).encode())[1])["token"]
        self.token = self.session
        password = json.loads(self.ask("POST", "/collab/v1/me/app-passwords", b'{"name":"storage"}')[1])["password"]
        self.token = "Basic " + base64.b64encode(f"ann:{password}".encode()).decode()

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        request = urllib.request.Request(f"http://127.0.0.1:{self.node.port}{path}", body, method=method, headers={
            "Content-Type": "application/json", **({"Authorization": self.token} if self.token else {}), **headers})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()


def ready(node: Node) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{node.port}/readyz", timeout=2).close()
        return True
    except OSError:
        return False


def eventually(is_true, seconds: float = 15) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if is_true():
            return True
        time.sleep(0.1)
    return False


def doctor(address: str, database: str, folder: str) -> str:
    return subprocess.run([GROVE, "doctor", "--data", folder], text=True, capture_output=True, timeout=60,
                          env={**os.environ, "GROVE_S3": address, "GROVE_POSTGRES": database}).stdout


def files_of(folder: str) -> list[str]:
    return [str(one) for kind in ("attachments", "assets", "drives") for one in pathlib.Path(folder, kind).glob("*")
            if one.is_file()]


def programs(storage: Storage, cluster: Cluster):
    """litmus, rclone, cadaver and the others, against a server that keeps no file itself."""
    def run(*words, database: str) -> subprocess.CompletedProcess:
        return subprocess.run(words, text=True, capture_output=True, timeout=300, cwd=ROOT, env={
            **os.environ, "GROVE_POSTGRES": cluster.database(database), "GROVE_S3": storage.address()})

    done = run(ROOT / "script/test-drive", database="programs")
    holds("script/test-drive holds with files in a bucket", done.returncode == 0, done.stdout + done.stderr)
    done = run(sys.executable, "Tests/Drive/uploads.py", database="uploads")
    holds("an upload is right or not there where the server is killed", done.returncode == 0, done.stdout + done.stderr)
    holds("the files are in the bucket", storage.has("collaboration.drives"))


def refused(storage: Storage, database: str, folder: str):
    said = doctor(storage.address(), database, folder)
    holds("grove doctor tries the bucket", "takes files, gives them back and removes them" in said, said)
    holds("grove doctor shows nothing secret of it", SECRET not in said and KEY not in said, said)
    said = doctor(storage.address(bucket="nobodys"), database, folder)
    holds("grove doctor says why a bucket is of no use", "answers 404 (NoSuchBucket)" in said, said)


def away(storage: Storage, node: Node, drive: Drive):
    path, content = "/drive/plan.txt", os.urandom(3_000_000)
    status, said = drive.ask("PUT", path, content)
    holds("a file goes into the bucket", status == 201, f"{status} {said!r}")
    holds("and is given back, whole and in part", drive.ask("GET", path) == (200, content)
          and drive.ask("GET", path, Range="bytes=1999999-2000008") == (206, content[1_999_999:2_000_009]))
    holds("the data folder keeps no file", files_of(node.folder) == [], str(files_of(node.folder)))
    node.stop()
    node.start()
    node.begun()
    holds("it is there when the server has been started again", drive.ask("GET", path) == (200, content))
    storage.stop()
    status, said = drive.ask("PUT", "/drive/other.txt", b"text")
    holds("while the storage is away, what is stored is refused with unavailable", status == 503, f"{status} {said!r}")
    holds("the server says that it is not ready", eventually(lambda: not ready(node)))
    holds("one line of the log says what to do", "object_storage" in node.said(), node.said())
    holds("nothing secret is in it", SECRET not in node.said() and KEY not in node.said())
    storage.start()
    holds("it is ready again when the storage is back", eventually(lambda: ready(node)))
    holds("and takes files", drive.ask("PUT", "/drive/other.txt", b"text")[0] == 201)


PICTURE = "/collab/v1/containers/notes/asset?scope=private&zone=_defaultZone&record=plan&field=picture"


def keep_picture(ann: Drive, content: bytes) -> str:
    """A record of Ann's in the container notes, and a file that it names.
    Returns what the server said."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    named = {"sha256": digest, "size": str(len(content))}
    note = {"name": "plan", "type": "Note", "fields": [{"name": "picture", "value": {"asset": named}}]}
    batch = {"zone": {"scope": "private", "name": "_defaultZone"}, "saves": [note], "deletes": [], "checksTags": False,
             "isAtomic": True}

    def ask(method: str, path: str, body: bytes | dict, **headers: str) -> tuple[int, bytes]:
        body = json.dumps(body).encode() if isinstance(body, dict) else body
        return ann.ask(method, "/collab/v1/containers/notes/" + path, body, Authorization=ann.session, **headers)

    ask("POST", "user", {})
    ask("POST", "assets", named)
    return str([ask("PUT", f"assets/{digest}?offset=0", content, **{"Content-Type": "application/octet-stream"}),
                ask("POST", "records/changes", batch)])


def asset(storage: Storage, node: Node, ann: Drive):
    """A file that a record of Ann's names."""
    content = os.urandom(300_000)
    said = keep_picture(ann, content)
    holds("an asset goes into the bucket", storage.has("collaboration.assets"), said)
    ask = lambda **headers: ann.ask("GET", PICTURE, Authorization=ann.session, **headers)
    holds("a record that names it gives it back, whole and in part", ask() == (200, content)
          and ask(Range="bytes=10-19") == (206, content[10:20]), said)
    holds("the data folder keeps no asset", files_of(node.folder) == [], str(files_of(node.folder)))


def attachment(storage: Storage, cluster: Cluster, folder: str):
    """A copy of a file in a conversation."""
    relay = RelayNode(folder + "/relay", cluster.database("relay")).begun()

    def typed(person: str, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run([GROVE, "message", *words, "--folder", f"{folder}/{person}"], text=True, capture_output=True,
                              timeout=60, env={**os.environ, "GROVE_RELAY": f"http://127.0.0.1:{relay.port}"})
    try:
        for person in ("anna", "ben"):
            typed(person, "sign-up", "--handle", person, "--name", person.title())
        pathlib.Path(folder, "plan.txt").write_bytes(os.urandom(300_000))
        typed("anna", "new", "Kitchen", "ben")
        sent = typed("anna", "send", "Kitchen", "Here it is.", "--file", f"{folder}/plan.txt")
        holds("an attachment goes into the bucket", storage.has("relay.attachments"), sent.stdout + sent.stderr)
        holds("and not into the data folder", files_of(relay.folder) == [], str(files_of(relay.folder)))
        typed("ben", "accept", "Kitchen")
        read = typed("ben", "read", "Kitchen")
        holds("the other one is told of it", "plan.txt" in read.stdout, read.stdout + read.stderr)
    finally:
        relay.stop()


def main():
    storage = Storage(sys.argv[1])
    cluster = Cluster()
    cluster.start()
    try:
        with tempfile.TemporaryDirectory(prefix="grove-storage-") as folder:
            programs(storage, cluster)
            data, database = folder + "/data", cluster.database("drive")
            os.environ["GROVE_S3"] = storage.address()
            attachment(storage, cluster, folder)
            node = Node(data, database, "--drive", "--container", "notes").begun()
            try:
                refused(storage, database, data)
                drive = Drive(node)
                asset(storage, node, drive)
                away(storage, node, drive)
            finally:
                node.stop()
    finally:
        storage.stop()
        cluster.end()
    sys.exit(failed)


if __name__ == "__main__":
    main()
