"""Debian's Prometheus with the files of deploy/prometheus.

What differs from what an operator does is written here and nowhere else: the addresses of the servers, that it looks
every second, and that `for:` waits for seconds and not for minutes.
"""

import json
import os
import pathlib
import re
import subprocess
import urllib.parse
import urllib.request

from support.servers import ROOT, free_port, wait_until

DEPLOY = ROOT / "deploy" / "prometheus"
RULES = DEPLOY / "grove.rules.yml"


class Prometheus:
    """One process, which keeps what it scrapes in a folder."""

    def __init__(self, folder: pathlib.Path, targets: list[str]):
        self.folder, self.port, self.targets = folder, free_port(), targets
        (folder / "prometheus.yml").write_text(self._configuration())
        (folder / "grove.rules.yml").write_text(re.sub(r"for: \d+[smhd]", "for: 2s", RULES.read_text()))

    def _configuration(self) -> str:
        text = (DEPLOY / "prometheus.yml").read_text()
        changes = {
            '["127.0.0.1:8480", "127.0.0.1:8481"]': json.dumps(self.targets),
            "scrape_interval: 15s": "scrape_interval: 1s", "evaluation_interval: 15s": "evaluation_interval: 1s",
        }
        for old, new in changes.items():
            assert old in text, f"deploy/prometheus/prometheus.yml does not have “{old}”"
            text = text.replace(old, new)
        return text

    def start(self):
        self._log = open(self.folder / "log", "w")
        self._process = subprocess.Popen(
            ["prometheus", "--config.file", self.folder / "prometheus.yml", "--storage.tsdb.path", self.folder / "data",
             "--web.listen-address", f"127.0.0.1:{self.port}"], stdout=self._log, stderr=self._log)
        wait_until(self._is_ready, 60, f"Prometheus\n{(self.folder / 'log').read_text()}")
        return self

    def _is_ready(self) -> bool:
        assert self._process.poll() is None, (self.folder / "log").read_text()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/-/ready", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False

    def ask(self, path: str, **parameters) -> dict:
        url = f"http://127.0.0.1:{self.port}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        try:
            with urllib.request.urlopen(url, timeout=30) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{parameters}: {error.read().decode()}") from None

    def query(self, expression: str) -> list[dict]:
        return self.ask("query", query=expression)["result"]

    def names(self) -> set[str]:
        """Of all metrics of the servers, without what Prometheus adds to each scrape."""
        found = self.ask("label/__name__/values", **{"match[]": '{job="grove"}'})
        return {name for name in found if not name.startswith(("scrape_", "ALERTS"))}

    def alerts(self) -> dict[str, dict]:
        """Those that fire, by name."""
        return {one["labels"]["alertname"]: one for one in self.ask("alerts")["alerts"] if one["state"] == "firing"}

    def rules(self) -> list[dict]:
        return [rule for group in self.ask("rules")["groups"] for rule in group["rules"]]

    def stop(self):
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(10)
        self._log.close()


def promtool(*arguments) -> subprocess.CompletedProcess:
    return subprocess.run(["promtool", *map(str, arguments)], capture_output=True, text=True, timeout=300,
                          env=os.environ | {"TZ": "UTC"})


def names_in(expression: str) -> set[str]:
    """The metrics that an expression asks for, without the functions, operators and labels in it."""
    plain = re.sub(r'"[^"]*"', '""', expression)
    plain = re.sub(r"\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)", " ", plain)
    plain = re.sub(r"\{[^}]*\}|\[[^\]]*\]", " ", plain)
    words = {match.group(1) for match in re.finditer(r"\b([a-zA-Z_:][\w:]*)\b(?!\s*\()", plain)}
    return words - {"and", "or", "unless", "bool", "offset"}
