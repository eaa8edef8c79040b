"""Screens say only what is true, and what a hand does leads where it seems to."""

import base64
import re

from playwright.sync_api import expect

from support.browsers import NOTHING_SAVED, chromium_only
from support.person import PASSWORD
from support.servers import wait_until
from support.windows import answer
from test_refusals import shared_recipe

# One red dot, as a PNG.
PICTURE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC")

# The app's server says of both that they were taken out.
TAKEN_OUT = "The owner took you out of this recipe, or your invitation is used with another account now."


def two(person):
    """Ann in a conversation with Bob, who has it open, too."""
    ann, bob = person("ann"), person("bob")
    bob.sign_up()
    ann.sign_up()
    ann.begin_conversation(bob.handle)
    bob.open_conversation("Ann")
    return ann, bob


def drop(page, place, *names: str):
    """Lets go of files over a place, as a hand does: the browser takes what the page does not."""
    held = page.evaluate_handle("""([bytes, names]) => {
      const data = new DataTransfer();
      const picture = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      for (const name of names) data.items.add(new File([picture], name, { type: "image/png" }));
      return data;
    }""", [base64.b64encode(PICTURE).decode(), list(names)])
    taken = [place.evaluate("""(place, [type, dataTransfer]) => !place.dispatchEvent(
        new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))""", [type, held])
        for type in ("dragover", "drop")]
    assert taken == [True, True], "the page takes it, so that the browser does not go there"


def test_a_copy_that_has_left_is_not_called_waiting(person):
    ann, bob = two(person)
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Bread", ingredients="Flour")
    sheet = ann.open_share_sheet()
    sheet.get_by_role("radio", name="Send a copy").check()
    ann.choose_people(sheet, bob.handle)
    answer(sheet, "Send")
    expect(sheet.get_by_role("heading", name="Sent to Bob")).to_be_visible()
    expect(sheet.get_by_text("no connection")).to_have_count(0)
    expect(ann.recipes.get_by_text("A copy was sent")).to_be_visible()
    bob.reads("Bread.txt")


def test_the_window_that_sent_a_copy_of_something_shared_says_so_until_it_is_closed(person):
    ann, bob = opened(person, "Bread")
    sheet = ann.open_share_sheet()
    sheet.get_by_role("radio", name="Send a copy").check()
    ann.choose_people(sheet, bob.handle)
    answer(sheet, "Send")
    expect(ann.recipes.get_by_text("A copy was sent")).to_be_visible()
    sheet.wait_for_timeout(1500)
    expect(sheet.get_by_role("heading", name="Sent to Bob")).to_be_visible()
    answer(sheet, "Done")


def test_escape_leaves_the_conversation_where_it_is(person):
    ann, _ = two(person)
    before = ann.messenger.url
    ann.compose_field.press("Escape")
    ann.messenger.keyboard.press("Escape")
    assert ann.messenger.url == before
    expect(ann.compose_field).to_be_visible()


def test_files_dropped_anywhere_on_a_conversation_are_all_sent(person):
    ann, bob = two(person)
    drop(ann.messenger, ann.messenger.get_by_role("region", name="Conversation"), "one.png", "two.png", "three.png")
    question = ann.messenger.get_by_role("dialog", name="Send 3 files")
    for name in ("one.png", "two.png", "three.png"):
        expect(question.get_by_text(name)).to_be_visible()
    question.get_by_role("button", name="Send").click()
    expect(question).to_be_hidden()
    for name in ("one.png", "two.png", "three.png"):
        expect(bob.thread.get_by_role("button", name=f"Open {name}")).to_be_visible()


# How much of what a place shows of a picture is cut off, of its width and of its height.
CUT = """(one) => {
  const { width, height } = one.getBoundingClientRect(), place = one.parentElement.getBoundingClientRect();
  const scale = Math.max(width / one.naturalWidth, height / one.naturalHeight);
  return [1 - Math.min(width, place.width) / (one.naturalWidth * scale),
    1 - Math.min(height, place.height) / (one.naturalHeight * scale)].map((part) => Math.round(part * 100));
}"""


def test_of_a_square_photo_and_one_that_is_higher_than_wide_nothing_is_cut_off(person):
    ann, bob = two(person)
    for name, size in (("square.png", (600, 600)), ("high.png", (600, 900)), ("wide.png", (960, 600))):
        ann.messenger.get_by_role("textbox", name="Message").evaluate("""(place, [name, width, height]) => new Promise((done) => {
          const canvas = new OffscreenCanvas(width, height), data = new DataTransfer();
          canvas.getContext("2d").fillRect(0, 0, width, height);
          void canvas.convertToBlob().then((blob) => {
            data.items.add(new File([blob], name, { type: "image/png" }));
            for (const type of ["dragover", "drop"]) {
              place.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
            }
            done();
          });
        })""", [name, *size])
        ann.messenger.get_by_role("dialog", name="Send a copy").get_by_role("button", name="Send").click()
        for one in (ann, bob):
            picture = one.thread.get_by_role("button", name=f"Open {name}").locator("img")
            # Its row is drawn anew when it has been delivered.
            wait_until(lambda: picture.evaluate(CUT) == [0, 0], what=f"all of {name} to be seen")


@chromium_only(NOTHING_SAVED)
def test_a_picture_opens_large_and_can_be_saved(person):
    ann, bob = two(person)
    # It comes when it has been clicked: whoever clicks before it is there sees it once it is.
    held = []
    bob.context.route("**/attachments/**", lambda route: held.append(route))
    drop(ann.messenger, ann.compose_field, "cake.png")
    ann.messenger.get_by_role("dialog", name="Send a copy").get_by_role("button", name="Send").click()
    bob.thread.get_by_role("button", name="Open cake.png").click()
    wait_until(lambda: bob.messenger.wait_for_timeout(50) or held, what="the picture to be fetched")
    for route in held:
        route.continue_()
    bob.context.unroute("**/attachments/**")
    large = bob.messenger.get_by_role("dialog", name="cake.png")
    expect(large.get_by_role("img", name="cake.png")).to_be_visible()
    # As wide as the page at most, so that its buttons can be reached on a telephone.
    large.get_by_role("img").evaluate("(one) => { one.width = 1600; one.height = 1200; }")
    bob.messenger.set_viewport_size({"width": 390, "height": 740})
    for name in ("Close", "Save"):
        expect(large.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    with bob.messenger.expect_download() as download:
        large.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "cake.png"
    assert download.value.path().read_bytes() == PICTURE


def opened(person, title: str, is_told: bool = True, before=None):
    """Ann has shared a recipe with Bob, who has opened it, and is told what others do there if he wants it. It is open
    beside their messengers, and they look at those: what is before them in the recipe would be no news. `before` it is
    shared something may happen to Bob."""
    bob = person("bob")
    bob.sign_up()
    if before:
        before(bob)
    ann = shared_recipe(person, title, bob)
    ann.looks_away()
    bob.open_conversation("Ann")
    bob.open_recipes()
    bob.sign_up_to_recipes()
    bob.recipes.close()
    bob.click_shared(title)
    bob.consent(bob.recipes, is_told=is_told)
    bob.sees("Ingredients", "Flour")
    bob.looks_away()
    return ann, bob


def test_message_in_the_app_leads_to_the_documents_own_conversation(person):
    ann, bob = opened(person, "Bread")
    ann.messenger.get_by_role("heading", level=1, name="Bob").wait_for()
    for one, other in ((bob, "Ann"), (ann, "Bob")):
        one.recipes.get_by_role("button", name=re.compile("Working together")).click()
        with one.context.expect_page() as page:
            one.recipes.get_by_role("button", name="Message").click()
        expect(page.value.get_by_role("heading", level=1, name=other)).to_be_visible()
        expect(page.value.get_by_role("textbox", name="Message")).to_be_visible()


def colour(picture) -> str:
    return picture.evaluate("(one) => getComputedStyle(one).backgroundColor")


def test_a_person_has_one_colour_in_the_messenger_and_in_the_app(person):
    ann, bob = opened(person, "Bread")
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    there = ann.recipes.get_by_role("listitem").filter(has_text="Bob").locator(".avatar").first
    here = ann.messenger.get_by_role("navigation", name="Conversations").locator(".avatar").first
    wait_until(lambda: colour(there) == colour(here), what="one colour")


# From now on nothing that the page wants to store is stored before the page is left.
STORE_NOTHING = """() => {
  const begin = IDBDatabase.prototype.transaction;
  const never = { objectStore: () => ({ put() {}, delete() {} }), addEventListener() {} };
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    return mode === "readwrite" ? never : begin.call(this, stores, mode, options);
  };
}"""


def test_a_text_is_sent_once_also_where_its_page_is_left_in_the_same_moment(person):
    ann, bob = two(person)
    ann.compose_field.fill("Are you at home?")
    ann.messenger.evaluate(STORE_NOTHING)
    ann.compose_field.press("Enter")
    expect(ann.compose_field).to_have_value("")
    ann.messenger.close()
    expect(bob.thread.get_by_text("Are you at home?")).to_have_count(0)
    beside = ann.context.new_page()
    beside.goto(f"{ann.servers.relay}/no/such/page")
    sending = "JSON.stringify(Object.entries(localStorage).filter(([name]) => name.startsWith('grove.sending.')))"
    kept = beside.evaluate(sending)
    ann.open_messenger()
    bob.reads("Are you at home?")
    ann.open_conversation("Bob")
    expect(ann.compose_field).to_have_value("")
    # Left once more, after the device has stored it and before the browser has forgotten it.
    beside.evaluate("(kept) => { for (const one of JSON.parse(kept)) localStorage.setItem(...one); }", kept)
    ann.messenger.reload()
    wait_until(lambda: beside.evaluate(sending) == "[]", what="it to be looked at")
    ann.say("Hello?")
    bob.reads("Hello?")
    expect(ann.thread.get_by_text("Are you at home?")).to_have_count(1)
    expect(bob.thread.get_by_text("Are you at home?")).to_have_count(1)


def test_a_comment_being_written_is_there_again_after_signing_out_elsewhere(person):
    ann = person("ann")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Bread")
    place = ann.recipes.get_by_role("textbox", name="New comment")
    place.fill("Less salt, I think")
    address = ann.recipes.url
    elsewhere = ann.context.new_page()
    elsewhere.goto(ann.servers.app)
    elsewhere.get_by_role("button", name="Your account").click()
    elsewhere.get_by_role("menuitem", name=re.compile("Sign out")).click()
    expect(ann.recipes.get_by_label("Password")).to_be_visible()
    ann.recipes.get_by_label("Account name").fill(ann.account)
    ann.recipes.get_by_label("Password").fill(PASSWORD)
    ann.recipes.get_by_role("button", name="Sign in").click()
    expect(ann.recipes.get_by_label("Password")).to_have_count(0)
    ann.recipes.goto(address)
    expect(place).to_have_value("Less salt, I think")
    ann.recipes.reload()
    expect(place).to_have_value("Less salt, I think")
    ann.recipes.get_by_role("button", name="Comment", exact=True).click()
    expect(ann.recipes.get_by_role("log", name="Comments").get_by_text("Less salt, I think")).to_be_visible()
    ann.recipes.reload()
    expect(place).to_have_value("")


def documents_of(one, name: str):
    """What a conversation's details list as shared there."""
    one.open_conversation(name)
    one.messenger.get_by_role("button", name="People and details").click()
    return one.messenger.get_by_role("dialog", name="Details").get_by_role("region", name="Documents")


def row(one, name: str):
    """Of a conversation in the list."""
    return one.messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name=re.compile(f"^{name}"))


def test_a_document_shared_in_two_conversations_is_in_both_and_its_news_where_their_people_are(person):
    carol = person("carol")
    carol.sign_up()
    ann, bob = opened(person, "Bread")
    ann.begin_conversation(carol.handle)
    ann.share(carol.handle)
    expect(ann.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()
    for name in ("Bob", "Carol"):
        expect(documents_of(ann, name).get_by_role("link", name="Bread")).to_be_visible()
        ann.messenger.keyboard.press("Escape")
    bob.write("Notes", "Longer.")
    news = ann.news.get_by_text("Bob edited")
    ann.open_conversation("Bob")
    expect(news).to_be_visible()
    ann.open_conversation("Carol")
    expect(ann.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()
    ann.messenger.wait_for_timeout(500)
    expect(news).to_have_count(0)
    # Of those who did the same each is named where they are.
    carol.open_conversation("Ann")
    answer(carol.click_shared("Bread"), "Allow")
    carol.sees("Notes", "Longer.")
    carol.write("Notes", " Hotter.")
    expect(ann.news.get_by_text("Carol edited")).to_be_visible()
    expect(row(ann, "Carol")).to_contain_text("“Bread”: Carol edited")
    # Back there it still waits, until the document is opened; from the card as well.
    row(ann, "Bob").click()
    expect(news).to_be_visible()
    expect(ann.news).not_to_contain_text("Carol")
    expect(row(ann, "Bob")).to_contain_text("“Bread”: Bob edited")
    with ann.context.expect_page():
        ann.thread.get_by_role("link", name="Open “Bread”").click()
    expect(news).to_have_count(0)


def test_opening_a_document_again_from_the_messenger_leaves_one_window_of_it(person):
    _, bob = opened(person, "Bread")
    first = bob.recipes
    expect(first.get_by_text("Saved", exact=True)).to_be_visible()
    with first.expect_event("close"):
        bob.click_shared("Bread")
    bob.sees("Ingredients", "Flour")
    # One in which something is being written stays.
    second = bob.recipes
    second.get_by_role("textbox", name="New comment").fill("Half a thou")
    bob.click_shared("Bread")
    bob.sees("Ingredients", "Flour")
    assert not second.is_closed()


def test_who_was_taken_out_is_told_so_and_not_that_nobody_invited_them(person):
    ann, bob = opened(person, "Bread")
    page = ann.recipes
    page.get_by_role("button", name=re.compile("Working together")).click()
    page.get_by_role("button", name="Manage").click()
    page.get_by_role("button", name="Remove Bob").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_text("Nobody else is in it now.")).to_be_visible()
    expect(bob.recipes.get_by_role("heading", name="You have no access any more")).to_be_visible()
    expect(bob.recipes.get_by_text(TAKEN_OUT, exact=True)).to_be_visible()
    # The messenger is told by the app's server.
    expect(bob.messenger.locator(".banners")).to_contain_text("Ann took you out of it")
    expect(bob.messenger.get_by_text("removed somebody")).to_have_count(0)
    bob.recipes.reload()
    with bob.recipes.expect_popup() as popup:
        bob.recipes.get_by_role("button", name="Open with your messenger").click()
    expect(popup.value.get_by_text("“Bread” is not shared with you any more: its owner took you out of it.")).to_be_visible()
    expect(bob.recipes.get_by_text(TAKEN_OUT)).to_be_visible()
    expect(bob.recipes.get_by_role("button", name=re.compile("ask for access"))).to_have_count(0)


def test_who_leaves_a_document_reads_so_in_their_own_messenger_too(person):
    ann, bob = opened(person, "Bread")
    ann.write("Notes", "Longer.")
    expect(bob.news.get_by_text("Ann edited")).to_be_visible()
    bob.recipes.get_by_role("button", name=re.compile("Working together")).click()
    bob.recipes.get_by_role("button", name="Leave this recipe").click()
    bob.recipes.get_by_role("dialog", name="Leave this recipe?").get_by_role("button", name="Leave").click()
    expect(bob.recipes.locator(".toast")).to_have_text("You left “Bread”. If you were invited, its link lets you join again.")
    expect(ann.news).to_contain_text("Bob left")
    card = bob.thread.locator(".link-card").filter(has_text="Bread")
    expect(card.get_by_text("You left it.")).to_be_visible()
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_have_count(0)
    expect(bob.messenger.locator(".banners .banner")).to_have_count(0)
    expect(row(bob, "Ann")).not_to_contain_text("edited")
    # What happens there afterwards is not his any more.
    ann.write("Notes", " Hotter.")
    expect(ann.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    bob.messenger.wait_for_timeout(3000)
    expect(bob.messenger.locator(".banners .banner")).to_have_count(0)
    # Hers is as it was.
    expect(ann.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()


def stop_sharing(ann):
    page = ann.recipes
    page.get_by_role("button", name=re.compile("Working together")).click()
    page.get_by_role("button", name="Manage").click()
    page.get_by_role("button", name="Stop sharing").click()
    page.get_by_role("dialog", name="Stop sharing?").get_by_role("button", name="Stop sharing").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


NOT_SHARED = "Its owner stopped sharing it with everybody."


def test_whose_recipe_is_not_shared_any_more_reads_that_and_not_that_they_were_taken_out(person):
    ann, bob = opened(person, "Bread")
    stop_sharing(ann)
    expect(bob.recipes.get_by_role("heading", name="This recipe is not shared any more")).to_be_visible()
    expect(bob.recipes.get_by_text(NOT_SHARED)).to_be_visible()
    bob.recipes.reload()
    expect(bob.recipes.get_by_role("heading", name="This recipe is not shared any more")).to_be_visible()
    expect(bob.recipes.get_by_role("button", name=re.compile("messenger|ask for access"))).to_have_count(0)
    # So say the conversation and the card, the owner's own, too.
    expect(bob.messenger.locator(".banners")).to_contain_text("Ann stopped sharing it")
    for one in (bob, ann):
        card = one.thread.locator(".link-card").filter(has_text="Bread")
        expect(card.get_by_text("It is not shared any more.")).to_be_visible()
        expect(card.get_by_role("link")).to_have_count(0)


def test_who_comes_after_sharing_was_stopped_hears_of_it_from_their_own_messenger_and_strangers_hear_nothing(person):
    ann, bob = opened(person, "Bread")
    link = bob.recipes.url
    bob.recipes.goto(bob.servers.app)
    stop_sharing(ann)
    expect(bob.messenger.locator(".banners")).to_contain_text("Ann stopped sharing it")
    # The server tells nobody who has no access; whoever was invited is told by their messenger. That he could open it
    # before this browser knows, and does not send him to ask for access to what is gone.
    bob.recipes.goto(link)
    expect(bob.recipes.get_by_role("heading", name="You cannot open this any more")).to_be_visible()
    expect(bob.recipes.get_by_role("button", name=re.compile("ask for access"))).to_have_count(0)
    with bob.recipes.expect_popup() as popup:
        bob.recipes.get_by_role("button", name="Ask your messenger").click()
    expect(popup.value.get_by_text("“Bread” is not shared any more: its owner stopped sharing it")).to_be_visible()
    expect(bob.recipes.get_by_role("heading", name="This recipe is not shared any more")).to_be_visible()
    expect(bob.recipes.get_by_text(NOT_SHARED)).to_be_visible()
    eve = person("eve")
    eve.sign_up()
    eve.open_recipes()
    eve.sign_up_to_recipes()
    shown = []
    for address in (link, f"{link.split('#')[0][:-6]}AAAAAA"):
        eve.recipes.goto(address)
        expect(eve.recipes.get_by_role("button", name=re.compile("ask for access"))).to_be_visible()
        shown.append(eve.recipes.locator("main").inner_text())
    assert shown[0] == shown[1], "what there was and what there never was look alike"
    assert "not shared" not in shown[0]


def test_no_button_that_takes_something_away_is_the_green_one(person):
    bob, carol = person("bob"), person("carol")
    bob.sign_up()
    carol.sign_up()
    ann = shared_recipe(person, "Bread", bob, carol)
    page = ann.messenger
    page.get_by_role("button", name="New conversation").first.click()
    green = colour(page.get_by_role("dialog").get_by_role("button", name="Begin"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="People and details").click()
    page.get_by_role("button", name="More about Bob").click()
    page.get_by_role("menuitem", name="Remove from conversation").click()
    remove = page.get_by_role("button", name="Remove", exact=True)
    assert colour(remove) != green
    window = ann.app_asks(remove.click)
    update = window.get_by_role("button", name="Update")
    expect(update).to_be_visible()
    assert colour(update) != green
    # Left for later, it is on offer, and what applies it takes something away.
    answer(window, "Not now")
    expect(page.get_by_role("dialog", name="Remove Bob?")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Review").click()
    apply = page.get_by_role("dialog", name="Update what you shared here?").get_by_role("button", name="Apply")
    assert colour(apply) != green
    window = ann.app_asks(apply.click)
    answer(window, "Update")


def test_a_list_says_of_its_times_what_they_are_and_settings_say_nothing_where_there_is_nothing(person):
    ann = person("ann")
    ann.sign_up()
    ann.messenger.get_by_role("button", name="Settings").click()
    expect(ann.messenger.get_by_role("heading", name="Devices")).to_be_visible()
    expect(ann.messenger.get_by_text("Everybody’s devices fit together")).to_have_count(0)
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Bread")
    ann.recipes.get_by_role("link", name="Recipes").click()
    expect(ann.recipes.get_by_role("link", name=re.compile("Bread.*(Begun|Changed)"))).to_be_visible()
