"""One click to open: from the card with nothing between but the messenger's own question, and each ending a screen."""

import re

import pytest
from playwright.sync_api import expect

from support.windows import answer
from test_cards import delete, take_out
from test_only_what_is_true import opened
from test_refusals import shared_recipe

UNKNOWN = "You were not invited to this recipe."
BY_MESSENGER = "Open with your messenger"


def invited(person, title: str):
    """Bob stands before the card of what Ann has shared; he was never in the app."""
    bob = person("bob")
    bob.sign_up()
    ann = shared_recipe(person, title, bob)
    bob.open_conversation("Ann")
    return ann, bob


def sign_out(one):
    one.recipes.get_by_role("button", name="Your account").click()
    one.recipes.get_by_role("menuitem", name=re.compile("Sign out")).click()
    one.recipes.get_by_role("button", name="Sign out anyway").click()
    expect(one.recipes.get_by_role("button", name=BY_MESSENGER).or_(
        one.recipes.get_by_label("Password"))).to_be_visible()


def test_from_the_card_it_is_one_click_and_allow_and_later_one_click(person):
    _, bob = invited(person, "Soup")
    page = bob.click_shared("Soup")
    # The messenger knows, and says, what the app must not.
    expect(page.get_by_text("Ann shared “Soup” with you.")).to_be_visible()
    assert page.url.startswith(f"{bob.servers.relay}/prove"), "in the tab that the click opened"
    answer(page, "Allow")
    bob.sees("Ingredients", "Flour")
    assert len(bob.context.pages) == 2, "no window was opened beside it"

    # Again, with the session: nothing in between.
    bob.click_shared("Soup")
    bob.sees("Ingredients", "Flour")
    me = bob.context.request.get(f"{bob.servers.app}/collab/v1/me").json()
    # Signed out he stays so, until he clicks: then it is the same account, and nobody is asked.
    sign_out(bob)
    bob.recipes.wait_for_timeout(1500)
    expect(bob.recipes.get_by_role("button", name=BY_MESSENGER)).to_be_visible()
    bob.click_shared("Soup")
    bob.sees("Ingredients", "Flour")
    assert bob.context.request.get(f"{bob.servers.app}/collab/v1/me").json()["account"] == me["account"]


def test_what_opened_by_a_click_on_the_card_hears_what_others_do(person):
    ann, bob = invited(person, "Soup")
    bob.click_shared("Soup")
    answer(bob.recipes, "Allow")
    bob.sees("Ingredients", "Flour")
    bob.recipes.close()
    ann.write("Notes", "Thicker.")
    expect(bob.news.get_by_text(re.compile("Ann edited"))).to_be_visible()


def test_not_now_leads_to_the_page_in_between_and_does_not_ask_again_by_itself(person):
    _, bob = invited(person, "Jam")
    page = bob.click_shared("Jam")
    said = []
    page.on("request", lambda request: said.append(request.url))
    answer(page, "Cancel")
    once_more = page.get_by_role("button", name=BY_MESSENGER)
    expect(once_more).to_be_visible()
    assert not [url for url in said if url.endswith(("/entry", "/proof"))], "the app was told nothing"
    page.reload()
    expect(once_more).to_be_visible()
    page.go_back()
    expect(once_more).to_be_visible()
    page.wait_for_timeout(500)
    assert page.url.startswith(bob.servers.app), "it asks in a click, from now on"
    with page.expect_popup() as popup:
        once_more.click()
    answer(popup.value, "Allow")
    bob.sees("Ingredients", "Flour")


def test_a_link_from_elsewhere_goes_nowhere_by_itself_and_tells_nothing(person):
    ann, bob = invited(person, "Grandmother's soup")
    page = bob.open_shared("Grandmother's soup")
    expect(page.get_by_role("button", name=BY_MESSENGER)).to_be_visible()
    page.wait_for_timeout(500)
    assert page.url.startswith(bob.servers.app)
    text = page.locator("body").inner_text()
    assert "Grandmother" not in text and "Ann" not in text
    expect(page.locator("button.primary:visible")).to_have_count(1)
    # Another page cannot make it look as if the messenger had opened it.
    forged = bob.context.new_page()
    forged.goto(f"{ann.servers.app}/no/such/page")
    forged.evaluate("address => { location.href = address; }", page.url + "#collab-messenger=" + bob.servers.relay)
    expect(forged.get_by_role("button", name=BY_MESSENGER)).to_be_visible()
    forged.wait_for_timeout(500)
    assert forged.url.startswith(bob.servers.app)


def told(one) -> str:
    """What the page in the middle says, without who is signed in."""
    return one.recipes.get_by_role("main").inner_text().replace(one.account, "").replace(one.name, "")


@pytest.mark.parametrize("end", ["shared", "deleted", "never"])
def test_a_stranger_sees_the_same_whatever_became_of_it(person, end):
    ann, bob = opened(person, "Bread")
    link = ann.recipes.url
    if end == "deleted":
        delete(ann)
    if end == "never":
        link = re.sub(r"/d/.*", "/d/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", link)
    eve = person("eve")
    eve.sign_up()
    eve.open_recipes()
    eve.sign_up_to_recipes()
    eve.recipes.goto(link)
    with eve.recipes.expect_popup() as popup:
        eve.recipes.get_by_role("button", name=BY_MESSENGER).click()
    expect(popup.value.get_by_text("Nobody has invited you to this document here.")).to_be_visible()
    answer(popup.value, "Close")
    eve.recipes.get_by_role("button", name=re.compile("ask for access")).click()
    expect(eve.recipes.get_by_role("button", name="Ask for access", exact=True)).to_be_visible()
    assert told(eve) == ("A shared recipe\n\nYou can ask the owner for access. They see the name you gave here and your "
        "note. Anybody can give any name: write something they know you by.\n\nYou are signed in as  ().\n\nNot you?\n"
        "A note for the owner\nAsk for access\nBack"), end


def test_who_was_taken_out_reads_so_and_what_to_do(person):
    ann, bob = opened(person, "Bread")
    take_out(ann, "Bob")
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()
    bob.recipes.reload()
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()
    again = bob.recipes.get_by_role("button", name="I was invited again: open with your messenger")
    expect(again).to_be_visible()
    # On a phone its words have two lines, and room to both edges.
    bob.recipes.set_viewport_size({"width": 390, "height": 740})
    room = again.evaluate("""(one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return (one.getBoundingClientRect().height - text.getBoundingClientRect().height) / 2;
    }""")
    assert room >= 8, f"{room} pixels"
    expect(bob.recipes.get_by_role("button", name=re.compile("ask for access"))).to_have_count(0)


def test_what_was_deleted_says_so_to_who_had_it_and_asks_nobody(person):
    ann, bob = opened(person, "Bread")
    delete(ann)
    expect(bob.recipes.get_by_role("heading", name="This recipe was deleted")).to_be_visible()
    bob.recipes.reload()
    expect(bob.recipes.get_by_role("heading", name="This recipe was deleted")).to_be_visible()
    expect(bob.recipes.get_by_role("button", name=BY_MESSENGER)).to_have_count(0)
    expect(bob.recipes.get_by_role("link", name="All recipes")).to_be_visible()


def test_who_is_signed_in_as_somebody_else_signs_out_and_opens_it_again_in_one_click(person):
    _, bob = invited(person, "Plum cake")
    bob.click_shared("Plum cake")
    answer(bob.recipes, "Allow")
    bob.sees("Ingredients", "Flour")
    sign_out(bob)
    bob.recipes.close()
    bob.open_recipes()
    bob.sign_up_to_recipes(account=f"other-{bob.account}")
    page = bob.click_shared("Plum cake")
    expect(page.get_by_text("The account that you are signed in with now may be another one")).to_be_visible()
    answer(page, "Allow")
    expect(page.get_by_role("heading", name="You are signed in with another account")).to_be_visible()
    expect(page.locator("button.primary:visible")).to_have_count(1)
    page.get_by_role("button", name="Sign out and open it again").click()
    answer(page, "Allow")
    bob.sees("Ingredients", "Flour")
    assert bob.context.request.get(f"{bob.servers.app}/collab/v1/me").json()["isEnteredByProof"]
