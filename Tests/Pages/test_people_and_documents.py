"""Who comes into a conversation or goes, and what of its documents they get or lose, is one dialog and one answer."""

import re

import pytest
from playwright.sync_api import expect

from support.servers import wait_until
from support.windows import answer, wait_until_closed
from test_cards import card_of, comes_in, is_in, take_out
from test_only_what_is_true import opened
from test_refusals import shared_recipe


@pytest.fixture
def three(person):
    """Ann has shared a recipe with Bob and Carol; Bob has it open. Dora has a messenger and is in no conversation."""
    bob, carol, dora = person("bob"), person("carol"), person("dora")
    for one in (bob, carol, dora):
        one.sign_up()
    ann = shared_recipe(person, "Bread", bob, carol)
    bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    bob.open_shared("Bread")
    bob.sign_up_to_recipes(bob.recipes)
    bob.prove()
    bob.sees("Ingredients", "Flour")
    return ann, bob, dora


def adding(ann, one):
    ann.messenger.get_by_role("button", name="People and details").click()
    ann.messenger.get_by_role("button", name="Add people").click()
    dialog = ann.messenger.get_by_role("dialog", name="Add people")
    dialog.get_by_role("combobox").fill(one.handle)
    dialog.get_by_role("combobox").press("Enter")
    return dialog


def removing(ann, name: str):
    ann.messenger.get_by_role("button", name="People and details").click()
    ann.messenger.get_by_role("button", name=f"More about {name}").click()
    ann.messenger.get_by_role("menuitem", name="Remove from conversation").click()
    return ann.messenger.get_by_role("dialog", name=f"Remove {name}?")


def nothing_is_offered(ann):
    """Neither now nor after the page was loaded anew."""
    ann.messenger.reload()
    expect(ann.compose_field).to_be_visible()
    ann.messenger.wait_for_timeout(500)
    expect(ann.messenger.get_by_role("button", name="Review")).to_have_count(0)


def test_who_is_added_gets_the_documents_that_are_on_in_the_same_dialog(three):
    ann, _, dora = three
    dialog = adding(ann, dora)
    document = dialog.get_by_role("switch", name="Bread")
    expect(document).to_be_checked()
    expect(dialog.get_by_text(re.compile("Can make changes|Everyone can make changes"))).to_be_visible()
    ann.changes_people(dialog, "Add")
    nothing_is_offered(ann)
    # Of whom she has invited from the messenger her page is not told: it asks when the list is opened.
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    expect(ann.recipes.get_by_text(re.compile("^2 invitations not opened yet")).first).to_be_visible()
    dora.messenger.get_by_role("button", name=re.compile("^Accept: Ann ")).click()
    dora.open_shared("Bread")
    dora.sign_up_to_recipes(dora.recipes)
    dora.prove()
    dora.sees("Ingredients", "Flour")


def test_a_document_that_is_off_is_neither_given_nor_asked_about_again(three):
    ann, bob, dora = three
    dialog = adding(ann, dora)
    expect(dialog.get_by_text("They do not get what is off. You are not asked about it again.")).to_be_visible()
    expect(dialog.get_by_text("when it was shared: Everyone can make changes")).to_be_visible()
    dialog.get_by_role("switch", name="Bread").uncheck()
    windows = len(ann.context.pages)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog).to_be_hidden()
    ann.messenger.keyboard.press("Escape")
    expect(ann.thread.get_by_text("You added Dora")).to_be_visible()
    assert len(ann.context.pages) == windows, "no app is asked"
    nothing_is_offered(ann)
    dialog = removing(ann, "Bob")
    expect(dialog.get_by_text("They keep what is off. You are not asked about it again.")).to_be_visible()
    dialog.get_by_role("switch", name="Bread").uncheck()
    dialog.get_by_role("button", name="Remove", exact=True).click()
    expect(dialog).to_be_hidden()
    ann.messenger.keyboard.press("Escape")
    expect(ann.thread.get_by_text("You removed Bob")).to_be_visible()
    expect(ann.messenger.locator("#told")).not_to_contain_text("question")
    nothing_is_offered(ann)
    bob.write("Notes", "Still here.")
    ann.sees("Notes", "Still here.")


def test_who_is_removed_loses_at_once_what_is_on_and_an_app_that_is_not_asked_changes_nothing(three):
    ann, bob, _ = three
    ann.is_cut_off()
    dialog = removing(ann, "Bob")
    with ann.context.expect_page() as window:
        dialog.get_by_role("button", name="Remove", exact=True).click()
    expect(dialog.get_by_text(re.compile("asks you in a window of its own"))).to_be_visible()
    answer(window.value, "Not now")
    expect(dialog).to_be_hidden()
    # He is out of the conversation; what the app's owner did not allow stays as it was, and on offer.
    ann.messenger.keyboard.press("Escape")
    expect(ann.thread.get_by_text("You removed Bob")).to_be_visible()
    bob.write("Notes", "Still here.")
    ann.sees("Notes", "Still here.")
    ann.apply_offer()
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()


def test_who_never_opened_it_learns_that_it_was_taken_before_they_are_out_of_the_conversation(person):
    bob, carol = person("bob"), person("carol")
    for one in (bob, carol):
        one.sign_up()
    ann = shared_recipe(person, "Bread", bob, carol)
    carol.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    card = card_of(carol, "Bread")
    expect(card.get_by_role("link", name=re.compile("^Open"))).to_be_visible()
    ann.changes_people(removing(ann, "Carol"), "Remove")
    expect(carol.thread.get_by_text("Ann removed you")).to_be_visible()
    expect(card).to_contain_text("It is not shared with you any more.")
    expect(card.get_by_role("link", name=re.compile("pen"))).to_have_count(0)
    # Nor is she asked whether Carol shall have it again, before anything was loaded anew.
    ann.messenger.wait_for_timeout(3000)
    expect(ann.messenger.get_by_role("button", name="Review")).to_have_count(0)


def test_what_is_on_is_changed_also_where_the_connection_comes_back_in_that_moment(three):
    ann, bob, _ = three
    dialog = removing(ann, "Bob")
    expect(dialog.get_by_role("switch", name="Bread")).to_be_checked()
    # It breaks off, and the next one takes its time.
    held = []
    ann.context.route("**/relay/v1/mailbox/stream*", lambda route: held.append(route))
    ann.messenger.evaluate("dispatchEvent(new Event('offline'))")
    expect(ann.messenger.get_by_text("Offline", exact=True)).to_be_visible()
    wait_until(lambda: ann.messenger.wait_for_timeout(50) or held, what="the next connection")

    def press():
        dialog.get_by_role("button", name="Remove", exact=True).click()
        for one in held:
            one.continue_()
    answer(ann.app_asks(press), "Update")
    expect(dialog).to_be_hidden()
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()


def test_where_the_app_cannot_be_opened_nobody_is_added(three):
    ann, _, dora = three
    ann.is_cut_off()
    dialog = adding(ann, dora)
    ann.messenger.evaluate("() => { window.open = () => null; }")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("Your browser did not open")
    ann.messenger.keyboard.press("Escape")
    ann.messenger.keyboard.press("Escape")
    expect(ann.thread.get_by_text("You added Dora")).to_have_count(0)


def test_who_leaves_may_take_their_documents_along_and_leaves_them_otherwise(three):
    ann, bob, _ = three
    ann.messenger.get_by_role("button", name="People and details").click()
    ann.messenger.get_by_role("button", name="Leave conversation").click()
    dialog = ann.messenger.get_by_role("dialog", name="Leave this conversation?")
    document = dialog.get_by_role("switch", name="Bread")
    expect(document).not_to_be_checked()
    document.check()
    ann.changes_people(dialog, "Leave")
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()
    expect(bob.thread.get_by_text("Ann left")).to_be_visible()


def test_the_recipe_that_is_open_is_asked_in_its_own_page_and_no_window_opens(person):
    dora = person("dora")
    dora.sign_up()
    ann, _ = opened(person, "Bread")
    bread = ann.recipes
    ann.open_recipes()
    ann.write_recipe("Soup", ingredients="Leek")
    wait_until_closed(ann.share(conversation="Bob"))
    expect(ann.thread.get_by_role("link", name="Open “Soup”")).to_be_visible()
    ann.recipes.close()
    ann.recipes = bread
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    with ann.context.expect_page() as page:
        ann.recipes.get_by_role("button", name="Message").click()
    ann.messenger.close()
    ann.messenger = page.value
    expect(ann.compose_field).to_be_visible()
    dialog = adding(ann, dora)
    windows = len(ann.context.pages)
    # The page that is open has answered the messenger by now.
    ann.messenger.wait_for_timeout(2500)
    dialog.get_by_role("button", name="Add", exact=True).click()
    # Both documents are one question.
    question = ann.recipes.get_by_role("dialog", name="Change who has access to 2 documents?")
    expect(question.get_by_text("1 person gains access.")).to_have_count(2)
    for title in ("Bread", "Soup"):
        expect(question.get_by_text(title)).to_be_visible()
    expect(dialog.get_by_text(re.compile("asks you in its page, which is open"))).to_be_visible()
    assert len(ann.context.pages) == windows, "no window opens"
    question.get_by_role("button", name="Update").click()
    expect(dialog).to_be_hidden()
    nothing_is_offered(ann)
    dora.messenger.get_by_role("button", name=re.compile("^Accept: Ann ")).click()
    for title in ("Bread", "Soup"):
        expect(dora.thread.get_by_role("link", name=f"Open “{title}”")).to_be_visible()


def test_the_recipe_that_was_shared_from_a_page_opened_by_its_address_is_asked_in_that_page_and_no_window_opens(three):
    ann, bob, dora = three
    page = ann.recipes
    dialog = adding(ann, dora)
    windows = len(ann.context.pages)
    assert ann.app_asks(dialog.get_by_role("button", name="Add", exact=True).click) is page
    question = page.get_by_role("dialog", name="Change who has access?")
    expect(question.get_by_text("1 person gains access.")).to_be_visible()
    expect(dialog.get_by_text(re.compile("asks you in its page, which is open"))).to_be_visible()
    question.get_by_role("button", name="Update").click()
    expect(dialog).to_be_hidden()
    ann.messenger.keyboard.press("Escape")
    # So it is for as long as both are there, and for what else is asked.
    dialog = removing(ann, "Bob")
    assert ann.app_asks(dialog.get_by_role("button", name="Remove", exact=True).click) is page
    page.get_by_role("dialog", name="Change who has access?").get_by_role("button", name="Not now").click()
    expect(dialog).to_be_hidden()
    ann.messenger.keyboard.press("Escape")
    assert len(ann.context.pages) == windows, "no window opens"
    bob.write("Notes", "Still here.")
    ann.sees("Notes", "Still here.")
    # A question that is taken back goes, and says so.
    ann.messenger.get_by_role("button", name="Review").click()
    plan = ann.messenger.get_by_role("dialog", name="Update what you shared here?")
    assert ann.app_asks(plan.get_by_role("button", name="Apply").click) is page
    expect(page.get_by_role("dialog", name="Change who has access?")).to_be_visible()
    ann.messenger.keyboard.press("Escape")
    expect(plan).to_be_hidden()
    expect(page.get_by_text("Your messenger has withdrawn this. Nothing was changed.")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    # Nobody is left to be asked in a page that has gone.
    page.close()
    ann.apply_offer()
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()


def test_who_was_out_while_another_was_taken_out_does_not_read_that_they_can_open_it(person):
    bob, carol = person("bob"), person("carol")
    for one in (bob, carol):
        one.sign_up()
    ann = shared_recipe(person, "Bread", bob, carol)
    for one in (bob, carol):
        one.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
        comes_in(one)
        one.recipes.close()
    page = ann.recipes
    page.get_by_role("button", name=re.compile("Working together")).click()
    page.get_by_role("button", name="Manage").click()
    for name in ("Bob", "Carol"):
        page.get_by_role("button", name=f"Remove {name}").click()
        page.get_by_role("button", name="Remove", exact=True).click()
        expect(page.get_by_role("button", name=f"Remove {name}")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(card_of(bob, "Bread").get_by_text("You have no access any more.")).to_be_visible()
    group = bob.messenger.url
    wait_until_closed(ann.share(bob.handle))
    bob.open_conversation("Ann")
    expect(card_of(bob, "Bread").locator(".card-people-line")).to_have_text("Shared by Ann with you")
    bob.click_shared("Bread")
    bob.sees("Ingredients", "Flour")
    is_in(bob, "In it: Ann and you")
    bob.messenger.goto(group)
    is_in(bob, "In it: Ann and you", "Carol is not in it")


def test_of_several_pages_that_are_open_the_documents_own_asks_and_its_tab_says_so(person):
    dora = person("dora")
    dora.sign_up()
    ann, bob = opened(person, "Bread")
    ann.recipes.close()
    ann.open_recipes()
    ann.write_recipe("Soup", ingredients="Leek")
    wait_until_closed(ann.share(conversation="Bob"))
    expect(ann.thread.get_by_role("link", name="Open “Soup”")).to_be_visible()
    ann.recipes.close()
    bread = ann.click_shared("Bread")
    expect(bread).to_have_title("Bread – Recipes")
    # One that came later, and shows something else.
    soup = ann.click_shared("Soup")
    expect(soup).to_have_title("Soup – Recipes")
    dialog = adding(ann, dora)
    dialog.get_by_role("switch", name="Soup").uncheck()
    # Both pages have answered the messenger by now.
    ann.messenger.wait_for_timeout(2500)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(bread).to_have_title("Answer needed · Bread – Recipes")
    expect(dialog.get_by_text("The tab’s name begins with “Answer needed”.")).to_be_visible()
    expect(soup).to_have_title("Soup – Recipes")
    # It is so whatever else becomes of the document meanwhile.
    bob.write("Notes", "Longer.")
    bread.get_by_role("dialog", name="Change who has access?").get_by_role("button", name="Update").click()
    expect(bread).to_have_title("Bread – Recipes")
    expect(dialog).to_be_hidden()


def test_a_recipe_that_was_opened_from_its_card_is_asked_in_its_own_page_and_no_window_opens(person):
    dora = person("dora")
    dora.sign_up()
    ann, bob = opened(person, "Bread")
    ann.recipes.close()
    page = ann.click_shared("Bread")
    ann.sees("Ingredients", "Flour")
    # It stands at its own address, and its document is opened as by any link.
    assert re.search("/d/[^/]+$", page.url.split("#")[0])
    dialog = adding(ann, dora)
    windows = len(ann.context.pages)
    # The page that is open has answered the messenger by now.
    ann.messenger.wait_for_timeout(2500)
    dialog.get_by_role("button", name="Add", exact=True).click()
    question = page.get_by_role("dialog", name="Change who has access?")
    expect(question.get_by_text("Bread")).to_be_visible()
    expect(question.get_by_text("1 person gains access.")).to_be_visible()
    expect(dialog.get_by_text(re.compile("asks you in its page, which is open"))).to_be_visible()
    assert len(ann.context.pages) == windows, "no window opens"
    question.get_by_role("button", name="Update").click()
    expect(dialog).to_be_hidden()
    ann.messenger.keyboard.press("Escape")
    dora.messenger.get_by_role("button", name=re.compile("^Accept: Ann ")).click()
    expect(dora.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()
    # Loaded anew the browser cuts it off from the messenger: there a window asks, as where no page is open.
    page.reload()
    ann.sees("Ingredients", "Flour")
    dialog = removing(ann, "Bob")
    ann.changes_people(dialog, "Remove")
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()


def test_who_was_removed_in_the_app_gets_it_back_by_being_added_to_the_conversation_again(three):
    ann, bob, _ = three
    take_out(ann, "Bob")
    expect(card_of(bob, "Bread").get_by_text("You have no access any more.")).to_be_visible()
    dialog = removing(ann, "Bob")
    dialog.get_by_role("button", name="Remove", exact=True).click()
    expect(dialog).to_be_hidden()
    ann.messenger.keyboard.press("Escape")
    dialog = adding(ann, bob)
    expect(dialog.get_by_role("switch", name="Bread")).to_be_checked()
    ann.changes_people(dialog, "Add")
    nothing_is_offered(ann)
    expect(bob.thread.get_by_role("link", name="Open “Bread”").last).to_be_visible()
    expect(bob.thread).to_contain_text("Shared by Ann with you")
    expect(bob.thread).not_to_contain_text("In it:")
    bob.click_shared("Bread")
    bob.sees("Ingredients", "Flour")
    expect(bob.thread).to_contain_text("In it:")


def test_who_loses_it_in_one_conversation_and_keeps_it_in_another_is_in_it_on_everybodys_card(person):
    ann, bob = opened(person, "Bread")
    carol = person("carol")
    carol.sign_up()
    wait_until_closed(ann.share(bob.handle, carol.handle))
    everybody = [re.compile("^In it: (Bob, Carol|Carol, Bob) and you$"), re.compile("^In it: (Ann, Carol|Carol, Ann) and you$")]
    carol.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    comes_in(carol)
    for one, words in zip((ann, bob), everybody):
        is_in(one, words)
    ann.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    dialog = removing(ann, "Bob")
    dialog.get_by_text("Leave it to them there").click()
    ann.changes_people(dialog, "Remove")
    ann.messenger.keyboard.press("Escape")
    ann.messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name=re.compile("^Bob ")).click()
    bob.write("Notes", "Longer.")
    for one, words in zip((ann, bob), everybody):
        is_in(one, words)
        one.messenger.reload()
        is_in(one, words)


def both_have_come(person):
    """Ann has shared a recipe with Bob and Carol, who have it open. All of them look at their messengers."""
    bob, carol = person("bob"), person("carol")
    bob.sign_up()
    carol.sign_up()
    ann = shared_recipe(person, "Bread", bob, carol)
    ann.looks_away()
    for one in (bob, carol):
        one.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
        answer(one.click_shared("Bread"), "Allow")
        one.sees("Ingredients", "Flour")
        one.looks_away()
    expect(strips_of(ann)).to_contain_text(re.compile("(Bob and Carol|Carol and Bob) joined"))
    return ann, bob, carol


def strips_of(one):
    return one.messenger.locator(".banners")


def test_that_somebody_had_come_is_over_once_they_were_removed_and_added_again_and_have_not_come(person):
    ann, bob, _ = both_have_come(person)
    ann.changes_people(removing(ann, "Bob"), "Remove")
    ann.messenger.keyboard.press("Escape")
    expect(strips_of(ann)).to_contain_text("Carol joined")
    expect(strips_of(ann)).not_to_contain_text("Bob")
    ann.changes_people(adding(ann, bob), "Add")
    ann.messenger.keyboard.press("Escape")
    expect(card_of(ann, "Bread").last).to_contain_text("Bob can open it")
    ann.messenger.reload()
    expect(strips_of(ann)).to_contain_text("Carol joined")
    expect(strips_of(ann)).not_to_contain_text("Bob")


def test_that_somebody_was_removed_is_no_news_to_the_others_once_they_were_given_it_again(person):
    ann, bob, carol = both_have_come(person)
    page = ann.recipes
    page.get_by_role("button", name=re.compile("Working together")).click()
    page.get_by_role("button", name="Manage").click()
    page.get_by_role("button", name="Remove Bob").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(strips_of(carol)).to_contain_text("Ann removed Bob")
    page.keyboard.press("Escape")
    ann.share(bob.handle, carol.handle)
    expect(card_of(carol, "Bread").last).to_contain_text("Bob can open it")
    expect(strips_of(carol)).not_to_contain_text("removed Bob")
