"""What conversations say of a document that was shared in several, or in one of them twice: all that happened, of the right
people, with their time, and nothing that did not."""

import re

from playwright.sync_api import expect

from support.second_browser import added
from support.windows import answer
from test_account import open_account
from test_attention import looks, mention, row_of
from test_cards import comes_in, is_in
from test_only_what_is_true import opened
from test_sign_in_code import account_of, born, make_code


def shared_with_carol(person, title: str):
    """Ann has shared a recipe with Bob in one conversation and with Carol in another; both have opened it."""
    carol = person("carol")
    carol.sign_up()
    ann, bob = opened(person, title)
    ann.share(carol.handle)
    carol.open_conversation("Ann")
    carol.open_recipes()
    carol.sign_up_to_recipes()
    carol.recipes.close()
    carol.click_shared(title)
    carol.consent(carol.recipes)
    carol.sees("Ingredients", "Flour")
    carol.looks_away()
    return ann, bob, carol


def test_each_conversation_tells_what_its_own_people_did_and_who_shares_none_is_told_of_by_name(person):
    ann, bob, carol = shared_with_carol(person, "Soup")
    # Bob and Carol share no conversation: the app knows both, and that is said.
    expect(bob.news).to_contain_text("Carol (guest) joined")
    expect(bob.news).to_contain_text("A guest’s name is what they call themselves at")
    expect(bob.thread).to_contain_text("In it: Ann, Carol (guest) and you")
    # On a phone that takes no room from the document's name.
    before = bob.messenger.viewport_size
    bob.messenger.set_viewport_size({"width": 390, "height": 740})
    name, note = bob.news.locator("strong"), bob.news.get_by_text("A guest’s name is")
    assert name.bounding_box()["height"] < 30, "in one line"
    assert note.bounding_box()["y"] >= name.bounding_box()["y"] + 10, "below it"
    bob.messenger.set_viewport_size(before)
    bob.write("Notes", "Thicker.")
    expect(carol.news).to_contain_text("Bob (guest) edited")
    expect(row_of(ann, "Bob")).to_contain_text("Bob edited")
    carol.write("Ingredients", " Salt.")
    expect(bob.news).to_contain_text("Carol (guest) edited")
    expect(row_of(ann, "Carol")).to_contain_text("Carol edited")
    for one, other in (("Carol", "Bob"), ("Bob", "Carol")):
        ann.open_conversation(one)
        expect(ann.news).to_contain_text(f"{one} edited")
        expect(ann.news.get_by_text(other)).to_have_count(0)
    # Nobody has heard that somebody was added, or that Ann added herself.
    for one in (ann, bob, carol):
        expect(one.messenger.get_by_text("added")).to_have_count(0)


def test_message_asks_which_of_several_conversations_is_meant(person):
    ann, _, _ = shared_with_carol(person, "Soup")
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    with ann.context.expect_page() as page:
        ann.recipes.get_by_role("button", name="Message").click()
    question = page.value.get_by_role("dialog", name="Which conversation?")
    expect(question.get_by_role("button", name=re.compile("Bob|Carol"))).to_have_count(2)
    question.get_by_role("button", name="Bob").click()
    expect(question).to_be_hidden()
    expect(page.value.get_by_role("heading", level=1, name="Bob")).to_be_visible()


def test_a_mention_counts_where_who_mentions_is_however_many_conversations_have_the_document(person):
    ann, bob, carol = shared_with_carol(person, "Soup")
    ann.open_conversation("Carol")
    mention(bob, "@Ann shall we?")
    expect(row_of(ann, "Bob.*mentions you$")).to_be_visible()
    expect(row_of(ann, "Carol.*mentions you$")).to_have_count(0)
    expect(ann.messenger).to_have_title(re.compile(r"^\(1\) Carol"))
    ann.open_conversation("Bob")
    expect(ann.news).to_contain_text("Bob mentioned you")
    expect(ann.messenger).to_have_title(re.compile("^Bob"))
    # So does one by somebody who shares no conversation with whom they mention, and is called there as the app calls them.
    mention(bob, "@Carol and you?")
    expect(carol.news).to_contain_text("Bob (guest) mentioned you")


def test_what_is_shared_in_a_conversation_once_more_has_one_card_there_and_adds_nobody(person):
    ann, bob = opened(person, "Soup")
    ann.share(conversation="Bob")
    for one in (ann, bob):
        expect(one.thread.get_by_text("Shared “Soup”. Its card is further below, where it was shared again.")).to_be_visible()
        expect(one.thread.get_by_role("link", name="Open “Soup”")).to_have_count(1)
        expect(one.messenger.get_by_text("added")).to_have_count(0)
    bob.write("Notes", "Thicker.")
    expect(ann.news).to_contain_text("Bob edited")
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    expect(ann.recipes.get_by_role("button", name="Manage")).to_be_visible()
    expect(ann.recipes.get_by_text("not opened yet")).to_be_hidden()


def test_that_a_document_has_ended_stays_until_it_is_put_away_also_for_who_had_it_open(person):
    ann, bob = opened(person, "Soup")
    looks(bob.messenger, True)
    bob.click_shared("Soup")
    bob.sees("Ingredients", "Flour")
    looks(bob.messenger, False)
    ann.recipes.get_by_role("button", name="More").click()
    ann.recipes.get_by_role("menuitem", name="Delete").click()
    ann.recipes.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(bob.news).to_contain_text("Ann deleted it")
    looks(bob.messenger, True)
    bob.messenger.wait_for_timeout(1500)
    expect(bob.news).to_contain_text("Ann deleted it")
    expect(bob.messenger.get_by_text("Counted as seen")).to_have_count(0)
    bob.news.get_by_role("button", name=re.compile("^Dismiss")).click()
    expect(bob.news.get_by_text("Ann deleted it")).to_have_count(0)


def test_who_is_removed_is_out_by_every_invitation_and_in_again_once_it_is_shared_again(person):
    ann, bob = opened(person, "Soup")
    carol = person("carol")
    carol.sign_up()
    ann.share(bob.handle, carol.handle)
    # Bob has it in two conversations, and stands once wherever people are told of.
    expect(ann.thread).to_contain_text("In it: Bob and you")
    expect(ann.thread.get_by_text("Bob can open it")).to_have_count(0)
    links = []
    for row in rows_with(bob, "Ann"):
        row.click()
        links.append(bob.card_link("Soup").get_attribute("href"))
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    expect(ann.recipes.get_by_text("1 invitation not opened yet.")).to_be_visible()
    ann.recipes.get_by_role("button", name="Manage").click()
    manage = ann.recipes.get_by_role("dialog", name="Manage who takes part")
    manage.get_by_role("button", name="Remove Bob").click()
    ann.recipes.get_by_role("dialog", name="Remove Bob?").get_by_role("button", name="Remove").click()
    expect(manage.get_by_text("Nobody else is in it now.")).to_be_visible()
    expect(manage.get_by_text("1 invitation not opened yet.")).to_be_visible()
    expect(bob.recipes.get_by_text("You have no access any more")).to_be_visible()
    # By neither of the two, and both say so.
    for row in rows_with(bob, "Ann"):
        row.click()
        expect(bob.thread.get_by_text("You have no access any more.")).to_be_visible()
    for link in links:
        page = bob.context.new_page()
        page.goto(link)
        expect(page.get_by_role("heading", name="You have no access any more")).to_be_visible()
        expect(page.get_by_text("Flour")).to_have_count(0)
        page.close()
    manage.get_by_role("button", name="Close").click()
    ann.share(bob.handle)
    bob.messenger.bring_to_front()
    bob.open_conversation("Ann")
    # He may come again, and nobody is told that he has.
    expect(ann.thread).to_contain_text(re.compile("(Bob and Carol|Carol and Bob) can open it"))
    expect(bob.thread).to_contain_text("Shared by Ann with you")
    expect(bob.thread).not_to_contain_text("In it:")
    bob.click_shared("Soup")
    bob.sees("Ingredients", "Flour")
    expect(ann.thread).to_contain_text("In it: Bob and you")
    expect(bob.thread).to_contain_text("In it: Ann and you")
    expect(bob.news.get_by_text("removed you")).to_have_count(0)


def test_who_has_it_in_two_conversations_is_one_person_in_it_by_either_card(person):
    ann, bob = born(person, "Soup")
    account = account_of(bob)
    second = added(person, bob)
    carol = person("carol")
    carol.sign_up()
    ann.share(bob.handle, carol.handle)
    # Where the cookie is gone, and nothing else.
    for row in rows_with(bob, "Ann"):
        row.click()
        bob.context.clear_cookies()
        bob.click_shared("Soup")
        bob.sees("Ingredients", "Flour")
        assert account_of(bob) == account
    # No second account is made in a browser that knows the second conversation alone.
    second.open_conversation("Ann, Carol")
    page = second.click_shared("Soup")
    answer(page, "Allow")
    expect(page.get_by_role("heading", name="You are in this app already")).to_be_visible()
    open_account(bob.recipes)
    field = page.get_by_label("Code", exact=True)
    field.fill(make_code(bob.recipes))
    field.press("Enter")
    second.sees("Ingredients", "Flour")
    assert account_of(second) == account
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    ann.recipes.get_by_role("button", name="Manage").click()
    manage = ann.recipes.get_by_role("dialog", name="Manage who takes part")
    expect(manage.get_by_role("button", name="Remove Bob")).to_have_count(1)


def test_who_comes_by_a_second_conversation_reads_at_once_who_is_in_it_by_the_first(person):
    ann, bob = opened(person, "Bread")
    carol, dora = person("carol"), person("dora")
    for one in (carol, dora):
        one.sign_up()
    # Bob has an identity there, too, that he never proves: he is in the recipe for long.
    ann.share(bob.handle, carol.handle)
    carol.open_conversation("Ann, Bob")
    comes_in(carol)
    is_in(carol, re.compile("^In it: (Ann, Bob|Bob, Ann) and you$"))
    # Whoever shares no conversation with them knows none of his identities, and has one name for all of them.
    ann.share(dora.handle)
    dora.open_conversation("Ann")
    comes_in(dora)
    is_in(dora, re.compile(r"^In it: Ann, (Bob \(guest\), Carol|Carol \(guest\), Bob) \(guest\) and you$"),
        re.compile("^A guest’s name is what they call themselves at "))


def rows_with(person, name: str):
    """The conversations with somebody, and perhaps others."""
    rows = person.messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name=re.compile(f"^{name}"))
    expect(rows).to_have_count(2)
    return rows.all()
