"""Programs beside which Grove is measured: built from Peers/ with Debian's Go, or Debian's own."""

import os
import pathlib
import subprocess

from programs import Program, free_port

FOLDER = pathlib.Path(__file__).parent.parent / "Peers"


class GoPeer(Program):
    """A plain Go server with the same routes, for the work that is compared and no more."""

    SERVICE_KEY = "service-key-of-the-measured-app-0123456789"

    def __init__(self, binary: str, folder: pathlib.Path):
        folder.mkdir(parents=True)
        port = free_port()
        super().__init__([binary, "-port", str(port), "-db", str(folder / "rows.db"), "-service", self.SERVICE_KEY], port)

    @staticmethod
    def built(name: str, work: pathlib.Path) -> str:
        """Debian's library for SQLite, and nothing from the network."""
        work.mkdir(parents=True, exist_ok=True)
        binary = str(work / f"peer-{name}")
        environment = {**os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": "",
                       "GOCACHE": str(work / "go-cache")}
        subprocess.run(["go", "build", "-tags", "libsqlite3", "-o", binary, "."], cwd=FOLDER / name, env=environment, check=True)
        return binary


class NATS(Program):
    """Debian's nats-server, without what Grove has not either: no accounts, nothing kept."""

    def __init__(self):
        port = free_port()
        super().__init__(["nats-server", "-a", "127.0.0.1", "-p", str(port)], port)
