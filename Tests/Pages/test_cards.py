"""The card of a document and the strip of its news say what is so now, not what was when it was shared."""

import re

from playwright.sync_api import expect

from test_only_what_is_true import opened


def tell_now(one):
    with one.recipes.expect_popup():
        one.recipes.get_by_role("button", name="Tell now").click()


def card_of(one, title: str):
    return one.thread.locator(".link-card").filter(has_text=title)


def take_out(ann, name: str):
    page = ann.recipes
    page.get_by_role("button", name=re.compile("Working together")).click()
    page.get_by_role("button", name="Manage").click()
    page.get_by_role("button", name=f"Remove {name}").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_text("Nobody else is in it now.")).to_be_visible()
    page.keyboard.press("Escape")


def delete(ann):
    ann.recipes.get_by_role("button", name="More").click()
    ann.recipes.get_by_role("menuitem", name="Delete").click()
    ann.recipes.get_by_role("button", name="Delete", exact=True).click()
    expect(ann.recipes.get_by_role("heading", name="Recipes", exact=True)).to_be_visible()


def ask_again(bob, link: str):
    """Opens the link once more, and asks with the messenger."""
    bob.recipes.goto(link)
    with bob.recipes.expect_popup() as popup:
        bob.recipes.get_by_role("button", name="Open with your messenger").click()
    expect(popup.value.get_by_role("heading", name="Not opened")).to_be_visible()


def test_a_new_name_is_on_the_card_the_strip_and_the_list_of_both(person):
    ann, bob = opened(person, "Bread")
    title = ann.recipes.get_by_role("textbox", name="Name of the recipe")
    title.fill("Rye bread")
    title.press("Enter")
    tell_now(ann)
    for one in (bob, ann):
        expect(one.thread.get_by_role("link", name="Open “Rye bread”")).to_be_visible()
        expect(card_of(one, "Rye bread").get_by_text("Rye bread")).to_be_visible()
    expect(bob.messenger.get_by_text("Ann renamed it: Rye bread")).to_be_visible()
    bob.messenger.get_by_role("button", name="People and details").click()
    expect(bob.messenger.get_by_role("region", name="Documents").get_by_role("link", name="Rye bread")).to_be_visible()
    # It is so again after the page was loaded anew, and the message itself stays what it was.
    bob.messenger.reload()
    expect(bob.thread.get_by_role("link", name="Open “Rye bread”")).to_be_visible()


def test_who_was_taken_out_has_no_open_on_the_card(person):
    ann, bob = opened(person, "Bread")
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()
    take_out(ann, "Bob")
    tell_now(ann)
    expect(card_of(bob, "Bread").get_by_text("You have no access any more.")).to_be_visible()
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_have_count(0)
    # Hers is as it was.
    expect(ann.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()


def test_the_card_of_a_deleted_document_says_so_without_a_click(person):
    ann, bob = opened(person, "Bread")
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()
    delete(ann)
    expect(card_of(bob, "Bread").get_by_text("It was deleted.")).to_be_visible(timeout=20_000)
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_have_count(0)


def test_a_card_has_no_open_once_its_app_has_refused(person):
    # Whoever does not want to be told by the server learns it from the refusal.
    ann, bob = opened(person, "Bread", is_told=False)
    link = bob.recipes.url
    delete(ann)
    expect(bob.recipes.get_by_role("heading", name="This recipe was deleted")).to_be_visible()
    # Told so again, and not asked to knock at what is gone.
    bob.recipes.reload()
    expect(bob.recipes.get_by_role("heading", name="This recipe was deleted")).to_be_visible()
    expect(bob.recipes.get_by_role("button", name=re.compile("ask for access"))).to_have_count(0)
    # In a browser that has not heard of it only the messenger knows that there was an invitation.
    bob.recipes.evaluate("""() => { for (const name of Object.keys(localStorage))
      if (name.startsWith("recipes.ended.")) localStorage.removeItem(name); }""")
    ask_again(bob, link)
    expect(bob.recipes.get_by_text("Ask whoever shared it, in your conversation.")).to_be_visible()
    expect(bob.recipes.get_by_role("button", name=re.compile("[Aa]sk for access"))).to_have_count(0)
    expect(card_of(bob, "Bread").get_by_text("It is not shared with you any more.")).to_be_visible()
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_have_count(0)
    bob.messenger.get_by_role("button", name="People and details").click()
    details = bob.messenger.get_by_role("dialog", name="Details").get_by_role("region", name="Documents")
    expect(details.get_by_text("None yet.")).to_be_visible()


def test_news_of_one_document_are_one_strip_that_opens_to_the_list(person):
    ann, bob = opened(person, "Bread")
    bob.write("Notes", "Longer.")
    expect(bob.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    field = bob.recipes.get_by_role("textbox", name="New comment")
    field.fill("@Ann shall we?")
    with bob.recipes.expect_popup():
        bob.recipes.get_by_role("button", name="Comment", exact=True).click()
    expect(bob.recipes.get_by_role("button", name="Tell now")).to_have_count(0)
    page = ann.messenger
    strip = page.locator(".banners .banner")
    expect(strip).to_have_text([re.compile("^Bob mentioned you · .*Bob edited.*: Bread")])
    first = ann.thread.locator(".row, .event").first.bounding_box()
    strip.get_by_role("button", name=re.compile("^All [2-5]")).click()
    lines = strip.get_by_role("listitem")
    expect(lines.first).to_have_text(re.compile(r"Bob mentioned you .*\d"))
    expect(lines.filter(has_text="Bob edited")).to_have_text(re.compile(r"Bob edited .*\d"))
    assert first is not None
    box, top = strip.bounding_box(), ann.messenger.get_by_role("region", name="Conversation").bounding_box()
    assert box["y"] + box["height"] <= top["y"] + 1, "the strip covers no message"
    strip.get_by_role("button", name=re.compile("Dismiss")).click()
    expect(strip).to_have_count(0)
