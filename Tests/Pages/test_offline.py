"""The messenger opens while the relay is away, and shows what is new as soon as the relay is back."""

import re
import shutil
import socket
import threading

import pytest
from playwright.sync_api import Error, expect

from support.servers import ROOT, Server, build_pages, wait_until

# The names of whole sets: those with a first page.
SETS = """async () => {
  const whole = [];
  for (const name of await caches.keys()) {
    if (await (await caches.open(name)).match(name + "/")) whole.push(name);
  }
  return whole;
}"""

# Has the browser look for another worker, and answers the state of the one that counts then.
UPDATED = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  while (registration.installing || registration.waiting || registration.active.state === "activating") {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return registration.active.state;
}"""
ABSOLUTE = re.compile(r"""(?:from|import\(?)\s*["']/|url\(\s*["']?/""")


@pytest.fixture
def relay(request, tmp_path):
    """A relay with pages that a test may change."""
    server = Server("--only", "relay").start()
    server.sources = tmp_path / "Web"
    request.addfinalizer(server.stop)
    return server


def kept(page) -> list[str]:
    """Waits until the pages are kept. The page itself never says so: nobody has to know."""
    return wait_until(lambda: page.evaluate(SETS), what="a kept set")


def with_conversation(person, relay):
    ann, bob = person("ann", at=relay), person("bob", at=relay)
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Before")
    bob.open_conversation(ann.name)
    bob.reads("Before")
    return ann, bob


def change(relay, file: str, old: str, new: str):
    if not relay.sources.exists():
        shutil.copytree(ROOT / "Web", relay.sources)
    path = relay.sources / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    relay.pages = relay.sources.parent / "pages"
    build_pages(relay.pages, relay.sources)


def modules(page) -> list[str]:
    """Where the page's scripts came from."""
    return page.evaluate("""() => performance.getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith(".js"))""")


def test_the_messenger_opens_while_the_relay_is_away_and_what_is_typed_goes_out_once(person, relay):
    ann, bob = with_conversation(person, relay)
    [name] = kept(ann.messenger)
    relay.kill()
    ann.messenger.close()
    page = ann.open_messenger()
    expect(page.get_by_text("Offline")).to_be_visible()
    ann.open_conversation(bob.name)
    ann.reads("Before")
    ann.say("While it is away")
    expect(ann.thread.get_by_text("Waiting for a connection").last).to_be_visible()
    expect(page.get_by_text(re.compile("Offline · 1 waiting"))).to_be_visible()
    # What is loaded when it is wanted is there, too, and of the same set.
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("heading", name="This browser")).to_be_visible()
    assert all(path.startswith(name) for path in modules(page)), modules(page)
    page.keyboard.press("Escape")
    page.reload()
    ann.reads("While it is away")
    relay.start()
    bob.reads("While it is away", seconds=40)
    expect(ann.thread.get_by_text("Delivered").last).to_be_visible()
    bob.say("After")
    ann.reads("After")
    page.reload()
    ann.reads("After")
    assert not any(path.startswith("/kept/") for path in modules(page))
    for text in ("Before", "While it is away", "After"):
        expect(bob.thread.get_by_text(text, exact=True)).to_have_count(1)
        expect(ann.thread.get_by_text(text, exact=True)).to_have_count(1)


def test_a_new_version_is_there_at_the_next_load_and_is_what_is_kept_then(person, relay):
    ann, _ = with_conversation(person, relay)
    page = ann.messenger
    [old] = kept(page)
    relay.kill()
    change(relay, "messenger/sentences.js", '"Connected"', '"Connected anew"')
    change(relay, "messenger/index.html", "brand\">Grove", "brand\">New Grove")
    relay.start()
    page.reload()
    expect(page.get_by_role("heading", name="New Grove")).to_be_visible()
    expect(page.get_by_text("Connected anew", exact=True)).to_be_attached()
    wait_until(lambda: old not in page.evaluate(SETS), what="the end of the old set")
    [new] = kept(page)
    relay.kill()
    page.reload()
    expect(page.get_by_role("heading", name="New Grove")).to_be_visible()
    expect(page.get_by_text("Offline")).to_be_visible()
    assert all(path.startswith(new) for path in modules(page))


def test_a_page_that_runs_from_a_kept_set_keeps_it_while_another_tab_is_new(person, relay):
    ann, bob = with_conversation(person, relay)
    [old] = kept(ann.messenger)
    relay.kill()
    ann.messenger.reload()
    first = ann.messenger
    expect(first.get_by_text("Offline")).to_be_visible()
    # Time enough for the page to say that it needs its set.
    wait_until(lambda: first.evaluate("async () => (await navigator.locks.query()).held.some("
                                      "({ name, mode }) => name.startsWith('/kept/'))"), 10)
    change(relay, "messenger/sentences.js", '"Connected"', '"Connected anew"')
    relay.start()
    second = ann.open_messenger()
    expect(second.get_by_text("Connected anew", exact=True)).to_be_attached(timeout=40_000)
    expect(first.get_by_text("Connected", exact=True)).to_be_attached(timeout=40_000)
    wait_until(lambda: len(second.evaluate(SETS)) == 2, what="the new set beside the old")
    assert second.evaluate(SETS)[0] == old
    first.get_by_role("button", name="Settings").click()
    expect(first.get_by_role("heading", name="This browser")).to_be_visible()
    first.close()
    second.reload()
    wait_until(lambda: len(second.evaluate(SETS)) == 1, what="one set alone")
    assert second.evaluate(SETS) != [old]


def test_a_changed_worker_takes_over_at_the_next_visit(person, relay):
    ann, _ = with_conversation(person, relay)
    page = ann.messenger
    kept(page)
    relay.kill()
    change(relay, "messenger/offline/network-first.js", '["/share", "/prove"]', '["/share"]')
    relay.start()
    page.reload()
    # As the browser does by itself at times of its own.
    assert page.evaluate(UPDATED) == "activated"
    relay.kill()
    window = ann.context.new_page()
    window.goto(f"{relay.relay}/share")
    expect(window.get_by_role("heading", name="server cannot be reached")).to_be_visible()
    with pytest.raises(Error, match="CONNECTION_REFUSED|ERR_FAILED"):
        window.goto(f"{relay.relay}/prove")


def test_whoever_was_never_here_is_promised_nothing(person, relay):
    ann = person("ann", at=relay)
    page = ann.open_messenger()
    expect(page.get_by_role("heading", name="Welcome to Grove")).to_be_visible()
    page.wait_for_timeout(3000)
    # Not even a worker, before there is a device.
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
    relay.kill()
    with pytest.raises(Error, match="CONNECTION_REFUSED"):
        page.goto(relay.relay)


def test_nothing_but_the_pages_files_is_kept(person, relay):
    ann, _ = with_conversation(person, relay)
    kept(ann.messenger)
    addresses = ann.messenger.evaluate("""async () => {
      const all = [];
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) all.push(url.split(name)[1]);
      }
      return all;
    }""")
    # Two pages, their scripts, their style sheets and the icons.
    assert "/" in addresses and "/away" in addresses
    assert {one.rsplit(".")[-1] for one in addresses if "." in one} == {"js", "css", "svg", "png"}
    ask = ann.context.request
    listed = ask.get(f"{relay.relay}/messenger-files.json").json()["files"]
    assert sorted(addresses) == sorted(listed)
    assert not any(re.search("relay/v1|config.json", one) for one in addresses)
    # Nothing names another file but by where it lies: a kept page would ask the relay for that.
    for address in addresses:
        if address.endswith((".js", ".css")):
            assert not ABSOLUTE.search(ask.get(relay.relay + address).text()), address


def test_a_relay_that_hangs_or_whose_proxy_answers_for_it_is_as_good_as_away(person, relay):
    ann, _ = with_conversation(person, relay)
    kept(ann.messenger)
    relay.kill()
    with impostor(relay.relay_port, b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\n\r\nbad"):
        ann.messenger.reload()
        expect(ann.messenger.get_by_role("navigation", name="Conversations").get_by_text("Bob")).to_be_visible()
    with impostor(relay.relay_port, b""):
        ann.messenger.reload()
        expect(ann.messenger.get_by_role("navigation", name="Conversations").get_by_text("Bob")).to_be_visible()
    relay.start()
    ann.messenger.reload()
    expect(ann.messenger.get_by_text("Connected", exact=True)).to_be_attached(timeout=40_000)


def test_a_window_that_an_app_opens_while_the_relay_is_away_says_so(person, relay):
    ann, _ = with_conversation(person, relay)
    kept(ann.messenger)
    relay.kill()
    for path in ("/share", "/prove"):
        window = ann.context.new_page()
        window.goto(relay.relay + path)
        expect(window.get_by_role("heading", name="Grove’s server cannot be reached")).to_be_visible()
        assert window.evaluate("getComputedStyle(document.body).fontFamily") != "Times"
        window.close()


def test_who_removes_everything_from_the_browser_leaves_no_kept_page(person, relay):
    ann, _ = with_conversation(person, relay)
    page = ann.messenger
    kept(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Remove from this browser").click()
    page.get_by_role("button", name="Remove everything").click()
    expect(page.get_by_role("heading", name="Welcome to Grove")).to_be_visible()
    assert page.evaluate("async () => (await caches.keys()).length") == 0
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0


class impostor:
    """Somebody else at the relay's port, who says the same to everybody, or nothing."""

    def __init__(self, port: int, answer: bytes):
        self._answer = answer
        self._place = socket.create_server(("127.0.0.1", port))
        self._callers: list[socket.socket] = []

    def __enter__(self):
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                caller, _ = self._place.accept()
            except OSError:
                return
            self._callers.append(caller)
            if self._answer:
                caller.recv(65_536)
                caller.sendall(self._answer)
                caller.close()

    def __exit__(self, *_):
        self._place.shutdown(socket.SHUT_RDWR)
        self._place.close()
        for caller in self._callers:
            caller.close()
