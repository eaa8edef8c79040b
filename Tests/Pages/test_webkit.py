"""The shortest way through all of it in a third engine: WebKitGTK, with somebody in another browser at the other end."""

import pytest
from playwright.sync_api import expect

from support import webkit
from support.windows import answer


@pytest.fixture
def bobs_browser():
    if missing := webkit.why_not():
        pytest.skip(missing)
    browser = webkit.WebKit()
    yield browser
    browser.close()


def sign_up(browser, relay: str, name: str, handle: str):
    browser.goto(relay)
    browser.find("textbox", "Your name").fill(name)
    browser.find("textbox", "Your handle").fill(handle)
    browser.click("button", "Begin")
    browser.click("switch", "I have kept it")
    browser.click("button", "Continue")
    browser.find("button", "New conversation")


def test_two_people_write_and_one_who_was_invited_opens_the_card_and_writes_there(person, bobs_browser):
    ann, bob = person("ann"), bobs_browser
    handle = ann.handle.replace("ann", "bob")
    ann.sign_up()
    sign_up(bob, ann.servers.relay, "Bob", handle)

    # A conversation, texts both ways.
    ann.begin_conversation(handle)
    ann.say("Shall we bake?")
    bob.click("button", "Accept: Ann")
    bob.reads("Shall we bake?")
    bob.find("textbox", "Message").type("Apple pie!" + webkit.ENTER)
    ann.reads("Apple pie!")
    expect(ann.thread.get_by_text("Delivered").last).to_be_visible()

    # A recipe is shared; Bob gets in by the proof, without a form.
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Apple pie", ingredients="Flour")
    answer(ann.share(handle), "Allow")
    # One click and Allow, in one window.
    bob.opened_by(lambda: bob.click("link", "Open"))
    bob.click("button", "Allow")
    notes = bob.find("textbox", "Notes")
    assert bob.find("textbox", "Ingredients").value == "Flour"

    # Both write.
    notes.type("Cold butter.")
    ann.sees("Notes", "Cold butter.")
    ann.write("Steps", "Peel.")
    bob.reads_in("Steps", "Peel.")
