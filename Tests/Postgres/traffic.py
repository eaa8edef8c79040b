"""Bytes that go between people and a server for an entry, a look, a delivery and a stream in which nothing happens: for
docs/SCALING.md, which multiplies them. What TCP and TLS add is not among them."""

import asyncio

from servers import LOST, Node, Person, Stream, free_port


class Passer:
    """A way to a server that counts what goes along it, both ways together."""

    address = "127.0.0.1"

    def __init__(self, node: Node):
        self.node, self.port, self.passed = node, free_port(), 0

    async def begin(self) -> "Passer":
        await asyncio.start_server(self.serve, self.address, int(self.port))
        return self

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        there = await asyncio.open_connection(self.node.address, int(self.node.port))
        try:
            await asyncio.gather(self.count(reader, there[1]), self.count(there[0], writer))
        except LOST:
            pass

    async def count(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        while data := await reader.read(1 << 18):
            self.passed += len(data)
            writer.write(data)
            await writer.drain()
        writer.close()


async def traffic(node: Node):
    wire = await Passer(node).begin()
    owner, reader = Person(wire, "owner@traffic.example"), Person(await Passer(node).begin(), "owner@traffic.example")
    document, _ = await owner.share()

    async def cost(count: int, work) -> float:
        before = wire.passed
        for _ in range(count):
            await work()
        return (wire.passed - before) / count

    entry = await cost(100, lambda: owner.append(document))
    look = await cost(100, lambda: owner.call("GET", f"documents/{document}/events?after=0&limit=5"))
    streamed = Person(wire, "owner@traffic.example")
    stream = await Stream(streamed, document).begin()
    await stream.has(await reader.append(document))
    before = wire.passed
    for _ in range(100):
        last = await reader.append(document)
    await stream.has(last)
    delivery = (wire.passed - before) / 100
    before = wire.passed
    await asyncio.sleep(61)
    silence = wire.passed - before
    stream.close()
    print(f"\nbytes between people and a server: {entry:.0f} for an entry of 30, {look:.0f} for a look at five of them, "
          f"{delivery:.0f} for a delivery of one, {silence} in a minute for a stream in which nothing happens", flush=True)
