"""What is refused, cancelled or blocked says so, and leaves nothing behind."""

import re

from playwright.sync_api import expect

from support.person import PASSWORD
from support.windows import answer


def shared_recipe(person, title: str, *others):
    """Ann has shared a recipe with the others, who know nothing of it yet but the card."""
    ann = person("ann")
    ann.sign_up()
    ann.begin_conversation(*(one.handle for one in others))
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe(title, ingredients="Flour")
    # Who shares from a page can be asked in it afterwards, once the messenger's worker is there.
    ann.messenger.evaluate("""() => Promise.race([navigator.serviceWorker?.ready, new Promise((late) => setTimeout(late, 10000))])
      .then(() => true)""")
    sheet = ann.share(*(one.handle for one in others))
    answer(sheet, "Allow")
    expect(ann.thread.get_by_text(title)).to_be_visible()
    return ann


def test_who_was_not_invited_says_so_once_also_where_they_make_an_account_first(person):
    bob, carol = person("bob"), person("carol")
    bob.sign_up()
    carol.sign_up()
    ann = shared_recipe(person, "Soup", bob)
    page = carol.open_recipes(ann.recipes.url.removeprefix(ann.servers.app))
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    # Nothing is asked there, and the page that waits does not know.
    expect(popup.value.get_by_role("heading", name="Not opened")).to_be_visible()
    expect(page.get_by_role("status").get_by_text("Look at your messenger: it opens this recipe, or says there why not.")).to_be_visible()
    answer(popup.value, "Close")
    expect(page.get_by_role("status").get_by_text("It was not opened.")).to_be_visible()
    page.get_by_role("button", name=re.compile("ask for access")).click()
    # What was tried before is no news about the account that is made now.
    expect(page.get_by_text("It was not opened.")).to_have_count(0)
    carol.sign_up_to_recipes(page)
    page.get_by_label("A note for the owner").fill("It is me, from next door")
    page.get_by_role("button", name="Ask for access", exact=True).click()
    expect(page.get_by_role("heading", name="You have asked")).to_be_visible()


def documents(someone):
    """What the collaboration server has for whoever is signed in."""
    answer = someone.context.request.get(f"{someone.servers.app}/collab/v1/documents")
    assert answer.ok
    return answer.json()["documents"]


def test_an_invitation_serves_one_account_and_the_other_is_told_so(person):
    bob = person("bob")
    bob.sign_up()
    shared_recipe(person, "Plum cake", bob)
    bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    page = bob.open_shared("Plum cake")
    bob.sign_up_to_recipes(page)
    bob.prove()
    bob.sees("Ingredients", "Flour")
    address = page.url

    page.get_by_role("button", name="Your account").click()
    page.get_by_role("menuitem", name=re.compile("Sign out")).click()
    bob.sign_up_to_recipes(page, account="somebody-else@example.org")
    page.goto(address)
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    question = popup.value
    expect(question.get_by_text(f"The last account that you allowed there is {bob.account}.")).to_be_visible()
    answer(question, "Allow")
    expect(page.get_by_role("heading", name="You are signed in with another account")).to_be_visible()
    expect(bob.field("Ingredients")).to_have_count(0)
    # Signed out it is the same invitation, of the account that has a password.
    # As in a browser in which nobody has signed in before: it is an account they have, not one to make.
    page.evaluate("localStorage.removeItem('recipes.last')")
    page.get_by_role("button", name="Sign out and open it again").click()
    # The messenger has not heard that this one was refused.
    expect(page.get_by_text("If you have opened “Plum cake” before, press Allow: the app lets you go on with the account that you "
                            "opened it with.")).to_be_visible()
    answer(page, "Allow")
    expect(page.get_by_role("heading", name="You are in this app already")).to_be_visible()
    page.get_by_role("button", name="Sign in with a password instead").click()
    page.get_by_label("Account name").fill(bob.account)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    bob.sees("Ingredients", "Flour")


def test_who_does_not_consent_tells_the_app_nothing_and_may_change_their_mind(person):
    bob = person("bob")
    bob.sign_up()
    shared_recipe(person, "Bread", bob)
    bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    page = bob.open_shared("Bread")
    bob.sign_up_to_recipes(page)
    said = []
    page.on("request", lambda request: said.append(request.url))
    bob.prove(allow=False)
    expect(page.get_by_role("button", name="Open with your messenger")).to_be_visible()
    assert not [url for url in said if url.endswith("/proof")]
    assert documents(bob) == []
    bob.prove()
    bob.sees("Ingredients", "Flour")


def test_who_was_not_invited_may_knock_and_is_let_in_by_the_owner(person):
    bob, carol = person("bob"), person("carol")
    bob.sign_up()
    carol.sign_up()
    ann = shared_recipe(person, "Soup", bob)
    page = carol.open_recipes(ann.recipes.url.removeprefix(ann.servers.app))
    carol.sign_up_to_recipes(page)
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    expect(popup.value.get_by_text("Nobody has invited you to this document here.")).to_be_visible()
    answer(popup.value, "Close")
    page.get_by_role("button", name=re.compile("ask for access")).click()
    page.get_by_label("A note for the owner").fill("It is me, from next door")
    page.get_by_role("button", name="Ask for access", exact=True).click()
    expect(page.get_by_role("heading", name="You have asked")).to_be_visible()
    # It may be gone meanwhile, of which strangers learn nothing: nothing is promised.
    expect(page.get_by_text("If they let you in, it opens here.")).to_be_visible()
    expect(page.get_by_text("by itself")).to_have_count(0)
    expect(page.get_by_text("Who is not let in is not told. You can ask again after a day.")).to_be_visible()
    # Who comes back is not asked to ask again, which would do nothing; there are other ways in.
    page.reload()
    expect(page.get_by_role("heading", name="You have asked")).to_be_visible()
    page.get_by_role("button", name="Open it another way").click()
    expect(page.get_by_role("button", name="Open with your messenger")).to_be_visible()
    page.reload()

    expect(ann.recipes.get_by_text("Carol asks for access. Anybody can choose any name.")).to_be_visible()
    button = ann.recipes.get_by_role("button", name=re.compile("1 person asking for access"))
    button.click()
    ann.recipes.get_by_role("button", name=re.compile("Manage")).click()
    expect(ann.recipes.get_by_text("It is me, from next door")).to_be_visible()
    ann.recipes.get_by_role("button", name="Accept Carol").click()
    carol.sees("Ingredients", "Flour")
    # No identity map knows her: the conversation hears of her by the name that the app gives her.
    bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    bob.open_shared("Soup")
    bob.sign_up_to_recipes()
    bob.prove()
    bob.sees("Ingredients", "Flour")
    bob.looks_away()
    carol.write("Notes", "From next door.")
    strip = bob.messenger.locator(".banners .banner")
    expect(strip).to_contain_text("Carol (guest) edited")
    expect(strip).to_contain_text("A guest’s name is what they call themselves at")


def test_a_cancelled_share_leaves_nothing_on_any_server(person):
    bob, ann = person("bob"), person("ann")
    bob.sign_up()
    ann.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Something comes.")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Secret sauce")
    sheet = ann.open_share_sheet()
    ann.choose_people(sheet, bob.handle)
    answer(sheet, "Cancel")
    expect(ann.recipes.get_by_role("button", name="Share")).to_be_enabled()
    # And once more by closing the window.
    sheet = ann.open_share_sheet()
    expect(sheet.get_by_role("heading", name="Secret sauce")).to_be_visible()
    sheet.close()
    ann.recipes.wait_for_timeout(500)
    assert [one.get("collaborationID") for one in documents(ann)] == [None]
    bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    bob.reads("Something comes.")
    expect(bob.messenger.get_by_text("Secret sauce")).to_have_count(0)
    expect(ann.messenger.get_by_text("Secret sauce")).to_have_count(0)


def test_where_no_window_may_be_opened_the_way_leads_through_this_one(person):
    bob = person("bob")
    bob.sign_up()
    shared_recipe(person, "Jam", bob)
    bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    # As a browser that blocks popups answers.
    bob.context.add_init_script("window.open = () => null")
    page = bob.open_shared("Jam")
    bob.sign_up_to_recipes(page)
    page.get_by_role("button", name="Open with your messenger").click()
    expect(page.get_by_role("heading", name=f"Open “Jam” as {bob.account}?")).to_be_visible()
    answer(page, "Allow")
    bob.sees("Ingredients", "Flour")


def test_the_share_button_says_when_the_browser_opens_no_window(person):
    ann = person("ann")
    ann.context.add_init_script("window.open = () => null")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Tea")
    ann.recipes.get_by_role("button", name="Share").click()
    expect(ann.recipes.get_by_text("Your browser did not open the messenger.")).to_be_visible()
    expect(ann.recipes.get_by_role("button", name="Try again")).to_be_visible()
