"""A phone's network in front of a server on this machine: every byte is 75 ms on its way, in each direction 1.6 Mbit go
through in a second, all connections together, and a connection costs a way there and back before it carries anything.

Both browsers are measured through the same one, so neither's own idea of a slow network counts.
"""

import asyncio
import socket
import threading

WAY = 0.075  # seconds, there or back
RATE = 1_600_000  # bits in a second, in each direction
PIECE = 4096  # bytes that go through at once


class Direction:
    """What all connections share."""

    def __init__(self):
        self._free = 0.0

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, shaped) -> None:
        loop = asyncio.get_running_loop()
        waiting: asyncio.Queue = asyncio.Queue()

        async def deliver():
            while True:
                at, data = await waiting.get()
                await asyncio.sleep(max(0.0, at - loop.time()))
                if data is None:
                    writer.close()
                    return
                writer.write(data)

        delivering = asyncio.ensure_future(deliver())
        try:
            while data := await reader.read(PIECE):
                if not shaped():
                    waiting.put_nowait((0.0, data))
                    continue
                begin = max(loop.time(), self._free)
                self._free = begin + len(data) * 8 / RATE
                waiting.put_nowait((self._free + WAY, data))
                await asyncio.sleep(max(0.0, self._free - loop.time()))
        except OSError:
            pass
        waiting.put_nowait((loop.time() + (WAY if shaped() else 0), None))
        await delivering


class PhoneNetwork:
    """One loop for all places it leads to. Not shaped until it is told."""

    def __init__(self):
        self.is_shaped = False
        self._up, self._down = Direction(), Direction()
        self._writers: set[asyncio.StreamWriter] = set()
        self.loop = asyncio.new_event_loop()
        self.connections = 0
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def lead(self, port: int, to: int) -> None:
        """From a port of this machine to another."""
        asyncio.run_coroutine_threadsafe(
            asyncio.start_server(lambda *ends: self._carry(to, *ends), "127.0.0.1", port), self.loop).result(10)

    async def _carry(self, to: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            if self.is_shaped:
                await asyncio.sleep(2 * WAY)  # the handshake
            behind, onward = await asyncio.open_connection("127.0.0.1", to)
        except OSError:
            writer.close()
            return
        for one in (writer, onward):
            one.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._writers |= {writer, onward}
        shaped = lambda: self.is_shaped  # noqa: E731
        await asyncio.gather(self._up.carry(reader, onward, shaped), self._down.carry(behind, writer, shaped),
                             return_exceptions=True)
        self._writers -= {writer, onward}

    def hang_up(self) -> None:
        """Ends every connection, so that the next visit has to make its own."""
        def close():
            for one in list(self._writers):
                one.transport.abort()
        self.loop.call_soon_threadsafe(close)
