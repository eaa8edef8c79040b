"""How long the pages take without a network in between: first paint, a long conversation, many writers.

The figures belong to the machine; none of them decides whether a test is green.
"""

import json

from playwright.sync_api import Browser, expect

from support.person import BrowserPerson
from support.servers import Server, wait_until
from support.thread import fill_thread

VISITS = 5
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"

# When the page first shows a text.
SEEN = """const look = () => {
  if (globalThis.seenAt === undefined && document.body?.innerText.includes(%s))
    requestAnimationFrame(() => (globalThis.seenAt ??= performance.now()));
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true,
  attributes: true });"""

# Clicks the first conversation and answers when its text is in the page: looked at from inside, because a look from
# outside comes in steps of a second.
OPEN = """(text) => new Promise((done) => {
  const began = performance.now();
  const look = () => document.querySelector("[role=log]")?.innerText.includes(text)
    ? requestAnimationFrame(() => done(performance.now() - began)) : setTimeout(look, 5);
  document.querySelector("[aria-label=Conversations] a").click();
  look();
})"""

# Scrolls like somebody in a hurry and answers the longest time between two frames.
SCROLL = """async (scroller) => {
  let longest = 0, last = performance.now();
  for (let step = 0; step < 120; step += 1) {
    scroller.scrollBy(0, step < 90 ? -900 : 900);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}"""


def line(what: str, milliseconds: float, rest: str = ""):
    print(f"  {what:<52}{milliseconds:>8.0f} ms{rest}", flush=True)


def visits(page, address: str, moment: str, what: str):
    times = []
    for _ in range(VISITS):
        page.goto("about:blank")
        page.goto(address)
        times.append(wait_until(lambda: page.evaluate(moment), what="the first paint"))
    times.sort()
    line(what, times[len(times) // 2], f"   ({times[0]:.0f} to {times[-1]:.0f})")


def measure(browser: Browser):
    servers = Server("--demo").start()
    ann = BrowserPerson(browser, servers, "ann", "Ann")
    try:
        print("\nwithout a network, Chromium; the median of five visits")
        page = ann.open_messenger()
        visits(page, servers.relay, FIRST_PAINT, "the messenger's first paint, nobody signed up")
        visits(page, servers.app, FIRST_PAINT, "the recipes' first paint, nobody signed in")
        page.goto(servers.relay)
        ann.sign_up()
        ann.begin_conversation("charlie")
        conversation = page.url
        ann.open_recipes()
        ann.sign_up_to_recipes()
        ann.write_recipe("Pancakes")
        for address, text in ((servers.relay, "Charlie"), (servers.app, "Pancakes")):
            other = ann.context.new_page()
            other.add_init_script(SEEN % json.dumps(text))
            visits(other, address, "globalThis.seenAt", f"the list with “{text}” in it")
            other.close()
        page.goto(conversation)
        long_conversation(ann)
    finally:
        ann.close()
        servers.stop()


def long_conversation(ann: BrowserPerson):
    page = ann.messenger
    fill_thread(page, 10_000)
    page.reload()
    last = ann.thread.get_by_text("Message 10000", exact=False).last
    expect(last).to_be_visible()
    times = []
    for _ in range(VISITS):
        page.goto(f"{ann.servers.relay}/#")
        times.append(page.evaluate(OPEN, "Message 10000"))
    times.sort()
    line("ten thousand messages, opened", times[len(times) // 2], f"   ({times[0]:.0f} to {times[-1]:.0f})")
    longest = page.get_by_role("region", name="Conversation").evaluate(SCROLL)
    line("the longest frame while scrolling through them", longest)
