"""Both servers as a person starts them, with data folders of their own."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from .ports import free_port

ROOT = pathlib.Path(__file__).resolve().parents[3]


def program() -> str:
    """The built grove: GROVE names it, else it is the one that script/build makes."""
    return os.environ.get("GROVE") or str(ROOT / ".build" / "grove")


def build_pages(folder: pathlib.Path, sources: pathlib.Path):
    """Pages from other sources than this checkout's."""
    subprocess.run([ROOT / "script" / "pages", folder, sources], check=True)


class Server:
    """One `grove serve` process; killed and started again it keeps its data and its addresses."""

    def __init__(self, *arguments: str, pages: pathlib.Path | None = None):
        self.pages = pages or os.environ.get("GROVE_PAGES") or ROOT / ".build" / "pages"
        self.folder = tempfile.mkdtemp(prefix="grove-pages-")
        self.relay_port, self.app_port = free_port(), free_port()
        self.relay = f"http://127.0.0.1:{self.relay_port}"
        self.app = f"http://127.0.0.1:{self.app_port}"
        self._arguments = arguments
        self._process = None
        self.log = ""
        # A browser may complain of it after the server has come back.
        self.was_killed = False

    def start(self):
        command = [
            program(), "serve", "--json", "--data", self.folder, "--pages", str(self.pages),
            "--operations-address", "off", "--relay-port", str(self.relay_port), "--app-port", str(self.app_port),
            *([] if "--messenger-origin" in self._arguments else ["--messenger-origin", self.relay]),
            *self._arguments,
        ]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        threading.Thread(target=self._collect, args=(self._process,), daemon=True).start()
        expected = 1 if "--only" in self._arguments else 2
        for _ in range(expected):
            line = self._process.stdout.readline()
            assert line, f"grove serve did not start:\n{self.log}"
            json.loads(line)
        return self

    def _collect(self, process):
        for line in process.stderr:
            self.log += line

    @property
    def process(self) -> int:
        return self._process.pid

    def kill(self):
        """As a power cut would: nothing is finished, nothing is said."""
        self.was_killed = True
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(10)

    def stop(self):
        if self._process and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class SplitServers:
    """The relay and the collaboration server as two processes, so that one can be killed alone."""

    def __init__(self, *collaboration_arguments: str):
        self._relay = Server("--only", "relay")
        self._app = Server("--only", "collaboration", *collaboration_arguments)
        self._app.relay = self._relay.relay
        self.relay, self.app = self._relay.relay, self._app.app

    @property
    def was_killed(self) -> bool:
        return self._relay.was_killed

    def start(self):
        self._relay.start()
        self._app.start()
        return self

    def kill_relay(self):
        self._relay.kill()

    def start_relay(self):
        self._relay.start()

    def stop(self):
        self._relay.stop()
        self._app.stop()


def wait_until(condition, seconds=30.0, what="the condition"):
    """Looks again and again; for what no page shows."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come true within {seconds} s")
