"""Who was invited, has never opened it and is signed in nowhere hears from their messenger what became of it, and by their
click the app does, too; a stranger hears the same of everything."""

import re

import pytest
from playwright.sync_api import expect

from support.windows import answer
from test_cards import delete
from test_only_what_is_true import stop_sharing
from test_people_and_documents import adding, removing
from test_refusals import shared_recipe

NOTHING = "It was not opened. What was deleted, or is not shared any more, opens for nobody with this link."
KNOCK = re.compile("ask for access")
AGAIN = "I was invited again: open with your messenger"


def take_out(ann):
    """Of the conversation, and with it of the document."""
    ann.changes_people(removing(ann, "Bob"), "Remove")


# What is done, what the messenger says of it, and the app's heading once it has been told.
ENDINGS = {
    "deleted": (delete, "“Bread” was deleted. It is gone for everybody.", "This recipe was deleted"),
    "stopped": (stop_sharing, "“Bread” is not shared any more: its owner stopped sharing it with everybody.",
                "This recipe is not shared any more"),
    "taken-out": (take_out, "“Bread” is not shared with you any more: you were taken out of it, or it is not shared at all now.",
                  "It is not shared with you any more"),
}


def asks_messenger(page):
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    expect(popup.value.get_by_role("heading", name="Not opened")).to_be_visible()
    return popup.value


@pytest.fixture
def invited(person):
    """Ann, who has shared a recipe with Bob and Carol, and Bob, who looks at its card."""
    bob, carol = person("bob"), person("carol")
    bob.sign_up()
    carol.sign_up()
    ann = shared_recipe(person, "Bread", bob, carol)
    bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    return ann, bob


@pytest.mark.parametrize("ending", ENDINGS)
def test_who_never_opened_it_has_the_app_say_what_became_of_it_by_a_click(person, invited, ending):
    deed, said, heading = ENDINGS[ending]
    ann, bob = invited
    link = bob.card_link("Bread").get_attribute("href")
    deed(ann)
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_have_count(0)
    page = bob.context.new_page()
    page.goto(link)
    window = asks_messenger(page)
    expect(window.get_by_text(said)).to_be_visible()
    # Without a click the app is told nothing, and says what it says to everybody.
    answer(window, "Close")
    expect(page.get_by_role("status").get_by_text(NOTHING)).to_be_visible()
    expect(page.get_by_role("button", name=KNOCK)).to_be_visible()
    answer(asks_messenger(page), "Say so there, too")
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.get_by_text(NOTHING)).to_have_count(0)
    expect(page.get_by_role("button", name=KNOCK)).to_have_count(0)
    expect(page.get_by_role("button", name=AGAIN)).to_have_count(1 if ending == "taken-out" else 0)
    # The way into the app is still there, and leads back to the same.
    page.get_by_role("button", name="Sign in with an account of this app").click()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("heading", name=heading)).to_be_visible()

    # So it is in this very tab, and for who is signed in there.
    page.evaluate("window.open = () => null")
    page.reload()
    page.evaluate("window.open = () => null")
    page.get_by_role("button", name="Open with your messenger").click()
    page.get_by_role("button", name="Say so there, too").click()
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    bob.sign_up_to_recipes(page)
    answer(asks_messenger(page), "Say so there, too")
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.get_by_role("button", name=KNOCK)).to_have_count(0)

    eve = person("eve")
    eve.sign_up()
    page = eve.open_recipes(link.removeprefix(eve.servers.app))
    window = asks_messenger(page)
    expect(window.get_by_role("button", name="Say so there, too")).to_have_count(0)
    answer(window, "Close")
    expect(page.get_by_role("status").get_by_text(NOTHING)).to_be_visible()


def test_who_is_invited_again_comes_in_by_a_button_on_the_page_that_said_that_it_was_over(invited):
    ann, bob = invited
    page = bob.open_shared("Bread")
    take_out(ann)
    ann.messenger.keyboard.press("Escape")
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_have_count(0)
    answer(asks_messenger(page), "Say so there, too")
    again = page.get_by_role("button", name=AGAIN)
    expect(again).to_be_visible()
    ann.changes_people(adding(ann, bob), "Add")
    expect(bob.thread.get_by_role("link", name="Open “Bread”").last).to_be_visible()
    with page.expect_popup() as popup:
        again.click()
    bob.consent(popup.value)
    bob.sees("Ingredients", "Flour")
