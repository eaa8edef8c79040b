"""Accounts at a relay and their devices, with keys, a first statement, KEM keys and tokens of their own (PROTOCOL 3)."""

import base64
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

from cryptography.hazmat.primitives.asymmetric import ec

from proofs import counted, digest, public, signature, text

ALL_FLAGS = b"\3"
DAY = 86_400_000
# Of a short text: padded to 512 bytes, and its tag (PROTOCOL 10.4).
SEALED = 512 + 16


def labelled(name: str) -> bytes:
    return f"collab/1 {name}\0".encode()


class Device:
    def __init__(self, account: "Account"):
        self.account = account
        self.identity, self.base, self.kem = (ec.generate_private_key(ec.SECP256R1()) for _ in range(3))
        self.id = digest(labelled("device") + public(self.identity))[:16]
        self.entry = self.id + ALL_FLAGS + public(self.identity) + public(self.base)
        self.possession = {"deviceID": text(self.id), "signature": text(
            signature(self.identity, labelled("device-possession") + bytes(64) + self.entry))}
        # In its mailbox: the last that was acknowledged, and how many envelopes were sent since.
        self.position = self.waiting = 0

    def kem_key(self) -> dict:
        now = int(time.time() * 1000)
        body = (b"\1" + self.account.id + self.id + b"\0\1" + (1).to_bytes(4, "big") + (now - 1000).to_bytes(8, "big")
                + (now + 7 * DAY).to_bytes(8, "big") + counted(public(self.kem)))
        return {"body": text(body), "signature": text(signature(self.identity, labelled("kem-key") + body))}

    def sign_in(self, origin: str):
        who = {"accountID": text(self.account.id), "deviceID": text(self.id)}
        challenge = self.account.ask("POST", "sign-in/challenge", who)["challenge"]
        signed = (labelled("relay-sign-in") + counted(origin.encode()) + self.account.id + self.id
                  + counted(base64.urlsafe_b64decode(challenge + "==")))
        word = {**who, "challenge": challenge, "signature": text(signature(self.identity, signed))}
        self.token = self.account.ask("POST", "sign-in", word)["token"]
        # Like what a sender seals to it, but for what is sealed: the relay cannot look into it.
        self.envelope = (self.account.id + self.id + (1).to_bytes(4, "big") + public(self.kem) + SEALED.to_bytes(4, "big")
                         + os.urandom(SEALED))

    def ask(self, method: str, path: str, body: dict | bytes | None = None) -> dict:
        return self.account.ask(method, path, body, self.token)

    def acknowledge(self):
        self.position, self.waiting = self.position + self.waiting, 0
        self.ask("POST", "mailbox/acknowledgements", {"upTo": str(self.position)})

    def settle(self):
        """Takes whatever its mailbox has, and acknowledges it."""
        while events := self.ask("GET", f"mailbox?limit=500&after={self.position}")["events"]:
            self.position = int(events[-1]["sequence"])
        if self.position:
            self.acknowledge()


class Account:
    """One person. Each connects from an address of their own, as people do: what the relay bounds for each address bounds them
    apart."""

    def __init__(self, port: int, number: int, count: int):
        self.handle, self.address = f"p{number}", f"127.1.{number // 250}.{1 + number % 250}"
        self.connection = HTTPConnection("127.0.0.1", port, timeout=120, source_address=(self.address, 0))
        self.devices = sorted((Device(self) for _ in range(count)), key=lambda one: one.id)
        first = self.devices[0]
        body = (b"\1" + bytes(32) + bytes(8) + bytes(32) + int(time.time() * 1000).to_bytes(8, "big") + b"\0"
                + count.to_bytes(2, "big") + b"".join(one.entry for one in self.devices))
        self.id = digest(labelled("account-statement") + body)
        self.statement = {
            "body": text(body), "signer": text(first.id), "possession": [one.possession for one in self.devices],
            "signature": text(signature(first.identity, labelled("account-statement") + body))}

    def ask(self, method: str, path: str, body: dict | bytes | None = None, token: str | None = None) -> dict:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        try:
            answer = self._answer(method, path, data, headers)
        except ConnectionError:
            # The relay closes a connection on which nothing happens for a while.
            self.connection.close()
            answer = self._answer(method, path, data, headers)
        said = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {said.decode()}")
        return json.loads(said) if said else {}

    def _answer(self, method: str, path: str, data: bytes | None, headers: dict[str, str]):
        self.connection.request(method, "/relay/v1/" + path, data, headers)
        return self.connection.getresponse()

    def sign_up(self, origin: str) -> "Account":
        """Whoever they do not know may write to them."""
        first, *others = self.devices
        self.ask("POST", "accounts", {"handle": self.handle, "name": self.handle.upper(), "statement": self.statement,
                                      "kemKey": first.kem_key()})
        for one in self.devices:
            one.sign_in(origin)
        for one in others:
            one.ask("POST", "kem-keys", {"kemKey": one.kem_key()})
        first.ask("PATCH", "admission", {"policy": "anybody"})
        return self


def people(port: int, origin: str, count: int, devices: int) -> list[Account]:
    with ThreadPoolExecutor(8) as threads:
        return list(threads.map(lambda number: Account(port, number, devices).sign_up(origin), range(count)))
