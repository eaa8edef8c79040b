"""Small durable writes: updates of 100 bytes to 64 documents by 64 people at once, beside what the disk allows."""

import os
import pathlib
import re
import statistics
import subprocess

from peers import FOLDER
from programs import CollaborationServer
from proofs import Backend, text

WRITERS, BYTES, SECONDS = 64, 100, 4

# What wrk sends. An update is known by its identifier, so each has one of its own; it counts as 16 bytes of base64url.
SCRIPT = """local heads = {{}}
for line in io.lines("{file}") do
  local account, document = line:match("^(.-)\\t(.*)$")
  heads[#heads + 1] = "POST /collab/v1/documents/" .. document .. "/updates HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\n" ..
    "Authorization: Bearer {key}\\r\\nGrove-Account: " .. account .. "\\r\\nGrove-Session: session-" .. account ..
    "\\r\\nContent-Type: application/json\\r\\nContent-Length: {length}\\r\\n\\r\\n" .. [[{begin}]]
end
local number = 0
request = function()
  number = number + 1
  return heads[number % #heads + 1] .. string.format("%021dA", number) .. '"}}'
end
"""


class Written:
    """One round: updates a second, microseconds of the server's processor for each, and how many to a transaction."""

    def __init__(self, server: CollaborationServer, folder: pathlib.Path):
        self.server = server
        backend = Backend(server.port, server.SERVICE_KEY)
        rows = []
        for number in range(WRITERS):
            account = f"u{number:02}@example.org"
            body = {"requestID": text(os.urandom(16)), "title": "Measured"}
            rows.append(f"{account}\t{backend('documents', account, f'session-{account}', body)['documentID']}\n")
        folder.mkdir(parents=True)
        (folder / "documents").write_text("".join(rows))
        begin = f'{{"kind":"edit","data":"{text(os.urandom(BYTES))}","updateID":"'
        script = folder / "updates.lua"
        script.write_text(SCRIPT.format(file=folder / "documents", port=server.port, key=server.SERVICE_KEY, begin=begin,
                                        length=len(begin) + 22 + len('"}')))
        commits, busy = self.commits(), server.seconds()
        said = subprocess.run(["wrk", "-t1", f"-c{WRITERS}", f"-d{SECONDS}s", "-s", str(script),
                               f"http://127.0.0.1:{server.port}"], capture_output=True, text=True, check=True).stdout
        done = int(re.search(r"(\d+) requests in", said)[1])
        if "Non-2xx" in said:
            raise SystemExit(f"writes: some were refused:\n{said}")
        self.rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])
        self.cost = (server.seconds() - busy) * 1e6 / done
        self.rows = done / (self.commits() - commits)

    def commits(self) -> int:
        """SQLite's index of its log counts transactions, in its ninth to twelfth byte."""
        index = next(self.server.data.glob("**/collaboration.sqlite-shm"))
        return int.from_bytes(index.read_bytes()[8:12], "little")


def limit(work: pathlib.Path, folder: pathlib.Path, rows: int) -> float:
    """Rows a second that SQLite's C interface writes with as many in each transaction."""
    binary = work / "commits"
    if not binary.exists():
        subprocess.run(["cc", "-O2", "-o", binary, FOLDER / "commits" / "main.c", "-lsqlite3"], check=True)
    folder.mkdir(parents=True)
    return float(subprocess.run([binary, folder / "log.db", str(rows), str(SECONDS)], capture_output=True, check=True).stdout)


def measure(program: str, work: pathlib.Path, rounds: int) -> list[tuple[str, float, str]]:
    seen = []
    for number in range(rounds):
        folder = work / f"writes-{number}"
        server = CollaborationServer(program, folder / "grove")
        try:
            one = Written(server, folder / "driver")
        finally:
            server.stop()
        seen.append((one.rate, one.cost, one.rows, limit(work, folder / "as-many", round(one.rows)),
                     limit(work, folder / "full", WRITERS)))
    rate, cost, rows, most, full = (statistics.median(values) for values in zip(*seen))
    share = statistics.median(one[0] / one[3] for one in seen)
    print(f"writes: {BYTES} bytes to each of {WRITERS} documents in turn, {WRITERS} connections, medians of {rounds} rounds")
    print(f"  grove       {rate:8.0f} a second, {cost:6.1f} µs of the server's processor each, {rows:.0f} to a transaction")
    print(f"  SQLite in C {most:8.0f} a second, as many to a transaction: Grove makes {share:.2f} of it")
    print(f"  SQLite in C {full:8.0f} a second, {WRITERS} to a transaction")
    return [("durable updates a second", share, "SQLite in C, as many to a commit")]
