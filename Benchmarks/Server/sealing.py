"""Texts that the Swift device (`grove device`) seals to everybody of a conversation and sends."""

import json
import pathlib
import subprocess
import time

from devices import Account
from programs import Program, RelayServer

TEXTS = 6


class Sender:
    def __init__(self, program: str, relay: RelayServer, folder: pathlib.Path):
        self.process = subprocess.Popen(
            [program, "device", "--data", str(folder), "--relay", relay.origin, "--app", relay.origin],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, verb: str, **arguments: str) -> dict:
        self.process.stdin.write(json.dumps({"verb": verb, "arguments": arguments}) + "\n")
        self.process.stdin.flush()
        said = json.loads(self.process.stdout.readline())
        if said.get("code"):
            raise SystemExit(f"{verb}: {said}")
        return said["values"]

    def send(self, conversation: str, text: str) -> tuple[float, float]:
        busy, begin = Program.seconds_of(self.process.pid), time.monotonic()
        said = self.ask("sendText", conversation=conversation, text=text)
        took = time.monotonic() - begin
        if said["delivery"] != "sent":
            raise SystemExit(f"sealing: a text is {said['delivery']}")
        return Program.seconds_of(self.process.pid) - busy, took


def sealing(program: str, relay: RelayServer, folder: pathlib.Path, accounts: list[Account]) -> list[tuple[float, float]]:
    """One text after the other: seconds of the device's processor for each, and seconds until the relay has it."""
    ann = Sender(program, relay, folder)
    try:
        ann.ask("signUp", handle="ann", name="Ann", **{"from": "anybody"})
        members = ",".join(one.handle for one in accounts)
        conversation = ann.ask("createConversation", members=members)["conversation"]
        return [ann.send(conversation, f"The dough has risen {number} times.") for number in range(TEXTS)]
    finally:
        ann.process.kill()
        ann.process.wait()
