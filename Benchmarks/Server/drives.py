"""A large file up to a drive and down from it, beside nginx on the same disk, in turns."""

import os
import pathlib
import statistics
import subprocess
import time

from programs import Grove, nginx

SIZE = 1 << 30


def curl(*arguments: str) -> float:
    """Seconds of one transfer, by the client that both have."""
    out = subprocess.run(["curl", "-sS", "--fail", "-o", "/dev/null", "-w", "%{time_total}", *arguments],
                         check=True, capture_output=True, text=True)
    return float(out.stdout)


class Side:
    """One of both servers: where its files are asked for, and where they lie."""

    def __init__(self, program, address: str, headers: list[str], files: pathlib.Path, is_durable: bool):
        self.program, self.address, self.headers, self.files, self.is_durable = program, address, headers, files, is_durable
        self.figures: dict[str, list[float]] = {"up": [], "durable": [], "down": [], "busy": []}

    def round(self, file: pathlib.Path):
        busy = self.program.seconds()
        begin = time.monotonic()
        up = curl(*self.headers, "-T", str(file), self.address)
        # Of what nginx has taken nothing need be on the disk yet.
        if not self.is_durable:
            for one in self.files.iterdir():
                subprocess.run(["sync", str(one)], check=True)
        self.figures["up"].append(up)
        self.figures["durable"].append(up if self.is_durable else time.monotonic() - begin)
        self.figures["down"].append(curl(*self.headers, self.address))
        self.figures["busy"].append(self.program.seconds() - busy)
        # The next to write is given no memory that the other has just let go of, nor the other this one's.
        for one in self.files.iterdir():
            with one.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        curl(*self.headers, "-X", "DELETE", self.address)


def measure(grove_program: str, work: pathlib.Path, rounds: int):
    work.mkdir()
    file = work / "one"
    with file.open("wb") as out:
        for _ in range(SIZE >> 20):
            out.write(os.urandom(1 << 20))
    grove, other = Grove(grove_program, work / "data"), nginx(work / "nginx")
    drive = f"http://127.0.0.1:{grove.port}/drive/one"
    sides = {
        "grove": Side(grove, drive, ["-H", f"Authorization: {grove.basic}"], work / "data" / "drives", True),
        "nginx": Side(other, f"http://127.0.0.1:{other.port}/one", [], work / "nginx" / "files", False),
    }
    try:
        # The first finds the file and the memory cold; who begins changes.
        for number in range(rounds + 1):
            order = list(sides.values())[:: 1 if number % 2 else -1]
            for side in order:
                side.round(file)
            grove.empty()
        for side in sides.values():
            for values in side.figures.values():
                values.pop(0)
    finally:
        grove.stop()
        other.stop()
    report(sides)


def report(sides):
    print(f"1 GiB over WebDAV, MiB a second, medians of {len(sides['grove'].figures['up'])} rounds")
    print(f"  {'':34}{'Grove':>8}{'nginx':>8}{'ratio':>8}{'of each round':>22}")
    for key, words in (("up", "up"), ("durable", "up, on the disk on both sides"), ("down", "down")):
        pairs = list(zip(sides["grove"].figures[key], sides["nginx"].figures[key]))
        ratios = [theirs / ours for ours, theirs in pairs]
        ours, theirs = (1024 / statistics.median(one) for one in zip(*pairs))
        print(f"  {words:34}{ours:8.0f}{theirs:8.0f}{statistics.median(ratios):8.2f}"
              f"{min(ratios):14.2f} to {max(ratios):.2f}")
    busy = {name: statistics.median(side.figures["busy"]) for name, side in sides.items()}
    print(f"  processor time of a round, s      {busy['grove']:8.2f}{busy['nginx']:8.2f}")
