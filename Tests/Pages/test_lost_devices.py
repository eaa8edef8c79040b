"""All devices are lost, and the recovery code brings the account back: what the person, the old browser and who shared see."""

import re

import pytest
from playwright.sync_api import expect

from support.windows import answer
from test_account import open_account
from test_attention import mention
from test_cards import take_out
from test_first_opening import delete
from test_only_what_is_true import TAKEN_OUT
from test_refusals import shared_recipe
from test_sign_in_code import account_of, make_code


@pytest.fixture
def recovered(person):
    """Bob, who was in Ann's recipe, has used his recovery code in another browser; his old one is still open."""
    ann, old, code = in_anns_recipe(person)
    return ann, old, recovering(person, old, code)


def in_anns_recipe(person):
    """Bob opens what Ann has shared, in an account that his proof makes; with his recovery code."""
    bob = person("bob")
    code = bob.sign_up()
    ann = shared_recipe(person, "Bread", bob)
    bob.open_conversation("Ann")
    bob.click_shared("Bread")
    answer(bob.recipes, "Allow")
    bob.sees("Ingredients", "Flour")
    return ann, bob, code


def in_two_more(ann, old):
    """Soup and Cake, shared and opened, too; where they are."""
    places = {}
    for title in ("Soup", "Cake"):
        ann.recipes.goto(ann.servers.app)
        ann.write_recipe(title, ingredients=f"Salt for {title}")
        ann.share(conversation="Bob")
        old.click_shared(title)
        old.sees("Ingredients", f"Salt for {title}")
        places[title] = ann.recipes.url
    return places


def recovering(person, old, code):
    new = person("bob")
    page = new.open_messenger()
    page.get_by_role("button", name="Use a recovery code").click()
    page.get_by_label("Your handle").fill(old.handle)
    page.get_by_label("Recovery code").fill(code)
    page.get_by_role("button", name="Recover").click()
    expect(page.get_by_role("button", name="New conversation").first).to_be_enabled()
    return new


def test_the_new_browser_is_let_in_by_one_click_which_the_app_asks_about(recovered):
    ann, _, new = recovered
    new.open_conversation("Ann")
    new.messenger.get_by_role("button", name="People and details").click()
    known = new.messenger.get_by_role("region", name="Documents")
    expect(known.get_by_text("This browser knows of none.")).to_be_visible()
    new.messenger.keyboard.press("Escape")
    strip = ann.messenger.locator(".banner").filter(has_text="Bob has replaced all devices.")
    expect(strip).to_have_text(re.compile("The new ones wait to be let into “Bread”. "
                                          "Compare the safety number first if you doubt that it is them."))
    # Nothing was broken off, and it is asked once.
    expect(ann.messenger.get_by_text(re.compile("^Finish in"))).to_have_count(0)
    page = ann.app_asks(strip.get_by_role("button", name="Let in").click)
    # Nothing is said, and the window stays, while it asks.
    expect(page.get_by_role("heading", name="Let the devices of Bob into “Bread”?")).to_be_visible()
    expect(page.get_by_text("One that was removed cannot open it anew; where it is still signed in, it stays so.")).to_be_visible()
    ann.messenger.wait_for_timeout(1000)
    expect(ann.messenger.locator(".toast")).to_have_count(0)
    answer(page, "Let in")
    expect(ann.messenger.locator(".toast")).to_have_text("Let in")
    expect(strip).to_have_count(0)
    expect(ann.messenger.get_by_text(re.compile("^Finish in"))).to_have_count(0)
    page = new.click_shared("Bread")
    expect(page.get_by_text("Ann shared “Bread” with you.")).to_be_visible()


def test_who_says_not_now_in_the_app_does_not_read_that_it_is_done(recovered):
    ann, _, _ = recovered
    strip = ann.messenger.locator(".banner").filter(has_text="Bob has replaced all devices.")
    page = ann.app_asks(strip.get_by_role("button", name="Let in").click)
    answer(page, "Not now")
    expect(ann.messenger.get_by_text("That is not finished yet.")).to_be_visible()
    expect(strip).to_be_visible()


def test_the_old_browser_sends_nothing_and_says_so(recovered):
    _, old, _ = recovered
    expect(old.messenger.get_by_role("dialog", name="This browser was removed from your account")).to_be_visible()
    old.messenger.get_by_role("button", name="Keep reading").click()
    expect(old.compose_field).to_be_hidden()
    expect(old.messenger.get_by_text("You can read what is here, and send nothing.")).to_be_visible()
    old.messenger.reload()
    old.messenger.get_by_role("button", name="Keep reading").click()
    expect(old.messenger.get_by_text("You can read what is here, and send nothing.")).to_be_visible()
    expect(old.thread.get_by_text("Bread").first).to_be_visible()


def test_who_has_recovered_opens_everything_with_the_one_new_account(person):
    ann, old, code = in_anns_recipe(person)
    bread = old.recipes
    in_two_more(ann, old)
    account = account_of(old)
    new = recovering(person, old, code)
    new.open_conversation("Ann")
    let_in_everywhere(ann)

    page = new.click_shared("Bread")
    answer(page, "Allow")
    expect(page.get_by_role("heading", name="You are in this app already")).to_be_visible()
    # The app was handed where it may tell him, and he is not in it yet.
    expect(new.thread).to_contain_text("Shared by Ann with you")
    expect(new.thread).not_to_contain_text("In it:")
    # The next one would ask for a code, too, and that is said before.
    other = new.click_shared("Soup")
    asked = other.get_by_text("Until now you had another account there, made when you first opened something. If you allow this, "
                              "the app asks for a code from where you are signed in with that one, or makes you a new one.")
    expect(asked).to_be_visible()
    expect(asked).to_contain_text("press Cancel and sign in there first, with such a code or a password.")
    answer(other, "Cancel")
    expect(other.get_by_text("It was not opened.")).to_be_visible()
    other.close()
    new.recipes = page
    page.get_by_text("I am signed in nowhere, and have no password").click()
    with page.expect_popup():
        page.get_by_role("button", name="Open it with a new account").click()
    new.sees("Ingredients", "Flour")
    mine = account_of(new)
    assert mine != account
    # Nobody has taken him out, which his old browser is told, too.
    expect(bread.get_by_text(TAKEN_OUT, exact=True)).to_be_visible()
    expect(new.thread).to_contain_text("In it: Ann and you")
    # What comes after is not left to another new account, nor lost: in a window of the messenger, or in the same tab.
    for title in ("Soup", "Cake"):
        page = new.click_shared(title)
        expect(page.get_by_role("heading", name="You are signed in with another account")).to_be_visible()
        expect(page.get_by_text("The other one loses it; what you made there stays in the other one.")).to_be_visible()
        if title == "Cake":
            page.evaluate("window.open = () => null")
            page.get_by_role("button", name="Open it with this account").click()
        else:
            with page.expect_popup():
                page.get_by_role("button", name="Open it with this account").click()
        new.sees("Ingredients", f"Salt for {title}")
        assert account_of(new) == mine
    new.write("Notes", "Back again.")
    ann.sees("Notes", "Back again.")


def test_who_has_recovered_and_signs_in_by_a_code_hears_what_happens_also_of_what_they_have_not_opened_since(person):
    ann, old, code = in_anns_recipe(person)
    opened = {"Bread": ann.recipes.url, **in_two_more(ann, old)}
    # Nobody looks at them there when something is told later.
    for tab in old.context.pages:
        if tab not in (old.messenger, old.recipes):
            tab.close()
    new = recovering(person, old, code)
    new.open_conversation("Ann")
    let_in_everywhere(ann)
    page = new.click_shared("Bread")
    answer(page, "Allow")
    expect(page.get_by_role("heading", name="You are in this app already")).to_be_visible()
    open_account(old.recipes)
    page.get_by_label("Code", exact=True).fill(make_code(old.recipes))
    page.get_by_label("Code", exact=True).press("Enter")
    new.sees("Ingredients", "Flour")
    assert account_of(new) == account_of(old)
    card = new.thread.locator(".link-card").filter(has_text="Bread")
    expect(card).to_contain_text("In it: Ann and you")
    new.recipes.close()

    # In what he has not opened with the new browser, whose address went with the old ones.
    take_out(ann, "Bob")
    expect(new.thread.get_by_text("It is not shared with you any more.")).to_be_visible()
    expect(new.thread.get_by_role("link", name=re.compile("^Open “Cake"))).to_have_count(0)
    ann.recipes.goto(opened["Soup"])
    rename(ann, "Broth")
    expect(new.card_link("Broth")).to_be_visible()
    delete(ann)
    expect(new.thread.get_by_text("It was deleted.")).to_be_visible()
    expect(new.thread.get_by_role("link", name=re.compile("^Open “(Soup|Broth)"))).to_have_count(0)

    # And in what he has.
    ann.recipes.goto(opened["Bread"])
    mention(ann, "@Bob salt?")
    expect(new.news).to_contain_text("Ann mentioned you")
    rename(ann, "Rye bread")
    expect(new.card_link("Rye bread")).to_be_visible()
    take_out(ann, "Bob")
    expect(new.thread.get_by_text("You have no access any more.")).to_be_visible()
    expect(new.thread.get_by_role("link", name=re.compile("^Open “Rye bread"))).to_have_count(0)

    # Given again it begins anew, and the account is the one he had.
    ann.share(conversation="Bob")
    expect(new.card_link("Rye bread").last).to_be_visible()
    expect(new.messenger.get_by_text("Ann mentioned you")).to_have_count(0)
    page = new.click_shared("Rye bread")
    expect(page.get_by_text("Allow it only if both accounts are yours")).to_have_count(0)
    answer(page, "Allow")
    new.recipes = page
    new.sees("Ingredients", "Flour")


def rename(one, title):
    name = one.recipes.get_by_role("textbox", name="Name of the recipe")
    name.fill(title)
    name.press("Enter")


def test_who_was_taken_out_and_given_it_again_is_let_in_after_a_recovery_and_stays_in(person):
    ann, old, code = in_anns_recipe(person)
    take_out(ann, "Bob")
    expect(old.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()
    ann.share(conversation="Bob")
    expect(old.thread.get_by_role("link", name="Open “Bread”").last).to_be_visible()
    new = recovering(person, old, code)
    new.open_conversation("Ann")
    # By the identity that was taken from him nothing is left to be asked about.
    let_in_everywhere(ann)
    page = new.click_shared("Bread")
    answer(page, "Allow")
    new.sees("Ingredients", "Flour")
    new.write("Notes", "Back again.")
    ann.sees("Notes", "Back again.")
    ann.messenger.wait_for_timeout(3000)
    expect(ann.messenger.locator(".banner").filter(has_text="replaced all devices")).to_have_count(0)
    new.write("Notes", " And still.")
    ann.sees("Notes", "Back again. And still.")


def let_in_everywhere(ann):
    """Her messenger asks once for everything that she has shared with him."""
    strip = ann.messenger.locator(".banner").filter(has_text="Bob has replaced all devices.")
    page = ann.app_asks(strip.get_by_role("button", name="Let in").click)
    answer(page, "Let in")
    expect(strip).to_have_count(0)
