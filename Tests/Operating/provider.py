"""The OpenID Provider of docs/OPERATING.md, for script/test-package: glewlwyd inside the clean Debian, behind its proxy.

    provider.py run ROOT SECRET    sets it up, says so, and lets it run until this process is ended
    provider.py sign-in            somebody signs in to the app through it, over TLS, as a browser does

The page's names lead to this machine. SSL_CERT_FILE names the authority.
"""

import pathlib
import signal
import socket
import sys
from types import SimpleNamespace

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "OpenID"), str(TESTS / "Pages")]

from browser import Person
from glewlwyd import Glewlwyd

ORIGIN, APP, PORT = "https://id.example.org", "https://docs.example.org", 4593
look_up = socket.getaddrinfo
socket.getaddrinfo = lambda host, *rest, **named: look_up("127.0.0.1" if host.endswith(".example.org") else host, *rest, **named)


def run(root: str, secret: str):
    provider = Glewlwyd(ORIGIN, root, PORT)
    provider.start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        provider.admit(APP + "/collab/v1/provider/callback", secret)
        print("ready", flush=True)
        signal.pause()
    finally:
        provider.stop()


def sign_in():
    person = Person(SimpleNamespace(app=APP), Glewlwyd(ORIGIN))
    answer = person.sign_in("ada")
    assert answer.status == 303, (answer.status, answer.text)
    assert person.me["displayName"] == "Ada Lovelace" and person.me["isLinked"] is True, person.me
    print(person.me)


if __name__ == "__main__":
    {"run": run, "sign-in": sign_in}[sys.argv[1]](*sys.argv[2:])
