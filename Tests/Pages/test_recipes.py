"""The sample app: what several people see of each other in one recipe, and what the conversation hears."""

import re

import pytest
from playwright.sync_api import expect

from support import browsers
from support.browsers import OVER_THE_PAGE, chromium_only
from support.person import BrowserPerson
from support.servers import wait_until
from support.windows import answer


@pytest.fixture
def wide_scrollbars(browser):
    """Somebody's browser with scrollbars that take room, as most people have them."""
    one = browsers.launch_chromium(browser.browser_type, ignore_default_args=["--hide-scrollbars"])
    yield one
    one.close()


@chromium_only(OVER_THE_PAGE)
def test_what_stands_in_a_page_stays_where_it_is_while_a_dialog_is_open(wide_scrollbars, servers, numbers):
    ann = BrowserPerson(wide_scrollbars, servers, f"ann{next(numbers)}")
    page = ann.open_recipes()
    ann.sign_up_to_recipes()
    page.set_viewport_size({"width": 800, "height": 200})
    assert page.evaluate("innerWidth - document.documentElement.clientWidth") > 0, "there is a scrollbar"
    parts = [page.get_by_role("button", name="Your account"), page.get_by_role("button", name="New recipe")]
    before = [one.bounding_box() for one in parts]
    parts[1].click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("innerWidth - document.documentElement.clientWidth") == 0, "there is nothing to scroll"
    assert [one.bounding_box() for one in parts] == before
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [one.bounding_box() for one in parts] == before
    ann.close()


def two_in_one_recipe(person):
    """Ann has shared a recipe with Bob, and both have it open."""
    ann, bob = person("ann"), person("bob")
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Hello")
    bob.open_conversation("Ann")
    bob.reads("Hello")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Plum cake", ingredients="Plums")
    sheet = ann.share(bob.handle)
    answer(sheet, "Allow")
    bob.open_shared("Plum cake")
    bob.sign_up_to_recipes()
    bob.prove()
    bob.sees("Ingredients", "Plums")
    return ann, bob


def comment(one, text: str):
    one.recipes.get_by_role("textbox", name="New comment").fill(text)
    one.recipes.get_by_role("button", name="Comment", exact=True).click()


def test_the_conversation_hears_of_edits_comments_mentions_and_a_new_name(person):
    ann, bob = two_in_one_recipe(person)
    # What they have before them is no news.
    for one in (ann, bob):
        one.looks_away()
    bob.write("Notes", "With cream.")
    ann.sees("Notes", "With cream.")
    expect(ann.news.get_by_text(re.compile("Bob edited"))).to_be_visible()

    # No window opens for a mention: as a browser that blocks them answers.
    bob.recipes.evaluate("() => { window.open = () => null; }")
    comment(bob, "@Ann how long?")
    expect(ann.news.get_by_text(re.compile("Bob mentioned you")).last).to_be_visible()
    expect(ann.recipes.get_by_role("log", name="Comments").get_by_text("@Ann")).to_be_visible()
    expect(ann.recipes.get_by_text("You are mentioned.")).to_be_attached()

    ann.recipes.get_by_role("textbox", name="Name of the recipe").fill("Plum crumble")
    ann.recipes.keyboard.press("Enter")
    expect(bob.recipes.get_by_role("heading", name="Plum crumble")).to_be_visible()
    expect(bob.news.get_by_text(re.compile("Ann renamed"))).to_be_visible()
    # Her own cards have it too, and nobody tells her what she did.
    expect(ann.thread.get_by_role("link", name="Open “Plum crumble”")).to_be_visible()
    expect(ann.messenger.get_by_text(re.compile("You renamed|Ann renamed"))).to_have_count(0)


def test_what_the_owner_allows_takes_effect_at_once(person):
    ann, bob = two_in_one_recipe(person)
    bob.write("Notes", "Bob was here.")
    ann.sees("Notes", "Bob was here.")
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    ann.recipes.get_by_role("button", name=re.compile("Manage")).click()
    manage = ann.recipes.get_by_role("dialog", name="Manage who takes part")
    manage.get_by_role("radio", name="Read only").check()
    expect(bob.recipes.get_by_text("You can read this recipe. Only Ann can change it.")).to_be_visible()
    expect(bob.field("Notes")).to_have_attribute("readonly", "")
    manage.get_by_role("switch", name="Allow comments").uncheck()
    expect(bob.recipes.get_by_text("Comments are switched off in this recipe.")).to_be_visible()
    manage.get_by_role("switch", name="Allow comments").check()
    manage.get_by_role("radio", name="Can make changes").check()
    expect(bob.recipes.get_by_text("You can read this recipe.")).to_be_hidden()
    bob.write("Notes", " Again.")
    ann.sees("Notes", "Bob was here. Again.")
    manage.get_by_role("button", name="Stop sharing").click()
    ann.recipes.get_by_role("dialog", name="Stop sharing?").get_by_role("button", name="Stop sharing").click()
    expect(bob.recipes.get_by_role("heading", name="This recipe is not shared any more")).to_be_visible()
    expect(bob.recipes.get_by_text("You have no access any more")).to_have_count(0)
    expect(bob.recipes.get_by_role("textbox", name="Notes")).to_have_value("Bob was here. Again.")
    ann.sees("Notes", "Bob was here. Again.")


def test_what_is_said_on_a_phone_covers_no_field_that_somebody_writes_in(person):
    ann, bob = two_in_one_recipe(person)
    page = bob.recipes
    page.set_viewport_size({"width": 390, "height": 700})
    field = page.get_by_role("textbox", name="New comment")
    field.fill("Half a thou")
    comment(ann, "Less sugar")
    toast = page.get_by_text("Ann commented: Less sugar")
    expect(toast).to_be_visible()
    for place in ("end", "center"):
        field.evaluate("(one, block) => one.scrollIntoView({ block })", place)
        said, written = toast.bounding_box(), field.bounding_box()
        assert said["y"] + said["height"] <= written["y"] or written["y"] + written["height"] <= said["y"], place


# How far the names at cursors reach beyond either side of the page and of their field.
BEYOND = """(carets) => Math.max(...carets.map((one) => {
  const { left, right } = one.parentElement.getBoundingClientRect();
  const style = getComputedStyle(one, "::after");
  const begin = one.getBoundingClientRect().left + parseFloat(style.left);
  const padding = style.boxSizing === "border-box" ? 0 : parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  const end = begin + parseFloat(style.width) + padding;
  return Math.max(left - begin, end - Math.min(right, innerWidth));
}))"""


def test_a_long_name_at_a_cursor_stays_inside_its_field_on_a_phone(person):
    def called(name: str):
        one = person(name)
        one.name = "Łukasz Sørensen-Groß" if name == "bob" else one.name
        return one

    ann, bob = two_in_one_recipe(called)
    ann.recipes.set_viewport_size({"width": 390, "height": 700})
    caret = ann.recipes.locator(".caret")
    for words in ("Peel.", " Then stone the plums, slowly."):
        bob.write("Steps", words)
        ann.sees("Steps", words)
        expect(caret).to_have_attribute("data-name", bob.name)
        ann.recipes.wait_for_timeout(100)
        assert caret.evaluate_all(BEYOND) <= 3
    assert ann.recipes.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is beside the page"


def name_at_caret(one):
    one.recipes.wait_for_timeout(50)
    return one.recipes.locator(".caret").evaluate("one => getComputedStyle(one, '::after').visibility")


def test_each_sees_where_the_other_is_and_undoes_only_their_own(person):
    ann, bob = two_in_one_recipe(person)
    ann.write("Steps", "Stone the plums.")
    bob.sees("Steps", "Stone the plums.")
    bob.write("Steps", " Slowly.")
    ann.sees("Steps", "Stone the plums. Slowly.")
    expect(ann.recipes.locator(".caret")).to_have_attribute("data-name", "Bob")
    # Bob's name is at his cursor while he writes; it goes though Ann writes on, because it covers the text above.
    wait_until(lambda: name_at_caret(ann) == "visible", what="Bob's name")
    ann.write("Steps", " Now.")
    wait_until(lambda: name_at_caret(ann) == "hidden", what="no name")
    expect(ann.recipes.locator(".caret")).to_have_count(1)
    bob.write("Steps", " Very.")
    wait_until(lambda: name_at_caret(ann) == "visible", what="Bob's name again")
    ann.sees("Steps", "Stone the plums. Slowly. Now. Very.")
    ann.field("Steps").press("Control+z")
    ann.field("Steps").press("Control+z")
    bob.sees("Steps", " Slowly. Very.")
    expect(bob.field("Steps")).to_have_value(" Slowly. Very.")
    ann.recipes.get_by_role("button", name="Working together, 2 people here").click()
    ann.recipes.get_by_role("switch", name=re.compile("Show cursors")).uncheck()
    expect(ann.recipes.locator(".caret")).to_have_count(0)
    bob.recipes.close()
    # Firefox, closed by its driver, does not always say that it goes; then what it last said ends by itself.
    seconds = 15 if bob.is_in_chromium else 45
    expect(ann.recipes.get_by_role("button", name="Working together", exact=True)).to_be_visible(timeout=seconds * 1000)


def test_where_nobody_can_type_together_both_texts_are_shown(person):
    ann = person("ann")

    def without_yjs(page):
        page.route("**/config.json", lambda route: route.fulfill(
            json={"appName": "Recipes", "messengerOrigin": ann.servers.relay, "yjs": False}))
        return page

    first = ann.recipes = without_yjs(ann.context.new_page())
    first.goto(ann.servers.app)
    ann.sign_up_to_recipes()
    ann.write_recipe("Plain bread", notes="Flour")
    expect(first.get_by_text("Typing together is not installed on this server")).to_be_visible()
    expect(first.get_by_text("Saved", exact=True).first).to_be_visible()

    second = without_yjs(ann.context.new_page())
    second.goto(first.url)
    expect(ann.field("Notes", second)).to_have_value("Flour")
    # The second one's connection is slow: its text is written over an older one.
    second.route("**/updates", lambda route: route.abort())
    ann.field("Notes", second).fill("Rye")
    expect(second.get_by_text("Offline.", exact=True)).to_be_visible()
    ann.field("Notes", first).fill("Spelt")
    expect(first.get_by_text("Saved", exact=True).first).to_be_visible()
    expect(second.get_by_text("Somebody else changed this at the same time.")).to_be_visible()
    expect(second.get_by_role("textbox", name="The other text")).to_have_value("Spelt")
    second.unroute("**/updates")
    second.get_by_role("button", name="Keep both").click()
    expect(ann.field("Notes", first)).to_have_value("Rye\nSpelt")


def hide(page, isHidden: bool):
    """As a browser does with a tab that nobody sees; headless ones are all seen."""
    page.evaluate("""(state) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
      document.dispatchEvent(new Event("visibilitychange"));
    }""", "hidden" if isHidden else "visible")


def test_hidden_tabs_leave_the_browsers_few_connections_to_the_one_that_is_seen(person):
    ann = person("ann")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Tea")
    first = ann.recipes
    expect(first.get_by_text("Saved", exact=True)).to_be_visible()
    address, tabs = first.url, [first]
    for _ in range(6):
        hide(tabs[-1], True)
        tab = ann.context.new_page()
        # Six streams are all a browser has for one origin: without a free one this would wait forever.
        tab.wait_for_timeout(6000 if len(tabs) == 5 else 0)
        tab.goto(address)
        expect(ann.field("Notes", tab)).to_be_visible()
        tabs.append(tab)
    last = tabs[-1]
    ann.write("Notes", "Four minutes.", last)
    expect(last.get_by_text("Saved", exact=True)).to_be_visible()
    # Who is hidden is not here; who is looked at again catches up.
    hide(last, True)
    hide(first, False)
    ann.sees("Notes", "Four minutes.")


def test_a_page_that_is_opened_as_usual_complains_of_nothing(person):
    ann = person("ann")
    said = []
    ann.context.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Tea", notes="Four minutes.")
    expect(ann.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    ann.recipes.reload()
    ann.sees("Notes", "Four minutes.")
    ann.recipes.goto(f"{ann.servers.app}/actions")
    ann.sign_up()
    ann.messenger.reload()
    expect(ann.messenger.get_by_text("Connected", exact=True)).to_be_attached()
    assert said == []


def test_an_address_with_nothing_shows_a_page_with_a_way_back(person):
    ann = person("ann")
    for origin in (ann.servers.relay, ann.servers.app):
        page = ann.context.new_page()
        page.goto(f"{origin}/no/such/page")
        expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
        page.get_by_role("link", name="To the start").click()
        page.wait_for_url(f"{origin}/")
