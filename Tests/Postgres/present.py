"""Who is present in a document, as people see it who are at different nodes."""

import asyncio
import signal

from servers import Node, Person, Stream, random_id


async def present(nodes: list[Node], holds):
    """People at different nodes see each other, until they leave, are removed, or their lease ends."""
    people = [Person(node, f"{name}@present.example") for node, name in zip(nodes, ("owner", "ben", "dora"))]
    owner = people[0]
    document, collaboration = await owner.share()
    roots = await owner.let_in(collaboration, people[1:])
    streams = [await Stream(person, document).begin() for person in people]
    clients = [random_id() for _ in people]

    async def put(number: int, lease: int = 30):
        await people[number].at(nodes[number]).call("PUT", f"documents/{document}/presence",
                                                {"clientID": clients[number], "state": "c3RhdGU", "leaseSeconds": lease})

    async def show(accounts: list[str], of: list[Stream]) -> list[float]:
        return [await stream.shows(accounts) for stream in of]

    for number in range(3):
        await put(number)
    names = [person.account for person in people]
    took = await show(names, streams)
    listed = await people[1].call("GET", f"documents/{document}/presence")
    holds(f"three people at three nodes see each other ({max(took) * 1000:.0f} ms after the last has come)",
          min(took) >= 0 and len(listed["present"]) == 3, str([stream.present for stream in streams]))
    await people[2].call("DELETE", f"documents/{document}/presence?clientID={clients[2]}")
    holds("who leaves is gone at the others", min(await show(names[:2], streams)) >= 0)
    await put(2, lease=5)
    came = min(await show(names, streams))
    holds("who does not renew is gone at the others too", came >= 0 and min(
        [await stream.shows(names[:2], 10) for stream in streams]) >= 0)
    for node in nodes[:2] * 5:
        await people[2].at(node).call("PUT", f"documents/{document}/presence", {"clientID": clients[2], "state": "c3RhdGU"})
        await people[2].at(nodes[2]).call("DELETE", f"documents/{document}/presence?clientID={clients[2]}")
    await asyncio.sleep(1)
    holds("who comes at one node and leaves at another at once is gone at all", min(await show(names[:2], streams)) >= 0,
          str([stream.present for stream in streams]))
    await put(2)
    await show(names, streams)
    racing = [asyncio.create_task(put(1)) for _ in range(20)]
    await owner.remove(collaboration, roots[people[1].account])
    gone = await show([names[0], names[2]], [streams[0], streams[2]])
    await asyncio.gather(*racing, return_exceptions=True)
    await asyncio.sleep(1)
    still = await show([names[0], names[2]], [streams[0], streams[2]])
    holds("who is removed is gone at every node, and nothing they said last brings them back",
          min(gone + still) >= 0, str([stream.present for stream in streams]))
    await dead(nodes, owner, people[2], holds)
    for stream in streams:
        stream.close()


async def dead(nodes: list[Node], owner: Person, guest: Person, holds):
    """The people of a node that dies are gone when their leases are over, and it knows of the others when they renew."""
    document, collaboration = await owner.share()
    await owner.let_in(collaboration, [guest])
    stream = await Stream(owner, document).begin()
    clients = {person.account: random_id() for person in (owner, guest)}
    both = list(clients)

    async def put(person: Person, lease: int):
        await person.call("PUT", f"documents/{document}/presence", {
            "clientID": clients[person.account], "state": "c3RhdGU", "leaseSeconds": lease})

    await put(owner, 120)
    await put(guest, 5)
    came = await stream.shows(both)
    nodes[2].send(signal.SIGKILL)
    nodes[2].process.wait()
    gone = await stream.shows([owner.account], 10)
    holds(f"who was at a node that dies is gone when their lease of 5 s is over ({gone:.1f} s)", came >= 0 and 0 <= gone < 6.5,
          str(stream.present))
    nodes[2].start()
    await asyncio.to_thread(nodes[2].begun)
    again = await Stream(guest.at(nodes[2]), document).begin()
    await put(guest.at(nodes[2]), 30)
    alone = min(await stream.shows(both), await again.shows([guest.account]))
    await put(owner, 120)
    holds("started again it sees the others when they have said again that they are here",
          min(alone, await again.shows(both)) >= 0, str([stream.present, again.present]))
    stream.close()
    again.close()
    await asyncio.sleep(3)
