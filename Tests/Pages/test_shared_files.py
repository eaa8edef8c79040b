"""Files and folders that are shared from the page of a drive: two people, two messengers, one drive page each."""

import re
import struct
import zlib

import pytest
from playwright.sync_api import Locator, Page, expect

from support.windows import answer, wait_until_closed
from test_cards import card_of
from test_files import ask, choose, drives, entry, expect_accessible, make_folder, menu_of, upload  # noqa: F401


@pytest.fixture
def two(person, drives):  # noqa: F811
    """Ann and Ben, who have written to each other; Ann is signed in on her drive's page, Ben has no account there."""
    ann, ben = person("ann", at=drives), person("ben", at=drives)
    for one in (ann, ben):
        one.sign_up()
    ann.begin_conversation(ben.handle)
    ann.say("Something comes.")
    ben.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    ben.reads("Something comes.")
    page = ann.open_recipes("/files")
    ann.sign_up_to_recipes(page)
    expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
    return ann, ben


def share(one, name: str, *handles: str, words: str = "Share"):
    """From its menu: the messenger's share sheet, sent, and the account confirmed."""
    with one.recipes.expect_popup() as popup:
        choose(one.recipes, name, words)
    sheet = popup.value
    expect(sheet.get_by_role("heading", name=name)).to_be_visible()
    one.choose_people(sheet, *handles)
    answer(sheet, "Send")
    return sheet


def test_a_folder_is_shared_opened_changed_told_and_taken_away(two):
    ann, ben = two
    page = ann.recipes
    make_folder(page, "Plans")
    sheet = share(ann, "Plans", ben.handle)
    answer(sheet, "Allow")
    expect(page.get_by_role("button", name="Manage sharing of Plans")).to_be_visible()

    # A card with its name; a click, a yes, and it is among Ben's files. Nothing calls it a recipe.
    card = card_of(ben, "Plans")
    expect(card.get_by_text("Files", exact=True)).to_be_visible()
    # That it is a folder says nothing of what is in it.
    expect(card.get_by_text("This may have changed since")).to_have_count(0)
    theirs = ben.click_shared("Plans")
    expect(theirs.get_by_role("heading", name="Open “Plans”")).to_be_visible()
    assert "recipe" not in theirs.locator("body").inner_text().lower()
    answer(theirs, "Allow")
    expect(theirs.get_by_role("heading", level=1, name="Plans")).to_be_visible()
    assert theirs.url == f"{ben.servers.app}/files#/Shared/Plans"
    expect(theirs.get_by_text(f"{ann.name} shares this folder with you. You can change what is in it.")).to_be_visible()
    expect(card.get_by_text(f"In it: {ann.name} and you")).to_be_visible()

    # What he writes there, Ann's conversation tells, and her page has it.
    upload(theirs, ("list.txt", b"bread"))
    expect(entry(theirs, "list.txt")).to_be_visible()
    expect(ann.news.get_by_text(re.compile("Ben.* edited"))).to_be_visible()
    entry(page, "Plans").click()
    expect(entry(page, "list.txt")).to_be_visible()
    expect(page.get_by_text("You share this folder.")).to_be_visible()

    # Who takes part, what they may do: read only, said where he looks, and held.
    page.get_by_role("button", name="Manage", exact=True).click()
    manage = page.get_by_role("dialog", name="Manage who takes part")
    expect(manage.get_by_text(ben.name, exact=True)).to_be_visible()
    manage.get_by_role("radio", name="Read only").check()
    expect(manage.get_by_role("radio", name="Read only")).to_be_checked()
    expect_accessible(page)
    theirs.reload()
    expect(theirs.get_by_text("You can read it, not change it.")).to_be_visible()
    expect(theirs.get_by_role("button", name="Upload")).to_be_hidden()
    assert menu_of(theirs, "list.txt") == ["Open", "Download", "Versions"]
    theirs.get_by_role("button", name="People", exact=True).click()
    people = theirs.get_by_role("dialog", name="Plans")
    expect(people.get_by_text(f"{ben.name} (you)")).to_be_visible()
    expect_accessible(theirs)
    theirs.keyboard.press("Escape")

    # It ends: his card says so, his page too, and the way by the link.
    manage.get_by_role("button", name="Stop sharing").click()
    page.get_by_role("dialog", name="Stop sharing?").get_by_role("button", name="Stop sharing").click()
    expect(page.get_by_text("“Plans” is not shared any more")).to_be_visible()
    expect(page.get_by_text("You share this folder.")).to_be_hidden()
    expect(card_of(ben, "Plans").get_by_text("It is not shared any more.")).to_be_visible()
    theirs.reload()
    expect(theirs.get_by_role("heading", name="This is not shared with you any more")).to_be_visible()
    expect(entry(page, "list.txt")).to_be_visible()


def test_whoever_has_the_link_comes_in_leaves_and_is_told_the_truth_of_it(person, drives):  # noqa: F811
    ann, ben = person("ann", at=drives), person("ben", at=drives)
    page = ann.open_recipes("/files")
    ann.sign_up_to_recipes(page)
    upload(page, ("plan.txt", b"by train"))
    expect(entry(page, "plan.txt")).to_be_visible()
    known = ask(page, "POST", "me/drive/shares", {
        "requestID": "A" * 22, "path": "/plan.txt", "who": "invited", "access": "readWrite"})
    link = f"/d/{known['collaborationID']}"

    # Before anybody knows what it is, it is a document. The link alone lets nobody in, until its owner says so.
    theirs = ben.open_recipes(link)
    expect(theirs.get_by_role("heading", name="A shared document")).to_be_visible()
    ben.sign_up_to_recipes(theirs)
    theirs.get_by_role("button", name="I was not invited: come in by the link").click()
    expect(theirs.get_by_text("This link alone lets nobody in.")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Manage sharing of plan.txt").click()
    manage = page.get_by_role("dialog", name="Manage who takes part")
    manage.get_by_role("radio", name="Whoever has the link").check()
    expect(manage.get_by_text("Who came in by the link loses access")).to_be_visible()
    theirs.get_by_role("button", name="Back").click()
    theirs.get_by_role("button", name="I was not invited: come in by the link").click()
    shown = theirs.get_by_role("dialog", name="plan.txt")
    expect(shown.get_by_text("by train")).to_be_visible()
    assert theirs.url == f"{ben.servers.app}/files#/Shared/plan.txt"
    theirs.keyboard.press("Escape")
    page.keyboard.press("Escape")

    # He leaves: gone from his drive, and the link says so.
    theirs.get_by_role("button", name="Who shares plan.txt").click()
    theirs.get_by_role("dialog", name="plan.txt").get_by_role("button", name="Leave").click()
    theirs.get_by_role("dialog", name="Leave “plan.txt”?").get_by_role("button", name="Leave").click()
    expect(theirs.get_by_text("You left “plan.txt”")).to_be_visible()
    expect(theirs.get_by_role("heading", name="Nothing here yet")).to_be_visible()
    theirs.goto(ben.servers.app + link)
    expect(theirs.get_by_role("heading", name="You left this file")).to_be_visible()

    # Deleting it takes it from everybody, which is asked first; the link says of it what it was.
    choose(page, "plan.txt", "Delete")
    dialog = page.get_by_role("dialog", name="Delete “plan.txt”?")
    expect(dialog.get_by_text("everybody else loses access at once")).to_be_visible()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("“plan.txt” is in the bin")).to_be_visible()
    page.goto(ann.servers.app + link)
    expect(page.get_by_role("heading", name=re.compile("This (file|document) is not here"))).to_be_visible()


def png(width: int, height: int, colour: tuple[int, int, int]) -> bytes:
    """An image of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(colour) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_a_card_shows_a_files_name_kind_and_size_and_a_small_picture_of_an_image(two):
    ann, ben = two
    page = ann.recipes
    picture = png(900, 600, (200, 30, 30))
    upload(page, ("garden.png", picture), ("plan.pdf", b"x" * 12_345))
    expect(entry(page, "plan.pdf")).to_be_visible()
    answer(share(ann, "garden.png", ben.handle), "Allow")
    card = card_of(ben, "garden.png")
    expect(card.get_by_text(f"Image, {len(picture) / 1000:.1f} kB".replace(".0 ", " "), exact=True)).to_be_visible()
    shown = card.get_by_role("presentation").or_(card.locator("img")).first
    expect(shown).to_be_visible()
    pixel = shown.evaluate("""async (image) => {
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      return [...context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data];
    }""")
    assert all(abs(one - other) < 8 for one, other in zip(pixel, (200, 30, 30, 255))), pixel
    # What is no image has a sign and the same words.
    wait_until_closed(share(ann, "plan.pdf", ben.handle))
    card = card_of(ben, "plan.pdf")
    expect(card.get_by_text("PDF, 12 kB", exact=True)).to_be_visible()
    expect_accessible(ben.messenger)


def opens(ben, name: str, asks: bool = True) -> Page:
    theirs = ben.click_shared(name)
    if asks:
        answer(theirs, "Allow")
    return theirs


def test_who_is_removed_in_manage_is_told_on_their_page_and_the_file_is_gone(two):
    ann, ben = two
    page = ann.recipes
    upload(page, ("plan.txt", b"by train"))
    make_folder(page, "Plans")
    # Which account it is has to be confirmed the first time.
    answer(share(ann, "plan.txt", ben.handle), "Allow")
    expect(page.get_by_role("button", name="Manage sharing of plan.txt")).to_be_visible()
    theirs = opens(ben, "plan.txt")
    expect(theirs.get_by_role("dialog", name="plan.txt").get_by_text("by train")).to_be_visible()
    theirs.keyboard.press("Escape")
    theirs.close()
    wait_until_closed(share(ann, "Plans", ben.handle))
    expect(page.get_by_role("button", name="Manage sharing of Plans")).to_be_visible()
    theirs = opens(ben, "Plans", asks=False)
    expect(theirs.get_by_role("heading", level=1, name="Plans")).to_be_visible()
    theirs.get_by_role("link", name="Shared", exact=True).click()
    expect(entry(theirs, "plan.txt")).to_be_visible()

    def remove(name: str):
        page.get_by_role("button", name=f"Manage sharing of {name}").click()
        manage = page.get_by_role("dialog", name="Manage who takes part")
        manage.get_by_role("button", name=f"Remove {ben.name}").click()
        page.get_by_role("dialog", name=f"Remove {ben.name}?").get_by_role("button", name="Remove", exact=True).click()
        expect(manage.get_by_text("Nobody else is in it now.")).to_be_visible()
        page.keyboard.press("Escape")

    # Without a click of his: his page looks by itself.
    remove("plan.txt")
    expect(theirs.get_by_text("“plan.txt” is not shared with you any more.")).to_be_visible()
    expect(entry(theirs, "plan.txt")).to_be_hidden()
    assert theirs.evaluate("fetch('/drive/Shared/plan.txt').then(({ status }) => status)") == 404
    expect(card_of(ben, "plan.txt").get_by_text("You have no access any more.")).to_be_visible()
    # The folder in which he is.
    entry(theirs, "Plans").click()
    expect(theirs.get_by_role("heading", level=1, name="Plans")).to_be_visible()
    remove("Plans")
    expect(theirs.get_by_role("heading", name="This is not shared with you any more")).to_be_visible()
    expect_accessible(theirs)
    # What is hers stays, and is hers alone.
    expect(entry(page, "plan.txt")).to_be_visible()


def rename(page: Page, name: str, new: str):
    choose(page, name, "Rename")
    page.get_by_label(f"What is “{name}” called now?").fill(new)
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(entry(page, new)).to_be_visible()


def test_a_folder_that_its_owner_renames_stays_open_where_it_is_open_under_its_new_name(two):
    ann, ben = two
    page = ann.recipes
    make_folder(page, "Plans")
    answer(share(ann, "Plans", ben.handle), "Allow")
    expect(page.get_by_role("button", name="Manage sharing of Plans")).to_be_visible()
    theirs = opens(ben, "Plans")
    upload(theirs, ("list.txt", b"bread"))
    expect(entry(theirs, "list.txt")).to_be_visible()
    # How much room Ann has is hers to know; of his own drive he reads it.
    expect(page.get_by_text(re.compile("of .* used"))).to_be_visible()
    expect(theirs.get_by_text(re.compile("of .* used"))).to_have_count(0)

    # Without a click of his.
    rename(page, "Plans", "Summer ❄ plans")
    expect(theirs.get_by_role("heading", level=1, name="Summer ❄ plans")).to_be_visible()
    expect(theirs.get_by_text("“Plans” is called “Summer ❄ plans” now")).to_be_visible()
    expect(entry(theirs, "list.txt")).to_be_visible()
    assert theirs.evaluate("decodeURIComponent(location.hash)") == "#/Shared/Summer ❄ plans"

    # Loaded anew before the page has looked: the address is the old one still. What lies in it is followed like it.
    make_folder(theirs, "Maps")
    entry(theirs, "Maps").click()
    expect(theirs.get_by_role("heading", level=1, name="Maps")).to_be_visible()
    rename(page, "Summer ❄ plans", "Trip")
    theirs.reload()
    expect(theirs.get_by_role("heading", level=1, name="Maps")).to_be_visible()
    assert theirs.evaluate("location.hash") == "#/Shared/Trip/Maps"
    theirs.go_back()
    expect(theirs.get_by_role("heading", level=1, name="Trip")).to_be_visible()
    expect(entry(theirs, "list.txt")).to_be_visible()
    assert theirs.evaluate("location.hash") == "#/Shared/Trip"


def test_who_comes_while_who_takes_part_is_managed_is_seen_there(two):
    ann, ben = two
    page = ann.recipes
    make_folder(page, "Plans")
    answer(share(ann, "Plans", ben.handle), "Allow")
    page.get_by_role("button", name="Manage sharing of Plans").click()
    manage = page.get_by_role("dialog", name="Manage who takes part")
    expect(manage.get_by_text("Nobody else is in it now.")).to_be_visible()
    opens(ben, "Plans")
    expect(manage.get_by_text(ben.name, exact=True)).to_be_visible()
    expect(manage.get_by_text("Nobody else is in it now.")).to_have_count(0)
    expect(manage.get_by_text("not opened yet")).to_have_count(0)


def test_what_is_deleted_in_somebody_elses_folder_is_said_to_lie_in_their_bin_and_what_is_gone_goes_from_the_list(two):
    ann, ben = two
    page = ann.recipes
    make_folder(page, "Plans")
    answer(share(ann, "Plans", ben.handle), "Allow")
    expect(page.get_by_role("button", name="Manage sharing of Plans")).to_be_visible()
    theirs = opens(ben, "Plans")
    upload(theirs, ("mine.txt", b"mine"), ("list.txt", b"bread"))
    expect(entry(theirs, "mine.txt")).to_be_visible()
    choose(theirs, "mine.txt", "Delete")
    expect(theirs.get_by_text("“mine.txt” is in Ann’s bin, who can bring it back")).to_be_visible()
    # Both delete the same: she is quicker, while his menu is open.
    theirs.get_by_role("button", name="More about list.txt", exact=True).click()
    assert page.evaluate("fetch('/drive/Plans/list.txt', { method: 'DELETE' }).then(({ ok }) => ok)")
    theirs.get_by_role("menuitem", name="Delete").click()
    expect(theirs.get_by_text("It is not here any more.")).to_be_visible()
    expect(entry(theirs, "list.txt")).to_be_hidden(timeout=2000)
    page.goto(f"{ann.servers.app}/files#bin")
    expect(page.get_by_role("button", name="Bring back mine.txt")).to_be_visible()


def tab_to(page: Page, target: Locator):
    """As somebody without a mouse: on and on, until it has the focus."""
    expect(target).to_be_visible()
    for _ in range(80):
        if target.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {target}")


def test_sharing_and_managing_need_no_mouse(two):
    ann, ben = two
    page = ann.recipes
    make_folder(page, "Plans")
    page.bring_to_front()
    tab_to(page, page.get_by_role("button", name="More about Plans"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Share")).to_be_focused()
    with page.expect_popup() as popup:
        page.keyboard.press("Enter")
    sheet = popup.value
    sheet.bring_to_front()
    field = sheet.get_by_role("combobox", name="To")
    tab_to(sheet, field)
    sheet.keyboard.type(ben.handle)
    sheet.keyboard.press("Enter")
    expect(field).to_have_value("")
    tab_to(sheet, sheet.get_by_role("button", name="Send"))
    sheet.keyboard.press("Enter")
    tab_to(sheet, sheet.get_by_role("button", name="Allow"))
    sheet.keyboard.press("Enter")
    wait_until_closed(sheet)
    opens(ben, "Plans")

    page.bring_to_front()
    sign = page.get_by_role("button", name="Manage sharing of Plans")
    tab_to(page, sign)
    page.keyboard.press("Enter")
    manage = page.get_by_role("dialog", name="Manage who takes part")
    # What is chosen keeps the focus, though it is drawn anew.
    tab_to(page, manage.get_by_role("radio", name="Can make changes"))
    page.keyboard.press("ArrowDown")
    only = manage.get_by_role("radio", name="Read only")
    expect(only).to_be_checked()
    expect(only).to_be_focused()
    remove = manage.get_by_role("button", name=f"Remove {ben.name}")
    tab_to(page, remove)
    page.keyboard.press("Enter")
    sure = page.get_by_role("dialog", name=f"Remove {ben.name}?")
    expect(sure.get_by_role("button", name="Cancel")).to_be_focused()
    tab_to(page, sure.get_by_role("button", name="Remove", exact=True))
    page.keyboard.press("Enter")
    expect(manage.get_by_text("Nobody else is in it now.")).to_be_visible()
    assert manage.evaluate("one => one.contains(document.activeElement)")
    tab_to(page, manage.get_by_role("button", name="Stop sharing"))
    page.keyboard.press("Enter")
    sure = page.get_by_role("dialog", name="Stop sharing?")
    tab_to(page, sure.get_by_role("button", name="Stop sharing"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("“Plans” is not shared any more")).to_be_visible()
    expect(manage).to_be_hidden()
    # Back where it began.
    expect(entry(page, "Plans")).to_be_focused()
