"""Two folders of one person are kept like a drive while everything is killed again and again; see script/test-drive.

A ledger has the hash of every content that was ever written into one of the folders. A content may be missing in the end
only where somebody has replaced or deleted it in the folder it lay in; and nothing may be there that nobody has written,
such as the beginning of a file.
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Pages"))
from support.ports import free_port  # noqa: E402

GROVE = os.environ["GROVE"]
PASSWORD = "long enough"
MARK = ".grove-folder"


def digest(data):
    return hashlib.sha256(data).hexdigest()


class Server:
    """A collaboration server with drives, which is killed and comes back at the same address."""

    def __init__(self, folder):
        self.folder, self.port, self.process = folder, str(free_port()), None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [GROVE, "serve", "--only", "collaboration", "--drive", "--data", str(self.folder / "data"), "--json",
             "--app-port", self.port, "--operations-address", "off"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.origin = json.loads(self.process.stdout.readline())["origin"]
        for _ in range(300):
            try:
                return urllib.request.urlopen(self.origin + "/healthz", timeout=5).close()
            except OSError:
                time.sleep(0.05)
        raise SystemExit("kill: the server does not answer")

    def kill(self):
        self.process.kill()
        self.process.wait()


class Device:
    """One machine of the person: a folder, and grove's own."""

    def __init__(self, name, work, server):
        self.name, self.folder, self.server = name, work / name, server
        self.log = work / f"{name}.log"
        self.environment = {
            **os.environ, "GROVE_FOLDER": str(work / f"of-{name}"), "GROVE_APP": server.origin,
            "GROVE_PASSWORD": PASSWORD}
        self.folder.mkdir()

    def grove(self, *words):
        subprocess.run(
            [GROVE, *words], env=self.environment, check=True, stdout=subprocess.DEVNULL, timeout=60)

    def begin(self):
        log = self.log.open("ab")
        return subprocess.Popen(
            [GROVE, "drive", "sync", str(self.folder), "--once"], env=self.environment, stdout=log, stderr=log,
            stdin=subprocess.DEVNULL, start_new_session=True)

    def rclones(self):
        """The process numbers of its rclone: its settings lie in grove's own folder."""
        place = self.environment["GROVE_FOLDER"].encode()
        for entry in pathlib.Path("/proc").iterdir():
            try:
                words = entry.joinpath("cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
            except OSError:
                continue
            if words[0:1] and words[0].endswith(b"rclone") and any(word.startswith(place) for word in words):
                yield int(entry.name)

    def kill_rclones(self):
        for process in self.rclones():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def files(self):
        """Paths within the folder that hold somebody's content."""
        return sorted(
            path.relative_to(self.folder) for path in self.folder.rglob("*")
            if path.is_file() and path.name != MARK and ".grove" not in path.relative_to(self.folder).parts)

    def tree(self):
        return {str(path): digest((self.folder / path).read_bytes()) for path in self.files()}


class Ledger:
    def __init__(self, chance):
        self.chance, self.count = chance, 0
        # By hash: where it was written. And those that somebody has replaced or deleted.
        self.written, self.given_up = {}, set()

    def content(self):
        """Mostly small; some large enough to be cut off on their way."""
        size = self.chance.choice([0, 10, 1000, 100_000, 3_000_000])
        self.count += 1
        return f"{self.count} ".encode() + self.chance.randbytes(size)

    def write(self, device, path):
        file = device.folder / path
        if file.exists():
            self.given_up.add(digest(file.read_bytes()))
        file.parent.mkdir(parents=True, exist_ok=True)
        content = self.content()
        if self.chance.random() < 0.5:
            file.write_bytes(content)
        else:
            # As most programs save.
            draft = file.with_name(f"{file.name}.partial")
            draft.write_bytes(content)
            draft.rename(file)
        self.written[digest(content)] = f"{device.name}/{path}"

    def new(self, device):
        folder = self.chance.choice(["", "deep/er/", "with space/", "Größe [1]/"])
        self.write(device, f"{folder}{device.name}-{self.count}.txt")

    def edit(self, device):
        files = device.files()
        kind = self.chance.choices(["new", "write", "both", "delete", "move"], [4, 4, 4, 1, 1])[0]
        if kind == "new" or not files:
            self.new(device)
        elif kind == "both":
            # Files that both write: conflicts.
            self.write(device, f"both-{self.chance.randrange(4)}.txt")
        elif kind == "write":
            self.write(device, self.chance.choice(files))
        elif kind == "delete":
            file = device.folder / self.chance.choice(files)
            self.given_up.add(digest(file.read_bytes()))
            file.unlink()
        else:
            file = device.folder / self.chance.choice(files)
            file.rename(file.with_name(f"moved-{self.count}-{file.name[-40:]}"))
            self.count += 1

    def complaints(self, tree):
        there = set(tree.values())
        lost = [f"lost: {where}" for what, where in self.written.items() if what not in there | self.given_up]
        return lost + [f"nobody wrote: {path}" for path, what in tree.items() if what not in self.written]


def cycle(chance, ledger, device, server, usual):
    """Something is written, both are being made alike, and something is killed in the middle of it."""
    for _ in range(chance.randrange(1, 4)):
        ledger.edit(device)
    process = device.begin()
    time.sleep(chance.uniform(0, 1.2 * usual))
    if chance.random() < 0.3:
        ledger.new(device)
    victim = chance.choice(["grove", "rclone", "both", "server", "nobody"])
    if victim in ("grove", "both"):
        process.kill()
    if victim in ("rclone", "both"):
        device.kill_rclones()
    if victim == "server":
        server.kill()
    try:
        # Where the server is away, grove notices within seconds and ends rclone.
        process.wait(timeout=60)
    except subprocess.TimeoutExpired:
        print(f"kill: {device.name} has not ended a minute after {victim} was killed:\n{device.log.read_text()[-1000:]}", flush=True)
        # What it hangs at is what one would want to know.
        subprocess.run(["ps", "-s", str(process.pid), "-o", "pid,ppid,stat,wchan:20,etimes,args"], check=False)
        sys.exit(1)
    if victim == "server":
        server.start()
    return victim


def settle(devices):
    """Nothing is killed any more: both are made alike until they are."""
    for _ in range(6):
        for device in devices:
            if device.begin().wait(timeout=60) != 0:
                print(f"kill: {device.name} could not be kept:\n{device.log.read_text()[-2000:]}")
                return False
        if devices[0].tree() == devices[1].tree():
            return True
    print("kill: the folders are not alike:", set(devices[0].tree().items()) ^ set(devices[1].tree().items()))
    return False


def run(options, work):
    chance = random.Random(options.seed)
    server = Server(work)
    devices = [Device(name, work, server) for name in ("a", "b")]
    devices[0].grove("message", "app-sign-up", "ann", "--name", "Ann")
    devices[1].grove("message", "app-sign-in", "ann")
    ledger, victims = Ledger(chance), {}
    try:
        for device in devices:
            ledger.new(device)
            # How long it takes where nothing is killed.
            begin = time.monotonic()
            device.begin().wait(timeout=60)
            usual = time.monotonic() - begin
        for _ in range(options.cycles):
            victim = cycle(chance, ledger, chance.choice(devices), server, usual)
            victims[victim] = victims.get(victim, 0) + 1
        if not settle(devices):
            return 1
        complaints = ledger.complaints(devices[0].tree())
        for complaint in complaints:
            print(f"kill: {complaint}")
        conflicts = sum("(conflict, " in path for path in devices[0].tree())
        print(
            f"kill: {options.cycles} cycles, killed {victims}: {len(ledger.written)} contents, "
            f"{len(ledger.given_up)} given up by who wrote, {conflicts} kept beside another one; "
            + (f"{len(complaints)} WRONG" if complaints else "none lost, nothing there that nobody wrote"))
        return 1 if complaints else 0
    finally:
        for device in devices:
            device.kill_rclones()
        server.kill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cycles", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="work in this folder and leave it behind")
    given = parser.parse_args()
    if given.keep:
        sys.exit(run(given, pathlib.Path(given.keep)))
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(run(given, pathlib.Path(folder)))
