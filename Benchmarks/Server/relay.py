"""One message to a thousand devices: sealed by its sender, stored durably, delivered and acknowledged."""

import pathlib
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

from devices import Account, people
from envelopes import message, upload
from mailboxes import Mailboxes
from programs import RelayServer
from sealing import sealing

PEOPLE, DEVICES = 50, 20
# Devices that send at once, and what each of them sends in a round.
SENDERS, LARGE, SMALL = 8, 5, 30
ALONE = 10
# Seconds after which no further round begins.
ENOUGH = 75


class Stretch:
    """Of time, by the clock and by the relay's processor."""

    def __init__(self, relay: RelayServer, begin: float | None = None):
        self.relay, self.busy, self.begin = relay, relay.seconds(), begin or time.monotonic()

    def ended(self, count: int, end: float | None = None) -> tuple[float, float]:
        """Envelopes a second, and microseconds of the relay's processor for each."""
        took = (end or time.monotonic()) - self.begin
        return count / took, (self.relay.seconds() - self.busy) * 1e6 / count


def at_once(work, each: list):
    with ThreadPoolExecutor(SENDERS) as threads:
        list(threads.map(work, each))


class Round:
    def __init__(self, relay: RelayServer, accounts: list[Account]):
        self.relay, self.accounts = relay, accounts
        self.devices = [one for account in accounts for one in account.devices]
        self.senders = [account.devices[0] for account in accounts[:SENDERS]]

    def run(self) -> tuple[dict[str, tuple[float, float]], list[float]]:
        found = {"stored, 1000 in a batch": self.stored([self.accounts] * LARGE)}
        fours = [[self.accounts[(first + at) % PEOPLE] for at in range(4)] for first in range(SENDERS, SENDERS + SMALL)]
        found["stored, 80 in a batch"] = self.stored(fours)
        found["delivered to streams that open"] = self.fetched()
        found["acknowledged, mailbox by mailbox"] = self.acknowledged()
        mailboxes = Mailboxes(self.relay.port, self.devices)
        mailboxes.opened()
        found["stored and delivered to open streams"] = self.stored([self.accounts] * LARGE, mailboxes)
        alone = [self.alone(mailboxes, number) for number in range(ALONE)]
        mailboxes.close()
        self.acknowledged()
        return found, alone

    def stored(self, groups: list[list[Account]], mailboxes: Mailboxes | None = None) -> tuple[float, float]:
        """Each sender writes to one group after the other."""
        each = [(sender, [message(sender, group) for group in groups]) for sender in self.senders]
        count = sum(count for _, messages in each for count, _ in messages)
        stretch = Stretch(self.relay)
        at_once(lambda one: [upload(one[0], *written) for written in one[1]], each)
        return stretch.ended(count, mailboxes and mailboxes.delivered(count))

    def fetched(self) -> tuple[float, float]:
        count = sum(one.waiting for one in self.devices)
        stretch = Stretch(self.relay)
        mailboxes = Mailboxes(self.relay.port, self.devices)
        stretch.begin = mailboxes.opened()
        found = stretch.ended(count, mailboxes.delivered(count))
        mailboxes.close()
        return found

    def acknowledged(self) -> tuple[float, float]:
        count = sum(one.waiting for one in self.devices)
        stretch = Stretch(self.relay)
        at_once(lambda account: [one.acknowledge() for one in account.devices], self.accounts)
        return stretch.ended(count)

    def alone(self, mailboxes: Mailboxes, number: int) -> float:
        """Milliseconds until all have a message, while nobody else writes."""
        sender = self.senders[number % SENDERS]
        count, body = message(sender, self.accounts)
        begin = time.monotonic()
        upload(sender, count, body)
        return (mailboxes.delivered(count) - begin) * 1000


def measure(program: str, work: pathlib.Path, rounds: int) -> list[tuple[str, float, str]]:
    relay = RelayServer(program, work / "data")
    try:
        accounts = people(relay.port, relay.origin, PEOPLE, DEVICES)
        (cold, cold_took), *later = sealing(program, relay, work / "ann", accounts)
        at_once(lambda account: [one.settle() for one in account.devices], accounts)
        end, seen = time.monotonic() + ENOUGH, []
        while len(seen) < rounds and (not seen or time.monotonic() < end):
            seen.append(Round(relay, accounts).run())
    finally:
        relay.stop()
    warm, warm_took = (statistics.median(one) for one in zip(*later))
    middle = {name: [statistics.median(one[name][at] for one, _ in seen) for at in (0, 1)] for name in seen[0][0]}
    alone = sorted(one for _, times in seen for one in times)
    print(f"relay: {PEOPLE} people with {DEVICES} devices each; envelopes, medians of {len(seen)} rounds")
    print(f"  a text sealed by the Swift device: {warm:.2f} s of its processor, sent after {warm_took:.2f} s;"
          f" the first {cold:.2f}, {cold_took:.2f}")
    for name, (rate, cost) in middle.items():
        print(f"  {name:38} {rate:8.0f} a second, {cost:5.1f} µs of the relay's processor each")
    print(f"  one message while nobody else writes: all have it after p50 {alone[len(alone) // 2]:.0f},"
          f" p99 {alone[int(len(alone) * 0.99)]:.0f} ms")
    return [("a text to 1000 devices, processor", warm / 0.25, "0.25 s"),
            ("envelopes stored a second", middle["stored, 1000 in a batch"][0] / 40_000, "40 000"),
            ("envelopes delivered a second", middle["delivered to streams that open"][0] / 60_000, "60 000")]
