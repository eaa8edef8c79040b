"""Proofs that become durable grants, 64 connections at a time, beside a plain Go server that does the same work."""

import contextlib
import pathlib
import re
import statistics
import subprocess

from peers import GoPeer
from programs import CollaborationServer
from proofs import Invited

# What wrk sends: each proof once.
SCRIPT = """local rows = {{}}
for line in io.lines("{file}") do
  local account, session, body = line:match("^(.-)\\t(.-)\\t(.*)$")
  rows[#rows + 1] = wrk.format("POST", "/collab/v1/collaborations/{collaboration}/proof", {{
    ["Host"] = "127.0.0.1:{port}", ["Authorization"] = "Bearer {key}", ["Grove-Account"] = account,
    ["Grove-Session"] = session, ["Content-Type"] = "application/json" }}, body)
end
local next = 0
request = function()
  next = next % #rows + 1
  return rows[next]
end
"""


def one_round(server, folder: pathlib.Path, count: int, watching=contextlib.nullcontext) -> tuple[float, float]:
    """Answers grants a second, and microseconds of the server's processor for each. What watches the server does so while
    proofs come, and not before."""
    try:
        invited = Invited(server.port, server.SERVICE_KEY, count, folder)
        script = folder / "proofs.lua"
        script.write_text(SCRIPT.format(file=invited.file, collaboration=invited.collaboration, port=server.port,
                                        key=server.SERVICE_KEY))
        with watching(server):
            busy = server.seconds()
            said = subprocess.run(["wrk", "-t1", "-c64", "-d1s", "-s", str(script), f"http://127.0.0.1:{server.port}"],
                                  capture_output=True, text=True, check=True).stdout
            busy = server.seconds() - busy
    finally:
        server.stop()
    done = int(re.search(r"(\d+) requests in", said)[1])
    if "Non-2xx" in said or done > count:
        raise SystemExit(f"grants: proofs ran out, or were refused:\n{said}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1]), busy * 1e6 / done


def measure(program: str, work: pathlib.Path, rounds: int, count: int = 16_000) -> list[tuple[str, float, str]]:
    rows: dict[str, list[tuple[float, float]]] = {"grove": [], "go": []}
    binary = GoPeer.built("grants", work)
    for number in range(rounds):
        folder = work / f"grants-{number}"
        rows["grove"].append(one_round(CollaborationServer(program, folder / "grove"), folder / "a", count))
        rows["go"].append(one_round(GoPeer(binary, folder / "go"), folder / "b", count))
    middle = {name: [statistics.median(one[at] for one in seen) for at in (0, 1)] for name, seen in rows.items()}
    print(f"grants, 64 connections, medians of {rounds} rounds; each is on the disk before it is answered")
    for name, (rate, cost) in middle.items():
        print(f"  {name:6} {rate:8.0f} a second, {cost:6.1f} µs of the server's processor each")
    return [("durable grants a second", middle["grove"][0] / middle["go"][0], "Go, the same work"),
            ("processor time of a grant", middle["grove"][1] / middle["go"][1], "Go, the same work")]
