"""Debian's PostgreSQL as operators keep it: three members under Patroni and etcd, each on a machine of its own, replicated
synchronously."""

import json
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from cluster import programs
from machines import Machine, Network

# Patroni's: seconds a leader lasts without a sign, between two looks, and in which etcd may be silent. An acknowledged commit
# is on two machines or not acknowledged (`strict`).
RULES = {
    "ttl": 15, "loop_wait": 2, "retry_timeout": 5, "synchronous_mode": True, "synchronous_mode_strict": True,
    "postgresql": {"use_pg_rewind": True, "use_slots": True, "parameters": {
        "max_connections": 200, "shared_buffers": "64MB", "wal_keep_size": "512MB", "log_error_verbosity": "terse",
        "unix_socket_directories": ""}},
}


class Member:
    """One machine with etcd, Patroni and what that starts."""

    def __init__(self, machine: Machine, folder: pathlib.Path, all_machines: list[Machine]):
        self.machine, self.folder, self.all = machine, folder / machine.name, all_machines
        self.folder.mkdir()
        owner = pwd.getpwnam("postgres")
        os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self.configuration = self.folder / "patroni.yml"
        self.configuration.write_text(json.dumps(self.settings()))

    def settings(self) -> dict:
        here, name = self.machine.address, self.machine.name
        trust = ["host all all 10.77.0.0/16 trust", "host replication all 10.77.0.0/16 trust"]
        return {
            "scope": "grove", "name": name,
            "restapi": {"listen": f"{here}:8008", "connect_address": f"{here}:8008"},
            # Through the older interface: Patroni 3.0's of the newer one writes the leader's key without comparing, so that
            # a member which was cut off with its etcd takes the lead from whoever has it when it is back.
            "etcd": {"hosts": [f"{machine.address}:2379" for machine in self.all]},
            "bootstrap": {"dcs": RULES, "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, "data-checksums"]},
            "postgresql": {
                "listen": f"{here}:5432", "connect_address": f"{here}:5432", "data_dir": str(self.folder / "data"),
                "bin_dir": str(programs()), "pgpass": str(self.folder / "pgpass"), "pg_hba": trust,
                "authentication": {"superuser": {"username": "postgres"}, "replication": {"username": "postgres"}}},
        }

    def start(self):
        self.start_etcd()
        self.begin(["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups", "--", "patroni",
                    str(self.configuration)], "patroni.log")

    def start_etcd(self):
        here, name = self.machine.address, self.machine.name
        self.begin([
            "etcd", "--name", name, "--data-dir", str(self.folder / "etcd"), "--initial-cluster-state", "new",
            "--enable-v2", "--heartbeat-interval", "200", "--election-timeout", "2000", "--logger", "zap",
            "--listen-peer-urls", f"http://{here}:2380", "--initial-advertise-peer-urls", f"http://{here}:2380",
            "--listen-client-urls", f"http://{here}:2379", "--advertise-client-urls", f"http://{here}:2379",
            "--initial-cluster", ",".join(f"{one.name}=http://{one.address}:2380" for one in self.all)], "etcd.log")

    def begin(self, words: list[str], log: str):
        subprocess.Popen([*self.machine.words, *words], stdin=subprocess.DEVNULL, cwd="/",
                         stdout=open(self.folder / log, "ab"), stderr=subprocess.STDOUT)

    def status(self) -> dict:
        """What Patroni says of itself; nothing where it does not answer."""
        try:
            with urllib.request.urlopen(f"http://{self.machine.address}:8008/patroni", timeout=2) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)
        except (OSError, ValueError):
            return {}

    @property
    def is_primary(self) -> bool:
        status = self.status()
        return status.get("role") in ("master", "primary") and status.get("state") == "running"


class Members:
    """The three of them."""

    def __init__(self, network: Network):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="grove-members-"))
        os.chmod(self.folder, 0o711)
        self.machines = [network.machine(f"db{number}") for number in (1, 2, 3)]
        self.all = [Member(machine, self.folder, self.machines) for machine in self.machines]

    def start(self):
        for member in self.all:
            member.start()
        self.whole(180)
        self.psql("CREATE DATABASE grove", "postgres")

    def primary(self, within: float = 90) -> Member:
        until = time.monotonic() + within
        while time.monotonic() < until:
            for member in self.all:
                if member.is_primary:
                    return member
            time.sleep(0.1)
        raise SystemExit("cluster: FAILED: no primary within " + f"{within:.0f} s\n" + self.said())

    def whole(self, within: float = 120) -> float:
        """Waits for a primary, and two standbys that follow it, one of them synchronously.
        Returns how long it took, in seconds."""
        begin = time.monotonic()
        while time.monotonic() < begin + within:
            for member in self.all:
                follow = member.status().get("replication", []) if member.is_primary else []
                if sum(one["state"] == "streaming" for one in follow) == 2 and \
                        any(one["sync_state"] in ("sync", "quorum") for one in follow):
                    return time.monotonic() - begin
            time.sleep(0.2)
        raise SystemExit(f"cluster: FAILED: the members do not follow a primary within {within:.0f} s\n" + self.said())

    def address(self, database: str = "grove") -> str:
        """All three, of which libpq looks for the one that takes changes."""
        hosts = ",".join(f"{machine.address}:5432" for machine in self.machines)
        return f"postgresql://postgres@{hosts}/{database}?target_session_attrs=read-write"

    def psql(self, sql: str, database: str = "grove") -> str:
        return subprocess.run([programs() / "psql", "-d", self.address(database), "-At", "-c", sql], check=True, text=True,
                              capture_output=True, timeout=60).stdout.strip()

    def said(self) -> str:
        return "".join(f"{path}:\n" + "".join(open(path, errors="replace").readlines()[-15:])
                       for path in sorted(self.folder.glob("*/*.log")))

    def end(self):
        for machine in self.machines:
            machine.lose_power()
        shutil.rmtree(self.folder, ignore_errors=True)
