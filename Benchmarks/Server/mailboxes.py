"""The mailbox streams of many devices, held open by a process of its own, which counts what is delivered."""

import multiprocessing
import select
import socket
import time

from devices import Device

REQUEST = ("GET /relay/v1/mailbox/stream?after={position} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
           "Authorization: Bearer {token}\r\nAccept: text/event-stream\r\n\r\n")


def follow(port: int, devices: list[tuple[str, str, int]], parent):
    """Tells when all have answered; then, for each number that it is told, when so many envelopes were delivered."""
    began = time.monotonic()
    poll, readers, silent = select.epoll(), {}, set()
    poll.register(parent.fileno(), select.EPOLLIN)
    for address, token, position in devices:
        one = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
        one.sendall(REQUEST.format(port=port, token=token, position=position).encode())
        readers[one.fileno()] = one
        silent.add(one.fileno())
        poll.register(one.fileno(), select.EPOLLIN)
    seen, wanted = 0, []
    while True:
        for number, _ in poll.poll():
            if number == parent.fileno():
                wanted.append(parent.recv())
                continue
            data = readers[number].recv(1 << 18)
            if number in silent:
                silent.remove(number)
                if not data.startswith(b"HTTP/1.1 200"):
                    parent.send(data[-500:].decode(errors="replace"))
                if not silent:
                    parent.send(began)
            elif not data:
                parent.send("a stream has ended")
            # Each envelope's event has one, and nothing else on the way does: no look for longer marks, which would have to
            # be put together where two reads or two chunks meet.
            seen += data.count(b"}")
        while wanted and seen >= wanted[0]:
            parent.send(time.monotonic())
            wanted.pop(0)


class Mailboxes:
    def __init__(self, port: int, devices: list[Device]):
        self.total = 0
        self.pipe, there = multiprocessing.Pipe()
        rows = [(one.account.address, one.token, one.position) for one in devices]
        self.process = multiprocessing.Process(target=follow, args=(port, rows, there), daemon=True)
        self.process.start()

    def opened(self) -> float:
        """When the first was asked for, after all have answered."""
        return self._said()

    def delivered(self, count: int) -> float:
        """When so many more envelopes had been delivered."""
        self.total += count
        self.pipe.send(self.total)
        return self._said()

    def _said(self) -> float:
        if not self.pipe.poll(60):
            raise SystemExit("mailboxes: what was sent has not been delivered within a minute")
        said = self.pipe.recv()
        if isinstance(said, str):
            raise SystemExit(f"mailboxes: {said}")
        return said

    def close(self):
        self.process.kill()
        self.process.join()
