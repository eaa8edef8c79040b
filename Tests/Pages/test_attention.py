"""What calls a person's attention: what is unread and counts, what of it a person wants to be told, what is shown while
nobody looks, and that what is read in one browser is read in the others."""

import json
import re
import time
from datetime import datetime

from playwright.sync_api import expect

from support.browsers import NO_WORKER, NOT_INSTALLED, SHOWS_NOTIFICATIONS, chromium_only, whole_chromium
from support.second_browser import link
from support.servers import wait_until
from test_cards import opened

pytestmark = whole_chromium(SHOWS_NOTIFICATIONS)


def row_of(one, name: str):
    """A conversation in the list."""
    return one.messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name=re.compile(name))


def rows(one):
    return one.messenger.locator("#conversations .conversation")


def test_a_row_says_when_something_happened_however_late_this_browser_hears_of_it(person):
    ann, bob = opened(person, "Bread")
    bob.recipes.close()
    bob.messenger.close()
    ann.say("Dinner at seven?")
    title = ann.recipes.get_by_role("textbox", name="Name of the recipe")
    title.fill("Soup")
    title.press("Enter")
    expect(ann.thread.get_by_role("link", name="Open “Soup”")).to_be_visible()
    sent = time.time()
    bob.messenger = bob.context.new_page()
    bob.messenger.clock.set_system_time((sent + 600) * 1000)
    bob.messenger.goto(bob.servers.relay)
    row = row_of(bob, "Ann")
    expect(row).to_contain_text("Ann renamed")
    said = row.locator("time").get_attribute("datetime")
    assert said is not None and abs(datetime.fromisoformat(said).timestamp() - sent) < 120, said


def mention(one, text: str):
    """In the recipe that is open."""
    one.recipes.get_by_role("textbox", name="New comment").fill(text)
    # A hand takes longer; the page asks meanwhile by which identities they can be named now.
    one.recipes.wait_for_timeout(300)
    one.recipes.get_by_role("button", name="Comment", exact=True).click()


def looks(page, is_looked_at: bool):
    """Headless pages are always in front of somebody, of all of Firefox's one: this one says what it is. What follows is
    the page's own."""
    page.evaluate("""(isLookedAt) => {
      Object.defineProperty(document, "visibilityState",
        { configurable: true, get: () => (isLookedAt ? "visible" : "hidden") });
      document.hasFocus = () => isLookedAt;
      document.dispatchEvent(new Event("visibilitychange"));
    }""", is_looked_at)


def choose(one, what: str):
    page = one.messenger
    page.get_by_role("button", name="People and details").click()
    page.get_by_role("radio", name=what).check()
    page.keyboard.press("Escape")


def icon_of(page) -> str:
    return page.locator('link[rel="icon"]').get_attribute("href")


def test_a_mention_counts_raises_its_conversation_and_is_read_when_it_is_opened(person):
    ann, bob = opened(person, "Soup")
    carol = person("carol")
    carol.sign_up()
    carol.begin_conversation(ann.handle)
    carol.say("Hello Ann.")
    # Accepting has led there, or Ann goes there now.
    row_of(ann, "Carol.*Hello Ann").click()
    ann.reads("Hello Ann.")
    ann.say("Hello Carol.")
    expect(rows(ann).first).to_contain_text("Carol")
    # Edits are seen in the conversation and count nothing.
    bob.write("Notes", "Longer.")
    expect(bob.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    expect(row_of(ann, "Bob")).to_contain_text("“Soup”: Bob edited")
    expect(row_of(ann, "Bob.*unread")).to_have_count(0)
    expect(rows(ann).first).to_contain_text("Carol")
    mention(bob, "@Ann shall we?")
    expect(rows(ann).first).to_contain_text("Bob mentioned you in “Soup”")
    expect(row_of(ann, "Bob.*mentions you$")).to_be_visible()
    # The words have all the room up to the sign.
    words, sign = (row_of(ann, "Bob").locator(one).bounding_box() for one in (".conversation-line", ".badges"))
    assert 0 <= sign["x"] - words["x"] - words["width"] <= 16
    expect(ann.messenger).to_have_title(re.compile(r"^\(1\) Carol"))
    expect(ann.messenger.locator("#told")).to_have_text("Bob mentioned you in “Soup”")
    ann.open_conversation("Bob")
    expect(ann.messenger).to_have_title(re.compile("^Bob"))
    expect(row_of(ann, "Bob.*mentions you")).to_have_count(0)
    # It stays where it is, and in the strip.
    expect(rows(ann).first).to_contain_text("Bob")
    expect(ann.messenger.locator(".banners .banner")).to_contain_text("Bob mentioned you")


def test_of_a_conversation_everything_counts_or_mentions_only_or_nothing(person):
    ann, bob = opened(person, "Stew")
    ann.recipes.evaluate("document.hasFocus = () => false")
    page = ann.messenger
    page.add_init_script("navigator.setAppBadge = async (count) => { window.badge = count; };"
                         "navigator.clearAppBadge = async () => { window.badge = 0; };")
    page.reload()
    plain = icon_of(page)
    choose(ann, "Mentions only")
    page.get_by_role("button", name="People and details").click()
    expect(page.get_by_role("radio", name="Mentions only")).to_be_checked()
    page.keyboard.press("Escape")
    page.evaluate("location.hash = ''")
    bob.say("One.")
    expect(row_of(ann, "Bob.*1 unread message$")).to_be_visible()
    expect(page).to_have_title("Grove")
    assert icon_of(page) == plain
    mention(bob, "@Ann two.")
    expect(page).to_have_title("(1) Grove")
    expect(page.locator('link[rel="icon"]')).to_have_attribute("href", re.compile("^data:image/svg"))
    assert page.evaluate("badge") == 1

    ann.open_conversation("Bob")
    expect(page).to_have_title(re.compile("^Bob"))
    expect(page.locator('link[rel="icon"]')).to_have_attribute("href", plain)
    assert page.evaluate("badge") == 0
    choose(ann, "Nothing")
    page.evaluate("location.hash = ''")
    mention(bob, "@Ann three.")
    expect(row_of(ann, "Bob.*mentions you$")).to_be_visible()
    expect(page).to_have_title("Grove")
    assert page.evaluate("badge") == 0
    ann.open_conversation("Bob")
    choose(ann, "Everything")
    page.evaluate("location.hash = ''")
    bob.say("Four.")
    expect(page).to_have_title("(1) Grove")


@chromium_only(NOT_INSTALLED)
def test_both_pages_can_be_installed_with_icons_that_are_there(person, servers):
    ann = person("ann")
    ann.open_messenger()
    ann.open_recipes()
    for page, name, icons in ((ann.messenger, "Grove", 4), (ann.recipes, "Recipes", 3)):
        browser = ann.context.new_cdp_session(page)
        manifest = browser.send("Page.getAppManifest")
        assert manifest["errors"] == [] and manifest["url"].endswith("/manifest.webmanifest")
        told = json.loads(manifest["data"])
        assert (told["name"], told["display"], len(told["icons"])) == (name, "standalone", icons)
        for icon in told["icons"]:
            answer = page.request.get(manifest["url"].replace("/manifest.webmanifest", icon["src"]))
            assert answer.headers["content-type"] == icon["type"]
        # What is left is about the browser's window without memory.
        faults = [one["errorId"] for one in browser.send("Page.getInstallabilityErrors")["installabilityErrors"]]
        assert set(faults) <= {"in-incognito"}, faults


HAS_WORKER = "() => navigator.serviceWorker?.getRegistration('/').then((one) => Boolean(one?.active))"
# What the worker shows; nothing where there is none yet.
SHOWN = """() => navigator.serviceWorker.getRegistration("/").then(async (one) =>
  one?.active ? (await one.getNotifications()).map(({ title, body }) => `${title}: ${body}`) : [])"""
# How often a page has asked for one; what it asks for is done.
COUNTED = """
  window.calls = 0;
  const { prototype } = globalThis.ServiceWorkerRegistration ?? {};
  const show = prototype?.showNotification;
  if (show) prototype.showNotification = function (...given) {
    window.calls += 1;
    return show.apply(this, given);
  };"""
CLICKED = """() => self.registration.getNotifications().then(([notification]) =>
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification })))"""


def shows(page, *wanted: str):
    end = time.monotonic() + 30
    while (shown := page.evaluate(SHOWN)) != list(wanted):
        assert time.monotonic() < end, shown
        page.wait_for_timeout(100)


def setting(page, name: str, is_on: bool):
    """Shown as it is chosen, it is kept once a dialog that is opened anew says so."""
    control = page.get_by_role("switch", name=name)

    def is_kept():
        page.get_by_role("button", name="Settings").click()
        expect(control).to_be_visible()
        found = control.is_checked()
        page.keyboard.press("Escape")
        return found == is_on
    page.get_by_role("button", name="Settings").click()
    control.set_checked(is_on)
    page.keyboard.press("Escape")
    wait_until(is_kept, what=f"“{name}” to be kept")


def two_who_talk(person):
    """Ann looks at her list; her pages can be kept and so have a worker."""
    ann, bob = person("ann"), person("bob")
    ann.context.add_init_script(COUNTED)
    ann.sign_up()
    bob.sign_up()
    bob.begin_conversation(ann.handle)
    page = ann.messenger
    expect(row_of(ann, "Bob")).to_be_visible()
    # Not by wait_for_function, which takes a promise for a yes.
    wait_until(lambda: page.evaluate(HAS_WORKER), 20, "a worker that shows what is told")
    return ann, bob, page


def test_who_did_not_look_is_asked_once_and_can_say_yes_later(person, servers):
    ann, bob, page = two_who_talk(person)
    looks(page, True)
    question = page.get_by_text("Something came for you while you were not looking.")
    bob.say("Seen.")
    expect(row_of(ann, "Bob.*Seen")).to_be_visible()
    expect(question).to_have_count(0)
    looks(page, False)
    bob.say("Not seen.")
    expect(question).to_be_visible()
    looks(page, True)
    page.get_by_role("button", name="Not now").click()
    expect(question).to_have_count(0)
    page.reload()
    looks(page, False)
    bob.say("Not seen either.")
    expect(row_of(ann, "Bob.*Not seen either")).to_be_visible()
    page.wait_for_timeout(1500)
    expect(question).to_have_count(0)
    shows(page)

    # Whoever said no finds it in the settings.
    ann.context.grant_permissions(["notifications"], origin=servers.relay)
    looks(page, True)
    setting(page, "Notify me of messages", True)
    looks(page, False)
    bob.say("Hello?")
    shows(page, "Bob: Hello?")


@chromium_only(NO_WORKER)
def test_a_message_while_nobody_looks_is_shown_once_and_leads_to_its_conversation(person, servers):
    ann, bob, page = two_who_talk(person)
    ann.context.grant_permissions(["notifications"], origin=servers.relay)
    second = ann.context.new_page()
    second.goto(servers.relay)
    expect(second.get_by_role("link", name=re.compile("Bob"))).to_be_visible()
    for one in (page, second):
        looks(one, False)
    bob.say("One.")
    shows(page, "Bob: One.")
    expect(second.get_by_role("link", name=re.compile("1 unread message"))).to_be_visible()
    # While one tab is looked at, none of them calls.
    looks(second, True)
    bob.say("Two.")
    expect(row_of(ann, "Bob.*Two.*2 unread messages")).to_be_visible()
    page.wait_for_timeout(1500)
    assert page.evaluate("calls") + second.evaluate("calls") == 1
    second.close()

    setting(page, "Show what is written", False)
    bob.say("Secret.")
    shows(page, "Bob: New message")
    ann.context.service_workers[0].evaluate(CLICKED)
    expect(page.get_by_role("heading", level=1, name="Bob")).to_be_visible()
    shows(page)
    # What is read is not shown any more.
    bob.say("Four.")
    shows(page, "Bob: New message")
    expect(page).to_have_title(re.compile(r"^\([1-9]"))
    looks(page, True)
    expect(page).to_have_title(re.compile("^Bob"))
    shows(page)
    choose(ann, "Nothing")
    looks(page, False)
    bob.say("Five.")
    ann.reads("Five.")
    page.wait_for_timeout(500)
    shows(page)


def test_what_is_read_and_chosen_in_one_browser_holds_in_the_other(person):
    ben, ann = person("ben"), person("ann")
    ben.sign_up()
    phone = person("bens-phone")
    link(ben, phone)
    ann.sign_up()
    ann.begin_conversation(ben.handle)
    for one in (ben, phone):
        expect(row_of(one, "Ann")).to_be_visible()
        one.messenger.evaluate("location.hash = ''")
    ann.say("One.")
    ann.say("Two.")
    for one in (ben, phone):
        expect(row_of(one, "Ann.*Two.*2 unread messages$")).to_be_visible()
        expect(one.messenger).to_have_title("(2) Grove")
    phone.open_conversation("Ann")
    expect(row_of(ben, "Ann.*Two\\.$")).to_be_visible(timeout=10_000)
    expect(ben.messenger).to_have_title("Grove")
    # What comes later is unread there, and quiet once one of them has said so.
    choose(phone, "Mentions only")
    phone.messenger.evaluate("location.hash = ''")
    ben.messenger.wait_for_timeout(3000)
    ann.say("Three.")
    expect(row_of(ben, "Ann.*Three.*1 unread message$")).to_be_visible()
    expect(ben.messenger).to_have_title("Grove")
    ben.open_conversation("Ann")
    expect(row_of(phone, "Ann.*Three\\.$")).to_be_visible(timeout=10_000)
    # Nobody sees anything of it in what is said.
    for one in (ben, phone, ann):
        one.messenger.evaluate("() => { if (!location.hash) document.querySelector('.conversation').click(); }")
        one.reads("Three.")
        expect(one.thread.get_by_text("cannot show")).to_have_count(0)
