"""What is streamed comes as it is written, and what is large goes through."""

import base64
import json
import os
import queue
import statistics
import subprocess
import threading
import time

from client import Answer, Connection, ask, sign_up
from support.servers import ROOT


class Listener:
    """A document's stream, read as it arrives."""

    def __init__(self, behind, document: str, headers: dict):
        self.arrived: queue.Queue[tuple[float, str]] = queue.Queue()
        self._connection = Connection(behind, behind.app, "127.0.94.1")
        self._connection.request("GET", f"/collab/v1/documents/{document}/stream", headers=headers)
        self.response = self._connection.getresponse()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            for line in self.response:
                if line.startswith(b"data:"):
                    text = base64.urlsafe_b64decode(json.loads(line[5:]).get("data", "") + "==").decode()
                    self.arrived.put((time.monotonic(), text))
        except (OSError, ValueError, AttributeError):
            pass  # closed while it was being read

    def close(self):
        self._connection.close()


def test_an_event_arrives_before_the_next_is_written(behind):
    token = sign_up(behind, "reader", "127.0.94.1").json["token"]
    signed = {"Authorization": f"Bearer {token}"}
    document = ask(behind, behind.app, "POST", "/collab/v1/documents",
                   {"requestID": "A" * 22, "title": "Pie"}, **signed).json["documentID"]
    stream = Listener(behind, document, signed)
    assert stream.response.status == 200
    delays = []
    # Open already: what counts is the way of an event, not that of a new connection.
    writer = Connection(behind, behind.app, "127.0.94.2")
    writer.connect()
    fields = signed | {"Content-Type": "application/json"}
    for number in range(20):
        identifier = base64.urlsafe_b64encode(number.to_bytes(16, "big")).decode().rstrip("=")
        data = base64.urlsafe_b64encode(f"event {number}".encode()).decode().rstrip("=")
        body = json.dumps({"updateID": identifier, "kind": "edit", "data": data})
        posted = time.monotonic()
        writer.request("POST", f"/collab/v1/documents/{document}/updates", body, fields)
        answer = Answer(writer.getresponse())
        assert answer.status == 201, answer.body
        # Gathered, it would come with what follows; nothing follows before it has come.
        at, text = stream.arrived.get(timeout=10)
        assert text == f"event {number}"
        delays.append(at - posted)
    stream.close()
    writer.close()
    delays.sort()
    print(f"{behind.program}: from the post to the event {delays[0] * 1000:.0f} ms at best, "
          f"{statistics.median(delays) * 1000:.0f} ms in the middle, {delays[-1] * 1000:.0f} ms at worst")
    # Not one was held back until the next was written: `arrived.get` has judged that. The milliseconds belong to
    # the machine; a buffer that waits for a second to pass would show in every one of them.
    assert delays[0] < 1


def test_twenty_megabytes_are_sent_as_a_copy_and_come_out_as_they_went_in(behind):
    done = subprocess.run(
        ["node", "--no-warnings", ROOT / "Tests" / "Proxy" / "attachment.js", behind.relay],
        env=os.environ | {"NODE_EXTRA_CA_CERTS": str(behind.authority.root)},
        capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "20000000 bytes" in done.stdout
    print(f"{behind.program}: {done.stdout.strip()}")
