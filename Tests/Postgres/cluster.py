"""A PostgreSQL server of our own, in a temporary folder, on a socket that nobody else has."""

import glob
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile


def programs() -> pathlib.Path:
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    if not found:
        raise SystemExit(3)
    return pathlib.Path(found[-1])


class Cluster:
    """Begun by `start`, gone with `end`. The server refuses to run as root, so then it is the user that Debian made."""

    def __init__(self, **settings: str):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="grove-postgres-"))
        self.data = self.folder / "data"
        self.settings = settings
        self.user: tuple[str, ...] = ()
        if os.getuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self.user = ("setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups", "--")
        os.chmod(self.folder, 0o711)
        self.run("initdb", "-D", self.data, "-U", "grove", "-A", "trust", "-E", "UTF8", "--no-locale")

    def run(self, program: str, *words):
        subprocess.run(
            [*self.user, programs() / program, *map(str, words)], check=True, cwd="/", timeout=120,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)

    def start(self):
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c unix_socket_permissions=0777"
        for name, value in self.settings.items():
            options += f" -c {name}={value}"
        self.run("pg_ctl", "-D", self.data, "-o", options, "-l", self.folder / "log", "-w", "start")

    def crash(self):
        """As a power cut would, but for what the system has not written yet."""
        self.run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")

    def psql(self, database: str, sql: str) -> str:
        return subprocess.run(
            [programs() / "psql", "-h", self.folder, "-U", "grove", "-d", database, "-At", "-v", "ON_ERROR_STOP=1",
             "-c", sql],
            check=True, text=True, capture_output=True, timeout=60).stdout.strip()

    def database(self, name: str) -> str:
        """A new one, and its address."""
        self.psql("postgres", f"CREATE DATABASE {name}")
        return f"postgresql://grove@/{name}?host={self.folder}"

    def end(self):
        try:
            self.crash()
        except subprocess.CalledProcessError:
            pass
        shutil.rmtree(self.folder, ignore_errors=True)
