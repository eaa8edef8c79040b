"""A real Prometheus watches both real servers: every query of an alert and of the dashboard asks for what is exported."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import time
import urllib.request

import pytest

from prometheus import DEPLOY, Prometheus, RULES, names_in, promtool
from support.servers import ROOT, Server, free_port, program, wait_until

DASHBOARD = ROOT / "deploy" / "grafana" / "grove.json"
OPERATING = (ROOT / "docs" / "OPERATING.md").read_text()
# They stay silent in a server that is well, each for its reason, and are tried elsewhere: by promtool, and here on a full disk.
EMPTY_WHEN_WELL = ("ALERTS",)


def ask(origin: str, method: str, path: str, body=None, token: str | None = None):
    request = urllib.request.Request(
        origin + path, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {}))
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"null")


class Watched:
    """The relay and the collaboration server as the package's units run them, as two processes on one folder, and a Prometheus."""

    def __init__(self, folder: pathlib.Path):
        ports = [free_port(), free_port()]
        self.servers = [
            Server("--only", role, "--operations-address", f"127.0.0.1:{port}", "--log-format", "json")
            for role, port in zip(("relay", "collaboration"), ports)]
        self.relay, self.app = self.servers[0].relay, self.servers[1].app
        self.prometheus = Prometheus(folder, [f"127.0.0.1:{port}" for port in ports])

    def start(self):
        for server in self.servers:
            server.start()
        self.prometheus.start()
        return self

    def traffic(self):
        """One person, some documents, one of which goes, and a look at everything in public."""
        for origin in (self.relay, self.app):
            for path in ("/healthz", "/readyz", "/openapi.yaml", "/", "/nothing"):
                try:
                    urllib.request.urlopen(origin + path, timeout=30).read()
                except urllib.error.HTTPError as error:
                    assert error.code == 404
        account = {"account": f"ann{time.monotonic_ns()}@example.org", "displayName": "Ann", "password": "correct horse battery"}
        status, session = ask(self.app, "POST", "/collab/v1/accounts", account)
        assert status == 201, session
        for number in range(20):
            body = {"requestID": f"{number:021d}A", "title": "Pie"}
            status, made = ask(self.app, "POST", "/collab/v1/documents", body, session["token"])
            assert status == 201, made
        assert ask(self.app, "DELETE", f"/collab/v1/documents/{made['documentID']}", token=session["token"])[0] == 200

    def backup(self, name: str):
        for server in self.servers:
            subprocess.run(
                [program(), "backup", f"{self.prometheus.folder}/{name}-{server.relay_port}", "--data", server.folder],
                check=True, capture_output=True)

    def stop(self):
        self.prometheus.stop()
        for server in self.servers:
            server.stop()


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    one = Watched(tmp_path_factory.mktemp("prometheus"))
    try:
        yield one.start()
    finally:
        one.stop()


@pytest.fixture(scope="module")
def seen(watched):
    """With traffic and a backup behind it, seen by at least five scrapes in between."""
    def scrapes() -> int:
        found = watched.prometheus.query('min(count_over_time(process_start_time_seconds{job="grove"}[5m]))')
        return int(found[0]["value"][1]) if found else 0

    wait_until(lambda: scrapes() >= 1, 60, "a first scrape")
    watched.traffic()
    watched.backup("backup")
    before = scrapes()
    for _ in range(5):
        wait_until(lambda: scrapes() > before, 60, "another scrape")
        before = scrapes()
        watched.traffic()
    return watched.prometheus


# What several nodes tell alone, and servers on PostgreSQL: script/test-postgres looks whether they do.
OF_NODES = {"nodes_alive", "node_leases_lost_total", "nats_connected", "nats_connections_total"} | {
    f"{name}_total" for name in (
        "removal_nodes_confirmed", "removal_nodes_expired", "database_transactions", "database_conflicts",
        "database_connections_lost", "database_commits_in_doubt", "database_outcomes_unknown")}


def alerts() -> list[tuple[str, str]]:
    """Name and expression of each, from the file."""
    return [(one[0], one[1]) for one in re.findall(
        r"- alert: (\w+)\n(?: *#.*\n)* *expr: (?:>-\n)?((?:.+\n)+?) *(?:for|labels):", RULES.read_text())]


def panels() -> list[tuple[str, str]]:
    """Title and query of each target."""
    return [(panel["title"], target["expr"]) for panel in json.loads(DASHBOARD.read_text())["panels"]
            for target in panel.get("targets", [])]


def test_promtool_takes_the_files_and_every_alert_comes_and_stays_quiet_as_its_tests_say():
    for arguments in (("check", "config", DEPLOY / "prometheus.yml"), ("check", "rules", "--lint=all", RULES),
                      ("test", "rules", DEPLOY / "grove.rules.test.yml")):
        said = promtool(*arguments)
        assert said.returncode == 0, said.stdout + said.stderr
    tests = (DEPLOY / "grove.rules.test.yml").read_text()
    names = [name for name, _ in alerts()]
    assert len(names) > 10 and len(names) == RULES.read_text().count("- alert:")
    for name in names:
        assert f"- name: {name} comes\n" in tests and f"- name: {name} stays quiet\n" in tests, name


def test_prometheus_scrapes_both_servers(seen):
    assert sorted(one["value"][1] for one in seen.query('up{job="grove"}')) == ["1", "1"]
    answered = seen.query('sum(http_requests_total{server="collaboration", route="createDocument", status="2xx"})')
    assert float(answered[0]["value"][1]) >= 100


def test_every_alert_asks_for_what_is_exported_and_none_fires_in_servers_that_are_well(seen):
    exported, rules = seen.names(), seen.rules()
    assert {rule["name"] for rule in rules} == {name for name, _ in alerts()}
    for rule in rules:
        assert rule["health"] == "ok", rule
        asked = names_in(rule["query"])
        assert asked and asked <= exported | OF_NODES, f"{rule['name']} asks for {asked - exported}"
        assert len(rule["annotations"]["summary"]) > 20 and len(rule["annotations"]["do"]) > 10
    firing = seen.alerts()
    # The machine itself may have a disk that is nearly full, or be busy with other things.
    assert set(firing) <= {"GroveDiskFilling", "GroveSlow"}, firing


@pytest.mark.parametrize("title,expression", panels())
def test_every_query_of_the_dashboard_has_data_after_traffic(seen, title, expression):
    expression = expression.replace("$__rate_interval", "1m")
    assert "$" not in expression
    if names_in(expression) <= OF_NODES:
        return
    exported = seen.names() | set(EMPTY_WHEN_WELL)
    assert names_in(expression) <= exported, names_in(expression) - exported
    found = seen.query(expression)
    assert found, f"{title}: {expression} has no data"
    assert all(one["value"][1] != "NaN" for one in found), f"{title}: {found}"


def test_the_dashboard_is_one_that_grafana_reads():
    """Grafana itself is not in Debian: its form is checked against what its documentation says of one."""
    dashboard = json.loads(DASHBOARD.read_text())
    assert {"title", "uid", "schemaVersion", "panels", "templating", "time"} <= dashboard.keys()
    assert [one["type"] for one in dashboard["templating"]["list"]] == ["datasource"]
    everything = dashboard["panels"]
    assert len({panel["id"] for panel in everything}) == len(everything)
    taken = set()
    for panel in everything:
        place = panel["gridPos"]
        assert 0 <= place["x"] and place["x"] + place["w"] <= 24
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
        assert not cells & taken, f"{panel['title']} lies on another"
        taken |= cells
        assert panel["type"] in {"row", "stat", "timeseries", "table"}
        targets = panel.get("targets", [])
        assert (panel["type"] == "row") == (not targets)
        assert len({target["refId"] for target in targets}) == len(targets)
        for part in (panel, *targets):
            assert part is panel and panel["type"] == "row" or part["datasource"]["uid"] == "${datasource}"


def test_operating_says_what_each_metric_means_and_what_each_alert_wants(seen):
    for name, _ in alerts():
        assert f"`{name}`" in OPERATING, name
    for name in seen.names() - {"up"}:
        base = re.sub(r"_(bucket|sum|count)$", "", name)
        assert f"`{base}`" in OPERATING, f"docs/OPERATING.md does not say what {base} is"


def test_each_line_of_the_log_is_json_where_that_is_asked_for(tmp_path):
    log = tmp_path / "log"
    server = subprocess.Popen(
        [program(), "serve", "--data", tmp_path / "data", "--relay-port", "0", "--app-port", "0", "--log-format", "json",
         "--log-level", "debug", "--operations-address", "127.0.0.1:0", "--json"],
        stdout=subprocess.PIPE, stderr=open(log, "w"), text=True)
    try:
        origin = json.loads(server.stdout.readline())["origin"]
        ask(origin, "GET", "/nothing-here")
    finally:
        server.terminate()
        server.wait(30)
    lines = log.read_text().splitlines()
    assert lines
    for line in lines:
        told = json.loads(line)
        assert {"time", "level", "source", "message", "metadata"} == told.keys(), line
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told["time"])


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk needs root")
def test_a_full_disk_is_in_the_journal_in_the_alert_and_over_by_itself(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    port = free_port()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24m,mode=0700", "grove-test", disk]
    if subprocess.run(mount, check=False).returncode != 0:
        pytest.skip("nothing can be mounted here")
    server = Server("--operations-address", f"127.0.0.1:{port}", "--log-format", "json")
    shutil.rmtree(server.folder)
    server.folder = str(disk)
    prometheus = Prometheus(tmp_path, [f"127.0.0.1:{port}"])
    try:
        server.start()
        prometheus.start()
        account = {"account": "ann@example.org", "displayName": "Ann", "password": "correct horse battery"}
        token = ask(server.app, "POST", "/collab/v1/accounts", account)[1]["token"]
        filler = disk / "filler"
        # Unbuffered: what a buffer still held would be refused a second time, at the close.
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"\0" * 65536)
            except OSError:
                pass

        def write() -> int:
            body = {"requestID": os.urandom(16).hex()[:21] + "A", "title": "Pie" * 60}
            return ask(server.app, "POST", "/collab/v1/documents", body, token)[0]

        wait_until(lambda: write() >= 500, 60, "a refused change")
        wait_until(lambda: "GroveDiskRefuses" in prometheus.alerts(), 60, "the alert")
        told = prometheus.alerts()["GroveDiskRefuses"]["annotations"]
        assert "collaboration server's disk refuses" in told["summary"] and "The disk refuses" in told["do"]
        lines = [json.loads(line) for line in server.log.splitlines()]
        faults = [line for line in lines if line["message"] == "The disk refuses"]
        assert faults and faults[0]["level"] == "error" and faults[0]["metadata"]["kind"] == "full"
        assert "Make room" in faults[0]["metadata"]["do"]
        assert "GroveDiskFilling" in prometheus.alerts()
        filler.unlink()
        wait_until(lambda: "GroveDiskRefuses" not in prometheus.alerts(), 60, "the end of the alert")
        assert write() == 201
    finally:
        prometheus.stop()
        server.stop()
        subprocess.run(["umount", "-l", disk], check=False)
