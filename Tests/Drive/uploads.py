"""Uploads into a drive that come in several requests, while the server runs out of descriptors and is killed; see
script/test-drive.

What was acknowledged is there byte for byte, what was not is there as a whole or not at all, and after each kill nothing
lies on the disk that no row names.
"""

import argparse
import base64
import collections
import hashlib
import http.client
import json
import os
import pathlib
import random
import resource
import sqlite3
import sys
import tempfile
import threading
import time

from kill import PASSWORD, Server

PIECE = 128 << 10  # what the server gathers before it writes


class Drive:
    """A person's drive, over a connection for each request."""

    def __init__(self, server, name):
        self.server = server
        account = f"{name}@uploads.example"
        made = self.json("POST", "/collab/v1/accounts", {"account": account, "displayName": name, "password": PASSWORD})
        made = self.json("POST", "/collab/v1/me/app-passwords", {"name": "uploads"}, f"Bearer {made['token']}")
        self.login = "Basic " + base64.b64encode(f"{account}:{made['password']}".encode()).decode()

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", int(self.server.port), timeout=20)

    def json(self, method, path, body, login=None):
        one = self.connection()
        one.request(method, path, json.dumps(body), {"Content-Type": "application/json"} | ({"Authorization": login} if login else {}))
        return json.loads(one.getresponse().read())

    def ask(self, method, address, body=b"", **fields):
        """Returns status, fields and bytes. Raises OSError or HTTPException where the server went away."""
        one = self.connection()
        try:
            one.request(method, address, body, {"Authorization": self.login} | {n.replace("_", "-"): str(v) for n, v in fields.items()})
            answer = one.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            one.close()

    def begin(self, path, size):
        return self.ask("PUT", path, Upload_Complete="?0", Upload_Length=size)

    def append(self, place, offset, body, is_last):
        return self.ask("PATCH", place, body, Content_Type="application/partial-upload", Upload_Offset=offset,
                        Upload_Complete="?1" if is_last else "?0")


def no_descriptors(server, drive):
    """One piece cannot be written, and the next one could: it must not lie in the first one's place."""
    data = b"".join(bytes([letter]) * PIECE for letter in b"ABCD")
    place = drive.begin("/drive/pieces", len(data))[1]["Location"]
    one = drive.connection()
    one.putrequest("PATCH", place)
    for name, value in {"Authorization": drive.login, "Upload-Offset": "0", "Upload-Complete": "?1",
                        "Content-Type": "application/partial-upload", "Content-Length": str(len(data))}.items():
        one.putheader(name, value)
    one.endheaders()
    time.sleep(0.3)
    soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (3, hard))
    one.send(data[:PIECE])
    time.sleep(0.5)
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (soft, hard))
    one.send(data[PIECE:2 * PIECE])
    assert one.getresponse().status == 503, "a piece that was not written is told"
    one.close()
    there = int(drive.ask("HEAD", place)[1]["Upload-Offset"])
    assert drive.append(place, there, data[there:], True)[0] == 201
    found = drive.ask("GET", "/drive/pieces")[2]
    assert found == data, f"the file is {''.join(chr(found[n]) for n in range(0, len(found), PIECE))}, not ABCD"


class Sender(threading.Thread):
    """Sends one file after the other to one path, until the server is killed or all is over."""

    def __init__(self, drive, number, seed):
        super().__init__()
        self.drive, self.path, self.random = drive, f"/drive/file{number}", random.Random(f"{seed}.{number}")
        self.upload = None  # address, bytes, how many were acknowledged
        self.acknowledged, self.pending, self.complaints = None, set(), []
        self.stops, self.counts = threading.Event(), collections.Counter()

    def run(self):
        while not self.stops.is_set():
            try:
                self.step()
            except (OSError, http.client.HTTPException):
                self.counts["broke off"] += 1
                time.sleep(0.01)

    def step(self):
        if self.upload is None:
            data = self.random.randbytes(self.random.choice([10, 5_000, 300_000, 1_500_000]))
            status, fields, _ = self.drive.begin(self.path, len(data))
            if status == 201:
                self.upload = (fields["Location"], data, 0)
            return
        place, data, known = self.upload
        status, fields, _ = self.drive.ask("HEAD", place)
        there = int(fields.get("Upload-Offset", -1))
        if there < known:
            self.complaints.append(f"{self.path}: {known} bytes were acknowledged, HEAD says {status}, {there}")
            self.upload = None
        elif fields["Upload-Complete"] == "?1":
            self.ended(data)
        else:
            end = min(len(data), there + self.random.randrange(1, 600_000))
            if end == len(data):
                self.pending.add(hashlib.sha256(data).digest())
            status, fields, _ = self.drive.append(place, there, data[there:end], end == len(data))
            self.counts[status] += 1
            if status == 201 or end == len(data) and status == 204:
                self.ended(data)
            elif status == 204:
                self.upload = (place, data, int(fields["Upload-Offset"]))

    def ended(self, data):
        self.acknowledged, self.pending, self.upload = hashlib.sha256(data).digest(), set(), None

    def again(self):
        """The same sender, to be started once more."""
        other = Sender(self.drive, 0, 0)
        other.path, other.random, other.upload, other.counts = self.path, self.random, self.upload, self.counts
        other.acknowledged, other.pending, other.complaints = self.acknowledged, self.pending, self.complaints
        return other

    def look(self):
        status, _, data = self.drive.ask("GET", self.path)
        found = hashlib.sha256(data).digest() if status == 200 else None
        if found != self.acknowledged and found not in self.pending:
            self.complaints.append(f"{self.path}: {len(data)} bytes that nobody sent whole")
        self.acknowledged = found


def unnamed(folder):
    """What lies beside the database and no row names, once the server had time to look."""
    for _ in range(50):
        rows = sqlite3.connect(f"file:{folder}/data/collaboration.sqlite?mode=ro", uri=True)
        named = {bytes(row[0]) for table in ("driveFile", "driveUpload") for row in rows.execute(f"SELECT file FROM {table}")}
        rows.close()
        names = [file.name.removeprefix("unfinished-") for file in (folder / "data" / "drives").iterdir()]
        left = [name for name in names if base64.urlsafe_b64decode(name + "==") not in named]
        if not left:
            break
        time.sleep(0.1)
    return left


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--cycles", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    chosen = arguments.parse_args()
    moments = random.Random(chosen.seed)
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        server = Server(folder)
        complaints = []
        try:
            try:
                no_descriptors(server, Drive(server, "ben"))
            except AssertionError as fault:
                complaints.append(str(fault))
            senders = [Sender(Drive(server, f"ann{n}"), n, chosen.seed) for n in range(4)]
            for _ in range(chosen.cycles):
                for one in senders:
                    one.start()
                time.sleep(moments.uniform(0.05, 0.7))
                server.kill()
                for one in senders:
                    one.stops.set()
                    one.join()
                server.start()
                for one in senders:
                    one.look()
                # What a database elsewhere, or a bucket, has is not looked for at a start (docs/OPERATING.md).
                if "GROVE_POSTGRES" not in os.environ:
                    complaints += [f"{name} is named by nothing" for name in unnamed(folder)]
                senders = [one.again() for one in senders]
        finally:
            server.kill()
        complaints += [complaint for one in senders for complaint in one.complaints]
        counts = sum((one.counts for one in senders), collections.Counter())
        print(f"uploads: {chosen.cycles} kills, seed {chosen.seed}: {dict(counts)}", *complaints, sep="\n")
        sys.exit(1 if complaints or not counts[201] + counts[204] else 0)


if __name__ == "__main__":
    main()
