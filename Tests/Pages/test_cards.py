"""The card of a document and the strip of its news say what is so now, not what was when it was shared."""

import base64
import re

from playwright.sync_api import expect

from support.servers import wait_until
from support.windows import answer, wait_until_closed
from test_only_what_is_true import opened, row
from test_refusals import shared_recipe

# Whether there is colour in the middle of a picture of 48 pixels, and close to each of its edges.
SEEN_AT_THE_EDGES = """(image) => {
  const canvas = new OffscreenCanvas(48, 48).getContext("2d");
  canvas.drawImage(image, 0, 0);
  return [[24, 24], [24, 2], [45, 24], [24, 45], [2, 24]].map(([x, y]) => canvas.getImageData(x, y, 1, 1).data[3] > 200);
}"""


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
    for one in (bob, ann):
        expect(one.thread.get_by_role("link", name="Open “Rye bread”")).to_be_visible()
        expect(card_of(one, "Rye bread").get_by_text("Rye bread")).to_be_visible()
    expect(bob.news.get_by_text("Ann renamed it: Rye bread")).to_be_visible()
    row = bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name=re.compile("^Ann"))
    expect(row).to_contain_text("“Rye bread”: Ann renamed it")
    before = row.locator("time").get_attribute("datetime")
    # Looked at, it is no news any more: the row says what is left, with the time of that.
    bob.click_shared("Rye bread")
    for _ in range(2):
        expect(row).to_contain_text("Ann shared “Rye bread”")
        assert row.locator("time").get_attribute("datetime") < before
        bob.messenger.reload()
    bob.messenger.get_by_role("button", name="People and details").click()
    expect(bob.messenger.get_by_role("region", name="Documents").get_by_role("link", name="Rye bread")).to_be_visible()
    # It is so again after the page was loaded anew, and the message itself stays what it was.
    bob.messenger.reload()
    expect(bob.thread.get_by_role("link", name="Open “Rye bread”")).to_be_visible()


def test_who_was_taken_out_has_no_open_on_the_card(person):
    ann, bob = opened(person, "Bread")
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()
    expect(row(ann, "Bob")).to_contain_text("“Bread”: Bob joined")
    take_out(ann, "Bob")
    expect(card_of(bob, "Bread").get_by_text("You have no access any more.")).to_be_visible()
    # Neither strip nor row says any more that he has come.
    expect(ann.messenger.locator(".banners")).not_to_contain_text("joined")
    expect(row(ann, "Bob")).to_contain_text("You shared “Bread”")
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_have_count(0)
    # Hers is as it was.
    expect(ann.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()


def test_the_card_of_a_deleted_document_says_so_without_a_click(person):
    ann, bob = opened(person, "Bread")
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()
    delete(ann)
    for one in (bob, ann):
        expect(card_of(one, "Bread").get_by_text("It was deleted.")).to_be_visible()
        expect(one.thread.get_by_role("link", name="Open “Bread”")).to_have_count(0)


def test_a_card_has_no_open_once_its_app_has_refused(person):
    # Whoever does not want to be told by the server learns it from the refusal, where no device of Ann's tells them.
    ann, bob = opened(person, "Bread", is_told=False)
    ann.messenger.goto("about:blank")
    link = bob.recipes.url
    delete(ann)
    expect(bob.recipes.get_by_role("heading", name="This recipe was deleted")).to_be_visible()
    # Told so again, and not asked to knock at what is gone.
    bob.recipes.reload()
    expect(bob.recipes.get_by_role("heading", name="This recipe was deleted")).to_be_visible()
    expect(bob.recipes.get_by_role("button", name=re.compile("ask for access"))).to_have_count(0)
    # In a browser that has not heard of it only the messenger knows that there was an invitation.
    bob.recipes.evaluate("""() => { for (const name of Object.keys(localStorage))
      if (/^recipes[.](ended|had)[.]/.test(name)) localStorage.removeItem(name); }""")
    ask_again(bob, link)
    expect(bob.recipes.get_by_text("Ask whoever shared it, in your conversation.")).to_be_visible()
    expect(bob.recipes.get_by_role("button", name=re.compile("[Aa]sk for access"))).to_have_count(0)
    expect(card_of(bob, "Bread").get_by_text("It is not shared with you any more.")).to_be_visible()
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_have_count(0)
    bob.messenger.get_by_role("button", name="People and details").click()
    details = bob.messenger.get_by_role("dialog", name="Details").get_by_role("region", name="Documents")
    expect(details.get_by_text("None any more: what was shared here is not shared with you any more.")).to_be_visible()


def test_who_wants_no_notices_reads_the_new_name_and_the_end_on_the_card_all_the_same(person):
    ann, bob = opened(person, "Bread", is_told=False)
    bob.recipes.close()
    for name in ("Rye bread", "Oat bread"):
        title = ann.recipes.get_by_role("textbox", name="Name of the recipe")
        title.fill(name)
        title.press("Enter")
        expect(bob.thread.get_by_role("link", name=f"Open “{name}”")).to_be_visible()
    delete(ann)
    expect(card_of(bob, "Oat bread").get_by_text("It was deleted.")).to_be_visible()
    expect(bob.thread.get_by_role("link", name="Open “Oat bread”")).to_have_count(0)
    expect(bob.messenger.locator(".banners .banner")).to_have_count(0)


def test_who_wants_no_notices_and_is_taken_out_has_no_open_on_the_card(person):
    ann, bob = opened(person, "Bread", is_told=False)
    bob.recipes.close()
    take_out(ann, "Bob")
    expect(card_of(bob, "Bread").get_by_text("It is not shared with you any more.")).to_be_visible()
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_have_count(0)


def test_news_of_one_document_are_one_strip_that_opens_to_the_list(person):
    ann, bob = opened(person, "Bread")
    ann.recipes.evaluate("document.hasFocus = () => false")
    bob.write("Notes", "Longer.")
    expect(bob.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    field = bob.recipes.get_by_role("textbox", name="New comment")
    field.fill("@Ann shall we?")
    bob.recipes.get_by_role("button", name="Comment", exact=True).click()
    page = ann.messenger
    strip = page.locator(".banners .banner")
    expect(strip).to_have_text([re.compile("Bob mentioned you.*: Bread")])
    expect(strip).to_contain_text("Bob edited")
    first = ann.thread.locator(".row, .event").first.bounding_box()
    strip.get_by_role("button", name=re.compile("^All [2-5]")).click()
    lines = strip.get_by_role("listitem")
    expect(lines.filter(has_text="Bob mentioned you")).to_have_text(re.compile(r"Bob mentioned you .*\d"))
    expect(lines.filter(has_text="Bob edited")).to_have_text(re.compile(r"Bob edited .*\d"))
    times = lines.locator("time").evaluate_all("(all) => all.map((one) => one.dateTime)")
    assert times == sorted(times, reverse=True), "the newest first"
    assert first is not None
    box, top = strip.bounding_box(), ann.messenger.get_by_role("region", name="Conversation").bounding_box()
    assert box["y"] + box["height"] <= top["y"] + 1, "the strip covers no message"
    strip.get_by_role("button", name=re.compile("Dismiss")).click()
    expect(strip).to_have_count(0)


def test_the_card_shows_the_app_its_host_the_first_lines_and_who_is_in_it(person):
    ann, bob = opened(person, "Bread")
    host = bob.recipes.evaluate("location.host")
    for one, other in ((ann, "Bob"), (bob, "Ann")):
        card = card_of(one, "Bread")
        expect(card.get_by_text("Recipes", exact=True)).to_be_visible()
        expect(card.get_by_text(host, exact=True)).to_be_visible()
        expect(card.get_by_text("Flour")).to_be_visible()
        # Both were told what is written by then: Ann when Bob came, and he when he had opened it.
        expect(card.get_by_text("This may have changed since:")).to_have_count(0)
        expect(card.get_by_text(f"In it: {other} and you", exact=True)).to_be_visible()
        # What may be done in it is changed without a word to anybody's messenger.
        expect(card.get_by_text("Everyone can make changes")).to_have_count(0)
        picture = card.locator("img.emblem")
        wait_until(lambda: picture.evaluate("(one) => one.complete && one.naturalWidth") == 48, what="the app's icon")
        assert picture.evaluate(SEEN_AT_THE_EDGES) == [True] * 5, "the icon fills its place"
    # The same person has the same colour on the card as in the list.
    colour = "(one) => getComputedStyle(one).backgroundColor"
    listed = ann.messenger.get_by_role("navigation", name="Conversations").locator(".avatar").first
    assert card_of(ann, "Bread").locator(".faces .avatar").first.evaluate(colour) == listed.evaluate(colour)
    delete(ann)
    ended = card_of(bob, "Bread")
    expect(ended.get_by_text("It was deleted.")).to_be_visible()
    expect(ended.get_by_text("Flour")).to_have_count(0)


def is_in(one, *words: str):
    """What the card of “Bread” says of its people."""
    expect(card_of(one, "Bread").locator(".card-people-line")).to_have_text(words)


def test_a_card_says_who_is_in_it_now_and_follows_who_comes_leaves_and_is_taken_out(person):
    bob, carol = person("bob"), person("carol")
    bob.sign_up()
    carol.sign_up()
    ann = shared_recipe(person, "Bread", bob, carol)
    is_in(ann, "Only you are in it", re.compile("^(Bob and Carol|Carol and Bob) can open it$"))
    for one in (bob, carol):
        one.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
        # Nobody has let the app tell anything here yet.
        is_in(one, re.compile("^Shared by Ann with you and (Bob|Carol)$"))
        answer(one.click_shared("Bread"), "Allow")
        one.sees("Ingredients", "Flour")
        if one is bob:
            is_in(ann, "In it: Bob and you", "Carol can open it")
            is_in(bob, "In it: Ann and you", "Carol can open it")
    is_in(ann, re.compile("^In it: (Bob, Carol|Carol, Bob) and you$"))
    is_in(bob, re.compile("^In it: (Ann, Carol|Carol, Ann) and you$"))
    carol.recipes.get_by_role("button", name=re.compile("Working together")).click()
    carol.recipes.get_by_role("button", name="Leave this recipe").click()
    carol.recipes.get_by_role("dialog", name="Leave this recipe?").get_by_role("button", name="Leave").click()
    is_in(ann, "In it: Bob and you", "Carol is not in it")
    is_in(bob, "In it: Ann and you", "Carol is not in it")
    take_out(ann, "Bob")
    is_in(ann, "Only you are in it", re.compile("^(Bob and Carol|Carol and Bob) are not in it$"))


def test_who_left_a_conversation_before_they_opened_its_document_reads_that_nobody_tells_them_of_it(person):
    bob = person("bob")
    bob.sign_up()
    shared_recipe(person, "Bread", bob)
    bob.open_conversation("Ann")
    expect(card_of(bob, "Bread").get_by_role("link", name="Open “Bread”")).to_be_visible()
    unsure = card_of(bob, "Bread").get_by_text("so nobody tells here whether it still opens for you")
    expect(unsure).to_have_count(0)
    bob.messenger.get_by_role("button", name="People and details").click()
    bob.messenger.get_by_role("button", name="Leave conversation").click()
    bob.messenger.get_by_role("dialog", name="Leave this conversation?").get_by_role("button", name="Leave").click()
    expect(unsure).to_be_visible()


def test_who_comes_last_or_sits_in_another_conversation_reads_who_is_in_it(person):
    bob, carol, dora = (person(name) for name in ("bob", "carol", "dora"))
    for one in (bob, carol, dora):
        one.sign_up()
    ann = shared_recipe(person, "Bread", bob, carol)
    bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    carol.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    for one in (bob, carol):
        comes_in(one)
    is_in(bob, re.compile("^In it: (Ann, Carol|Carol, Ann) and you$"))
    # Bob was there before she came.
    is_in(carol, re.compile("^In it: (Ann, Bob|Bob, Ann) and you$"))
    wait_until_closed(ann.share(dora.handle))
    dora.open_conversation("Ann")
    comes_in(dora)
    # They are in no conversation with each other, and are called by the names that the app has.
    expect(card_of(dora, "Bread").get_by_text(re.compile(r"^In it: Ann, (Bob|Carol) \(guest\), (Bob|Carol) \(guest\) and you$"))).to_be_visible()
    host = ann.servers.app.split("//")[1]
    is_in(bob, re.compile(r"^In it: (Ann, Carol|Carol, Ann), Dora \(guest\) and you$"), f"A guest’s name is what they call themselves at {host}.")
    dora.recipes.get_by_role("button", name=re.compile("Working together")).click()
    dora.recipes.get_by_role("button", name="Leave this recipe").click()
    dora.recipes.get_by_role("dialog", name="Leave this recipe?").get_by_role("button", name="Leave").click()
    is_in(bob, re.compile("^In it: (Ann, Carol|Carol, Ann) and you$"))


def test_who_opens_it_or_wants_to_be_told_only_after_somebody_was_taken_out_does_not_read_that_they_are_in_it(person):
    bob, carol, dora = (person(name) for name in ("bob", "carol", "dora"))
    for one in (bob, carol, dora):
        one.sign_up()
    ann = shared_recipe(person, "Bread", bob, carol, dora)
    for one in (bob, carol, dora):
        one.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    comes_in(bob)
    bob.recipes.close()
    comes_in(carol)
    is_in(bob, re.compile("^In it: (Ann, Carol|Carol, Ann) and you$"), "Dora can open it")
    bob.chooses_to_be_told(False)
    # What was told stands there as it was then.
    changed = card_of(bob, "Bread").get_by_text("This may have changed since:")
    expect(changed).to_be_visible()
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    ann.recipes.get_by_role("button", name="Manage").click()
    ann.recipes.get_by_role("button", name="Remove Carol").click()
    ann.recipes.get_by_role("button", name="Remove", exact=True).click()
    expect(card_of(carol, "Bread").get_by_text("You have no access any more.")).to_be_visible()
    comes_in(dora)
    is_in(dora, re.compile("^In it: (Ann, Bob|Bob, Ann) and you$"), "Carol is not in it")
    bob.chooses_to_be_told(True)
    bob.click_shared("Bread")
    bob.sees("Ingredients", "Flour")
    is_in(bob, re.compile("^In it: (Ann, Dora|Dora, Ann) and you$"), "Carol is not in it")
    expect(changed).to_have_count(0)


def test_what_was_taken_from_somebody_is_no_news_once_they_were_given_it_again_and_it_was_deleted(person):
    ann, bob = opened(person, "Bread")
    bob.recipes.close()
    take_out(ann, "Bob")
    strip = bob.messenger.locator(".banners .banner")
    expect(strip).to_contain_text("Ann took you out of it")
    wait_until_closed(ann.share(bob.handle))
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()
    expect(strip).to_have_count(0)
    delete(ann)
    expect(card_of(bob, "Bread").last.get_by_text("It was deleted.")).to_be_visible()
    expect(strip).to_have_count(0)


def comes_in(one):
    one.click_shared("Bread")
    one.consent(one.recipes)
    one.sees("Ingredients", "Flour")


def test_who_was_let_in_by_a_knock_is_on_everybodys_card_until_they_are_taken_out(person):
    ann, bob = opened(person, "Bread")
    host = ann.servers.app.split("//")[1]
    eve = person("eve")
    page = eve.open_recipes(ann.recipes.url.removeprefix(ann.servers.app))
    eve.sign_up_to_recipes(page)
    page.get_by_role("button", name=re.compile("ask for access")).click()
    page.get_by_role("button", name="Ask for access", exact=True).click()
    ann.recipes.get_by_role("button", name="Look", exact=True).click()
    ann.recipes.get_by_role("button", name="Accept Eve").click()
    is_in(ann, "In it: Bob, Eve (guest) and you", f"A guest’s name is what they call themselves at {host}.")
    is_in(bob, "In it: Ann, Eve (guest) and you", f"A guest’s name is what they call themselves at {host}.")
    ann.recipes.get_by_role("button", name="Remove Eve").click()
    ann.recipes.get_by_role("button", name="Remove", exact=True).click()
    is_in(ann, "In it: Bob and you")
    is_in(bob, "In it: Ann and you")


def test_the_first_lines_on_everybodys_card_follow_what_is_written(person):
    ann, bob = opened(person, "Bread")
    expect(card_of(bob, "Bread").locator(".first-lines")).to_have_text("Flour")
    # Whoever writes has a card, too.
    for writer, text in ((bob, "Rye\n\nWater"), (ann, "Oat\nMilk\nSalt\nHoney")):
        writer.field("Ingredients").fill(text)
        expect(writer.recipes.get_by_text("Saved", exact=True)).to_be_visible()
        lines = [line for line in text.split("\n") if line][:3]
        for one in (ann, bob):
            card = card_of(one, "Bread")
            expect(card.locator(".first-lines")).to_have_text("\n".join(lines))
            expect(card.get_by_text("This may have changed since:")).to_have_count(0)
    # A comment says nothing of it; that nothing is written any more is said.
    ann.recipes.get_by_role("textbox", name="New comment").fill("Nice")
    ann.recipes.get_by_role("button", name="Comment", exact=True).click()
    expect(bob.news).to_contain_text("Ann commented")
    expect(card_of(bob, "Bread").locator(".first-lines")).to_have_text("Oat\nMilk\nSalt")
    bob.field("Ingredients").fill("")
    for one in (ann, bob):
        expect(card_of(one, "Bread").locator(".first-lines")).to_have_count(0)
        expect(card_of(one, "Bread").get_by_text("Bread")).to_be_visible()


def test_what_a_program_shares_has_a_card_like_what_a_page_shares(person, terminal):
    ann = person("ann")
    ann.sign_up()
    ben = terminal("ben").sign_up_to_app()
    ben.message("new", "Kitchen", ann.handle)
    ann.messenger.get_by_role("button", name=re.compile("^Accept: Ben ")).click()
    ben.message("share", "Bread", "--in", "Kitchen", "--line", "Flour")
    card = card_of(ann, "Bread")
    expect(card.get_by_text("Recipes", exact=True)).to_be_visible()
    expect(card.get_by_text(ann.servers.app.split("//")[1], exact=True)).to_be_visible()
    expect(card.get_by_text("This may have changed since:")).to_be_visible()
    expect(card.locator(".first-lines")).to_have_text("Flour")
    is_in(ann, "Shared by Ben with you")
    # What it says follows what the program writes from then on.
    answer(ann.click_shared("Bread"), "Allow")
    ann.sees("Notes", "Flour")
    is_in(ann, "In it: Ben and you")
    ben.message("document", "Bread", "--write", "Water")
    expect(card.locator(".first-lines")).to_have_text("Water\nFlour")
    expect(card.get_by_text("This may have changed since:")).to_have_count(0)


def test_a_card_that_lies_about_its_app_still_says_where_it_is_from(person):
    # The app's page can say any name; this one calls itself a bank, with marks that turn text around.
    bob, ann = person("bob"), person("ann")
    bob.sign_up()
    ann.sign_up()
    ann.begin_conversation(bob.handle)
    name = "https://bank.example \u202e \u2067 " + "B" * 26
    ann.context.route("**/config.json", lambda route: route.fulfill(
        json={**route.fetch().json(), "appName": name}) if ann.servers.app in route.request.url else route.continue_())
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Bread", ingredients="Flour")
    where = ann.servers.app.split("//")[1]
    ann.share(bob.handle, before=lambda sheet: expect(sheet.locator(".share-head")).to_contain_text(
        re.compile(rf"https://bank\.example B+ · {where}")))
    bob.open_conversation("Ann")
    card = card_of(bob, "Bread")
    host = card.get_by_text(where, exact=True)
    expect(host).to_be_visible()
    expect(card.locator(".card-app")).to_contain_text(re.compile(r"^https://bank\.example B+ · "))
    page = bob.open_shared("Bread")
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    question = popup.value
    expect(question.get_by_text(re.compile(rf"^https://bank\.example B+ \({where}\) may know you"))).to_be_visible()
    answer(question, "Cancel")
    bob.messenger.set_viewport_size({"width": 390, "height": 700})

    def is_all_seen():
        # A row that is drawn anew just now is nowhere.
        box, frame = host.bounding_box(), card.bounding_box()
        return box and frame and box["x"] >= frame["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]
    wait_until(is_all_seen, what="all of the host to be seen")


def test_strips_of_four_documents_can_all_be_reached_and_leave_the_last_message_its_place_on_a_small_screen(person):
    ann, bob = opened(person, "Bread")
    bob.write("Notes", "Longer.")
    expect(ann.messenger.locator(".banners .banner")).to_contain_text("Bob edited")
    for title in ("Plum cake with a very long name of its own", "Soup", "Stew"):
        ann.recipes.get_by_role("link", name=re.compile("list of all")).click()
        ann.write_recipe(title, ingredients="Flour")
        # The app has Ann's own proof by the time it closes the window.
        wait_until_closed(ann.share(conversation="Bob"))
        expect(bob.thread.get_by_role("link", name=f"Open “{title}”")).to_be_visible()
        bob.recipes.close()
        bob.open_shared(title)
        # The messenger knows the account by now, and asks no more.
        with bob.recipes.expect_popup():
            bob.recipes.get_by_role("button", name="Open with your messenger").click()
        bob.sees("Ingredients", "Flour")
        bob.write("Notes", "Longer.")
        expect(bob.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    bob.say("Here I am.")
    page = ann.messenger
    strips = page.locator(".banners .banner")
    expect(strips).to_have_count(3)
    more = page.get_by_role("button", name="News of 1 more document")
    more.focus()
    page.keyboard.press("Enter")
    expect(strips).to_have_count(4)
    expect(strips.last).to_contain_text("Bread")
    fewer = page.get_by_role("button", name="Fewer")
    expect(fewer).to_be_focused()
    fewer.click()
    expect(strips).to_have_count(3)
    banners, thread = page.locator(".banners"), page.get_by_role("region", name="Conversation")
    last = ann.thread.get_by_text("Here I am.")
    for width, height in ((390, 760), (390, 500), (900, 500)):
        page.set_viewport_size({"width": width, "height": height})
        fold = banners.get_by_role("button", name="4 documents have news", exact=True)
        expect(fold).to_have_attribute("aria-expanded", "false")
        expect(strips).to_have_count(0)
        expect(last).to_be_in_viewport(ratio=1)
        place, field = last.bounding_box(), ann.compose_field.bounding_box()
        above = banners.bounding_box()
        assert above["y"] + above["height"] <= place["y"], "no strip covers it"
        assert above["height"] <= 60, "one line for all"
        assert place["y"] + place["height"] <= field["y"], "and it is above the field"
        assert thread.bounding_box()["height"] >= height / 2, "the conversation has the most of it"
    page.set_viewport_size({"width": 390, "height": 500})
    fold.focus()
    page.keyboard.press("Enter")
    expect(strips).to_have_count(4)
    expect(fold).to_be_focused()
    expect(fold).to_have_attribute("aria-expanded", "true")
    expect(last).to_be_in_viewport(ratio=1)
    assert thread.bounding_box()["height"] >= 100, "there is room to read"
    # Every strip can be reached by scrolling what is above the lines.
    strips.last.scroll_into_view_if_needed()
    expect(strips.last).to_be_in_viewport()
    strips.last.get_by_role("link", name="Show").focus()
    page.keyboard.press("Escape")
    expect(strips).to_have_count(0)
    expect(fold).to_be_focused()
    # Where there is room again they stand side by side, as before.
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(strips).to_have_count(3)
    expect(fold).to_have_count(0)


def test_a_strip_is_unfolded_by_keyboard_and_each_thing_is_said_once(person):
    ann, bob = opened(person, "Bread")
    page = ann.messenger
    strip = page.locator(".banners .banner")
    told = page.locator("#told")
    bob.write("Notes", "Longer.")
    expect(strip).to_contain_text("Bob edited")
    expect(told).to_have_text(re.compile("Bread: Bob edited$"))
    bob.recipes.get_by_role("textbox", name="New comment").fill("Shall we?")
    bob.recipes.get_by_role("button", name="Comment", exact=True).click()
    expect(strip).to_contain_text("Bob commented")
    # What was said before is not said again.
    expect(told).to_have_text("Bread: Bob commented")
    more = strip.get_by_role("button", name=re.compile("^All [23]"))
    more.focus()
    page.keyboard.press("Enter")
    expect(strip.get_by_role("listitem").filter(has_text="Bob edited")).to_be_visible()
    expect(strip.get_by_role("button", name=re.compile("^Less"))).to_be_focused()
    page.keyboard.press("Escape")
    expect(strip.get_by_role("listitem")).to_have_count(0)
    expect(more).to_be_focused()
    expect(told).to_have_text("Bread: Bob commented")
    page.set_viewport_size({"width": 320, "height": 640})
    document = strip.locator(".news-place strong")
    assert document.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "on a small screen it names its document"


def test_news_of_a_document_that_is_in_front_of_its_person_go_away_by_themselves(person):
    ann, bob = opened(person, "Bread")
    ann.recipes.evaluate("document.hasFocus = () => false")
    ann.recipes.get_by_role("button", name=re.compile("Working together")).click()
    with ann.context.expect_page() as window:
        ann.recipes.get_by_role("button", name="Message").click()
    strip = window.value.locator(".banners .banner")
    bob.write("Notes", "Longer.")
    ann.sees("Notes", "Longer.")
    # Open, but nobody looks at it.
    expect(strip).to_contain_text("Bob edited")
    window.value.wait_for_timeout(3000)
    expect(strip).to_contain_text("Bob edited")
    ann.recipes.evaluate("delete document.hasFocus")
    # Of all people's windows Firefox lets one have the focus.
    ann.recipes.bring_to_front()
    expect(strip).to_have_count(0)
    # In every tab of the messenger, and so it stays while it is in front.
    expect(ann.messenger.locator(".banners .banner")).to_have_count(0)


# Part of a pixel too little is enough for the last letters to go.
IS_WHOLE = """(one) => {
  const text = document.createRange();
  text.selectNodeContents(one);
  return text.getBoundingClientRect().width <= one.getBoundingClientRect().width;
}"""


def test_a_short_name_ends_in_the_list_where_its_quote_ends(person):
    ann, bob = opened(person, "Pie")
    bob.write("Notes", "Longer.")
    row = ann.messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name=re.compile("^Bob"))
    expect(row).to_contain_text("“Pie”: Bob edited")
    gap = row.locator(".news-of").evaluate("""(one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return one.getBoundingClientRect().width - text.getBoundingClientRect().width;
    }""")
    assert gap < 1, f"a gap of {gap} pixels"


def test_however_long_a_name_is_the_list_says_who_did_what(person):
    ann, bob = opened(person, "Grandmother's sourdough bread with walnuts, figs and a little honey")
    bob.write("Notes", "Longer.")
    row = ann.messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name=re.compile("^Bob"))
    expect(row).to_contain_text("”: Bob edited")
    for width in (1280, 390):
        ann.messenger.set_viewport_size({"width": width, "height": 740})
        if width < 500:
            ann.messenger.goto(ann.servers.relay)
            expect(row).to_contain_text("”: Bob edited")
        deed = row.get_by_text("”: Bob edited", exact=True)
        expect(deed).to_be_in_viewport(ratio=1)
        assert deed.evaluate(IS_WHOLE), "it is not cut"
        parts = row.locator(".news-of").evaluate(PARTS)
        # The name has all that the deed leaves, but for part of a letter.
        assert 0 <= parts["end"] - parts["deed"][1] < 16, parts
        assert is_whole_line(row, parts), "between the quotes there is the name, and no gap"


# Where on the line its parts are, from left to right.
PARTS = """(name) => {
  const line = name.parentElement;
  const edges = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    return [left, right];
  };
  const { left, right } = line.getBoundingClientRect();
  const box = name.getBoundingClientRect();
  return { begin: left, end: right, quote: edges(line.firstChild), name: [box.left, box.right], deed: edges(line.lastChild),
    direction: getComputedStyle(name).direction };
}"""

# Columns of a picture, from its left, that hold anything but the colour of its corner.
INK = """async (picture) => {
  const image = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  const differs = (x, y) => [0, 1, 2].some((part) => Math.abs(data[4 * (y * image.width + x) + part] - data[part]) > 40);
  const columns = [...Array(image.width).keys()].filter((x) => [...Array(image.height).keys()].some((y) => differs(x, y)));
  return [columns[0], image.width - 1 - columns.at(-1)];
}"""


def is_whole_line(row, parts) -> bool:
    """Whether quote, name and deed follow each other, and the name's letters reach from the one quote to the other."""
    picture = base64.b64encode(row.locator(".news-of").screenshot()).decode()
    free = row.page.context.new_page()
    margins = free.evaluate(INK, f"data:image/png;base64,{picture}")
    free.close()
    follow = abs(parts["quote"][1] - parts["name"][0]) < 1 and abs(parts["name"][1] - parts["deed"][0]) < 1
    return follow and parts["quote"][0] - parts["begin"] < 1 and max(margins) <= 4


def test_a_name_that_is_written_from_right_to_left_changes_nothing_about_its_line(person):
    ann, bob = opened(person, "חלה לשבת")
    bob.write("Notes", "Longer.")
    row = ann.messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name=re.compile("^Bob"))
    expect(row).to_contain_text("“חלה לשבת”: Bob edited")
    parts = row.locator(".news-of").evaluate(PARTS)
    assert parts["direction"] == "rtl"
    assert is_whole_line(row, parts), parts


def test_of_a_long_name_and_a_long_deed_each_has_its_part_of_the_line(person):
    def called(name: str):
        one = person(name)
        one.name = "Łukasz Sørensen-Groß" if name == "bob" else one.name
        return one

    ann, bob = opened(called, "Grandmother's sourdough bread with walnuts, figs and a little honey")
    bob.write("Notes", "Longer.")
    row = ann.messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name=re.compile("^Łukasz"))
    expect(row).to_contain_text("”: Łukasz Sørensen-Groß edited")
    parts = row.locator(".news-of").evaluate(PARTS)
    part = (parts["name"][1] - parts["name"][0]) / (parts["end"] - parts["begin"])
    assert 0.36 < part < 0.46, f"{part} of the line is the name's"
    assert is_whole_line(row, parts), parts


def test_news_stay_where_the_document_was_opened_behind_the_messenger(person):
    ann, bob = opened(person, "Bread")
    bob.write("Notes", "Longer.")
    strip = ann.messenger.locator(".banners .banner")
    expect(strip).to_contain_text("Bob edited")
    # Where it runs under a test every page says that it has the focus; one behind another has none.
    ann.context.add_init_script("document.hasFocus = () => false")
    with ann.context.expect_page():
        ann.thread.get_by_role("link", name="Open “Bread”").click(modifiers=["Control"])
    ann.messenger.wait_for_timeout(1000)
    expect(strip).to_contain_text("Bob edited")
    ann.click_shared("Bread")
    expect(strip).to_have_count(0)


def test_both_conversations_of_a_document_hear_what_its_owner_does_and_that_it_is_not_shared_any_more(person):
    ann, bob = opened(person, "Bread")
    carol = person("carol")
    carol.sign_up()
    wait_until_closed(ann.share(carol.handle))
    carol.open_conversation("Ann")
    carol.click_shared("Bread")
    answer(carol.recipes, "Allow")
    carol.sees("Ingredients", "Flour")
    for other in (bob, carol):
        other.recipes.close()
    ann.write("Notes", "Rye, too.")
    for other in (bob, carol):
        expect(other.messenger.locator(".banners .banner")).to_contain_text("Ann edited")
    page = ann.recipes
    page.get_by_role("button", name=re.compile("Working together")).click()
    page.get_by_role("button", name="Manage").click()
    page.get_by_role("dialog", name="Manage who takes part").get_by_role("button", name="Stop sharing").click()
    page.get_by_role("dialog", name="Stop sharing?").get_by_role("button", name="Stop sharing").click()
    for other in (bob, carol):
        expect(card_of(other, "Bread").get_by_text("It is not shared any more.")).to_be_visible()
        expect(other.thread.get_by_role("link", name="Open “Bread”")).to_have_count(0)


def test_who_was_invited_and_has_not_opened_it_is_told_its_new_name_and_when_it_is_deleted_or_not_shared_any_more(person):
    bob = person("bob")
    bob.sign_up()
    ann = shared_recipe(person, "Bread", bob)
    bob.open_conversation("Ann")
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()
    delete(ann)
    for one in (bob, ann):
        expect(one.thread.get_by_role("link", name="Open “Bread”")).to_have_count(0)
    expect(card_of(bob, "Bread").get_by_text("It was deleted.")).to_be_visible()
    expect(card_of(ann, "Bread").get_by_text("It was deleted.")).to_be_visible()

    ann.write_recipe("Soup", ingredients="Water")
    # Before its window closes its app has where Ann's messenger is to be told.
    wait_until_closed(ann.share(conversation="Bob"))
    expect(bob.thread.get_by_role("link", name="Open “Soup”")).to_be_visible()
    # What it is called now he reads, too.
    title = ann.recipes.get_by_role("textbox", name="Name of the recipe")
    title.fill("Soup of the day")
    title.press("Enter")
    expect(bob.thread.get_by_role("link", name="Open “Soup of the day”")).to_be_visible()
    page = ann.recipes
    page.get_by_role("button", name=re.compile("Working together")).click()
    page.get_by_role("button", name="Manage").click()
    page.get_by_role("dialog", name="Manage who takes part").get_by_role("button", name="Stop sharing").click()
    page.get_by_role("dialog", name="Stop sharing?").get_by_role("button", name="Stop sharing").click()
    expect(card_of(bob, "Soup of the day").get_by_text("It is not shared any more.")).to_be_visible()
    expect(bob.thread.get_by_role("link", name=re.compile("Open “Soup"))).to_have_count(0)
