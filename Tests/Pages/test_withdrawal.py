"""A question that the app asks for the messenger is withdrawn, in time or too late."""

import pytest
from playwright.sync_api import expect

from support.servers import wait_until
from support.windows import answer, wait_until_closed
from test_refusals import shared_recipe

NOTHING = "Taken back: nothing was changed in your documents."


@pytest.fixture
def removed(person):
    """Bob reads Ann's recipe; then he has left the conversation, and the plan lies before her."""
    bob = person("bob")
    bob.sign_up()
    carol = person("carol")
    carol.sign_up()
    ann = shared_recipe(person, "Bread", bob, carol)
    bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    bob.open_shared("Bread")
    bob.sign_up_to_recipes(bob.recipes)
    bob.prove()
    bob.sees("Ingredients", "Flour")
    bob.messenger.get_by_role("button", name="People and details").click()
    bob.messenger.get_by_role("button", name="Leave conversation").click()
    bob.messenger.get_by_role("button", name="Leave", exact=True).click()
    ann.is_cut_off()
    return ann, bob


def question(ann):
    """The plan applied up to the question in the app's window; the plan is still there."""
    ann.messenger.get_by_role("button", name="Review").click()
    plan = ann.messenger.get_by_role("dialog", name="Update what you shared here?")
    with ann.context.expect_page() as page:
        plan.get_by_role("button", name="Apply").click()
    expect(page.value.get_by_role("button", name="Update")).to_be_visible()
    return plan, page.value


def test_closing_the_plan_takes_the_question_away_and_it_can_be_asked_again(removed):
    ann, bob = removed
    plan, window = question(ann)
    ann.messenger.keyboard.press("Escape")
    expect(plan).to_be_hidden()
    expect(window.get_by_text("Your messenger has withdrawn this. Nothing was changed.")).to_be_visible()
    expect(window.get_by_role("button", name="Update")).to_have_count(0)
    expect(ann.messenger.get_by_text(NOTHING)).to_be_visible()
    bob.write("Notes", "Still here.")
    ann.sees("Notes", "Still here.")
    # The same window serves for the next question.
    ann.messenger.get_by_role("button", name="Review").click()
    plan.get_by_role("button", name="Apply").click()
    answer(window, "Update")
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()
    expect(plan).to_be_hidden()
    expect(ann.messenger.get_by_role("button", name="Review")).to_have_count(0)


def test_undoing_the_change_in_another_tab_takes_plan_and_question_away(removed):
    ann, bob = removed
    plan, window = question(ann)
    tab = ann.context.new_page()
    tab.goto(ann.messenger.url)
    tab.get_by_role("button", name="People and details").click()
    tab.get_by_role("button", name="Add people").click()
    dialog = tab.get_by_role("dialog", name="Add people")
    dialog.get_by_role("combobox").fill(bob.handle)
    dialog.get_by_role("combobox").press("Enter")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(plan).to_be_hidden()
    expect(window.get_by_text("Your messenger has withdrawn this.")).to_be_visible()
    expect(ann.messenger.get_by_text(NOTHING)).to_be_visible()
    expect(ann.messenger.get_by_role("button", name="Review")).to_have_count(0)
    bob.write("Notes", "Still here.")
    ann.sees("Notes", "Still here.")


def test_a_messenger_that_is_loaded_anew_has_withdrawn_its_question(removed):
    ann, bob = removed
    _, window = question(ann)
    ann.messenger.reload()
    expect(window.get_by_text("Your messenger has withdrawn this.")).to_be_visible()
    expect(ann.messenger.get_by_text("Bob would lose access to “Bread”.")).to_be_visible()
    bob.write("Notes", "Still here.")
    ann.sees("Notes", "Still here.")


def test_an_answer_given_before_the_withdrawal_is_carried_out_and_the_messenger_knows(removed):
    ann, bob = removed
    plan, window = question(ann)
    held = []
    window.route("**/identities", lambda route: held.append(route))
    answer(window, "Update")

    def is_held():
        window.wait_for_timeout(50)
        return held

    wait_until(is_held, what="the app's change of access")
    ann.messenger.keyboard.press("Escape")
    expect(plan).to_be_hidden()
    held[0].continue_()
    expect(ann.messenger.get_by_text("Documents updated")).to_be_visible()
    wait_until_closed(window)
    expect(ann.messenger.get_by_role("button", name="Review")).to_have_count(0)
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()
