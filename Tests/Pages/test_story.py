"""Design 3, from the first tap to the last: two people with browsers, one with a Swift device."""

import re

from playwright.sync_api import expect

from support.browsers import AS_PEOPLE_HAVE_IT, whole_chromium
from support.windows import answer

pytestmark = whole_chromium(AS_PEOPLE_HAVE_IT)


def test_two_browsers_and_a_headless_person_share_edit_mention_and_part(person):
    ann, bob = person("ann"), person("bob")
    ann.sign_up()
    bob.sign_up()

    # A conversation with a group's name, texts both ways.
    ann.begin_conversation(bob.handle, "charlie", name="Kitchen")
    ann.say("Shall we bake?")
    bob.open_conversation("Kitchen")
    bob.reads("Shall we bake?")
    bob.say("Apple pie!")
    ann.reads("Apple pie!")
    expect(ann.thread.get_by_text("Delivered").last).to_be_visible()

    # Steps 1 to 6: an app account that has nothing to do with the messenger's, a recipe, the sheet.
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Apple pie", ingredients="Flour")
    # What happens in a document that is in front of her is no news: a device that is quick enough edits before its page
    # says that she looks at it.
    ann.recipes.evaluate("document.hasFocus = () => false")

    def look(sheet):
        expect(sheet.get_by_role("heading", name="Apple pie")).to_be_visible()
        expect(sheet.get_by_role("button", name="Everyone can make changes")).to_be_visible()
        expect(sheet.get_by_text(ann.account)).to_be_visible()

    sheet = ann.share(conversation="Kitchen", text="Here it is.", before=look)
    answer(sheet, "Allow")
    ann.reads("Here it is.")

    # Steps 7, 8 and 10 for Charlie, who has a Swift device: he opens, edits, mentions Ann.
    ann.sees("Notes", "A pinch of cinnamon.")
    expect(ann.news.get_by_text(re.compile("Charlie edited"))).to_be_visible()
    # It stands in the list, too.
    expect(ann.news.get_by_text(re.compile("Charlie mentioned you")).last).to_be_visible()

    # Bob was not mentioned: he sees the edit and no mention.
    expect(bob.news.get_by_text(re.compile("Charlie edited"))).to_be_visible()
    expect(bob.messenger.get_by_text(re.compile("mentioned"))).to_have_count(0)

    # Steps 7 and 8 for Bob: the link gives no access, the proof does, and nothing is told before.
    bob.reads("Here it is.")
    page = bob.open_shared("Apple pie")
    bob.sign_up_to_recipes(page, account="pie-lover@example.org")
    expect(page.get_by_text("your messenger knows who, and opens it")).to_be_visible()
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    question = popup.value
    expect(question.get_by_role("heading", name="Open “Apple pie” as pie-lover@example.org?")).to_be_visible()
    expect(question.get_by_text(bob.servers.app)).to_be_visible()
    expect(question.get_by_text("Not you?")).to_be_visible()
    expect(bob.field("Ingredients")).to_have_count(0)
    answer(question, "Allow")
    bob.sees("Ingredients", "Flour")

    # Both write at once. How soon it arrives script/measure-pages measures: here others keep the machine busy.
    bob.write("Ingredients", "\nButter")
    ann.sees("Ingredients", "Butter")
    ann.write("Notes", "Cold butter.")
    bob.sees("Notes", "Cold butter.")
    ann.field("Steps").click()
    bob.field("Steps").click()
    ann.recipes.keyboard.type("Peel.")
    bob.recipes.keyboard.type("Slice.")
    for text in ("Peel.", "Slice."):
        ann.sees("Steps", text)
        bob.sees("Steps", text)
    assert ann.field("Steps").input_value() == bob.field("Steps").input_value()

    # Step 11: who is here.
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    popover = ann.recipes.get_by_role("dialog", name="Working together")
    expect(popover.get_by_role("listitem").filter(has_text="Bob")).to_contain_text("Here")
    expect(popover.get_by_text("pie-lover@example.org")).to_have_count(0)
    expect(popover.get_by_role("switch", name=re.compile("Show cursors"))).to_be_checked()
    ann.recipes.keyboard.press("Escape")
    expect(popover).to_be_hidden()

    # Step 9: Bob leaves the conversation by Ann's hand; the same dialog says what he loses.
    ann.messenger.get_by_role("button", name="People and details").click()
    ann.messenger.get_by_role("button", name="More about Bob").click()
    ann.messenger.get_by_role("menuitem", name="Remove from conversation").click()
    dialog = ann.messenger.get_by_role("dialog", name="Remove Bob?")
    expect(dialog.get_by_role("switch", name="Apple pie")).to_be_checked()
    # Nothing has changed yet: Bob still writes.
    bob.write("Notes", " And sugar.")
    ann.sees("Notes", "And sugar.")
    ann.changes_people(dialog, "Remove")
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()

    # Step 9 the other way: Dora comes, gains, opens and writes her line.
    ann.messenger.get_by_role("button", name="Add people").click()
    dialog = ann.messenger.get_by_role("dialog", name="Add people")
    dialog.get_by_role("combobox").fill("dora")
    dialog.get_by_role("combobox").press("Enter")
    ann.changes_people(dialog, "Add")
    ann.messenger.keyboard.press("Escape")
    expect(ann.messenger.get_by_role("button", name="Review")).to_have_count(0)
    ann.sees("Notes", "Bake it ten minutes longer.")

    # The end: Ann deletes it, and it is gone.
    ann.recipes.get_by_role("button", name="More", exact=True).click()
    ann.recipes.get_by_role("menuitem", name="Delete").click()
    ann.recipes.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(ann.recipes.get_by_text("Apple pie")).to_have_count(0)
