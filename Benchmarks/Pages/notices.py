"""How long after the last keystroke of an edit the other person's conversation tells of it. Nobody presses anything: the
app's server waits for a pause of a second, tells the relay, and the relay the messenger."""

import re
import statistics

from playwright.sync_api import expect

from support.person import BrowserPerson
from support.servers import Server
from test_only_what_is_true import opened

EDITS = 50


def measure(browser):
    servers = Server("--demo").start()
    people: list[BrowserPerson] = []

    def person(name: str) -> BrowserPerson:
        people.append(BrowserPerson(browser, servers, name, name.title()))
        return people[-1]

    try:
        ann, bob = opened(person, "Soup")
        expect(strip_of(ann)).to_contain_text("Bob joined")
        waited = sorted(wait_for_one(ann, bob, number) for number in range(EDITS))
    finally:
        for one in people:
            one.close()
        servers.stop()
    print(f"\nfrom the last keystroke to the banner of the other person, {EDITS} edits, milliseconds")
    print(f"  median {statistics.median(waited):.0f}, p95 {waited[int(EDITS * 0.95) - 1]:.0f}, "
          f"longest {waited[-1]:.0f}; of it the pause that ends an edit is 1000")


def strip_of(one):
    return one.messenger.locator(".banners .banner")


def wait_for_one(ann, bob, number: int) -> float:
    """Both pages are on one machine: one clock."""
    ann.messenger.get_by_role("button", name=re.compile("^Dismiss")).click()
    expect(strip_of(ann)).to_have_count(0)
    shown = """() => new Promise((resolve) => {
        const look = () => document.querySelector(".banners .banner") && (resolve(Date.now()), watch.disconnect());
        const watch = new MutationObserver(look);
        watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    })"""
    ann.messenger.evaluate(f"() => {{ globalThis.shown = ({shown})(); }}")
    bob.write("Notes", f"{number}. ")
    last = bob.recipes.evaluate("() => Date.now()")
    return ann.messenger.evaluate("() => globalThis.shown") - last
