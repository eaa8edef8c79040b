"""A push service and the browser's half of a subscription, read with others' libraries: http_ece and py_vapid."""

import base64
import http.server
import os
import threading
import time

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService:
    """Keeps what is posted, opened; `with` starts and ends it."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.pushes: list[dict] = []
        self.mistakes: list[str] = []
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = service.take(self.path, self.headers, body)
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        assert not self.mistakes, self.mistakes

    def take(self, path, headers, body) -> int:
        try:
            # The library wants no space behind the comma, which RFC 8292 writes.
            authorization = headers["Authorization"].replace(", ", ",")
            assert Vapid02.verify(authorization), "the token's signature"
            claims = authorization.split("t=")[1].split(",")[0].split(".")[1]
            self.pushes.append({
                "path": path, "topic": headers["Topic"], "ttl": headers["TTL"],
                "claims": base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)).decode(),
                "content": http_ece.decrypt(
                    body, private_key=self.key, auth_secret=self.auth, version="aes128gcm").decode(),
            })
            return 201
        except Exception as error:
            self.mistakes.append(repr(error))
            return 400

    def subscription(self, path: str) -> dict:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.origin}{path}", "p256dh": text_of(point), "auth": text_of(self.auth)}

    def wait_for(self, count: int) -> list[dict]:
        end = time.monotonic() + 30
        while len(self.pushes) < count and time.monotonic() < end:
            time.sleep(0.05)
        assert len(self.pushes) >= count, f"{len(self.pushes)} pushes, {self.mistakes}"
        return self.pushes

    def stays_at(self, count: int):
        time.sleep(3)
        assert len(self.pushes) == count
