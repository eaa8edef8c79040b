"""What people met last: a question that is one, an end that is said, and where to look for what is not here."""

import re

from playwright.sync_api import expect

from support.second_browser import link
from support.windows import answer
from test_attention import looks, row_of
from test_only_what_is_true import opened
from test_refusals import shared_recipe

# Every button that a window has ever shown.
BUTTONS = """
  window.shown = [];
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll("button")) {
      if (!window.shown.includes(textContent)) window.shown.push(textContent);
    }
  }).observe(document, { childList: true, subtree: true });"""


def test_what_is_asked_next_follows_a_share_without_an_end_in_between(person):
    bob, ann = person("bob"), person("ann")
    bob.sign_up()
    ann.sign_up()
    ann.begin_conversation(bob.handle)
    ann.context.add_init_script(BUTTONS)
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Soup", ingredients="Flour")
    sheet = ann.share(bob.handle)
    expect(sheet.get_by_role("button", name="Allow")).to_be_visible()
    shown = sheet.evaluate("window.shown")
    assert "Send" in shown and "Done" not in shown, shown
    # What the messenger asks just now the app does not ask as well, and asks once it was not answered.
    confirm = ann.recipes.get_by_role("button", name="Confirm")
    ann.recipes.wait_for_timeout(1500)
    assert "Confirm" not in ann.recipes.evaluate("window.shown")
    answer(sheet, "Cancel")
    expect(confirm).to_be_visible()


def test_one_persons_new_device_is_one_question_however_many_documents_wait(person):
    ann, bob = opened(person, "Soup")
    for title in ("Stew", "Bread"):
        ann.recipes.get_by_role("link", name="Recipes").click()
        ann.write_recipe(title, ingredients="Salt")
        ann.share(bob.handle)
        expect(ann.card_link(title)).to_be_visible()
    ann.messenger.set_viewport_size({"width": 375, "height": 667})
    second = person("bob")
    link(bob, second)
    second.open_conversation("Ann")
    before = second.thread.get_by_text("What was written here before this browser was linked is on your other devices.")
    expect(before).to_be_visible()
    second.say("Hello from my other browser.")
    expect(before).to_be_visible()
    ann.messenger.get_by_role("button", name="A question, and news of 1 document").click(timeout=40_000)
    question = ann.messenger.locator(".banner").filter(has_text="Bob has a new device since today.")
    expect(question).to_contain_text("It cannot open 3 documents until you let it in.", timeout=40_000)
    question.get_by_role("button", name="Which?").click()
    expect(question.get_by_role("listitem")).to_have_count(3)
    question.get_by_role("button", name="Less").click()
    expect(question.get_by_role("listitem")).to_have_count(0)
    assert question.bounding_box()["height"] < 667 / 5, "most of a phone is the conversation's"
    page = ann.app_asks(question.get_by_role("button", name="Let it in").click)
    # The app asks once, too, and names them.
    expect(page.get_by_role("heading", name="Let people’s devices into 3 documents?")).to_be_visible()
    expect(page.get_by_text("The devices they use now can open them. One that was removed cannot open them anew; "
                                      "where it is still signed in, it stays so.")).to_be_visible()
    documents = page.get_by_role("listitem")
    for what in ("Soup: Bob", "Stew: somebody who has not opened it since they were invited", "Bread: somebody who has not opened it since they were invited"):
        expect(documents.filter(has_text=what)).to_be_visible()
    answer(page, "Let in")
    expect(question).to_have_count(0)
    expect(second.card_link("Stew")).to_be_visible()


def test_a_request_says_whose_it_is_and_which_group_it_is_about(person):
    ann, bob, carol = person("ann"), person("bob"), person("carol")
    for one in (ann, bob, carol):
        one.sign_up()
    bob.messenger.get_by_role("button", name="New conversation").first.click()
    dialog = bob.messenger.get_by_role("dialog", name="New conversation")
    bob.choose_people(dialog, ann.handle, carol.handle)
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_be_hidden()
    request = ann.messenger.locator("#requests .banner")
    expect(request).to_contain_text("Bob added you to a group with Carol")
    expect(request).to_contain_text(f"{bob.handle} · 3 people")
    rest = ann.messenger.get_by_role("navigation", name="Conversations")
    expect(rest).to_contain_text("You are in no conversation. Accept what is asked above")
    request.get_by_role("button", name=re.compile("Delete")).click()
    expect(rest).to_contain_text("No conversations yet.")


def test_whoever_comes_to_the_app_without_an_account_reads_where_invitations_are(person):
    bob = person("bob")
    page = bob.open_recipes()
    expect(page.get_by_text("Were you invited to a recipe? Open it from the conversation in your messenger.")).to_be_visible()
    expect(page.get_by_role("link", name="your messenger")).to_have_attribute("href", re.compile(re.escape(bob.servers.relay)))


def test_what_somebody_saw_in_the_app_is_no_news_when_they_are_back(person):
    ann, bob = opened(person, "Soup")
    looks(bob.messenger, True)
    bob.click_shared("Soup")
    bob.sees("Ingredients", "Flour")
    # This app's page would say that he sees it; others may not.
    bob.looks_away()
    looks(bob.messenger, False)
    ann.write("Notes", "Thicker.")
    bob.sees("Notes", "Thicker.")
    expect(bob.news).to_contain_text("Ann edited")
    row = row_of(bob, "Ann")
    expect(row).to_contain_text("“Soup”: Ann edited")
    # Nothing is unread: what it says has the width below the time, too.
    right = lambda one: (box := row.locator(one).bounding_box())["x"] + box["width"]
    assert abs(right(".conversation-line") - right("time")) < 1
    looks(bob.messenger, True)
    expect(bob.news.get_by_text("Ann edited")).to_have_count(0)
    # That he saw it is likely and no more: it is said where it went.
    expect(bob.messenger.get_by_text("Counted as seen, because you had “Soup” open: Ann edited")).to_be_visible()
    expect(row_of(bob, "Ann")).to_contain_text("Ann shared “Soup”")


def test_what_is_about_to_be_shared_shows_the_icon_of_its_app(person):
    bob, carol = person("bob"), person("carol")
    bob.sign_up()
    carol.sign_up()
    ann = shared_recipe(person, "Soup", bob)
    ann.begin_conversation(carol.handle)
    page = ann.messenger
    page.get_by_role("button", name="Attach").click()
    page.get_by_role("menuitem", name="Share a document…").click()
    page.get_by_role("dialog", name="Share a document").get_by_role("button", name=re.compile("Soup")).click()
    draft = page.get_by_role("group", name="To be shared")
    expect(draft.get_by_text("Soup")).to_be_visible()
    expect(draft.locator("img.emblem")).to_be_visible()
    expect(draft.get_by_text("Recipes", exact=True)).to_be_visible()


def test_what_was_deleted_is_not_offered_to_be_shared_again(person):
    bob, carol = person("bob"), person("carol")
    bob.sign_up()
    carol.sign_up()
    ann = shared_recipe(person, "Soup", bob)
    ann.begin_conversation(carol.handle)
    page = ann.messenger

    def choose():
        page.get_by_role("button", name="Attach").click()
        page.get_by_role("menuitem", name="Share a document…").click()
        return page.get_by_role("dialog", name="Share a document")
    expect(choose().get_by_role("button", name=re.compile("Soup"))).to_be_visible()
    page.keyboard.press("Escape")
    ann.recipes.get_by_role("button", name="More").click()
    ann.recipes.get_by_role("menuitem", name="Delete").click()
    ann.recipes.get_by_role("dialog").get_by_role("button", name="Delete").click()
    ann.open_conversation("Bob")
    expect(ann.thread.get_by_text("It was deleted.")).to_be_visible()
    page.get_by_role("button", name="People and details").click()
    expect(page.get_by_text("None any more: what was shared here was deleted.")).to_be_visible()
    page.keyboard.press("Escape")
    ann.open_conversation("Carol")
    expect(choose().get_by_role("button", name=re.compile("Soup"))).to_have_count(0)


def test_who_was_removed_together_is_counted_on_nobodys_card(person):
    others = [person(name) for name in ("bob", "carol", "dora")]
    for one in others:
        one.sign_up()
    bob, carol, dora = others
    ann = shared_recipe(person, "Soup", *others)
    dora.open_conversation("Ann")
    people = dora.thread.locator(".card-people")
    for name in ("Ann", "Bob", "Carol"):
        expect(people).to_contain_text(name)
    for one in (bob, carol):
        one.open_conversation("Ann")
        one.messenger.get_by_role("button", name="People and details").click()
        one.messenger.get_by_role("button", name="Leave conversation").click()
        one.messenger.get_by_role("dialog", name="Leave this conversation?").get_by_role("button", name="Leave").click()
    expect(ann.messenger.get_by_text(re.compile("(Bob and Carol|Carol and Bob) would lose access"))).to_be_visible()
    ann.apply_offer()
    expect(people.get_by_text("Shared by Ann with you", exact=True)).to_be_visible()
