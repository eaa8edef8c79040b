"""A device that was added after something was shared: the sharer is told, and the device says what it waits for."""

import re

from playwright.sync_api import expect

from support.person import PASSWORD
from support.second_browser import added, added_and_let_in
from support.windows import answer, wait_until_closed
from test_attention import mention
from test_only_what_is_true import opened


def documents(one):
    """What the conversation's details list."""
    one.messenger.get_by_role("button", name="People and details").click()
    return one.messenger.get_by_role("dialog", name="Details").get_by_role("region", name="Documents")


def test_a_device_added_later_says_what_it_waits_for_and_is_let_in_by_one_click(person):
    ann, bob = opened(person, "Soup")
    second = added(person, bob)
    waiting = documents(second)
    expect(waiting.get_by_text("Ann shared it. Waiting for Ann to let this device in.")).to_be_visible(timeout=40_000)
    expect(waiting.get_by_text("Soup")).to_be_visible()
    second.messenger.keyboard.press("Escape")
    # And on the way in from elsewhere, too.
    second.recipes = second.context.new_page()
    second.recipes.goto(ann.recipes.url)
    with second.recipes.expect_popup() as popup:
        second.recipes.get_by_role("button", name="Open with your messenger").click()
    expect(popup.value.get_by_role("heading", name="“Soup” is not open to this browser yet")).to_be_visible()
    expect(popup.value.get_by_text("Waiting for Ann to let this device in.")).to_be_visible()
    answer(popup.value, "Close")
    second.recipes.close()

    news = ann.messenger.locator(".banner").filter(has_text="Bob has a new device since today.")
    expect(news).to_contain_text("It cannot open “Soup” until you let it in.", timeout=40_000)
    page = ann.app_asks(news.get_by_role("button", name="Let it in").click)
    expect(page.get_by_role("heading", name="Let the devices of Bob into “Soup”?")).to_be_visible()
    answer(page, "Let in")
    expect(news).to_have_count(0)
    said = ann.messenger.locator(".toast")
    expect(said).to_have_text("Let in")
    assert said.bounding_box()["height"] < 60, "it is as tall as its line"

    page = second.click_shared("Soup")
    answer(page, "Allow")
    # The invitation belongs to Bob's account, which has a password.
    expect(page.get_by_role("heading", name="You are in this app already")).to_be_visible()
    page.get_by_role("button", name="Sign in with a password instead").click()
    page.get_by_label("Account name").fill(bob.account)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    second.sees("Ingredients", "Flour")
    expect(documents(second).get_by_role("link", name=re.compile("Soup"))).to_be_visible()
    # It is one document, also on the device that had it before.
    expect(bob.messenger.locator(".link-card").filter(has_text="Soup")).to_have_count(1)
    # Where he had it open before he still has.
    bob.write("Notes", "Still here.")
    second.sees("Notes", "Still here.")
    # Who had come before this browser heard of anything it learns from the first one.
    for one in (bob, second):
        expect(one.messenger.locator(".link-card").filter(has_text="Soup")).to_contain_text("In it: Ann and you")
    second.messenger.reload()
    expect(second.messenger.locator(".link-card").filter(has_text="Soup")).to_contain_text("In it: Ann and you")


def test_letting_new_devices_in_by_themselves_is_off_until_it_is_chosen(person):
    ann = person("ann")
    ann.sign_up()
    ann.messenger.get_by_role("button", name="Settings").click()
    choice = ann.messenger.get_by_role("switch", name="Let new devices of people in by themselves")
    expect(choice).not_to_be_checked()
    choice.check()
    # Who leaves before it is written down may find it as it was.
    expect(choice).not_to_have_attribute("aria-busy", "true")
    ann.messenger.keyboard.press("Escape")
    ann.messenger.reload()
    ann.messenger.get_by_role("button", name="Settings").click()
    expect(choice).to_be_checked()


def test_a_mention_reaches_who_has_another_identity_since_the_page_was_opened_and_an_older_one_stays_marked(person):
    ann, bob = opened(person, "Soup")
    mention(ann, "@Bob before")
    marked = bob.recipes.locator(".comment.names-me")
    expect(marked).to_have_count(1)
    expect(bob.news).to_contain_text("Ann mentioned you")
    bob.messenger.get_by_role("button", name=re.compile("^Dismiss")).click()
    expect(bob.messenger.locator(".banners .banner")).to_have_count(0)
    added_and_let_in(person, ann, bob, "Soup")
    mention(ann, "@Bob and after")
    expect(bob.news).to_contain_text("Ann mentioned you")
    expect(marked).to_have_count(2)


def test_a_mention_is_read_once_its_document_has_really_opened_and_not_before(person):
    ann, bob = opened(person, "Soup")
    second = added_and_let_in(person, ann, bob, "Soup")
    bob.recipes.close()
    expect(second.card_link("Soup")).to_be_visible()
    mention(ann, "@Bob salt?")
    both = (bob.news, second.news)
    for news in both:
        expect(news).to_contain_text("Ann mentioned you")
    page = second.click_shared("Soup")
    expect(page.get_by_role("button", name="Allow")).to_be_visible()
    second.messenger.wait_for_timeout(2000)
    for news in both:
        expect(news).to_contain_text("Ann mentioned you")
    answer(page, "Allow")
    expect(page.get_by_role("heading", name="You are in this app already")).to_be_visible()
    second.messenger.wait_for_timeout(2000)
    for news in both:
        expect(news).to_contain_text("Ann mentioned you")
    page.get_by_role("button", name="Sign in with a password instead").click()
    page.get_by_label("Account name").fill(bob.account)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    second.sees("Ingredients", "Flour")
    for one in (bob, second):
        expect(one.messenger.locator(".banners .banner")).to_have_count(0)


def test_a_device_is_let_in_and_hears_mentions_also_where_the_document_was_shared_twice_in_one_conversation(person):
    ann, bob = opened(person, "Soup")
    wait_until_closed(ann.share(conversation="Bob"))
    second = added(person, bob)
    news = ann.messenger.locator(".banner").filter(has_text="Bob has a new device since today.")
    expect(news).to_contain_text("It cannot open “Soup” until you let it in.", timeout=40_000)
    page = ann.app_asks(news.get_by_role("button", name="Let it in").click)
    # For each of his identities.
    answer(page, "Let in")
    answer(page, "Let in")
    expect(news).to_have_count(0)
    ann.messenger.reload()
    expect(ann.compose_field).to_be_visible()
    expect(news).to_have_count(0)
    mention(ann, "@Bob salt?")
    for one in (bob, second):
        expect(one.news).to_contain_text("Ann mentioned you")


def test_who_lets_new_devices_in_by_themselves_is_asked_by_the_app_until_it_is_told_not_to(person):
    ann, bob = opened(person, "Soup")
    ann.messenger.get_by_role("button", name="Settings").click()
    choice = ann.messenger.get_by_role("switch", name="Let new devices of people in by themselves")
    choice.check()
    expect(choice).not_to_have_attribute("aria-busy", "true")
    ann.messenger.keyboard.press("Escape")
    second = added(person, bob)
    question = ann.recipes.get_by_role("dialog", name="Let the devices of Bob into “Soup”?")
    expect(question).to_be_visible(timeout=40_000)
    question.get_by_role("switch", name="From now on without asking").check()
    answer(ann.recipes, "Let in")
    expect(second.messenger.locator(".link-card").filter(has_text="Soup")).to_be_visible(timeout=40_000)
    expect(ann.messenger.locator(".banner").filter(has_text="new device")).to_have_count(0)

    third = added(person, bob)
    expect(third.messenger.locator(".link-card").filter(has_text="Soup")).to_be_visible(timeout=40_000)
    expect(ann.messenger.locator(".banner").filter(has_text="new device")).to_have_count(0)
    expect(ann.recipes.get_by_role("dialog")).to_have_count(0)

    ann.recipes.get_by_role("button", name="Your account").click()
    ann.recipes.get_by_role("menuitem").first.click()
    kept = ann.recipes.get_by_role("region", name="Devices of people")
    kept.get_by_role("button", name="Ask me each time").click()
    expect(kept).to_have_count(0)


def test_whoever_says_not_now_to_what_is_asked_by_itself_is_not_asked_again_and_lets_it_in_by_a_click(person):
    ann, bob = opened(person, "Soup")
    ann.recipes.close()
    second = added(person, bob)
    news = ann.messenger.locator(".banner").filter(has_text="Bob has a new device since today.")
    expect(news).to_be_visible(timeout=40_000)
    with ann.context.expect_page() as page:
        ann.messenger.locator(".link-card").filter(has_text="Soup").get_by_role("link", name=re.compile("Open")).click()
    page.value.get_by_role("heading", name="Ingredients").wait_for()
    ann.messenger.get_by_role("button", name="Settings").click()
    ann.messenger.get_by_role("switch", name="Let new devices of people in by themselves").check()
    ann.messenger.keyboard.press("Escape")
    expect(page.value.get_by_role("dialog", name="Let the devices of Bob into “Soup”?")).to_be_visible(timeout=20_000)
    answer(page.value, "Not now")
    expect(news).to_be_visible()
    ann.messenger.wait_for_timeout(6000)
    expect(page.value.get_by_role("dialog")).to_have_count(0)
    expect(news).to_be_visible()
    news.get_by_role("button", name="Let it in").click()
    answer(page.value, "Let in")
    expect(second.messenger.locator(".link-card").filter(has_text="Soup")).to_be_visible(timeout=40_000)
    expect(news).to_have_count(0)
