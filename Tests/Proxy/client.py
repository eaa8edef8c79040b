"""Requests through a proxy as people at many addresses make them: 127.0.x.y is where each comes from."""

import contextlib
import http.client
import json
import socket
import ssl
from urllib.parse import urlsplit


class Connection(http.client.HTTPSConnection):
    """To a name of the tests, which is this machine, from an address of this machine."""

    def __init__(self, behind, origin: str, source: str):
        parts = urlsplit(origin)
        super().__init__(
            parts.hostname, parts.port, timeout=300, source_address=(source, 0),
            context=ssl.create_default_context(cafile=behind.authority.root))
        self._create_connection = lambda address, timeout, source: socket.create_connection(
            ("127.0.0.1", address[1]), timeout, source)


class Answer:
    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def cookies(self) -> list[str]:
        return self.headers.get_all("Set-Cookie") or []


def ask(behind, origin: str, method: str, path: str, body=None, source: str = "127.0.0.9", **headers) -> Answer:
    connection = Connection(behind, origin, source)
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        fields["Content-Type"] = "application/json"
        body = json.dumps(body)
    try:
        # Whoever has read enough to refuse may do so while the body is still being sent.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError, ssl.SSLEOFError):
            connection.request(method, path, body, fields)
        return Answer(connection.getresponse())
    finally:
        connection.close()


def sign_up(behind, name: str, source: str = "127.0.0.9", **headers) -> Answer:
    body = {"account": f"{name}@example.org", "displayName": name, "password": "correct horse battery"}
    return ask(behind, behind.app, "POST", "/collab/v1/accounts", body, source, **headers)
