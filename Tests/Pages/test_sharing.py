"""Shares that are broken off, and what is told while no messenger is open."""

import re

from playwright.sync_api import expect

from test_refusals import documents


def begun(person):
    """Ann with a recipe, Bob in a conversation with her."""
    bob, ann = person("bob"), person("ann")
    bob.sign_up()
    ann.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Something comes.")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Bread", ingredients="Flour")
    return ann, bob


def test_a_share_whose_window_is_closed_in_the_middle_is_taken_back_when_the_app_is_here_again(person):
    ann, bob = begun(person)
    held = []
    ann.recipes.route("**/identities", lambda route: held.append(route))
    sheet = ann.open_share_sheet()
    ann.choose_people(sheet, bob.handle)
    sheet.get_by_role("button", name="Send").click()
    for _ in range(100):
        if held:
            break
        ann.recipes.wait_for_timeout(100)
    assert held, "the app was asked for the people"
    sheet.close()
    held[0].continue_()
    ann.recipes.unroute("**/identities")
    finish = ann.messenger.get_by_role("button", name=re.compile("Finish in"))
    expect(finish).to_be_visible(timeout=20_000)
    assert [bool(one.get("collaborationID")) for one in documents(ann)] == [True]
    with ann.context.expect_page() as page:
        finish.click()
    page.value.get_by_role("button", name="Update").click()
    expect(finish).to_have_count(0)
    assert [one.get("collaborationID") for one in documents(ann)] == [None]
    expect(bob.messenger.get_by_text("Bread")).to_have_count(0)
