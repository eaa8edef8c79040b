"""Machines of our own: network namespaces on one router, between which packets can be dropped without a word. It takes root
and a network namespace to be the router in (`unshare --net`)."""

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import time

RULES = """
table inet grove {
  set cut { type ipv4_addr . ipv4_addr; }
  chain forward { type filter hook forward priority 0; ip saddr . ip daddr @cut drop; }
  chain input { type filter hook input priority 0; ip saddr . ip daddr @cut drop; }
  chain output { type filter hook output priority 0; ip saddr . ip daddr @cut drop; }
}
"""


def run(*words: str, text: str | None = None):
    subprocess.run(words, check=True, input=text, text=True, timeout=30, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


class Machine:
    """A network namespace with an address and the router's towards it; it lasts as long as the process that holds it."""

    def __init__(self, number: int, name: str):
        self.name, self.address, self.router = name, f"10.77.{number}.2", f"10.77.{number}.1"
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"], stdin=subprocess.DEVNULL)
        own = os.readlink("/proc/self/ns/net")
        while self.namespace(self.holder.pid) in (own, ""):
            time.sleep(0.01)
        self.words = ("nsenter", "-t", str(self.holder.pid), "--net", "--")
        run("ip", "link", "add", f"m{number}", "type", "veth", "peer", "name", "eth0", "netns", str(self.holder.pid))
        run("ip", "address", "add", f"{self.router}/30", "dev", f"m{number}")
        run("ip", "link", "set", f"m{number}", "up")
        run(*self.words, "ip", "link", "set", "lo", "up")
        run(*self.words, "ip", "address", "add", f"{self.address}/30", "dev", "eth0")
        run(*self.words, "ip", "link", "set", "eth0", "up")
        run(*self.words, "ip", "route", "add", "default", "via", self.router)

    @staticmethod
    def namespace(process: int | str) -> str:
        with contextlib.suppress(OSError):
            return os.readlink(f"/proc/{process}/ns/net")
        return ""

    def processes(self) -> list[int]:
        """All that run on it, but for the one that holds it."""
        here = self.namespace(self.holder.pid)
        numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]
        return [one for one in numbers if one != self.holder.pid and self.namespace(one) == here]

    def send(self, number: signal.Signals):
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def lose_power(self):
        """Everything on it is killed; what the system has not written yet is not lost."""
        until = time.monotonic() + 20
        while self.processes() and time.monotonic() < until:
            self.send(signal.SIGKILL)
            time.sleep(0.05)

    def slow(self):
        """What leaves it goes at the pace of an old telephone line, behind up to two seconds of what waits."""
        run(*self.words, "tc", "qdisc", "add", "dev", "eth0", "root", "tbf", "rate", "64kbit", "burst", "4kb", "latency", "2s")

    def fast(self):
        run(*self.words, "tc", "qdisc", "del", "dev", "eth0", "root")

    def end(self):
        self.lose_power()
        self.holder.kill()
        self.holder.wait()


class Network:
    """The router, in this process's own namespace."""

    def __init__(self):
        run("ip", "link", "set", "lo", "up")
        pathlib.Path("/proc/sys/net/ipv4/ip_forward").write_text("1")
        run("nft", "-f", "-", text=RULES)
        self.machines: list[Machine] = []

    def machine(self, name: str) -> Machine:
        self.machines.append(Machine(len(self.machines) + 1, name))
        return self.machines[-1]

    def cut(self, one: Machine, others: list[Machine] | None = None):
        """Drops what goes between it and the others, both ways; None: everybody, the router too."""
        far = [machine.address for machine in self.machines if machine is not one] if others is None else \
            [machine.address for machine in others]
        far += [one.router, *(machine.router for machine in self.machines)] if others is None else []
        pairs = {f"{one.address} . {address}" for address in far} | {f"{address} . {one.address}" for address in far}
        run("nft", "add", "element", "inet", "grove", "cut", "{ " + ", ".join(sorted(pairs)) + " }")

    def cut_from_router(self, one: Machine):
        """Only what comes from the proxy and from people, who are at the router."""
        run("nft", "add", "element", "inet", "grove", "cut",
            f"{{ {one.address} . {one.router}, {one.router} . {one.address} }}")

    def mend(self):
        run("nft", "flush", "set", "inet", "grove", "cut")

    def end(self):
        for machine in self.machines:
            machine.end()


def answers(address: str, port: int, within: float = 0.5) -> bool:
    """Whether somebody takes connections there."""
    try:
        socket.create_connection((address, port), timeout=within).close()
        return True
    except OSError:
        return False
