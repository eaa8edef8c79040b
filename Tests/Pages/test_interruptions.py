"""Nothing is lost, whatever is closed, killed, cut off or cleared."""

import contextlib
import re

from playwright.sync_api import Error, expect

from support.servers import SplitServers, wait_until
from test_refusals import shared_recipe


def open_first_conversation(someone):
    someone.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    expect(someone.compose_field).to_be_visible()


def let_in(someone, title: str):
    open_first_conversation(someone)
    page = someone.open_shared(title)
    someone.sign_up_to_recipes(page)
    someone.prove()
    someone.sees("Ingredients", "Flour")


def test_what_was_typed_last_is_written_down_as_soon_as_nobody_looks(person):
    ann = person("ann")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Soup")
    expect(ann.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    ann.recipes.route("**/updates", lambda route: route.abort())
    # In one step: no time in which typing is gathered passes. Leaving alone is not enough, since
    # Firefox stops the script that it finds running then.
    waiting = ann.field("Notes").evaluate("""(field) => {
      field.value = "Basil";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
      return Object.keys(localStorage).filter((name) => name.startsWith("recipes.waiting."));
    }""")
    assert len(waiting) == 1
    ann.recipes.unroute("**/updates")
    ann.recipes.reload()
    ann.sees("Notes", "Basil")


def test_who_is_removed_while_typing_sees_it_at_once_and_keeps_what_was_not_saved(person):
    bob = person("bob")
    bob.sign_up()
    ann = shared_recipe(person, "Pasta", bob)
    let_in(bob, "Pasta")
    # From here on nothing that Bob writes reaches the server.
    bob.recipes.route("**/updates", lambda route: route.abort())
    bob.write("Notes", "Grandmother's secret")
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    ann.recipes.get_by_role("button", name="Manage").click()
    ann.recipes.get_by_role("button", name="Remove Bob").click()
    ann.recipes.get_by_role("button", name="Remove", exact=True).click()
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()
    expect(bob.recipes.get_by_role("textbox", name="Notes")).to_have_value(
        re.compile("Grandmother's secret"))
    # Others may have written in it, too.
    expect(bob.recipes.get_by_role("heading", name="The parts you wrote in are kept here")).to_be_visible()
    answer = bob.context.request.get(f"{bob.servers.app}/collab/v1/documents")
    assert answer.json()["documents"] == []


def test_a_messenger_that_was_closed_finds_everything_once_when_it_is_opened_again(person):
    ann, bob = person("ann"), person("bob")
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("One")
    open_first_conversation(bob)
    bob.reads("One")
    bob.messenger.close()
    ann.say("Two")
    ann.say("Three")
    expect(ann.thread.get_by_text(re.compile("^Sent$|Delivered")).last).to_be_visible()
    bob.open_messenger()
    open_first_conversation(bob)
    for text in ("One", "Two", "Three"):
        bob.reads(text)
        expect(bob.thread.get_by_text(text, exact=True)).to_have_count(1)
    bob.say("Four")
    ann.reads("Four")


def test_two_tabs_are_one_device(person):
    ann, bob = person("ann"), person("bob")
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    first = ann.messenger
    second = ann.open_messenger()
    open_first_conversation(ann)
    ann.say("From the second tab")
    expect(first.get_by_role("log").get_by_text("From the second tab")).to_be_visible()
    open_first_conversation(bob)
    bob.reads("From the second tab")
    first.close()
    bob.say("Still there?")
    expect(second.get_by_role("log").get_by_text("Still there?")).to_be_visible()


LEADERS = """async () => (await navigator.locks.query()).held.filter(({ name }) => name.endsWith("/leader")).length"""


def test_a_page_that_is_kept_for_the_way_back_rests_and_goes_on_afterwards(person):
    """WebKit keeps such pages; what they hold would be missing in the next one. Chromium is told so here."""
    ann, bob = person("ann"), person("bob")
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Before")
    bob.open_conversation(ann.name)
    bob.reads("Before")
    bob.messenger.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    wait_until(lambda: bob.messenger.evaluate(LEADERS) == 0, 20, "nobody to lead")
    ann.say("Meanwhile")
    bob.messenger.wait_for_timeout(1000)
    expect(bob.thread.get_by_text("Meanwhile")).to_have_count(0)
    bob.messenger.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    bob.reads("Meanwhile")
    assert bob.messenger.evaluate(LEADERS) == 1


# A worker fetched while there is nobody to answer.
REGISTER = """() => navigator.serviceWorker.register("/worker.js", { scope: "/elsewhere/" })
  .catch(() => undefined)"""


def test_a_relay_that_is_killed_and_started_again_loses_nothing_that_was_written(person, request):
    split = SplitServers().start()
    request.addfinalizer(split.stop)
    ann, bob = person("ann", at=split), person("bob", at=split)
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Before")
    open_first_conversation(bob)
    bob.reads("Before")
    split.kill_relay()
    ann.say("While it is away")
    # Browsers fetch a page's worker whenever they like, and complain to the page where it cannot be had.
    ann.messenger.evaluate(REGISTER)
    expect(ann.thread.get_by_text("Waiting for a connection").last).to_be_visible()
    expect(ann.messenger.get_by_text(re.compile("Offline|Connecting"))).to_be_visible()
    split.start_relay()
    bob.reads("While it is away", seconds=40)
    expect(ann.thread.get_by_text("Delivered").last).to_be_visible()
    bob.say("After")
    ann.reads("After")
    for text in ("Before", "While it is away", "After"):
        expect(bob.thread.get_by_text(text, exact=True)).to_have_count(1)


def test_what_was_never_opened_before_opens_while_the_relay_is_away(person, request):
    split = SplitServers().start()
    request.addfinalizer(split.stop)
    ann = person("ann", at=split)
    ann.sign_up()
    split.kill_relay()
    ann.messenger.get_by_role("button", name="Settings").click()
    expect(ann.messenger.get_by_role("heading", name="This browser")).to_be_visible()
    ann.messenger.keyboard.press("Escape")
    # Back again, it has what only the relay knows.
    split.start_relay()
    expect(ann.messenger.get_by_text("Connected", exact=True)).to_be_attached(timeout=40_000)
    ann.messenger.get_by_role("button", name="Settings").click()
    expect(ann.messenger.get_by_role("heading", name="Apps you let in")).to_be_visible()


def test_what_is_written_offline_arrives_on_both_sides(person):
    bob = person("bob")
    bob.sign_up()
    ann = shared_recipe(person, "Stew", bob)
    let_in(bob, "Stew")
    bob.loses_connection()
    bob.write("Notes", "Written in a tunnel.")
    bob.say("Typed in a tunnel.")
    ann.write("Notes", "Written at home.")
    expect(bob.recipes.get_by_text(re.compile("Not saved|waiting|offline", re.IGNORECASE)).first).to_be_visible()
    bob.loses_connection(False)
    for someone in (ann, bob):
        someone.sees("Notes", "Written in a tunnel.")
        someone.sees("Notes", "Written at home.")
    assert ann.field("Notes").input_value() == bob.field("Notes").input_value()
    ann.reads("Typed in a tunnel.")


def test_a_second_browser_is_linked_and_proves_itself_as_the_same_person(person, browser, servers):
    bob = person("bob")
    bob.sign_up()
    other = person("bobs-phone")
    page = other.open_messenger()
    page.get_by_role("button", name="Link this browser").click()
    code = page.get_by_label("Code of this browser").inner_text()
    bob.messenger.get_by_role("button", name="Settings").click()
    bob.messenger.get_by_role("button", name="Link another device").click()
    dialog = bob.messenger.get_by_role("dialog", name="Link another device")
    dialog.get_by_label("Code of the new device").fill(code)
    dialog.get_by_role("button", name="Link", exact=True).click()
    question = page.get_by_text("Does your other device show these digits?")
    expect(question).to_be_visible()
    digits = re.findall(r"\d+", page.get_by_role("main").inner_text())
    shown = re.findall(r"\d+", dialog.inner_text())
    assert digits and all(one in shown for one in digits), (digits, shown)
    page.get_by_role("button", name="They are the same").click()
    expect(page.get_by_role("button", name="New conversation").first).to_be_enabled()
    expect(dialog).to_be_hidden()
    bob.messenger.keyboard.press("Escape")

    ann = shared_recipe(person, "Waffles", bob)
    open_first_conversation(other)
    shared = other.open_shared("Waffles")
    other.account = bob.account
    other.sign_up_to_recipes(shared)
    other.prove()
    other.sees("Ingredients", "Flour")
    # The first browser, in which the app was never open, hears of what happens there too.
    open_first_conversation(bob)
    other.looks_away()
    ann.write("Notes", "With butter.")
    expect(bob.messenger.locator(".banners .banner")).to_contain_text("Ann edited")
    # It is the same person: it needs nothing but to be signed in.
    bob.open_recipes(shared.url.removeprefix(servers.app))
    bob.recipes.get_by_role("button", name="Sign in with an account of this app").click()
    bob.recipes.get_by_label("Account name").fill(bob.account)
    bob.recipes.get_by_label("Password").fill("correct horse battery")
    bob.recipes.get_by_role("button", name="Sign in", exact=True).click()
    bob.sees("Ingredients", "Flour")


def test_after_everything_in_the_browser_was_cleared_the_recovery_code_brings_the_account_back(person):
    ann, bob = person("ann"), person("bob")
    code = ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Before")
    open_first_conversation(bob)
    bob.reads("Before")
    ann.clear_browsing_data()
    # The page notices by itself, and may be loading anew already.
    with contextlib.suppress(Error):
        ann.messenger.reload()
    expect(ann.messenger.get_by_role("heading", name="Welcome to Grove")).to_be_visible()
    # What the page said when the ground went away under it.
    ann.complaints.clear()
    ann.messenger.get_by_role("button", name="Use a recovery code").click()
    # The welcome has a field of this name too.
    expect(ann.messenger.get_by_role("heading", name="Use a recovery code")).to_be_visible()
    ann.messenger.get_by_label("Your handle").fill(ann.handle)
    ann.messenger.get_by_label("Recovery code").fill(" ".join(code.split()))
    ann.messenger.get_by_role("button", name="Recover").click()
    expect(ann.messenger.get_by_role("button", name="New conversation").first).to_be_enabled()
    bob.say("Are you back?")
    open_first_conversation(ann)
    ann.reads("Are you back?")
    ann.say("I am.")
    bob.reads("I am.")
