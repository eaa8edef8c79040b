"""What guards passwords and rendezvous, and rates of requests, are counted by all nodes together, whichever somebody asks."""

import asyncio

from servers import Connection, Node, Refused, RelayNode, Writer, random_id


async def status_of(node: Node, method: str, path: str, body: dict) -> int:
    connection = Connection(int(node.port))
    try:
        await connection.call(method, path, body)
        return 200
    except Refused as error:
        return error.status
    finally:
        connection.close()


async def try_password(node: Node, name: str, password: str = "not the password") -> int:
    return await status_of(node, "POST", "/collab/v1/sessions", {"account": f"{name}@attack.example", "password": password})


async def passwords(nodes: list[Node], holds):
    """Ten wrong ones of an address for an account are looked at, and one more each two minutes (docs/LIMITS.md)."""
    for name in ("guessed", "rushed", "typist"):
        await Writer(int(nodes[0].port), name).begin()
    tries = [await try_password(nodes[number % 3], "guessed") for number in range(16)]
    holds("sixteen wrong passwords at three nodes in turn are as many as at one: ten are looked at",
          tries == [401] * 10 + [429] * 6, str(tries))
    rushed = await asyncio.gather(*(try_password(nodes[number % 3], "rushed") for number in range(45)))
    await asyncio.sleep(0.5)
    after = [await try_password(node, "rushed") for node in nodes]
    holds(f"of 45 at once {rushed.count(401)} are looked at, no more than three times ten, and none after that at any node",
          10 <= rushed.count(401) <= 30 and set(rushed) <= {401, 429} and after == [429] * 3, f"{rushed} {after}")
    right = [await try_password(nodes[number % 3], "typist", "a long password") for number in range(6)]
    wrong = [await try_password(nodes[number % 3], "typist") for number in range(10)]
    holds("right ones take nothing away from them at any node", right == [200] * 6 and wrong == [401] * 10, f"{right} {wrong}")


async def requests(nodes: list[Node], holds):
    """An address uses 20 links to a new password at once, and one more each ten seconds (docs/LIMITS.md)."""
    async def use(node: Node) -> int:
        return await status_of(node, "POST", "/collab/v1/password-resets",
                               {"token": random_id() + random_id(), "password": "a long password"})

    answers = []
    for node in nodes:
        answers.append([await use(node) for _ in range(22)])
        await asyncio.sleep(1)
    answered = [sum(one != 429 for one in each) for each in answers]
    # What is half used up is told the others, so the second has ten, or one that has grown again, and the third none.
    holds(f"who asks three nodes in turn has {answered} answered, of a rate that gives twenty at once",
          answered[0] in (20, 21) and answered[1] in (10, 11) and answered[2] in (0, 1), str(answers))


async def places(nodes: list[RelayNode], holds):
    """An address opens 64 rendezvous (docs/LIMITS.md), and answers in those that are open."""
    async def leave(number: int, place: str) -> int:
        return await status_of(nodes[number % len(nodes)], "POST", f"/relay/v1/rendezvous/{place}", {"data": "AAAA"})

    opened = [random_id() for _ in range(70)]
    answers = []
    for number, place in enumerate(opened):
        answers.append(await leave(number, place))
        # Beyond this the two may not have told each other yet.
        if number > 60:
            await asyncio.sleep(0.2)
    answered = [await leave(number, opened[number - 1]) for number in range(1, 11)]
    holds("70 rendezvous are opened at two relays in turn, and 64 are what one address may have",
          answers == [200] * 64 + [422] * 6, str(answers))
    holds("what was opened at one is answered in at the other", answered == [200] * 10, str(answered))
