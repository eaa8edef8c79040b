"""What every bad neighbour is given."""

import asyncio
import itertools
import os

from people import Connection, Refused, Writer

GONE = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, Refused, TimeoutError, IndexError, ValueError)


def sources():
    """Loopback has sixteen million addresses: as many strangers."""
    return (f"127.{1 + n // 60_000}.{n // 250 % 240}.{1 + n % 250}" for n in itertools.count())


class Attack:
    """What an attack is given, and what it counts."""

    def __init__(self, relay: int, app: int, size: float):
        self.relay, self.app, self.size = relay, app, size
        self.got: dict[str, int] = {}
        self.ready = asyncio.Event()
        self._connections: list[Connection] = []
        self._accounts: dict[str, Writer] = {}

    def count(self, what: str, number: int = 1):
        self.got[what] = self.got.get(what, 0) + number

    def scaled(self, number: int) -> int:
        return max(1, int(number * self.size))

    def connection(self, port: int, **source) -> Connection:
        self._connections.append(Connection(port, **source))
        return self._connections[-1]

    def rest(self):
        for one in self._connections:
            one.close()
        self._connections = []
        self.ready.clear()

    async def account(self, name: str) -> Writer:
        """The attacker's own, the same in every turn."""
        if name not in self._accounts:
            self._accounts[name] = await self.new_account(name)
        return self._accounts[name]

    async def new_account(self, name: str) -> Writer:
        one = Writer(self.app, name + os.urandom(3).hex())
        await one.begin()
        return one


async def several(number: int, work):
    async with asyncio.TaskGroup() as group:
        for place in range(number):
            group.create_task(work(place))
