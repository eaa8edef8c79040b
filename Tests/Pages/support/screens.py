"""Every screen of both pages, one after the other: for the accessibility checker and for the pictures."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from playwright.sync_api import Page, expect

from .person import BrowserPerson
from .windows import answer


def nothing():
    pass


class Screen(NamedTuple):
    """A page as it stands, and what brings back in a window of another size what closes or moves there."""

    name: str
    page: Page
    again: Callable[[], None] = nothing


def all_screens(make: Callable[..., BrowserPerson]) -> Iterator[Screen]:
    """Lives through a small story and stops at each screen.

    `make` makes a person: Ann, whose screens these are, Bob, and Eve, who was not invited.
    """
    ann, bob, eve = make("ann"), make("bob"), make("eve")
    yield from nothing_there(ann)
    yield from first_run(ann)
    bob.sign_up()
    yield from code_not_kept(eve)
    yield from conversations(ann, bob)
    yield from writing(ann)
    yield from sharing(ann)
    yield from consent(ann, bob, eve)
    yield from together(ann, bob)
    yield from settings(ann)
    yield from composing(ann)
    yield from without_a_connection(ann)
    yield from endings(ann, bob)


def nothing_there(ann: BrowserPerson) -> Iterator[Screen]:
    for name, origin in (("messenger", ann.servers.relay), ("recipes", ann.servers.app)):
        page = ann.context.new_page()
        page.goto(f"{origin}/no/such/page")
        expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
        yield Screen(f"{name}-nothing", page)
        page.close()
    page = ann.context.new_page()
    page.goto(f"{ann.servers.relay}/away")
    expect(page.get_by_role("heading", name="server cannot be reached")).to_be_visible()
    yield Screen("messenger-away", page)
    page.close()


def code_not_kept(eve: BrowserPerson) -> Iterator[Screen]:
    page = eve.open_messenger()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_label("Your name").fill(eve.name)
    page.get_by_label("Your handle").fill(eve.handle)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_label("Recovery code")).to_be_visible()
    page.reload()
    banner = page.get_by_role("status").filter(has_text="You did not confirm")
    expect(banner).to_be_visible()
    yield Screen("messenger-code-not-kept", page)
    banner.get_by_role("button", name="Dismiss").click()


def first_run(ann: BrowserPerson) -> Iterator[Screen]:
    page = ann.open_messenger()
    expect(page.get_by_role("button", name="Begin")).to_be_enabled()
    yield Screen("messenger-first-run", page)
    page.get_by_role("button", name="Link this browser").click()
    expect(page.get_by_label("Code of this browser")).to_be_visible()
    yield Screen("messenger-link-this-browser", page)
    page.reload()
    page.get_by_role("button", name="Use a recovery code").click()
    yield Screen("messenger-use-recovery-code", page)
    page.reload()
    page.get_by_label("Your name").fill(ann.name)
    page.get_by_label("Your handle").fill(ann.handle)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_label("Recovery code")).to_be_visible()
    yield Screen("messenger-recovery-code", page)
    page.get_by_role("switch", name="I have kept it").check()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Connected", exact=True)).to_be_attached()
    yield Screen("messenger-empty", page)


def conversations(ann: BrowserPerson, bob: BrowserPerson) -> Iterator[Screen]:
    page = ann.messenger
    page.get_by_role("button", name="New conversation").first.click()
    dialog = page.get_by_role("dialog", name="New conversation")
    ann.choose_people(dialog, bob.handle, "charlie")
    dialog.get_by_label("Name of the group").fill("Kitchen")
    yield Screen("messenger-new-conversation", page)
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_be_hidden()
    ann.is_accepted_by(bob.handle)
    ann.say("I have too many apples. Shall we bake on Sunday?")
    bob.open_conversation("Kitchen")
    bob.reads("Shall we bake")
    bob.say("Pie! I bring the butter.")
    ann.reads("I bring the butter")
    yield Screen("messenger-conversation", page)


def writing(ann: BrowserPerson) -> Iterator[Screen]:
    page = ann.open_recipes()
    expect(page.get_by_label("Account name")).to_be_visible()
    yield Screen("recipes-sign-in", page)
    page.goto(f"{ann.servers.app}/#reset=AAAA")
    expect(page.get_by_label("New password", exact=True)).to_be_visible()
    yield Screen("recipes-new-password", page)
    page.goto(ann.servers.app)
    ann.sign_up_to_recipes()
    expect(page.get_by_text("No recipes yet")).to_be_visible()
    yield Screen("recipes-empty", page)
    ann.write_recipe("Pancakes")
    page.get_by_role("link", name="Recipes").click()
    page.get_by_role("button", name="New recipe").click()
    yield Screen("recipes-new", page)
    page.keyboard.press("Escape")
    ann.write_recipe(
        "Apple pie", ingredients="1 kg apples\n300 g flour\n200 g cold butter\n100 g sugar",
        steps="Knead flour, butter and sugar.\nPeel and slice the apples.\nBake 45 minutes at 180 °C.")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    yield Screen("recipes-editor", page)


def sharing(ann: BrowserPerson) -> Iterator[Screen]:
    sheet = ann.open_share_sheet()
    sheet.get_by_role("group", name="Suggested conversations").get_by_text("Kitchen").click()
    sheet.get_by_label("Message").fill("Here is what we need.")
    yield Screen("share-sheet", sheet)
    sheet.get_by_role("button", name="Everyone can make changes").click()
    expect(sheet.get_by_role("radio", name=re.compile("Read only"))).to_be_visible()
    yield Screen("share-options", sheet)
    sheet.keyboard.press("Escape")
    # She looks at the conversation: what is shown in a document in front of its person is no news (protocol 12.8.1).
    ann.recipes.evaluate("document.hasFocus = () => false")
    answer(sheet, "Send")
    expect(sheet.get_by_role("button", name="Allow")).to_be_visible()
    yield Screen("share-confirm-account", sheet)
    answer(sheet, "Allow")
    expect(ann.news.get_by_text(re.compile("Charlie mentioned you")).last).to_be_visible(timeout=40_000)
    yield Screen("messenger-shared", ann.messenger)


def consent(ann: BrowserPerson, bob: BrowserPerson, eve: BrowserPerson) -> Iterator[Screen]:
    page = bob.open_shared("Apple pie")
    expect(page.get_by_role("button", name="Open with your messenger")).to_be_visible()
    yield Screen("link-from-elsewhere", page)
    page.get_by_role("button", name="Sign in with an account of this app").click()
    expect(page.get_by_label("Account name")).to_be_visible()
    yield Screen("link-sign-in", page)
    bob.sign_up_to_recipes(page)
    expect(page.get_by_role("button", name="Open with your messenger")).to_be_visible()
    yield Screen("link", page)
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    expect(popup.value.get_by_role("button", name="Allow")).to_be_visible()
    yield Screen("consent", popup.value)
    answer(popup.value, "Allow")
    bob.sees("Ingredients", "apples")

    page = eve.open_recipes(ann.recipes.url.removeprefix(ann.servers.app))
    eve.sign_up_to_recipes(page)
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    expect(popup.value.get_by_text("Nobody has invited you")).to_be_visible()
    yield Screen("consent-not-invited", popup.value)
    answer(popup.value, "Close")
    page.get_by_role("button", name=re.compile("ask for access")).click()
    page.get_by_label("A note for the owner").fill("It is me, from next door")
    yield Screen("link-ask-for-access", page)
    page.get_by_role("button", name="Ask for access", exact=True).click()
    expect(page.get_by_role("heading", name="You have asked")).to_be_visible()
    yield Screen("link-asked", page)


def together(ann: BrowserPerson, bob: BrowserPerson) -> Iterator[Screen]:
    bob.write("Notes", "With vanilla ice cream")
    ann.sees("Notes", "vanilla")
    page = ann.recipes
    comment = page.get_by_role("textbox", name="New comment")
    comment.click()
    comment.press_sequentially("Who brings the ice cream, @")
    expect(page.get_by_role("option").first).to_be_in_viewport()

    def mention_again():
        comment.press("Backspace")
        comment.press("@")
        expect(page.get_by_role("option").first).to_be_in_viewport()

    yield Screen("recipes-mention", page, mention_again)
    comment.fill("Who brings the ice cream?")
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.get_by_role("log", name="Comments").get_by_text("Who brings the ice cream?")).to_be_visible()
    yield Screen("recipes-together", page, lambda: page.evaluate("scrollTo(0, 0)"))
    page.get_by_role("button", name=re.compile("Working together")).click()
    yield Screen("recipes-who-is-here", page)
    page.get_by_role("button", name=re.compile("^Manage")).click()
    expect(page.get_by_role("button", name="Accept Eve")).to_be_visible()
    yield Screen("recipes-manage", page)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Recipes").click()
    expect(page.get_by_role("heading", name="Mine")).to_be_visible()
    yield Screen("recipes-list", page)
    page.get_by_role("link", name=re.compile("Apple pie")).click()
    ann.sees("Notes", "vanilla")


def settings(ann: BrowserPerson) -> Iterator[Screen]:
    page = ann.messenger
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("heading", name="Apps you let in")).to_be_visible()
    yield Screen("messenger-settings", page)
    page.get_by_role("button", name="Link another device").click()
    yield Screen("messenger-link-device", page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Attach").click()
    page.get_by_role("menuitem", name=re.compile("Share a document")).click()
    expect(page.get_by_label("Link of a document")).to_be_visible()
    yield Screen("messenger-share-a-document", page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="People and details").click()
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    yield Screen("messenger-details", page)
    more = page.get_by_role("button", name="More about Bob")
    more.click()
    safety = page.get_by_role("menuitem", name="Safety number")

    def open_again():
        if safety.is_visible():
            page.keyboard.press("Escape")
        more.click()
        expect(safety).to_be_in_viewport(ratio=1)

    yield Screen("messenger-details-menu", page, open_again)
    page.get_by_role("menuitem", name="Safety number").click()
    expect(page.get_by_role("heading", name="Safety number")).to_be_visible()
    yield Screen("messenger-safety-number", page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    recipes = ann.context.new_page()
    recipes.goto(f"{ann.servers.app}/#account")
    expect(recipes.get_by_role("heading", name="Where you are signed in")).to_be_visible()
    yield Screen("recipes-account", recipes)
    recipes.close()


def composing(ann: BrowserPerson) -> Iterator[Screen]:
    page = ann.messenger
    ann.begin_conversation("dora")
    page.get_by_role("button", name="Attach").click()
    page.get_by_role("menuitem", name=re.compile("Share a document")).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Apple pie")).click()
    draft = page.get_by_role("group", name="To be shared")
    expect(draft.get_by_text("Apple pie")).to_be_visible()
    ann.compose_field.fill("The one from Sunday.")
    yield Screen("messenger-draft", page)
    draft.get_by_role("button", name="Remove Apple pie").click()
    ann.compose_field.fill("")
    ann.open_conversation("Kitchen")


def without_a_connection(ann: BrowserPerson) -> Iterator[Screen]:
    ann.loses_connection()
    ann.say("I am in a tunnel.")
    expect(ann.thread.get_by_text("Waiting for a connection").last).to_be_visible()
    expect(ann.messenger.get_by_text(re.compile("Offline|Connecting"))).to_be_visible()
    yield Screen("messenger-offline", ann.messenger)
    ann.write("Notes", "\nOr custard.")
    expect(ann.recipes.get_by_text("Offline.", exact=True)).to_be_visible()
    yield Screen("recipes-offline", ann.recipes)
    ann.loses_connection(False)
    expect(ann.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    expect(ann.thread.get_by_text("Waiting for a connection")).to_have_count(0)


def endings(ann: BrowserPerson, bob: BrowserPerson) -> Iterator[Screen]:
    page = ann.messenger
    page.get_by_role("button", name="People and details").click()
    page.get_by_role("button", name="More about Bob").click()
    page.get_by_role("menuitem", name="Remove from conversation").click()
    expect(page.get_by_role("button", name="Remove", exact=True)).to_be_visible()
    yield Screen("messenger-remove-somebody", page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    bob.messenger.get_by_role("button", name="People and details").click()
    bob.messenger.get_by_role("button", name="Leave conversation").click()
    expect(bob.messenger.get_by_role("button", name="Leave", exact=True)).to_be_visible()
    yield Screen("messenger-leave", bob.messenger)
    bob.messenger.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_text("Bob would lose access")).to_be_visible()
    yield Screen("messenger-offer", page)
    ann.is_cut_off()
    page.get_by_role("button", name="Review").click()
    dialog = page.get_by_role("dialog", name="Update what you shared here?")
    expect(dialog).to_be_visible()
    yield Screen("messenger-plan", page)
    with ann.context.expect_page() as opened:
        dialog.get_by_role("button", name="Apply").click()
    expect(opened.value.get_by_role("button", name="Update")).to_be_visible()
    yield Screen("actions", opened.value)
    answer(opened.value, "Update")
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()
    yield Screen("recipes-no-access-any-more", bob.recipes)
