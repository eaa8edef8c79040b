"""How long a message to sixty people takes in the messenger's page, from the key to the mark that the relay has it."""

import statistics

from playwright.sync_api import Browser, expect

from devices import people
from support.person import BrowserPerson
from support.servers import Server

PEOPLE, VISITS, TEXTS = 60, 5, 5

# From the key that sends to the mark at the newest message.
SENT = """(text) => { globalThis.sent = new Promise((resolve) => {
  let pressed;
  addEventListener("keydown", ({ key }) => { if (key === "Enter") pressed ??= performance.now(); }, { capture: true });
  const watch = new MutationObserver(() => {
    const row = [...document.querySelectorAll("[role=log] .row.mine")].at(-1);
    if (!row?.innerText.includes(text) || !/Sent|Delivered/.test(row.querySelector(".meta")?.innerText ?? "")) return;
    watch.disconnect();
    resolve(performance.now() - pressed);
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
}); }"""


def send(ann: BrowserPerson, text: str) -> float:
    ann.messenger.evaluate(SENT, text)
    ann.compose_field.fill(text)
    ann.compose_field.press("Enter")
    return ann.messenger.evaluate("() => globalThis.sent")


def measure(browser: Browser):
    servers = Server().start()
    ann = BrowserPerson(browser, servers, "ann", "Ann")
    try:
        others = people(servers.relay_port, servers.relay, PEOPLE, devices=1)
        ann.sign_up()
        ann.begin_conversation(*(one.handle for one in others), name="All of us")
        newest = send(ann, "The very first")
        first, later = [], []
        for visit in range(VISITS):
            ann.messenger.reload()
            expect(ann.compose_field).to_be_visible()
            times = [send(ann, f"Visit {visit}, text {number}") for number in range(TEXTS)]
            first.append(times[0])
            later += times[1:]
    finally:
        ann.close()
        servers.stop()
    print(f"\na message to {PEOPLE} people, from the key to the mark that the relay has it, milliseconds, Chromium")
    print(f"  the first of a new conversation {newest:.0f}")
    for what, times in (("the first after the page was opened", first), ("later ones", later)):
        print(f"  {what}: median {statistics.median(times):.0f}, longest {max(times):.0f}")
