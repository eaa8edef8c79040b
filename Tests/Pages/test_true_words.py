"""What the app says of people, copies and times is so, and no more than the other needs to know."""

import re

from playwright.sync_api import expect

from support.browsers import NOTHING_SAVED, chromium_only
from support.windows import answer
from test_only_what_is_true import opened
from test_refusals import shared_recipe


def words(place) -> str:
    return re.sub(r"\s+", " ", place.inner_text()).strip()


def test_nobody_is_shown_what_somebody_else_signs_in_with(person):
    ann, bob = opened(person, "Bread")
    bob.write("Notes", "Longer.")
    bob.recipes.get_by_role("textbox", name="New comment").fill("Shall we?")
    bob.recipes.get_by_role("button", name="Comment", exact=True).click()
    expect(ann.recipes.get_by_text("Shall we?").last).to_be_visible()
    for one, other in ((ann, bob), (bob, ann)):
        page = one.recipes
        page.get_by_role("button", name=re.compile("Working together")).click()
        row = page.get_by_role("dialog", name="Working together").get_by_role("listitem").filter(
            has_text=other.name)
        expect(row).to_contain_text("Here")
        assert other.account not in page.inner_text("body")
    said = words(row_of(ann.recipes.get_by_role("dialog", name="Working together"), "Bob"))
    ann.recipes.get_by_role("button", name="Manage").click()
    card = row_of(ann.recipes.get_by_role("dialog", name="Manage who takes part"), "Bob")
    expect(card.get_by_role("button", name="Remove Bob")).to_be_visible()
    assert words(card).removesuffix(" Remove") == said, "both places say the same of one person"
    assert bob.account not in ann.recipes.inner_text("body")
    bob.recipes.keyboard.press("Escape")
    bob.recipes.get_by_role("link", name="Recipes").click()
    expect(bob.recipes.get_by_role("link", name=re.compile("Bread"))).to_be_visible()
    assert ann.account not in bob.recipes.inner_text("body")


def row_of(place, name: str):
    return place.get_by_role("listitem").filter(has_text=name)


def test_the_list_says_when_a_recipe_was_changed_and_has_the_newest_first(person):
    ann, bob = opened(person, "Bread")
    ann.recipes.get_by_role("link", name="Recipes").click()
    cards = ann.recipes.get_by_role("link", name=re.compile("(Begun|Changed) "))
    bob.recipes.get_by_role("link", name="Recipes").click()
    expect(bob.recipes.get_by_role("link", name=re.compile("Bread.*From Ann"))).to_be_visible()
    bob.recipes.go_back()
    expect(cards).to_have_text([re.compile("Bread.*Changed")])
    ann.write_recipe("Cake")
    ann.recipes.get_by_role("link", name="Recipes").click()
    expect(cards).to_have_text([re.compile("Cake.*Begun"), re.compile("Bread")])
    bob.write("Notes", "Longer.")
    expect(bob.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    ann.recipes.reload()
    expect(cards).to_have_text([re.compile("Bread.*Changed"), re.compile("Cake.*Begun")])


def shared_with_a_program(person):
    """Ann's recipe, to which Charlie's program has added a line."""
    ann = person("ann")
    ann.sign_up()
    ann.begin_conversation("charlie")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Bread", ingredients="Flour")
    # Charlie's program mentions her, and goes on to others only then.
    answer(ann.share("charlie"), "Allow")
    ann.sees("Notes", "A pinch of cinnamon.", seconds=40)
    return ann


def test_a_sample_person_answers_a_share_while_they_wait_for_the_owner_of_another(person):
    ann = person("ann")
    ann.sign_up()
    ann.begin_conversation("charlie")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    for title in ("Bread", "Cake"):
        ann.write_recipe(title, ingredients="Flour")
        # She confirms nothing: there is no owner to mention yet.
        sheet = ann.share("charlie")
        expect(sheet.get_by_role("button", name="Allow")).to_be_visible()
        sheet.close()
        ann.sees("Notes", "A pinch of cinnamon.", seconds=40)
        ann.recipes.get_by_role("link", name=re.compile("list of all")).click()


def test_a_sample_person_mentions_who_shared_with_another_conversation_before(person):
    ann = shared_with_a_program(person)
    ann.looks_away()
    ann.begin_conversation("dora")
    ann.share("dora")
    expect(ann.news.get_by_text("Dora mentioned you").first).to_be_visible(timeout=60_000)


@chromium_only(NOTHING_SAVED)
def test_a_copy_has_the_lines_that_others_programs_added(person):
    ann = shared_with_a_program(person)
    ann.recipes.get_by_role("button", name="More").click()
    with ann.recipes.expect_download() as download:
        ann.recipes.get_by_role("menuitem", name="Download a copy").click()
    copy = download.value.path().read_text()
    assert "Flour" in copy and "A pinch of cinnamon." in copy


def test_what_a_program_added_stands_in_the_text_and_can_be_changed(person):
    ann = shared_with_a_program(person)
    expect(ann.recipes.get_by_role("list", name="Lines that were added")).to_have_count(0)
    notes = ann.field("Notes")
    assert notes.input_value() == "A pinch of cinnamon.\n"
    ann.write("Notes", "Cold butter.")
    notes.press("Control+Home")
    notes.press_sequentially("Not ")
    expect(ann.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    ann.recipes.reload()
    ann.sees("Notes", "Not A pinch of cinnamon.\nCold butter.")


def test_who_asks_for_access_and_who_answers_are_told_that_a_name_proves_nothing(person):
    bob, eve = person("bob"), person("eve")
    bob.sign_up()
    ann = shared_recipe(person, "Bread", bob)
    page = eve.open_recipes(ann.recipes.url.removeprefix(ann.servers.app))
    eve.sign_up_to_recipes(page)
    page.get_by_role("button", name=re.compile("ask for access")).click()
    expect(page.get_by_text("Anybody can give any name")).to_be_visible()
    expect(page.get_by_text("your account and your note")).to_have_count(0)
    page.get_by_role("button", name="Ask for access", exact=True).click()
    ann.recipes.get_by_role("button", name="Look", exact=True).click()
    manage = ann.recipes.get_by_role("dialog", name="Manage who takes part")
    expect(manage.get_by_text("Anybody can choose any name")).to_be_visible()
    assert eve.account not in manage.inner_text()


# As in Tests/Browser/ui/words.tests.js, which looks at every text there is.
OF_THE_PROTOCOL = re.compile(
    r"\b(alarms?|attest\w*|audience|envelopes?|epochs?|identity map|nonces?|roots?|root hash|still counts?)\b", re.I)


def test_screens_of_devices_people_and_endings_say_nothing_in_the_protocols_words(person):
    ann, bob = opened(person, "Bread")
    page = bob.messenger
    shown = []

    def look(place):
        expect(place).to_be_visible()
        shown.append(words(page.locator("body")))
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    look(page.get_by_role("heading", name="Devices"))
    page.get_by_role("button", name="People and details").click()
    look(page.get_by_role("dialog", name="Details"))
    page.get_by_role("button", name="People and details").click()
    page.get_by_role("button", name="More about Ann").click()
    page.get_by_role("menuitem", name="Safety number").click()
    look(page.get_by_role("dialog").last)
    page.keyboard.press("Escape")
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    ann.recipes.get_by_role("button", name="Manage").click()
    ann.recipes.get_by_role("button", name="Remove Bob").click()
    ann.recipes.get_by_role("button", name="Remove", exact=True).click()
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()
    # He asks with a proof that is good for nothing any more.
    bob.recipes.reload()
    with bob.recipes.expect_popup() as popup:
        bob.recipes.get_by_role("button", name="Open with your messenger").click()
    expect(popup.value.get_by_text("its owner took you out of it")).to_be_visible()
    for one in (page, popup.value, bob.recipes):
        shown.append(words(one.locator("body")))
    assert all(shown) and not [found for one in shown for found in OF_THE_PROTOCOL.findall(one)]


def test_an_invitation_that_was_opened_is_not_counted_among_those_that_were_not(person):
    bob = person("bob")
    bob.sign_up()
    ann = shared_recipe(person, "Bread", bob)
    page = ann.recipes
    page.get_by_role("button", name=re.compile("Working together")).click()
    people = page.get_by_role("dialog", name="Working together")
    expect(people.get_by_text("1 invitation not opened yet.")).to_be_visible()
    bob.open_conversation("Ann")
    answer(bob.click_shared("Bread"), "Allow")
    bob.sees("Ingredients", "Flour")
    expect(row_of(people, "Bob")).to_contain_text("Here")
    expect(people.get_by_text("not opened yet")).to_be_hidden()
    page.reload()
    page.get_by_role("button", name=re.compile("Working together")).click()
    expect(row_of(people, "Bob")).to_be_visible()
    expect(people.get_by_text("not opened yet")).to_be_hidden()


def test_until_who_shared_says_which_account_is_theirs_the_app_says_what_the_others_do_not_hear(person):
    ann, bob = person("ann"), person("bob")
    for one in (ann, bob):
        one.sign_up()
    ann.begin_conversation(bob.handle)
    page = ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Bread", ingredients="Flour")
    sheet = ann.share(bob.handle)
    expect(sheet.get_by_role("button", name="Allow")).to_be_enabled()
    waits = page.get_by_text("Until it has, the others hear nothing of you.")
    expect(waits).to_be_visible()
    page.get_by_role("button", name=re.compile("Working together")).click()
    people = page.get_by_role("dialog", name="Working together")
    # Bob's, and not her own.
    expect(people.get_by_text("1 invitation not opened yet.")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show", exact=True).click()
    answer(sheet, "Allow")
    expect(waits).to_be_hidden()
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_hidden()


def test_the_search_says_what_it_searches_and_what_it_does_not(person):
    bob, ann = person("bob"), person("ann")
    bob.sign_up()
    ann.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Butter and eggs")
    search = ann.messenger.get_by_role("searchbox", name="Search this list")
    row = ann.messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name=re.compile("^Bob"))
    for words in ("bob", "butter"):
        search.fill(words)
        expect(row).to_be_visible()
    ann.say("Flour")
    search.fill("")
    expect(search).to_have_attribute("placeholder", "Search this list")
    search.fill("butter")
    expect(ann.messenger.get_by_text("Nothing in this list has these words. What was written before is not")).to_be_visible()
    expect(row).to_have_count(0)


def test_what_a_row_shows_is_found(person):
    ann, bob = opened(person, "Bread")
    ann.say("Butter and eggs")
    bob.write("Notes", "Longer.")
    search = ann.messenger.get_by_role("searchbox", name="Search this list")
    row = ann.messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name=re.compile("^Bob"))
    expect(row).to_contain_text("“Bread”: Bob edited")
    for words in ("bread", "edited", "butter"):
        search.fill(words)
        ann.messenger.wait_for_timeout(200)
        expect(row).to_be_visible()
    search.fill("cake")
    expect(row).to_have_count(0)


def test_what_is_chosen_in_the_settings_is_said_in_words_that_people_have(person):
    ann = person("ann")
    ann.sign_up()
    ann.messenger.get_by_role("button", name="Settings").click()
    expect(ann.messenger.get_by_text("never for somebody whose devices you are warned about.")).to_be_visible()
    ann.messenger.get_by_role("button", name="Link another device").click()
    how = ann.messenger.get_by_role("dialog", name="Link another device").get_by_text("On the new device open this page")
    expect(how).to_be_visible()
    expect(how).not_to_contain_text("terminal")
