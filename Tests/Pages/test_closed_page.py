"""A person whose messenger is closed hears that there is something new."""

import json
import re

import pytest
from playwright.sync_api import expect

from support.browsers import NO_WORKER, SHOWS_NOTIFICATIONS, chromium_only, whole_chromium
from support.push_service import PushService
from support.servers import Server, wait_until
from test_only_what_is_true import opened

pytestmark = [chromium_only(NO_WORKER), whole_chromium(SHOWS_NOTIFICATIONS)]

# What the browser's maker would answer. Chromium asks Google for it, where no test can go; keys and address are real.
SUBSCRIBING = """given => {
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const made = (key) => ({
    endpoint: given.endpoint, options: { userVisibleOnly: true, applicationServerKey: bytes(key).buffer },
    getKey: (name) => bytes(given[name]).buffer,
    unsubscribe: async () => { localStorage.removeItem("test.push"); return true; },
  });
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new TypeError("not to be had");
    const key = btoa(String.fromCharCode(...applicationServerKey));
    localStorage.setItem("test.push", key);
    return made(key);
  };
  PushManager.prototype.getSubscription = async () => {
    const key = localStorage.getItem("test.push");
    return key === null ? null : made(key);
  };
}"""
SHOWN = """async () => (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`)"""
NOTIFICATION = "New in Grove: Something new in your conversations"


@pytest.fixture
def push():
    with PushService() as service:
        yield service


@pytest.fixture
def relay(request, push):
    server = Server(
        "--only", "relay", "--web-push", "mailto:ops@example.org", "--web-push-service", push.origin).start()
    request.addfinalizer(server.stop)
    return server


def two(person, relay, push, path="/push/ann"):
    """Ann, whose browser can be woken, and Bob, who talk."""
    ann, bob = person("ann", at=relay), person("bob", at=relay)
    ann.context.grant_permissions(["notifications"], origin=relay.relay)
    ann.context.add_init_script(f"({SUBSCRIBING})({json.dumps(push.subscription(path))})")
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Before")
    bob.open_conversation(ann.name)
    bob.reads("Before")
    return ann, bob


def switch(ann):
    ann.messenger.get_by_role("button", name="Settings").click()
    dialog = ann.messenger.get_by_role("dialog", name="Settings")
    expect(dialog.get_by_role("heading", name="Devices")).to_be_visible()
    return dialog.get_by_role("switch", name="Notify me while the messenger is closed")


def worker_of(ann):
    return wait_until(
        lambda: ann.messenger.wait_for_timeout(50) or next(iter(ann.context.service_workers), None), what="the worker")


def deliver(ann):
    """What the browser does with a push. It needs a page that is none of the messenger's."""
    page = ann.context.new_page()
    session = ann.context.new_cdp_session(page)
    found = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    wait_until(lambda: page.wait_for_timeout(50) or found, what="the worker's registration")
    session.send("ServiceWorker.deliverPushMessage", {
        "origin": ann.servers.relay, "registrationId": found[0]["registrationId"], "data": '{"v":1}'})
    return page


def test_who_closes_the_messenger_is_told_once_that_there_is_something_new_and_not_what(person, relay, push):
    ann, bob = two(person, relay, push)
    control = switch(ann)
    expect(control).not_to_be_checked()
    control.check()
    expect(switch_again(ann)).to_be_checked()
    worker = worker_of(ann)
    # While the page is open Ann sees what comes, and nothing is pushed.
    bob.say("You see this")
    ann.messenger.keyboard.press("Escape")
    ann.reads("You see this")
    push.stays_at(0)
    ann.messenger.close()
    bob.say("Dinner at eight?")
    bob.say("Or nine?")
    said = push.wait_for(1)[0]
    assert said["content"] == '{"v":1}' and said["path"] == "/push/ann" and said["topic"] == "grove"
    assert '"sub":"mailto:ops@example.org"' in said["claims"].replace("\\/", "/")
    push.stays_at(1)
    page = deliver(ann)
    wait_until(lambda: page.wait_for_timeout(50) or worker.evaluate(SHOWN) == [NOTIFICATION], what="a notification")
    # Another push says nothing more.
    deliver(ann)
    page.wait_for_timeout(1000)
    assert worker.evaluate(SHOWN) == [NOTIFICATION]
    # Who opens the messenger sees it there.
    ann.open_messenger()
    wait_until(lambda: page.wait_for_timeout(50) or worker.evaluate(SHOWN) == [], what="no notification")


def switch_again(ann):
    """As it is after the dialog was drawn anew, and after it was opened anew."""
    control = ann.messenger.get_by_role("switch", name="Notify me while the messenger is closed")
    expect(control).to_be_checked()
    ann.messenger.keyboard.press("Escape")
    return switch(ann)


def test_who_looks_at_the_messenger_is_shown_no_notification(person, relay, push):
    ann, _ = two(person, relay, push)
    switch(ann).check()
    worker = worker_of(ann)
    page = deliver(ann)
    page.wait_for_timeout(1500)
    assert worker.evaluate(SHOWN) == []
    ann.messenger.close()
    deliver(ann)
    wait_until(lambda: page.wait_for_timeout(50) or worker.evaluate(SHOWN) == [NOTIFICATION], what="a notification")


def test_where_every_conversation_is_muted_it_makes_no_sound_and_says_that(person, relay, push):
    ann, bob = two(person, relay, push)
    switch(ann).check()
    expect(switch_again(ann)).to_be_checked()
    expect(ann.messenger.get_by_text("a muted conversation counts, too")).to_be_visible()
    ann.messenger.keyboard.press("Escape")
    worker = worker_of(ann)
    ann.messenger.get_by_role("button", name="People and details").click()
    ann.messenger.get_by_role("radio", name="Nothing").check()
    ann.messenger.keyboard.press("Escape")
    wait_until(lambda: ann.messenger.evaluate("caches.has('grove.quiet')"), what="the worker to know")
    ann.messenger.close()
    bob.say("Dinner?")
    push.wait_for(1)
    page = deliver(ann)
    shown = "async () => (await registration.getNotifications()).map(({ body, silent }) => [body, silent])"
    muted = [["Something new. You have muted your conversations.", True]]
    wait_until(lambda: page.wait_for_timeout(50) or worker.evaluate(shown) == muted, what="a notification")
    # Told of one of them again, it is as it was.
    ann.open_messenger()
    ann.open_conversation("Bob")
    ann.messenger.get_by_role("button", name="People and details").click()
    ann.messenger.get_by_role("radio", name="Everything").check()
    ann.messenger.keyboard.press("Escape")
    wait_until(lambda: not ann.messenger.evaluate("caches.has('grove.quiet')"), what="the worker to know")


def test_who_switches_it_off_is_told_nothing_more(person, relay, push):
    ann, bob = two(person, relay, push)
    switch(ann).check()
    control = switch_again(ann)
    # It is drawn once more when it has been switched on: what is not drawn on yet needs no unchecking.
    expect(control).to_be_checked()
    # The page hands over by itself, too.
    with ann.messenger.expect_response(
            lambda one: one.url.endswith("/web-push/subscription") and one.request.method == "DELETE") as answer:
        control.uncheck()
    assert answer.value.status == 204
    expect(ann.messenger.get_by_role("switch", name="Notify me while the messenger is closed")).not_to_be_checked()
    ann.messenger.close()
    bob.say("Anybody?")
    push.stays_at(0)


def test_what_is_still_being_switched_on_is_shown_when_it_is_in_a_dialog_that_was_opened_meanwhile(person, relay, push):
    ann, _ = two(person, relay, push)
    held = []
    ann.messenger.route("**/web-push/subscription", lambda route: held.append(route))
    switch(ann).check()
    wait_until(lambda: ann.messenger.wait_for_timeout(50) or held, what="the request")
    ann.messenger.keyboard.press("Escape")
    expect(switch(ann)).not_to_be_checked()
    for one in held:
        one.continue_()
    ann.messenger.unroute("**/web-push/subscription")
    expect(ann.messenger.get_by_role("switch", name="Notify me while the messenger is closed")).to_be_checked()


def test_what_is_switched_on_while_a_dialog_is_being_drawn_is_shown_on_in_it(person, relay, push):
    ann, _ = two(person, relay, push)
    held, drawing = [], []
    ann.messenger.route("**/web-push/subscription", lambda route: held.append(route))
    switch(ann).check()
    wait_until(lambda: ann.messenger.wait_for_timeout(50) or held, what="the request")
    ann.messenger.keyboard.press("Escape")
    # What the relay knows of the devices comes after the switch was looked at, and after it was switched on.
    ann.messenger.route("**/relay/v1/devices", lambda route: drawing.append(route))
    ann.messenger.get_by_role("button", name="Settings").click()
    wait_until(lambda: ann.messenger.wait_for_timeout(50) or drawing, what="the dialog to be drawn")
    ann.messenger.wait_for_timeout(200)
    held[0].continue_()
    wait_until(lambda: ann.messenger.evaluate("localStorage.getItem('grove.wakes-closed')"), what="it to be switched on")
    ann.messenger.unroute("**/relay/v1/devices")
    for one in drawing:
        one.continue_()
    expect(ann.messenger.get_by_role("switch", name="Notify me while the messenger is closed")).to_be_checked()


def test_the_next_page_hands_over_where_the_browser_is_told_now(person, relay, push):
    ann, bob = two(person, relay, push)
    switch(ann).check()
    expect(switch_again(ann)).to_be_checked()
    # The browser has another address now, as after its data were restored.
    ann.context.add_init_script(f"({SUBSCRIBING})({json.dumps(push.subscription('/push/moved'))})")
    with ann.messenger.expect_response("**/web-push/subscription", timeout=40_000) as answer:
        ann.messenger.reload()
    assert answer.value.status == 204
    ann.messenger.close()
    bob.say("Are you there?")
    assert push.wait_for(1)[0]["path"] == "/push/moved"


def test_who_has_forbidden_notifications_reads_what_to_do(person, relay):
    ann = person("ann", at=relay)
    ann.context.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    ann.sign_up()
    control = switch(ann)
    expect(control).to_be_disabled()
    expect(ann.messenger.get_by_text("This browser does not let this page notify you.")).to_be_visible()


def test_nothing_is_offered_where_the_relay_wakes_nobody(person, servers):
    ann = person("ann")
    ann.sign_up()
    expect(switch(ann)).to_have_count(0)


@pytest.fixture
def both(request, push):
    server = Server("--web-push", "mailto:ops@example.org", "--web-push-service", push.origin).start()
    request.addfinalizer(server.stop)
    return server


def test_who_has_closed_the_document_and_the_messenger_is_told_and_reads_on_opening_what_happened(person, both, push):
    def woken(name):
        one = person(name, at=both)
        one.context.grant_permissions(["notifications"], origin=both.relay)
        one.context.add_init_script(f"({SUBSCRIBING})({json.dumps(push.subscription(f'/push/{name}'))})")
        return one

    ann, bob = opened(woken, "Bread")
    switch(bob).check()
    expect(switch_again(bob)).to_be_checked()
    bob.messenger.keyboard.press("Escape")
    worker = worker_of(bob)
    bob.recipes.close()
    bob.messenger.close()
    ann.write("Notes", "With walnuts.")
    ann.recipes.get_by_role("textbox", name="New comment").fill("@Bob, do you like walnuts?")
    ann.recipes.get_by_role("button", name="Comment", exact=True).click()
    assert [push.wait_for(1)[0][part] for part in ("path", "content")] == ["/push/bob", '{"v":1}']
    page = deliver(bob)
    wait_until(lambda: page.wait_for_timeout(50) or worker.evaluate(SHOWN) == [NOTIFICATION], what="a notification")

    messenger = bob.open_messenger()
    row = messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name=re.compile("^Ann"))
    expect(row).to_contain_text("mentioned you")
    expect(messenger).to_have_title(re.compile(r"^\(1\)"))
    row.click()
    expect(bob.news).to_contain_text("Ann mentioned you")
    bob.news.get_by_role("button", name=re.compile("^All [23]")).click()
    expect(bob.news.get_by_role("listitem").filter(has_text="Ann edited")).to_be_visible()
    wait_until(lambda: page.wait_for_timeout(50) or worker.evaluate(SHOWN) == [], what="no notification")
    expect(messenger).not_to_have_title(re.compile(r"^\("))
    bob.click_shared("Bread")
    bob.sees("Notes", "With walnuts.")
    expect(messenger.locator(".banners .banner")).to_have_count(0)
