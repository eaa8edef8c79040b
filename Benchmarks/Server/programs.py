"""The programs that are measured: Grove's collaboration server, and nginx with WebDAV's PUT, on one disk."""

import base64
import contextlib
import http.client
import json
import os
import pathlib
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Pages"))
from support.ports import free_port  # noqa: E402

NGINX = """worker_processes 1;
daemon off;
user {user};
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
  access_log off;
  sendfile on;
  client_body_temp_path {folder}/bodies;
  server {{
    listen 127.0.0.1:{port};
    root {folder}/files;
    client_max_body_size 0;
    location / {{ dav_methods PUT DELETE; }}
  }}
}}
"""


def wait_for(port: int):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.05)
    raise SystemExit(f"nothing answers on {port}")


class Program:
    """A process, and the processor time that it has taken."""

    def __init__(self, arguments: list[str], port: int, **environment: str):
        self.port = port
        self.process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env={**os.environ, **environment})
        wait_for(port)

    def megabytes(self) -> float:
        """What it holds in memory now."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(one.split()[1]) for one in lines if one.startswith("VmRSS")) / 1024

    def seconds(self) -> float:
        pids = [self.process.pid, *self._children()]
        return sum(self.seconds_of(pid) for pid in pids)

    def _children(self):
        pid = self.process.pid
        return [int(one) for one in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    @staticmethod
    def seconds_of(pid: int) -> float:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


def nginx(folder: pathlib.Path) -> Program:
    for name in ("files", "bodies"):
        (folder / name).mkdir(parents=True)
    port = free_port()
    user = "root" if os.geteuid() == 0 else "nobody"
    (folder / "conf").write_text(NGINX.format(folder=folder, port=port, user=user))
    return Program(["nginx", "-c", str(folder / "conf")], port)


class CollaborationServer(Program):
    """A collaboration server, and the key of an app's backend, which speaks for any account."""

    SERVICE_KEY = "service-key-of-the-measured-app-0123456789"

    def __init__(self, program: str, folder: pathlib.Path, *options: str):
        self.data = folder
        port = free_port()
        super().__init__([program, "serve", "--only", "collaboration", "--data", str(folder), "--app-port", str(port),
                          "--operations-address", "off", *options], port, GROVE_SERVICE_KEYS=self.SERVICE_KEY)


class RelayServer(Program):
    def __init__(self, program: str, folder: pathlib.Path):
        port = free_port()
        self.origin = f"http://127.0.0.1:{port}"
        super().__init__([program, "serve", "--only", "relay", "--data", str(folder), "--relay-port", str(port),
                          "--relay-origin", self.origin, "--operations-address", "off"], port)


class Grove(CollaborationServer):
    """The same with one account, its drive and a container."""

    CONTAINER = "iCloud.example.measured"

    def __init__(self, program: str, folder: pathlib.Path):
        super().__init__(program, folder, "--drive", "--container", self.CONTAINER)
        account = {"account": "ann@example.org", "displayName": "Ann", "password": "correct horse battery"}
        self.token = self.ask("POST", "accounts", account, signed=False)["token"]
        password = self.ask("POST", "me/app-passwords", {"name": "measured"})["password"]
        self.basic = "Basic " + base64.b64encode(f"ann@example.org:{password}".encode()).decode()

    def ask(self, method: str, path: str, body: dict | None = None, signed: bool = True) -> dict:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if signed:
            headers["Authorization"] = f"Bearer {self.token}"
        connection.request(method, "/collab/v1/" + path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status >= 400:
            raise SystemExit(f"{method} {path}: {answer.status} {text.decode()}")
        return json.loads(text) if text else {}

    def empty(self):
        """Nothing of what was in the drive counts any more; its bytes go within a minute."""
        for item in self.ask("GET", "me/drive/bin")["items"]:
            self.ask("DELETE", f"me/drive/bin/{item['itemID']}")
