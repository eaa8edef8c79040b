"""How long until a recipe and a conversation can be used, over a phone's network, in Chromium and in Firefox.

Cold: nothing of the pages is in the browser, neither in its memory of the network nor kept by a service worker; the
person's device and sign-in are. Warm: it has been there before. Every visit makes its own connections. A page can be used
once what is wanted is in it and its field can be written into.
"""

import statistics
import time

from playwright.sync_api import Browser

from firefox import Firefox
from phone_network import PhoneNetwork
from support.servers import Server, free_port, wait_until

VISITS = 5
# Before each page's own script: notes when it can be used, by what stands in its title's place.
WATCH = """
  const usable = () => [...document.querySelectorAll("textarea")].some((one) => !one.disabled && !one.readOnly
    && one.checkVisibility() && (one.ariaLabel === "Message"
      ? document.querySelector("[role=log]")?.textContent.includes("The last line") : one.value.includes("Flour")));
  const look = () => {
    if (globalThis.usableAt) return;
    if (document.body && usable()) globalThis.usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
"""
HELP = """
  const wait = async (find) => {
    for (let end = Date.now() + 30000; Date.now() < end; await new Promise((go) => setTimeout(go, 30))) {
      const found = find();
      if (found) return found;
    }
    throw new Error(`not found: ${find}`);
  };
  const one = (selector) => wait(() => document.querySelector(selector));
  const button = (text) => wait(() => [...document.querySelectorAll("button")].find((one) => !one.disabled
    && one.checkVisibility() && one.textContent.trim() === text));
  const type = (field, text) => {
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
"""
CONVERSATION = f"""(async () => {{ {HELP}
  await one("#begin:not([disabled])");
  type(await one("#name"), "Ann");
  type(await one("#handle"), "HANDLE");
  (await one("#first")).requestSubmit();
  (await one("#kept")).click();
  (await button("Continue")).click();
  (await one("#new:not([disabled])")).click();
  type(await one("dialog[open] input"), "charlie");
  (await button("Begin")).click();
  await wait(() => location.hash.startsWith("#c="));
  const message = await one("textarea[aria-label=Message]");
  type(message, "The last line");
  message.dispatchEvent(new KeyboardEvent("keydown", {{ key: "Enter", bubbles: true, cancelable: true }}));
  await wait(() => document.querySelector("[role=log]").textContent.includes("The last line"));
  await wait(() => /Delivered|Sent/.test(document.querySelector("[role=log]").textContent));
  return location.href;
}})()"""
RECIPE = f"""(async () => {{ {HELP}
  const form = await one("form.sign-in");
  type(form.querySelector("[name=displayName]"), "Ann");
  type(form.querySelector("[name=account]"), "HANDLE@example.org");
  type(form.querySelector("[name=password]"), "correct horse battery");
  form.requestSubmit();
  (await button("New recipe")).click();
  type(await one("dialog[open] input"), "Pancakes");
  (await button("Begin")).click();
  type(await one("textarea.area"), "Flour");
  await wait(() => document.body.textContent.includes("Saved"));
  return location.href;
}})()"""
# As a browser that was never here: what the pages keep for when the relay is away goes, the device stays.
FORGET = """(async () => {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
})()"""
# A worker and a whole kept set, as after the first visit.
KEPT = """(async () => {
  for (const name of await caches.keys()) if (await (await caches.open(name)).match(`${name}/`)) return true;
})()"""


class Chromium:
    """The same few things that Firefox is asked for."""

    def __init__(self, browser: Browser):
        self._context = browser.new_context()

    def page(self, script: str | None = None):
        page = self._context.new_page()
        if script:
            page.add_init_script("{" + script + "}")
        return ChromiumPage(page)

    def forget_network(self, forget: bool):
        if forget:
            page = self._context.new_page()
            self._context.new_cdp_session(page).send("Network.clearBrowserCache")
            page.close()

    def close(self):
        self._context.close()


class ChromiumPage:
    def __init__(self, page):
        self._page, self.evaluate, self.close = page, page.evaluate, page.close

    def goto(self, address: str):
        self._page.goto(address, wait_until="commit")

    def wait_for(self, expression: str):
        return wait_until(lambda: self.evaluate(expression), 60, expression)


def visit(browser, network: PhoneNetwork, address: str, cold: bool) -> float:
    """Milliseconds from the navigation on."""
    network.is_shaped = False
    if cold:
        page = browser.page()
        page.goto(address)
        page.evaluate(FORGET)
        page.close()
    browser.forget_network(cold)
    network.hang_up()
    time.sleep(0.3)
    network.is_shaped = True
    page = browser.page(WATCH)
    page.goto(address)
    took = page.wait_for("globalThis.usableAt")
    # A worker that keeps the pages comes a little later, and is part of being there again.
    network.is_shaped = False
    if not cold and "#c=" in address:
        page.wait_for(KEPT)
    page.close()
    browser.forget_network(False)
    return took


def measure_one(name: str, browser, network: PhoneNetwork, relay: str, app: str, handle: str):
    page = browser.page()
    page.goto(relay)
    conversation = page.evaluate(CONVERSATION.replace("HANDLE", handle))
    page.close()
    page = browser.page()
    page.goto(app)
    recipe = page.evaluate(RECIPE.replace("HANDLE", handle))
    page.close()
    for what, address in (("recipe", recipe), ("conversation", conversation)):
        for state in ("cold", "warm"):
            if state == "warm":
                visit(browser, network, address, False)
            times = sorted(visit(browser, network, address, state == "cold") for _ in range(VISITS))
            print(f"  {name:<10}{what:<14}{state:<6}{statistics.median(times):>8.0f} ms"
                  f"   ({times[0]:.0f} to {times[-1]:.0f})", flush=True)


def measure(chromium: Browser):
    network = PhoneNetwork()
    relay, app = free_port(), free_port()
    origins = (f"http://127.0.0.1:{relay}", f"http://127.0.0.1:{app}")
    servers = Server("--demo", "--relay-origin", origins[0], "--app-origin", origins[1],
                     "--messenger-origin", origins[0]).start()
    network.lead(relay, servers.relay_port)
    network.lead(app, servers.app_port)
    print("over a phone network (150 ms there and back, 1.6 Mbit/s), usable after; the median of five visits")
    try:
        for name, make in (("Chromium", lambda: Chromium(chromium)), ("Firefox", Firefox)):
            browser = make()
            try:
                measure_one(name, browser, network, *origins, name.lower())
            finally:
                browser.close()
    finally:
        servers.stop()
