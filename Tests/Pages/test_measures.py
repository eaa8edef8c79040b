"""Times that the pages keep to."""

import json
import os
import re
import subprocess
import time

from playwright.sync_api import expect

from support.servers import ROOT, wait_until

# Milliseconds after navigation, on a machine that has nothing else to do: where more waits than there are cores,
# everything takes longer in proportion.
PAINT_BUDGET = 300 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1) - 1)
VISITS = 12


def shown_after(page, address: str, moment: str) -> float:
    """What the page needs, not what else the machine does: the best of a few visits, or of more where it is
    busy."""
    times: list[float] = []
    while len(times) < 3 or (min(times) >= PAINT_BUDGET and len(times) < VISITS):
        page.goto("about:blank")
        page.goto(address)
        times.append(wait_until(lambda: page.evaluate(moment), what="the first paint"))
    print(f"{address}: {min(times):.0f} ms at best, {max(times):.0f} ms at worst, "
          f"{PAINT_BUDGET:.0f} ms allowed")
    return min(times)


FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"

# When the page first shows a text.
SEEN = """const look = () => {
  if (globalThis.seenAt === undefined && document.body?.innerText.includes(%s))
    requestAnimationFrame(() => (globalThis.seenAt ??= performance.now()));
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true,
  attributes: true });"""


def test_both_pages_show_something_within_three_hundred_milliseconds(person):
    ann = person("ann")
    page = ann.open_messenger()
    assert shown_after(page, ann.servers.relay, FIRST_PAINT) < PAINT_BUDGET
    assert shown_after(page, ann.servers.app, FIRST_PAINT) < PAINT_BUDGET
    page.goto(ann.servers.relay)
    ann.sign_up()
    ann.begin_conversation("charlie")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Pancakes")
    # With something in them: the conversation's name, the recipe's title.
    for address, text in ((ann.servers.relay, "Charlie"), (ann.servers.app, "Pancakes")):
        page = ann.context.new_page()
        page.add_init_script(SEEN % json.dumps(text))
        assert shown_after(page, address, "globalThis.seenAt") < PAINT_BUDGET
        page.close()


# Lines written into the device's store by the device's own rules, as ten thousand messages would be.
FILL = """async ([conversationID, count]) => {
  const { IndexedDBRecordStore } = await import("/grove/store/indexeddb-record-store.js");
  const { addItem } = await import("/grove/device/thread.js");
  const [{ name }] = await indexedDB.databases();
  const store = await IndexedDBRecordStore.open(name);
  const changes = new Map();
  const records = {
    get: async (key) => changes.has(key) ? changes.get(key) : store.get(key),
    put: (key, value) => changes.set(key, value),
  };
  const { members } = await store.get(`conversation/${conversationID}`);
  for (let number = 1; number <= count; number += 1) {
    const sender = members[number % members.length];
    const at = Date.now() - (count - number) * 60_000;
    await addItem(records, { conversationID, sender, sentAt: at, receivedAt: at, content: {
      kind: "text", text: `Message ${number} ${"of many words ".repeat(number % 7)}` } }, members[0]);
  }
  await store.put(changes);
}"""

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


def test_a_conversation_of_ten_thousand_messages_opens_and_scrolls_without_freezing(person):
    ann = person("ann")
    ann.sign_up()
    ann.begin_conversation("charlie")
    page = ann.messenger
    identifier = page.url.split("#c=")[1]
    page.evaluate(FILL, [identifier, 10_000])
    page.reload()
    expect(ann.thread.get_by_text("Message 10000", exact=False).last).to_be_visible()
    page.goto(f"{ann.servers.relay}/#")
    began = time.monotonic()
    page.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    expect(ann.thread.get_by_text("Message 10000", exact=False).last).to_be_visible()
    opened = (time.monotonic() - began) * 1000
    scroller = page.get_by_role("region", name="Conversation")
    longest = scroller.evaluate(SCROLL)
    lines = ann.thread.locator("> *").count()
    print(f"opened in {opened:.0f} ms, longest frame {longest:.0f} ms, {lines} lines in the page")
    assert opened < 1500
    assert longest < 400
    assert lines < 1000
    # What lies further back comes when it is looked for.
    older = ann.thread.get_by_text("Message 9000", exact=False)
    for _ in range(60):
        scroller.evaluate("(one) => one.scrollTo(0, -1e7)")
        if older.count():
            break
        page.wait_for_timeout(50)
    expect(older.first).to_be_attached()
    ann.say("Still writing")
    ann.reads("Still writing")


def test_twenty_who_write_at_once_and_a_page_that_looks_on_stay_in_step(person):
    ann = person("ann")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Stone soup")
    api = f"{ann.servers.app}/collab/v1"
    session = ann.context.request.post(f"{api}/sessions", data={
        "account": ann.account, "password": "correct horse battery"})
    token = session.json()["token"]
    identifier = re.search(r"recipe=([\w-]+)", ann.recipes.url)[1]
    script = ROOT / "Tests" / "Pages" / "support" / "twenty_editors.mjs"
    done = subprocess.run(
        ["node", str(script), ann.servers.app, token, identifier], capture_output=True, text=True,
        timeout=90)
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(done.stdout.splitlines()[-1])
    print(f"in step {result['milliseconds']} ms after the last letter")
    assert sum(map(len, result["texts"])) == 200
    for field, text in zip(("Ingredients", "Steps", "Notes"), result["texts"]):
        expect(ann.field(field)).to_have_value(text)
