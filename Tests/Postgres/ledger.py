"""What was acknowledged, what was sent, and what may not have been: people write, are let in and removed while something goes
wrong with the nodes they use, and afterwards everything is counted."""

import asyncio
import contextlib
import dataclasses
import random
import time

from servers import LOST, Person, Refused, Stream, random_id

Place = object  # anything with a port and an address: a node, or what stands before nodes


class Insistent(Person):
    """Sends every request again, as it was, at whichever of the places, until its answer is known."""

    def __init__(self, places: list[Place], account: str, chance: random.Random, patience: float = 90):
        super().__init__(chance.choice(places), account)
        self.places, self.chance, self.patience, self.again = places, chance, patience, 0

    async def call(self, method: str, path: str, body=None):
        begin = time.monotonic()
        while True:
            place = self.chance.choice(self.places)
            if (place.address, int(place.port)) != (self.connection.address, self.connection.port):
                self.connection.close()
                self.connection.address, self.connection.port = place.address, int(place.port)
            try:
                return await super().call(method, path, body)
            except Refused as refused:
                if refused.status in (404, 409) and "/knocks/" in path:
                    return None  # answered by an attempt of which nothing was heard, perhaps the proxy's
                if refused.status < 500 and refused.status != 429:
                    raise
            except LOST:
                pass
            self.connection.close()
            self.again += 1
            if time.monotonic() - begin > self.patience:
                raise TimeoutError(f"{method} {path} has no answer in {self.patience:.0f} s")
            await asyncio.sleep(self.chance.uniform(0.05, 0.25))

    def leave(self):
        self.connection.close()


@dataclasses.dataclass
class Shared:
    """A document, and what was acknowledged of it."""

    owner: str
    document: str
    collaboration: str
    acknowledged: dict[str, int] = dataclasses.field(default_factory=dict)
    begun: dict[int, float] = dataclasses.field(default_factory=dict)  # by sequence: when it was first asked for
    complaints: list[str] = dataclasses.field(default_factory=list)

    def sent_late(self, stream: Stream, answered: float) -> list[int]:
        """What a stream was sent of what nobody had begun to write when the removal was answered."""
        return [number for number, _ in stream.sequences if self.begun.get(number, 0) > answered]

    def judge(self, entries: list[dict]) -> list[str]:
        updates = [one["updateID"] for one in entries if one.get("updateID")]
        places = {one.get("updateID"): int(one["sequence"]) for one in entries}
        wrong = []
        if lost := set(self.acknowledged) - set(updates):
            wrong.append(f"{len(lost)} acknowledged updates are lost")
        if doubled := len(updates) - len(set(updates)):
            wrong.append(f"{doubled} updates are in the log twice")
        if any(places.get(update, number) != number for update, number in self.acknowledged.items()):
            wrong.append("an update is somewhere else than was answered")
        if [int(one["sequence"]) for one in entries] != list(range(1, len(entries) + 1)):
            wrong.append("the log has gaps")
        return wrong


@dataclasses.dataclass
class Removal:
    stream: Stream
    answered: float
    took: float
    shared: Shared
    cut: float  # seconds from the commit until no node sent to them any more, as the receipt says


class Ledger:
    """
    places: where people write. nodes: where readers have their streams, and where it is looked whether they still read.
    asked: where people are let in and removed; None: where they write."""

    def __init__(self, places: list[Place], nodes: list[Place], seed: int, asked: list[Place] | None = None):
        self.places, self.nodes, self.chance, self.asked = places, nodes, random.Random(seed), asked or places
        self.shared: list[Shared] = []
        self.times: list[tuple[float, float]] = []  # of each acknowledgement: when, and how long it took
        self.again = self.grants = self.races = 0
        self.removals: list[Removal] = []  # whose person had to stay out
        self.reads = {"refused": 0, "no answer": 0, "answered": 0}
        self.disagreements: list[str] = []
        self.until = 0.0

    def person(self, account: str, places: list[Place] | None = None) -> Insistent:
        return Insistent(places or self.places, account, self.chance)

    async def begin(self, documents: int):
        for _ in range(documents):
            owner = self.person(f"owner{random_id()}@ledger.example")
            self.shared.append(Shared(owner.account, *await owner.share()))
            owner.leave()

    async def run(self, seconds: float, writers: int, removers: int, disturb):
        """
        disturb: does harm until it is told to stop by `until`.
        Returns what that returned."""
        self.until = time.monotonic() + seconds
        harm, *_ = await asyncio.gather(
            disturb, *(self.remove_again_and_again(self.shared[number % len(self.shared)]) for number in range(removers)),
            *(self.write(self.shared[number % len(self.shared)]) for number in range(writers)))
        await asyncio.sleep(5)  # for what streams are sent although they should not be
        return harm

    async def write(self, shared: Shared):
        person = self.person(shared.owner)
        while time.monotonic() < self.until:
            update, begin = random_id(), time.monotonic()
            number = await person.append(shared.document, update)
            end = time.monotonic()
            shared.acknowledged[update] = number
            shared.begun[number] = begin
            self.times.append((end, end - begin))
            await asyncio.sleep(0.02)
        self.again += person.again
        person.leave()

    async def remove_again_and_again(self, shared: Shared):
        """Lets one in after the other, who reads at some node until they are removed."""
        owner = self.person(shared.owner, self.asked)
        while time.monotonic() < self.until:
            guest = self.person(f"guest{random_id()}@ledger.example", self.asked)
            roots = await owner.let_in(shared.collaboration, [guest])
            if guest.account not in roots:
                continue
            self.grants += 1
            stream = Stream(Person(self.chance.choice(self.nodes), guest.account), shared.document)
            with contextlib.suppress(Refused, *LOST):
                await stream.begin()
            await asyncio.sleep(self.chance.uniform(0.2, 1))
            if self.chance.random() < 0.5:
                await self.race(owner, guest, shared, roots[guest.account], stream)
            await self.remove(owner, guest.account, shared, stream)
            guest.leave()
        owner.leave()

    async def race(self, owner: Insistent, guest: Insistent, shared: Shared, root: str, stream: Stream):
        """They are removed and let in at the same time; then every node has to say the same as the list of participants."""
        other, begin = self.person(owner.account, self.asked), time.monotonic()
        cut, _ = await asyncio.gather(owner.remove(shared.collaboration, root), self.grant(other, guest, shared))
        answered = time.monotonic()
        other.leave()
        is_in = bool(await self.roots(owner, guest.account, shared))
        self.races += 1
        if not is_in:
            self.removals.append(Removal(stream, answered, answered - begin, shared, cut["microseconds"] / 1e6))
        for node in self.nodes:
            said = await self.read(node, guest.account, shared)
            if said != "no answer" and (said == "answered") != is_in:
                self.disagreements.append(f"{guest.account} is {'in' if is_in else 'out'}, and a read was {said}")

    async def grant(self, owner: Insistent, guest: Insistent, shared: Shared):
        path = f"collaborations/{shared.collaboration}/knocks"
        await guest.call("POST", path, {})
        until = time.monotonic() + 2
        while time.monotonic() < until:
            for knock in (await owner.call("GET", path))["knocks"]:
                if knock["account"] == guest.account:
                    await owner.call("POST", f"{path}/{knock['knockID']}", {"accept": True})
                    self.grants += 1
                    return
            await asyncio.sleep(0.05)

    async def roots(self, owner: Insistent, account: str, shared: Shared) -> list[str]:
        members = await owner.call("GET", f"collaborations/{shared.collaboration}/participants?limit=1000")
        return [one["root"] for one in members["participants"] if one.get("account") == account]

    async def remove(self, owner: Insistent, account: str, shared: Shared, stream: Stream):
        for root in await self.roots(owner, account, shared):
            begin = time.monotonic()
            cut = await owner.remove(shared.collaboration, root)
            answered = time.monotonic()
            self.removals.append(Removal(stream, answered, answered - begin, shared, cut["microseconds"] / 1e6))
        for said in await asyncio.gather(*(self.read(node, account, shared) for node in self.nodes)):
            self.reads[said] += 1

    async def read(self, node: Place, account: str, shared: Shared) -> str:
        """At one node, once; what it does not know now it may not say later either."""
        person = Person(node, account)
        try:
            await asyncio.wait_for(person.call("GET", f"documents/{shared.document}/events?after=0&limit=1"), 3)
            return "answered"
        except Refused as refused:
            return "refused" if refused.status in (403, 404) else "no answer"
        except LOST:
            return "no answer"
        finally:
            person.connection.close()

    async def log(self, shared: Shared) -> list[dict]:
        person, entries, after = self.person(shared.owner), [], 0
        path = f"documents/{shared.document}/events"
        while page := (await person.call("GET", f"{path}?after={after}&limit=500"))["events"]:
            entries += page
            after = int(page[-1]["sequence"])
        person.leave()
        return entries

    async def judge(self) -> list[str]:
        """Everything that is wrong, in words."""
        wrong = [sentence for shared in self.shared for sentence in shared.judge(await self.log(shared))]
        late = [removal for removal in self.removals
                if removal.shared.sent_late(removal.stream, removal.answered)]
        if late:
            wrong.append(f"{len(late)} streams were sent what was written after the removal was answered")
        if self.reads["answered"]:
            wrong.append(f"{self.reads['answered']} reads were answered after the removal was")
        return wrong + self.disagreements

    @property
    def acknowledged(self) -> int:
        return sum(len(shared.acknowledged) for shared in self.shared)

    def silence(self, begin: float, end: float) -> float:
        """The longest time without an acknowledgement between two moments, in seconds."""
        at = sorted(moment for moment, _ in self.times if begin <= moment <= end)
        return max((later - earlier for earlier, later in zip([begin, *at], [*at, end])), default=0)
