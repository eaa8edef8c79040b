"""Hands that click twice, names without a space, screens as narrow as a phone's."""

import re

from playwright.sync_api import expect

from support.browsers import ONE_FOCUS, TWO_CLICKS, chromium_only
from support.windows import answer, expect_focus
from test_attention import row_of, rows
from test_interruptions import open_first_conversation
from test_only_what_is_true import opened
from test_refusals import shared_recipe

LONG = "<b>" + "Apfelstrudel" * 12
PHONE = {"width": 320, "height": 640}

OUTSIDE = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest(".spoken, .skip, .suggested"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`)"""


@chromium_only(TWO_CLICKS)
def test_a_second_click_opens_and_closes_nothing_more(person):
    ann, bob = person("ann"), person("bob")
    bob.sign_up()
    ann.sign_up()
    page = ann.messenger
    page.get_by_role("button", name="New conversation").first.dblclick()
    dialog = page.get_by_role("dialog", name="New conversation")
    ann.choose_people(dialog, bob.handle)
    expect(dialog).to_have_count(1)
    dialog.get_by_role("button", name="Begin").dblclick()
    expect(ann.compose_field).to_be_visible()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("navigation", name="Conversations").get_by_role("link")).to_have_count(1)
    page.get_by_role("button", name="People and details").dblclick()
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(1)

    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.recipes.get_by_role("button", name="New recipe").dblclick()
    ann.recipes.get_by_label("What is it called?").fill("Soup")
    ann.recipes.get_by_role("button", name="Begin").dblclick()
    expect(ann.field("Ingredients")).to_be_visible()
    ann.recipes.get_by_role("link", name="Recipes").click()
    expect(ann.recipes.get_by_role("link", name=re.compile("Soup"))).to_have_count(1)


def test_a_click_beside_a_dialog_closes_it_and_reaches_nothing_else(person):
    ann = person("ann")
    ann.sign_up()
    page = ann.messenger
    page.get_by_role("button", name="New conversation").first.click()
    dialog = page.get_by_role("dialog", name="New conversation")
    expect(dialog).to_be_visible()
    settings = page.get_by_role("button", name="Settings", include_hidden=True).bounding_box()
    page.mouse.click(settings["x"] + 5, settings["y"] + 5)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Settings")).to_be_visible()


def test_names_of_any_length_leave_every_button_of_a_share_on_a_phones_screen(person):
    ann, bob = person("ann"), person("bob")
    bob.name = ("Maximiliane" * 6)[:64]
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say(LONG)
    ann.messenger.set_viewport_size(PHONE)
    ann.open_recipes().set_viewport_size(PHONE)
    ann.sign_up_to_recipes()
    ann.write_recipe(LONG)
    sheet = ann.open_share_sheet()
    sheet.set_viewport_size(PHONE)
    sheet.get_by_role("group", name="Suggested conversations").get_by_role("button").click()
    expect(sheet.get_by_role("button", name=re.compile("Remove Maximiliane"))).to_be_visible()
    for page in (ann.messenger, ann.recipes, sheet):
        assert page.evaluate(OUTSIDE) == [], page.url
    answer(sheet, "Send")
    expect(sheet.get_by_role("button", name="Allow")).to_be_visible()
    assert sheet.evaluate(OUTSIDE) == []
    answer(sheet, "Allow")
    expect(ann.thread.get_by_role("link", name=re.compile("Open"))).to_be_visible()
    for page in (ann.messenger, ann.recipes):
        assert page.evaluate(OUTSIDE) == [], page.url


def test_the_buttons_of_a_strip_are_on_a_phones_screen_however_long_the_documents_name_is(person):
    ann, bob = opened(person, "A cake whose name is far too long for the strip of any phone, whatever it does")
    bob.write("Notes", "Longer.")
    expect(ann.news).to_contain_text("Bob edited")
    ann.messenger.set_viewport_size(PHONE)
    for name in ("Show", re.compile("^Dismiss")):
        place = ann.news.get_by_role("link", name=name).or_(ann.news.get_by_role("button", name=name)).last
        expect(place).to_be_in_viewport(ratio=1)
    assert ann.messenger.evaluate(OUTSIDE) == []


def test_what_was_done_is_said_in_the_room_that_its_words_need_and_above_no_line_that_is_being_written(person):
    ann, bob, eve = person("ann"), person("bob"), person("eve")
    for one in (ann, bob, eve):
        one.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Hello.")
    eve.messenger.get_by_role("button", name="New conversation").first.click()
    dialog = eve.messenger.get_by_role("dialog", name="New conversation")
    eve.choose_people(dialog, ann.handle)
    dialog.get_by_role("button", name="Begin").click()
    ann.compose_field.fill("One\ntwo\nthree\nfour")
    ann.messenger.get_by_role("button", name=re.compile("^Block: Eve ")).click()
    ann.messenger.get_by_role("dialog", name="Block Eve?").get_by_role("button", name="Block").click()
    said = ann.messenger.get_by_text("Eve is blocked")
    expect(said).to_be_visible()
    toast, field = said.bounding_box(), ann.compose_field.bounding_box()
    assert toast["height"] < 80, "one line"
    assert toast["y"] + toast["height"] <= field["y"]


def test_a_recipe_that_was_renamed_is_called_so_in_the_browsers_tab(person):
    ann = person("ann")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Bread")
    expect(ann.recipes).to_have_title("Bread – Recipes")
    name = ann.recipes.get_by_role("textbox", name="Name of the recipe")
    name.fill("Rye bread")
    name.press("Enter")
    expect(ann.recipes).to_have_title("Rye bread – Recipes")


def test_the_focus_stays_with_what_was_pressed_or_goes_to_what_is_next(person):
    bob, carol = person("bob"), person("carol")
    bob.sign_up()
    carol.sign_up()
    ann = shared_recipe(person, "Bread", bob, carol)
    open_first_conversation(bob)
    bob.open_shared("Bread")
    bob.sign_up_to_recipes(bob.recipes)
    bob.prove()
    bob.sees("Ingredients", "Flour")
    page = ann.recipes
    page.get_by_role("button", name=re.compile("Working together")).click()
    page.get_by_role("button", name=re.compile("^Manage")).press("Enter")
    for control in (page.get_by_role("switch", name="Allow mentions"), page.get_by_role("radio", name="Read only")):
        control.press("Space")
        expect(control).to_be_checked(checked=control.get_attribute("type") == "radio")
        page.wait_for_timeout(500)
        expect_focus(control)
    page.get_by_role("button", name="Remove Bob").press("Enter")
    page.get_by_role("dialog", name="Remove Bob?").get_by_role("button", name="Remove").press("Enter")
    manage = page.get_by_role("dialog", name="Manage who takes part")
    expect(manage.get_by_text("1 invitation not opened yet.")).to_be_visible()
    assert manage.evaluate("(one) => one.contains(document.activeElement)")
    expect_focus(bob.recipes.get_by_role("main"))

    # The head of a conversation is drawn anew while a dialog stands over it.
    head = ann.messenger.get_by_role("button", name="People and details")
    head.press("Enter")
    ann.messenger.get_by_role("button", name="More about Bob").press("Enter")
    ann.messenger.get_by_role("menuitem", name="Remove from conversation").press("Enter")
    # What he has lost already is not asked about.
    expect(ann.messenger.get_by_role("switch", name="Bread")).to_have_count(0)
    ann.messenger.get_by_role("button", name="Remove", exact=True).press("Enter")
    expect(ann.messenger.get_by_role("button", name="More about Bob")).to_have_count(0)
    expect(ann.messenger.get_by_role("dialog", name="Remove Bob?")).to_have_count(0)
    ann.messenger.keyboard.press("Escape")
    expect_focus(head)


def test_a_contact_link_in_the_address_of_an_open_page_begins_a_conversation(person):
    ann, bob = person("ann"), person("bob")
    ann.sign_up()
    bob.sign_up()
    bob.allow_clipboard()
    bob.messenger.get_by_role("button", name="Settings").click()
    bob.messenger.get_by_role("button", name="Copy my contact link").click()
    expect(bob.messenger.get_by_text("Copied")).to_be_visible()
    link = bob.messenger.evaluate("navigator.clipboard.readText()")
    dialog = ann.messenger.get_by_role("dialog", name="New conversation")
    # Twice: it is read again although the page is where it was.
    for _ in range(2):
        ann.messenger.goto(link)
        expect(dialog.get_by_role("button", name="Remove Bob")).to_be_visible()
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_have_count(0)


def test_a_clock_that_is_wrong_is_told_because_others_take_nothing_from_the_future(person):
    ann, bob = person("ann"), person("bob")
    bob.sign_up()
    ann.context.add_init_script("""{
      const now = Date.now.bind(Date);
      const ahead = () => now() + 600_000;
      globalThis.Date = class extends Date {
        constructor(...parts) { super(...(parts.length > 0 ? parts : [ahead()])); }
        static now() { return ahead(); }
      };
    }""")
    ann.sign_up()
    notice = ann.messenger.get_by_text("The clock of this device is 10 minutes ahead.")
    expect(notice).to_be_visible()
    ann.messenger.get_by_role("button", name="Dismiss").click()
    expect(notice).to_have_count(0)
    expect(bob.messenger.get_by_text("The clock of this device")).to_have_count(0)


def test_the_app_asks_by_its_own_name_for_a_recipe_whatever_a_card_calls_it(person):
    ann, bob = person("ann"), person("bob")
    bob.sign_up()
    ann.sign_up()
    ann.begin_conversation(bob.handle)
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Grandmother's secret")
    card = {"origin": ann.servers.app, "appName": "Recipes", "metadata": {
        "localIdentifier": ann.recipes.url.partition("#recipe=")[2], "title": "Cat pictures"}}
    ann.messenger.evaluate("""(card) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("application/vnd.grove.share+json", JSON.stringify(card));
      document.querySelector("textarea").dispatchEvent(
        new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }""", card)
    expect(ann.messenger.get_by_role("group", name="To be shared").get_by_text("Cat pictures")).to_be_visible()
    with ann.context.expect_page() as page:
        ann.messenger.get_by_role("button", name="Send", exact=True).click()
    expect(page.value.get_by_role("heading", name="Share this recipe?")).to_be_visible()
    expect(page.value.get_by_text("Grandmother's secret")).to_be_visible()
    expect(page.value.get_by_text("Cat pictures")).to_have_count(0)
    answer(page.value, "Not now")


def middle(target) -> tuple[float, float]:
    box = target.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_what_is_pressed_while_its_list_changes_is_clicked(person):
    ann, bob, carol = person("ann"), person("bob"), person("carol")
    for one in (ann, bob, carol):
        one.sign_up()
    for one in (bob, carol):
        one.begin_conversation(ann.handle)
        one.say("Hello.")
    page = ann.messenger
    expect(row_of(ann, "Carol.*Hello")).to_be_visible()
    expect(rows(ann).first).to_contain_text("Carol")
    # What is said meanwhile would change the row under the mouse, and move it to the top.
    page.mouse.move(*middle(row_of(ann, "Bob")))
    page.mouse.down()
    bob.say("Are you there?")
    expect(page).to_have_title(re.compile(r"^\(3\)"))
    expect(rows(ann).first).to_contain_text("Carol")
    page.mouse.up()
    expect(page.get_by_role("heading", level=1, name="Bob")).to_be_visible()
    expect(rows(ann).first).to_contain_text("Are you there?")
    page.bring_to_front()
    expect(page).to_have_title(re.compile(r"^\(1\)"))
    page.evaluate("location.hash = ''")
    # Whoever goes away with the mouse clicks nothing, and sees what has come.
    page.mouse.move(*middle(row_of(ann, "Carol")))
    page.mouse.down()
    carol.say("And you?")
    expect(page).to_have_title(re.compile(r"^\(2\)"))
    page.mouse.move(1, 1)
    page.mouse.up()
    expect(rows(ann).first).to_contain_text("And you?")
    assert page.evaluate("location.hash") == ""


@chromium_only(ONE_FOCUS)
def test_a_button_whose_list_changes_while_the_space_bar_is_down_is_pressed(person):
    ann, bob, carol = person("ann"), person("bob"), person("carol")
    for one in (ann, bob, carol):
        one.sign_up()
    begin_unasked(bob, ann)
    page = ann.messenger
    accept = page.get_by_role("button", name="Accept: Bob")
    accept.focus()
    page.keyboard.down("Space")
    begin_unasked(carol, ann)
    page.wait_for_timeout(1500)
    expect(accept).to_be_focused()
    page.keyboard.up("Space")
    expect(page.get_by_role("heading", level=1, name="Bob")).to_be_visible()
    expect(page.get_by_role("button", name="Accept: Carol")).to_be_visible()


def begin_unasked(one, other):
    """Nobody accepts it."""
    page = one.messenger
    page.get_by_role("button", name="New conversation").first.click()
    dialog = page.get_by_role("dialog", name="New conversation")
    one.choose_people(dialog, other.handle)
    dialog.get_by_role("button", name="Begin").click()
    expect(one.compose_field).to_be_visible()
