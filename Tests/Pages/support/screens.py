"""Every screen of both pages, one after the other: for the accessibility checker and for the pictures."""

import re
from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from .person import BrowserPerson
from .windows import answer

Screen = tuple[str, Page]


def all_screens(make: Callable[..., BrowserPerson]) -> Iterator[Screen]:
    """Lives through a small story and stops at each screen.

    `make` makes a person: Ann, whose screens these are, Bob, and Eve, who was not invited.
    """
    ann, bob, eve = make("ann"), make("bob"), make("eve")
    yield from first_run(ann)
    bob.sign_up()
    eve.sign_up()
    yield from conversations(ann, bob)
    yield from writing(ann)
    yield from sharing(ann)
    yield from consent(ann, bob, eve)
    yield from together(ann, bob)
    yield from settings(ann)
    yield from endings(ann, bob)


def first_run(ann: BrowserPerson) -> Iterator[Screen]:
    page = ann.open_messenger()
    expect(page.get_by_role("button", name="Begin")).to_be_enabled()
    yield "messenger-first-run", page
    page.get_by_role("button", name="Link this browser").click()
    expect(page.get_by_label("Code of this browser")).to_be_visible()
    yield "messenger-link-this-browser", page
    page.reload()
    page.get_by_role("button", name="Use a recovery code").click()
    yield "messenger-use-recovery-code", page
    page.reload()
    page.get_by_label("Your name").fill(ann.name)
    page.get_by_label("Your handle").fill(ann.handle)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_label("Recovery code")).to_be_visible()
    yield "messenger-recovery-code", page
    page.get_by_role("switch", name="I have kept it").check()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Connected", exact=True)).to_be_attached()
    yield "messenger-empty", page


def conversations(ann: BrowserPerson, bob: BrowserPerson) -> Iterator[Screen]:
    page = ann.messenger
    page.get_by_role("button", name="New conversation").first.click()
    dialog = page.get_by_role("dialog", name="New conversation")
    ann.choose_people(dialog, bob.handle, "charlie")
    dialog.get_by_label("Name of the group").fill("Kitchen")
    yield "messenger-new-conversation", page
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_be_hidden()
    ann.say("I have too many apples. Shall we bake on Sunday?")
    bob.open_conversation("Kitchen")
    bob.reads("Shall we bake")
    bob.say("Pie! I bring the butter.")
    ann.reads("I bring the butter")
    yield "messenger-conversation", page


def writing(ann: BrowserPerson) -> Iterator[Screen]:
    page = ann.open_recipes()
    expect(page.get_by_label("Account name")).to_be_visible()
    yield "recipes-sign-in", page
    ann.sign_up_to_recipes()
    expect(page.get_by_text("No recipes yet")).to_be_visible()
    yield "recipes-empty", page
    ann.write_recipe("Pancakes")
    page.get_by_role("link", name="Recipes").click()
    page.get_by_role("button", name="New recipe").click()
    yield "recipes-new", page
    page.keyboard.press("Escape")
    ann.write_recipe(
        "Apple pie", ingredients="1 kg apples\n300 g flour\n200 g cold butter\n100 g sugar",
        steps="Knead flour, butter and sugar.\nPeel and slice the apples.\nBake 45 minutes at 180 °C.")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    yield "recipes-editor", page


def sharing(ann: BrowserPerson) -> Iterator[Screen]:
    sheet = ann.open_share_sheet()
    sheet.get_by_role("group", name="Suggested conversations").get_by_text("Kitchen").click()
    sheet.get_by_label("Message").fill("Here is what we need.")
    yield "share-sheet", sheet
    sheet.get_by_role("button", name="Everyone can make changes").click()
    expect(sheet.get_by_role("radio", name=re.compile("Read only"))).to_be_visible()
    yield "share-options", sheet
    sheet.keyboard.press("Escape")
    answer(sheet, "Send")
    expect(sheet.get_by_role("button", name="Allow")).to_be_visible(timeout=30_000)
    yield "share-confirm-account", sheet
    answer(sheet, "Allow")
    expect(ann.messenger.get_by_text(re.compile("Charlie mentioned you"))).to_be_visible(timeout=40_000)
    yield "messenger-shared", ann.messenger


def consent(ann: BrowserPerson, bob: BrowserPerson, eve: BrowserPerson) -> Iterator[Screen]:
    page = bob.open_shared("Apple pie")
    expect(page.get_by_label("Account name")).to_be_visible()
    yield "link-sign-in", page
    bob.sign_up_to_recipes(page)
    expect(page.get_by_role("button", name="Open with your messenger")).to_be_visible()
    yield "link", page
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    expect(popup.value.get_by_role("button", name="Allow")).to_be_visible()
    yield "consent", popup.value
    answer(popup.value, "Allow")
    bob.sees("Ingredients", "apples")

    page = eve.open_recipes(ann.recipes.url.removeprefix(ann.servers.app))
    eve.sign_up_to_recipes(page)
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    expect(popup.value.get_by_text("Nobody has invited you")).to_be_visible()
    yield "consent-not-invited", popup.value
    answer(popup.value, "Close")
    page.get_by_role("button", name=re.compile("ask for access")).click()
    page.get_by_label("A note for the owner").fill("It is me, from next door")
    yield "link-ask-for-access", page
    page.get_by_role("button", name="Ask for access", exact=True).click()
    expect(page.get_by_role("heading", name="You have asked")).to_be_visible()
    yield "link-asked", page


def together(ann: BrowserPerson, bob: BrowserPerson) -> Iterator[Screen]:
    bob.write("Notes", "With vanilla ice cream")
    ann.sees("Notes", "vanilla")
    page = ann.recipes
    comment = page.get_by_role("textbox", name="New comment")
    comment.click()
    comment.press_sequentially("Who brings the ice cream, @")
    expect(page.get_by_role("option").first).to_be_visible()
    yield "recipes-mention", page
    comment.fill("Who brings the ice cream?")
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.get_by_role("log", name="Comments").get_by_text("Who brings the ice cream?")).to_be_visible()
    yield "recipes-together", page
    page.get_by_role("button", name=re.compile("Working together")).click()
    yield "recipes-who-is-here", page
    page.get_by_role("button", name=re.compile("^Manage")).click()
    expect(page.get_by_role("button", name="Accept Eve")).to_be_visible()
    yield "recipes-manage", page
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Recipes").click()
    expect(page.get_by_role("heading", name="Mine")).to_be_visible()
    yield "recipes-list", page
    page.get_by_role("link", name=re.compile("Apple pie")).click()
    ann.sees("Notes", "vanilla")


def settings(ann: BrowserPerson) -> Iterator[Screen]:
    page = ann.messenger
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("heading", name="Apps you let in")).to_be_visible()
    yield "messenger-settings", page
    page.get_by_role("button", name="Link another device").click()
    yield "messenger-link-device", page
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Attach").click()
    page.get_by_role("menuitem", name=re.compile("Share a document")).click()
    expect(page.get_by_label("Link of a document")).to_be_visible()
    yield "messenger-share-a-document", page
    page.keyboard.press("Escape")
    page.get_by_role("button", name="People and details").click()
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    yield "messenger-details", page
    page.get_by_role("button", name="More about Bob").click()
    yield "messenger-details-menu", page
    page.get_by_role("menuitem", name="Safety number").click()
    expect(page.get_by_role("heading", name="Safety number")).to_be_visible()
    yield "messenger-safety-number", page
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")


def endings(ann: BrowserPerson, bob: BrowserPerson) -> Iterator[Screen]:
    page = ann.messenger
    page.get_by_role("button", name="People and details").click()
    page.get_by_role("button", name="More about Bob").click()
    page.get_by_role("menuitem", name="Remove from conversation").click()
    expect(page.get_by_role("button", name="Remove", exact=True)).to_be_visible()
    yield "messenger-remove-somebody", page
    page.get_by_role("button", name="Remove", exact=True).click()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Bob would lose access")).to_be_visible()
    yield "messenger-offer", page
    page.get_by_role("button", name="Review").click()
    dialog = page.get_by_role("dialog", name="Update what you shared here?")
    expect(dialog).to_be_visible()
    yield "messenger-plan", page
    with ann.context.expect_page() as opened:
        dialog.get_by_role("button", name="Apply").click()
    expect(opened.value.get_by_role("button", name="Update")).to_be_visible()
    yield "actions", opened.value
    answer(opened.value, "Update")
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()
    yield "recipes-no-access-any-more", bob.recipes
