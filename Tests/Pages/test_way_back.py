"""Who comes in, goes out and comes back meets no dead end, and reads nothing that is not so."""

import re

from playwright.sync_api import expect

from support.person import PASSWORD
from support.second_browser import added_and_let_in
from support.windows import answer
from test_cards import card_of, delete, take_out
from test_entry import invited
from test_only_what_is_true import opened
from test_people_and_documents import adding
from test_refusals import shared_recipe
from test_sign_in_code import account_of, born

BY_MESSENGER = "Open with your messenger"


def leave(one):
    one.recipes.get_by_role("button", name=re.compile("Working together")).click()
    one.recipes.get_by_role("button", name="Leave this recipe").click()
    dialog = one.recipes.get_by_role("dialog", name="Leave this recipe?")
    expect(dialog.get_by_text("If you were invited, you can join again by its link")).to_be_visible()
    dialog.get_by_role("button", name="Leave").click()
    expect(one.recipes.locator(".toast")).to_contain_text("You left")


def test_whose_first_document_was_deleted_gets_back_into_the_same_account_by_another(person):
    ann, bob = born(person, "Soup")
    soup = ann.recipes.url
    ann.recipes.goto(ann.servers.app)
    ann.write_recipe("Bread", ingredients="Rye")
    ann.share(conversation="Bob")
    bob.click_shared("Bread")
    bob.sees("Ingredients", "Rye")
    account = account_of(bob)
    ann.recipes.goto(soup)
    delete(ann)

    # The cookie goes; nothing else of him does.
    bob.context.clear_cookies()
    page = bob.open_shared("Bread")
    with page.expect_popup():
        page.get_by_role("button", name=BY_MESSENGER).click()
    bob.sees("Ingredients", "Rye")
    assert account_of(bob) == account
    # So it does in one tab, from the card.
    bob.context.clear_cookies()
    bob.click_shared("Bread")
    bob.sees("Ingredients", "Rye")
    assert account_of(bob) == account


def test_who_has_only_a_device_that_was_added_opens_it_with_a_new_account_when_they_say_so(person):
    ann, bob = born(person, "Soup")
    second = added_and_let_in(person, ann, bob, "Soup")
    page = second.click_shared("Soup")
    answer(page, "Allow")
    expect(page.get_by_role("heading", name="You are in this app already")).to_be_visible()
    page.get_by_text("I am signed in nowhere, and have no password").click()
    expect(page.get_by_text("The old one loses it; what you made there stays in the old one.")).to_be_visible()
    with page.expect_popup():
        page.get_by_role("button", name="Open it with a new account").click()
    second.sees("Ingredients", "Flour")
    second.write("Notes", "Only this browser is left.")
    ann.sees("Notes", "Only this browser is left.")
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()


def test_who_left_is_asked_once_whether_to_join_again_and_every_browser_of_theirs_says_what_is_so(person):
    ann, bob = born(person, "Soup")
    second = added_and_let_in(person, ann, bob, "Soup")
    address = bob.recipes.url
    # What happens before her eyes is no news.
    ann.looks_away()
    leave(bob)
    for one in (bob, second):
        expect(card_of(one, "Soup").get_by_text("You left it.")).to_be_visible()
    expect(ann.news).to_contain_text("Bob left")

    # By the old link, in the browser that remembers; who thinks better of it has not come back.
    page = bob.recipes
    page.goto(address)
    expect(page.get_by_role("heading", name="You left this recipe")).to_be_visible()
    again = page.get_by_role("button", name="Join again with your messenger")
    for said in ("Cancel", "Join again"):
        with page.expect_popup() as popup:
            again.click()
        expect(popup.value.get_by_role("heading", name="You left “Soup”. Join again?")).to_be_visible()
        answer(popup.value, said)
        if said == "Cancel":
            expect(again).to_be_visible()
            expect(card_of(bob, "Soup").get_by_text("You left it.")).to_be_visible()
    bob.sees("Ingredients", "Flour")
    for one in (bob, second):
        expect(card_of(one, "Soup").get_by_text("You left it.")).to_have_count(0)
        expect(one.thread.get_by_role("link", name="Open “Soup”")).to_be_visible()
    expect(ann.news).to_contain_text("Bob joined")


def test_who_left_comes_back_from_the_card_too(person):
    _, bob = born(person, "Soup")
    leave(bob)
    join = bob.thread.get_by_role("link", name="Join again: “Soup”")
    expect(join).to_have_text("Join again")
    with bob.context.expect_page() as page:
        join.click()
    bob.recipes = page.value
    again = page.value.get_by_role("button", name="Join again", exact=True)
    expect(page.value.get_by_role("heading", name="You left “Soup”. Join again?")).to_be_visible()
    again.click()
    bob.sees("Ingredients", "Flour")


def test_who_is_signed_out_reads_first_how_to_sign_in_to_what_is_theirs(person):
    ann, _ = invited(person, "Tea")
    address = ann.recipes.url
    ann.recipes.get_by_role("button", name="Your account").click()
    ann.recipes.get_by_role("menuitem", name=re.compile("Sign out")).click()
    page = ann.open_recipes(address.removeprefix(ann.servers.app))
    expect(page.get_by_text("Is it yours, or do you have an account here? Then sign in.")).to_be_visible()
    expect(page.get_by_text("If you are new here")).to_have_count(0)
    page.get_by_role("button", name="Sign in with an account of this app").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    ann.sees("Ingredients", "Flour")


def test_after_cancel_in_the_messenger_the_app_says_that_it_was_not_opened(person):
    _, bob = invited(person, "Tea")
    page = bob.open_shared("Tea")
    for _ in range(2):
        with page.expect_popup() as popup:
            page.get_by_role("button", name=BY_MESSENGER).click()
        answer(popup.value, "Cancel")
        expect(page.get_by_role("status").get_by_text("It was not opened.")).to_be_visible()
        expect(page.get_by_text(re.compile("cannot do this here|closed before it was done"))).to_have_count(0)


def test_news_go_away_where_the_document_is_opened_by_its_own_address(person):
    ann, bob = opened(person, "Bread")
    address = ann.recipes.url
    ann.recipes.close()
    bob.write("Notes", "Longer.")
    strip = ann.messenger.locator(".banners .banner")
    expect(strip).to_contain_text("Bob edited")
    ann.open_recipes(address.removeprefix(ann.servers.app))
    ann.sees("Notes", "Longer.")
    expect(strip).to_have_count(0)


def test_a_tab_whose_person_is_in_again_opens_when_they_come_back_to_it_and_asks_no_more_than_once_before(person):
    ann, bob = opened(person, "Bread")
    take_out(ann, "Bob")
    tab = bob.recipes
    gone = tab.get_by_role("heading", name="You have no access any more")
    expect(gone).to_be_visible()
    asked = []
    tab.on("request", lambda request: asked.append(request.url) if "/collaborations/" in request.url else None)
    come_back = "['visibilitychange', 'focus'].forEach((name) => dispatchEvent(new Event(name)))"
    tab.evaluate(come_back)
    tab.wait_for_timeout(2000)
    expect(gone).to_be_visible()
    assert len(asked) == 1, asked
    # So does the page of the link; and one that its browser has put to sleep hears of no other.
    tab.add_init_script("window.BroadcastChannel = class extends BroadcastChannel { set onmessage(heard) {} }")
    tab.reload()
    expect(gone).to_be_visible()
    ann.share(conversation="Bob")
    expect(bob.thread.get_by_role("link", name="Open “Bread”").last).to_be_visible()
    last = bob.click_shared("Bread")
    bob.sees("Ingredients", "Flour")
    asked.clear()
    tab.evaluate(come_back)
    bob.recipes = tab
    bob.sees("Ingredients", "Flour")
    assert not last.is_closed()


def given_again(ann, bob):
    """Bob, whose tab says that it is lost, is given it again."""
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()
    ann.share(conversation="Bob")
    expect(bob.thread.get_by_role("link", name="Open “Bread”").last).to_be_visible()
    return bob.recipes


def test_no_window_goes_on_to_say_that_a_document_is_lost_when_it_is_opened_again_in_another(person):
    ann, bob = opened(person, "Bread")
    take_out(ann, "Bob")
    lost = given_again(ann, bob)
    with lost.expect_event("close"):
        bob.click_shared("Bread")
    bob.sees("Ingredients", "Flour")
    # One that its browser does not close opens it, too; so does the page of the link. The one that was opened last stays.
    take_out(ann, "Bob")
    lost = given_again(ann, bob)
    other = bob.context.new_page()
    other.goto(lost.url)
    gone = "You have no access any more"
    expect(other.get_by_role("heading", name=gone)).to_be_visible()
    for tab in (lost, other):
        tab.evaluate("window.close = () => {}")
    last = bob.click_shared("Bread")
    for tab in (lost, other, last):
        expect(bob.field("Ingredients", tab)).to_have_value("Flour")
        expect(tab.get_by_role("heading", name=gone)).to_have_count(0)
    lost.wait_for_timeout(1000)
    assert not last.is_closed()


def test_where_the_session_of_the_page_that_is_asked_is_over_the_next_click_opens_a_window_to_sign_in(person):
    bob, dora = person("bob"), person("dora")
    bob.sign_up()
    dora.sign_up()
    ann = shared_recipe(person, "Bread", bob)
    ann.context.clear_cookies()
    adding(ann, dora).get_by_role("button", name="Add", exact=True).click()
    expect(ann.messenger.get_by_text("Bread: The app could not change who takes part")).to_be_visible()
    ann.messenger.keyboard.press("Escape")
    ann.messenger.get_by_role("button", name="Review").click()
    with ann.context.expect_page() as page:
        ann.messenger.get_by_role("dialog").get_by_role("button", name="Apply").click()
    window = page.value
    expect(window.get_by_text("Sign in first.")).to_be_visible()
    window.get_by_label("Account name").fill(ann.account)
    window.get_by_label("Password").fill(PASSWORD)
    window.get_by_role("button", name="Sign in", exact=True).click()
    answer(window, "Update")
    expect(card_of(ann, "Bread").get_by_text("Bob and Dora can open it")).to_be_visible()
