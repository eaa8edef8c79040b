"""Three places for relays behind HAProxy, and an upgrade node by node while people converse: with GROVE_BEFORE, nodes of that
version and of this one stand side by side meanwhile, and one of the version before is started again beside the new ones."""

import asyncio
import os
import subprocess
import time

from proxied import BEFORE, Proxy
from servers import GROVE, Refused, RelayNode, free_port
from people import Device

PEOPLE = 6
NOWHERE = "http://127.0.0.1:9"


class Villager:
    """Writes, and notes what its device has taken: that sends it, later where need be."""

    def __init__(self, number: int, folder: str, origin: str):
        self.name, self.folder, self.origin = f"v{number}", f"{folder}/v{number}", origin
        self.sent: list[str] = []
        self.failures: list[str] = []
        self.times: list[float] = []
        self.turn = asyncio.Lock()

    async def begin(self) -> "Villager":
        self.device = await Device.start(BEFORE, self.folder, self.origin, NOWHERE)
        return self

    async def ask(self, verb: str, **arguments: str) -> dict:
        async with self.turn:
            until = time.monotonic() + 10
            while True:
                begin = time.monotonic()
                try:
                    return await self.device.ask(verb, **arguments)
                except (Refused, TimeoutError) as error:
                    # Its device has not heard of it yet.
                    if "conversation_unknown" not in repr(error) or begin > until:
                        self.failures.append(f"{time.strftime('%T')} {self.name} {verb}: {error!r}"[:200])
                        return {}
                    await asyncio.sleep(0.1)
                finally:
                    self.times.append(time.monotonic() - begin)

    async def write(self, conversation: str, goes_on):
        while goes_on():
            text = f"{self.name} {len(self.sent)}"
            if await self.ask("sendText", conversation=conversation, text=text):
                self.sent.append(text)
            await asyncio.sleep(0.6)

    async def texts(self, conversation: str) -> list[str]:
        rows = (await self.ask("thread", conversation=conversation)).get("rows", [])
        return [row["text"] for row in rows if row.get("text", "").startswith("v")]


class Village:
    """Three conversations of two people; one who joins and leaves all the time, and one who is away, are in each."""

    def __init__(self, folder: str, origin: str):
        self.folder, self.origin = folder, origin
        self.people = [Villager(number, folder, origin) for number in range(PEOPLE)]
        self.guest, self.away = Villager(PEOPLE, folder, origin), Villager(PEOPLE + 1, folder, origin)
        self.changes = dict[str, int]()
        self.goes_on = True

    async def begin(self):
        everybody = [*self.people, self.guest, self.away]
        for one in everybody:
            await one.begin()
            await one.ask("signUp", handle=one.name, name=one.name.upper(), **{"from": "anybody"})
        await self.away.device.stop()
        for one, other in zip(self.people[:3], self.people[3:]):
            made = await one.ask("createConversation", members=f"{other.name},{self.away.name}")
            self.changes[made["values"]["conversation"]] = 1

    @property
    def conversations(self) -> list[str]:
        return list(self.changes)

    async def come_and_go(self):
        """Somebody is added by one person, and leaves or is removed by another."""
        turn = 0
        while self.goes_on:
            conversation, adder = self.conversations[turn % 3], self.people[turn % PEOPLE]
            remover = (self.guest, self.people[(turn + 3) % PEOPLE])[turn % 2]
            for verb, person in (("addMember", adder), ("removeMember", remover)):
                if await person.ask(verb, conversation=conversation, handle=self.guest.name):
                    self.changes[conversation] += 1
                await asyncio.sleep(0.3)
            turn += 1

    async def begin_and_decline(self):
        """Somebody who has to be asked is, and says no."""
        async def shy(*words: str):
            did = await asyncio.to_thread(
                subprocess.run, [GROVE, "message", *words, "--folder", f"{self.folder}/shy", "--relay", self.origin],
                capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
            if did.returncode != 0:
                self.guest.failures.append(f"{time.strftime('%T')} shy: {words}: {did.stdout}{did.stderr}"[:300])

        await shy("sign-up", "--handle", "shy", "--name", "Shy")
        # Nobody is asked by one person for ever.
        for number in range(12):
            if self.goes_on and await self.people[1].ask("createConversation", members="shy", name=f"Hello {number}"):
                await shy("decline", f"Hello {number}")
            await asyncio.sleep(2)

    async def live(self):
        await asyncio.gather(self.come_and_go(), self.begin_and_decline(), *(
            one.write(self.conversations[number % 3], lambda: self.goes_on) for number, one in enumerate(self.people)))

    async def wrong(self) -> list[str]:
        """What somebody has not read, or twice, or in another order than its sender's."""
        wrong = []
        await self.away.begin()
        for number, conversation in enumerate(self.conversations):
            writers = self.people[number::3]
            wanted = {one.name: one.sent for one in writers}
            for reader in [*writers, self.away]:
                until, read = time.monotonic() + 20, {}
                while read != wanted and time.monotonic() < until:
                    texts = await reader.texts(conversation)
                    read = {name: [text for text in texts if text.startswith(name + " ")] for name in wanted}
                    await asyncio.sleep(0.1)
                wrong += [f"{reader.name} reads of {name}: {read[name]}, and not {wanted[name]}"[:300]
                          for name in wanted if read[name] != wanted[name]]
        return wrong

    async def end(self):
        for one in [*self.people, self.guest, self.away]:
            if one.device.process.returncode is None:
                await one.device.stop()


def answers(proxy: Proxy) -> tuple[int, list[str]]:
    """Requests that came to the proxy, and those that were not answered as they should be. Streams end with their node."""
    lines = [line for line in proxy.log.read_text().splitlines() if line.endswith(' HTTP/1.1"')]
    wrong = [line for line in lines if "/stream" not in line and (" ---- " not in line or int(line.split()[5]) >= 500)]
    return len(lines), wrong


def waiting(cluster, village: Village) -> tuple[list[str], int]:
    """What waits for who is away, as entries name it.
    Returns what is wrong with it, and how many events there are."""
    def asked(sql: str) -> list[str]:
        return cluster.psql("relayed", f"SET search_path TO relay; {sql}").splitlines()[1:]

    entries = ("FROM mailbox_entry m JOIN device d USING (account_id, device_id) JOIN account a ON a.account_id = d.account_id "
               f"AND a.handle = '{village.away.name}' ")
    by_number = asked("SELECT sequence, encode(e.conversation_id, 'hex'), e.version, e.kind " + entries
                      + "JOIN conversation_event e ON (e.conversation_id, e.number) = (event_conversation, event_number) ORDER BY 1")
    wrong = []
    if asked("SELECT 1 FROM pg_attribute WHERE attrelid = 'mailbox_entry'::regclass AND attname = 'event_id'"):
        by_id = asked("SELECT sequence, encode(e.conversation_id, 'hex'), e.version, e.kind " + entries
                      + "JOIN conversation_event e USING (event_id) ORDER BY 1")
        if by_id != by_number:
            wrong.append("by one name other events wait than by the other")
    numbers = [int(one) for one in asked("SELECT sequence " + entries + "ORDER BY 1")]
    if numbers != list(range(1, len(numbers) + 1)):
        wrong.append(f"positions have gaps: {numbers}")
    versions: dict[str, list[int]] = {}
    for line in by_number:
        _, conversation, version, _ = line.split("|")
        versions.setdefault(conversation, []).append(int(version))
    wanted = sorted(village.changes.values())
    if sorted(map(len, versions.values())) != wanted or any(one != list(range(1, len(one) + 1)) for one in versions.values()):
        wrong.append(f"events of {wanted} changes: versions {versions}")
    if asked("SELECT 1 FROM member FULL JOIN membership USING (account_id, conversation_id) WHERE member.requested_by "
             "IS DISTINCT FROM membership.requested_by OR member.account_id IS NULL LIMIT 1"):
        wrong.append("members are not memberships")
    return wrong, len(by_number)


async def replaced(nodes: list[RelayNode], proxy: Proxy):
    """Two old ones; a new one beside them; one becomes new, and old again; then both become new."""
    async def begin(node: RelayNode, program: str):
        if node.process.poll() is None:
            await proxy.end(node)
        node.program = program
        node.start()
        await asyncio.to_thread(node.begun)
        await asyncio.sleep(4)

    await asyncio.sleep(4)
    for node, program in ((nodes[2], GROVE), (nodes[0], GROVE), (nodes[0], BEFORE), (nodes[1], GROVE), (nodes[0], GROVE)):
        await begin(node, program)


async def upgraded_relays(cluster, folder: str, holds, quantiles):
    address, port = cluster.database("relayed"), free_port()
    origin = f"http://127.0.0.1:{port}"
    words = ("--nodes", "several", "--relay-origin", origin, "--trusted-proxy", "127.0.0.1")
    nodes = [await asyncio.to_thread(
        RelayNode(folder + "/relayed", address, *words, name=f"r{number}", program=BEFORE).begun) for number in range(3)]
    # The third comes later.
    nodes[2].stop()
    proxy, village = Proxy(folder, port, nodes), Village(folder + "/village", origin)
    os.mkdir(folder + "/village")
    try:
        await asyncio.sleep(1.5)
        await village.begin()
        for one in village.people:
            one.times.clear()
        living = asyncio.create_task(village.live())
        await replaced(nodes, proxy)
        village.goes_on = False
        await living
        everybody = [*village.people, village.guest, village.away]
        failures = [failure for one in everybody for failure in one.failures]
        times = [one for person in everybody for one in person.times]
        asked, unanswered = answers(proxy)
        sent = sum(len(one.sent) for one in village.people)
        how = "started again" if BEFORE == GROVE else f"upgraded from {BEFORE}, and one back and forth,"
        holds(f"relays are {how} one by one while {PEOPLE} people converse, and of {asked} requests, {len(times)} things done, "
              f"none fails ({quantiles(times)})", not failures and not unanswered,
              "\n".join([*failures, *unanswered, *proxy.states(), *(node.said()[-1500:] for node in nodes)]))
        wrong, events = waiting(cluster, village)
        holds(f"who is away has all {events} events waiting, once and in order, by whichever name", not wrong, "\n".join(wrong))
        wrong = await village.wrong()
        holds(f"each of {sent} texts is read by everybody once and in order", not wrong, "\n".join(wrong))
    finally:
        await village.end()
        proxy.stop()
        for node in nodes:
            node.stop()
