"""People who prove that they were invited: each with keys of their own, a tree, and a signed proof (PROTOCOL 5 and 8)."""

import base64
import hashlib
import json
import os
import pathlib
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

LEAVES = 32


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def counted(data: bytes) -> bytes:
    return len(data).to_bytes(2, "big") + data


def public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def signature(key: ec.EllipticCurvePrivateKey, data: bytes) -> bytes:
    r, s = decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


class Person:
    def __init__(self, account: str):
        self.account, self.session = account, f"session-{account}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.public = public(self.key)
        leaf = digest(self.public)
        self.levels = [sorted([leaf, *(os.urandom(32) for _ in range(LEAVES - 1))])]
        while len(self.levels[-1]) > 1:
            row = self.levels[-1]
            self.levels.append([digest(row[at] + row[at + 1]) for at in range(0, len(row), 2)])
        self.index, self.root = self.levels[0].index(leaf), self.levels[-1][0]

    def proof(self, challenge: dict, collaboration: str) -> str:
        raw = base64.urlsafe_b64decode(challenge["challenge"] + "==")
        signed = (b"collab/1 identity-proof\x00" + counted(challenge["audience"].encode()) + counted(collaboration.encode())
                  + counted(self.account.encode()) + self.root + self.public + counted(raw))
        path = [text(level[(self.index >> height) ^ 1]) for height, level in enumerate(self.levels[:-1])]
        return json.dumps({
            "v": 1, "profile": 1, "publicKey": text(self.public), "publicKeyIndex": self.index, "inclusionHashes": path,
            "challenge": challenge["challenge"], "signature": text(signature(self.key, signed)),
        }, separators=(",", ":"))


class Backend:
    """The backend of an app: it speaks for any account. One connection for each thread."""

    def __init__(self, port: int, key: str):
        self.port, self.key, self.local = port, key, threading.local()

    def __call__(self, path: str, account: str, session: str, body: dict | None = None, method: str = "POST") -> dict:
        connection = getattr(self.local, "connection", None)
        if connection is None:
            connection = self.local.connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Authorization": "Bearer " + self.key, "Grove-Account": account, "Grove-Session": session}
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, "/collab/v1/" + path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        data = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{path}: {answer.status} {data.decode()}")
        return json.loads(data) if data else {}


class Invited:
    """A document, and people whose identities are on its list, with a proof each that nobody has sent yet."""

    def __init__(self, port: int, key: str, count: int, folder: pathlib.Path):
        backend = Backend(port, key)
        self.owner = "owner@example.org"
        request = lambda **rest: {"requestID": text(os.urandom(16)), **rest}
        self.document = backend("documents", self.owner, "owner", request(title="Measured"))["documentID"]
        options = {"access": "readWrite", "allowsComments": True, "allowsMentions": True}
        shared = backend(f"documents/{self.document}/collaboration", self.owner, "owner", request(options=options))
        self.collaboration = shared["collaborationID"]
        people = [Person(f"u{number}@example.org") for number in range(count)]
        for first in range(0, count, 1000):
            add = [{"root": text(one.root), "depth": 5} for one in people[first:first + 1000]]
            backend(f"collaborations/{self.collaboration}/identities", self.owner, "owner",
                    request(add=add, remove=[], replace=[]))
        challenge = f"collaborations/{self.collaboration}/challenge"
        with ThreadPoolExecutor(8) as threads:
            proofs = threads.map(lambda one: one.proof(backend(challenge, one.account, one.session), self.collaboration), people)
            rows = [f"{one.account}\t{one.session}\t{proof}\n" for one, proof in zip(people, proofs)]
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / "proofs"
        self.file.write_text("".join(rows))
