"""Holds both servers to the interfaces they publish: starts them, signs in, and lets schemathesis loose.

What a server says at `/openapi.yaml` is what clients are written against. So each of its requests is made, rightly
and wrongly, and each answer is looked at: no 5xx, a status that the document names, the content type and the body
it promises (the stable `code` of a problem among it), and 405 for methods that are not there.
"""

import argparse
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Pages"))
from support.ports import free_port  # noqa: E402

CHECKS = ("not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
          "response_schema_conformance,unsupported_method,allow_header_conformance")
# Streams have no end that a check could wait for; tests of their own hold them.
STREAMS = {"documentStream", "mailboxStream", "recordStream"}
# An app whose records are kept.
CONTAINER = "iCloud.example.notes"
# Without QUERY: it is no method of HTTP yet for this server, which says 501 to what it does not know (RFC 9110 15.6.2).
METHODS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "PATCH", "TRACE"]
# They end the session that everything else is asked with, so they are asked last, each with one of its own.
ENDINGS = {"app": ["changePassword", "endSessions", "endSession", "endOneSession"],
           "relay": ["signOut", "publishStatement", "publishRecoveryStatement"]}


class Servers:
    def __init__(self, program: str):
        self.folder = tempfile.mkdtemp(prefix="grove-api-")
        os.chmod(self.folder, 0o700)
        self.ports = {"relay": free_port(), "app": free_port()}
        self.log = open(pathlib.Path(self.folder) / "log", "wb")
        self.process = subprocess.Popen(
            [program, "serve", "--container", CONTAINER, "--data", self.folder + "/data", "--operations-address", "off",
             "--relay-port", str(self.ports["relay"]), "--app-port", str(self.ports["app"])],
            stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)

    def origin(self, server: str) -> str:
        return f"http://127.0.0.1:{self.ports[server]}"

    def wait(self):
        for _ in range(300):
            try:
                for server in self.ports:
                    urllib.request.urlopen(self.origin(server) + "/readyz", timeout=5).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        sys.exit("fuzz-api: the servers do not start:\n" + self.tail())

    def tail(self) -> str:
        return (pathlib.Path(self.folder) / "log").read_text(errors="replace")[-2000:]

    def stop(self) -> bool:
        """Whether it was still running."""
        was_running = self.process.poll() is None
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
        return was_running


def call(url: str, token: str | None = None, **body) -> dict:
    headers = {"Content-Type": "application/json"} | ({"Authorization": token} if token else {})
    with urllib.request.urlopen(
            urllib.request.Request(url, json.dumps(body).encode(), headers), timeout=20) as answer:
        return json.load(answer)


def random_id() -> str:
    return base64.urlsafe_b64encode(os.urandom(16)).rstrip(b"=").decode()


def app_token(servers: Servers, number: int) -> str:
    return "Bearer " + call(
        servers.origin("app") + "/collab/v1/accounts", account=f"ann{number}@docs.example", displayName="Ann",
        password="correct horse battery")["token"]


def app_things(servers: Servers, token: str) -> dict[str, str]:
    """A shared document, so that requests come further than to what is not there."""
    url = servers.origin("app") + "/collab/v1/documents"
    document = call(url, token, requestID=random_id(), title="Pancakes")["documentID"]
    shared = call(f"{url}/{document}/collaboration", token, requestID=random_id(), options={
        "access": "readWrite", "allowsComments": True, "allowsMentions": True})
    call(f"{servers.origin('app')}/collab/v1/containers/{CONTAINER}/zones/changes", token, save=["Notes"], delete=[])
    return {"documentID": document, "collaborationID": shared["collaborationID"], "container": CONTAINER}


def relay_things(servers: Servers, token: str) -> dict[str, str]:
    made = call(servers.origin("relay") + "/relay/v1/conversations", token, conversationID=random_id(), members=[])
    return {"conversationID": made["conversationID"]}


def relay_token(servers: Servers, number: int) -> str:
    made = subprocess.run(
        ["node", str(HERE / "sign-in.js")], capture_output=True, text=True, timeout=60, check=True,
        env=os.environ | {"RELAY": servers.origin("relay"), "HANDLE": f"ann{number}"})
    return made.stdout.strip()


def settings(folder: str, things: dict[str, str]) -> str:
    path = pathlib.Path(folder) / "schemathesis.toml"
    lines = ["[phases.coverage]", f"unexpected-methods = {json.dumps(METHODS)}", "", "[parameters]"]
    path.write_text("\n".join(lines + [f'"path.{name}" = {json.dumps(value)}' for name, value in things.items()]))
    return str(path)


def ask(servers: Servers, server: str, token: str, things: dict[str, str], chosen: list[str], options) -> bool:
    """Whether nothing was found; says what was."""
    command = [
        os.environ["SCHEMATHESIS"], "--config-file", settings(servers.folder, things), "run",
        servers.origin(server) + "/openapi.yaml", "--checks", CHECKS, "--header", f"Authorization: {token}",
        "--max-examples", str(options.examples), "--seed", str(options.seed), "--phases", options.phases,
        "--max-time", str(options.seconds), "--request-timeout", "40", "--suppress-health-check", "all",
        "--generation-with-security-parameters", "false", "--generation-database", "none", "--warnings", "off",
        "--no-color", *chosen]
    # It keeps notes where it runs.
    ran = subprocess.run(
        command, capture_output=True, text=True, timeout=options.seconds * 3 + 120, cwd=servers.folder)
    lines = [line for line in ran.stdout.splitlines() if line.strip()]
    print("\n".join(lines if ran.returncode else [line for line in lines if "generated" in line]), flush=True)
    if ran.returncode:
        print(ran.stderr[-2000:], file=sys.stderr)
    return ran.returncode == 0


def hold(servers: Servers, server: str, options) -> bool:
    sign_in, things = {"app": (app_token, app_things), "relay": (relay_token, relay_things)}[server]
    held = True
    aside = [part for name in sorted(STREAMS) + ENDINGS[server] for part in ("--exclude-operation-id", name)]
    for number, known in enumerate((True,) if options.short else (True, False)):
        print(f"==> {server}, {'what is there' if known else 'what is made up'}", flush=True)
        token = sign_in(servers, number)
        held &= ask(servers, server, token, things(servers, token) if known else {}, aside, options)
    for number, name in enumerate([] if options.short else ENDINGS[server], 2):
        print(f"==> {server}, {name}", flush=True)
        held &= ask(servers, server, sign_in(servers, number), {}, ["--include-operation-id", name], options)
    return held


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/fuzz-api", description=__doc__)
    parser.add_argument("servers", nargs="*", choices=["relay", "app", []], help="one of them; both")
    parser.add_argument("--short", action="store_true", help="what is there, and four made-up requests for each operation")
    parser.add_argument("--examples", type=int, default=60, help="made-up requests for each operation (%(default)s)")
    parser.add_argument("--seconds", type=int, default=240, help="for one server, at most (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="what is made up follows from it (%(default)s)")
    options = parser.parse_args()
    options.phases = "examples,coverage,fuzzing" if options.short else "examples,coverage,fuzzing,stateful"
    if options.short:
        options.examples, options.seconds = 4, 15
    servers = Servers(os.environ["GROVE"])
    failed = False
    try:
        servers.wait()
        for server in options.servers or ["app", "relay"]:
            failed |= not hold(servers, server, options)
    finally:
        log = servers.tail()
        if not servers.stop():
            print("fuzz-api: the servers ended by themselves:\n" + log, file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
