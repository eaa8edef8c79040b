"""Nodes to which nothing is told: PostgreSQL's processes that would tell them are stopped, and nobody sees that. A word that is
lost only delays (decision 0033, 7)."""

import os
import signal
import time

from cluster import Cluster
from servers import Node, Person, Stream


async def deaf(cluster: Cluster, nodes: list[Node], holds):
    owner, guest = Person(nodes[0], "owner-deaf@nodes.example"), Person(nodes[1], "ben-deaf@nodes.example")
    document, collaboration = await owner.share()
    roots = await owner.let_in(collaboration, [guest])
    stream = await Stream(guest, document).begin()
    holds("what is told arrives", bool(await stream.has(await owner.append(document))))
    tellers = [int(number) for number in cluster.psql("nodes", """
        SELECT pid FROM pg_stat_activity WHERE datname = 'nodes' AND query ILIKE 'listen %'""").splitlines()]
    for number in tellers:
        os.kill(number, signal.SIGSTOP)
    try:
        begin = time.monotonic()
        at = await stream.has(await owner.append(document), within=11)
        holds(f"an entry of which the other node was told nothing arrives all the same ({at - begin:.1f} s)",
              len(tellers) == len(nodes) and at > 0)
        begin = time.monotonic()
        cut = await owner.remove(collaboration, roots[guest.account])
        took = time.monotonic() - begin
        last = await owner.append(document) - 1
        await stream.is_over()
        others = len(nodes) - 1
        holds(f"a removal of which the others were told nothing is heard with the next renewal, and confirmed ({took:.1f} s)",
              cut["nodes"] == {"asked": others, "confirmed": others, "expired": 0} and stream.reason == "removed"
              and stream.last <= last and took < 5, str(cut))
    finally:
        for number in tellers:
            os.kill(number, signal.SIGCONT)
    again = Person(nodes[1], "dora-deaf@nodes.example")
    await owner.let_in(collaboration, [again])
    stream = await Stream(again, document).begin()
    holds("told again, nodes hear at once", bool(await stream.has(await owner.append(document), within=5)))
    stream.close()
