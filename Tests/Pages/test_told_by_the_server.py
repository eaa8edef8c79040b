"""What happens in a document is told by the app's server: nobody presses anything, and no page of the messenger has to
be open where it happens."""

import re

from playwright.sync_api import expect

from support.second_browser import link
from support.servers import wait_until
from test_attention import mention, row_of, rows
from test_only_what_is_true import opened


def strip_of(one):
    return one.messenger.locator(".banners .banner")


def test_who_joins_and_what_they_write_is_told_in_the_conversation_without_a_click(person):
    ann, bob = opened(person, "Soup")
    expect(strip_of(ann)).to_contain_text("Bob joined")
    bob.write("Notes", "Longer.")
    expect(strip_of(ann)).to_contain_text("Bob edited")
    # It is a fact, not what somebody's app says.
    expect(strip_of(ann)).not_to_contain_text("app says")


def test_what_was_told_while_the_messenger_was_closed_is_there_when_it_opens(person):
    ann, bob = opened(person, "Stew")
    address = ann.messenger.url
    ann.messenger.goto("about:blank")
    bob.write("Notes", "Much longer.")
    expect(bob.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    # A pause ends after a second; the server tells with nobody there to hear.
    bob.recipes.wait_for_timeout(3000)
    ann.messenger.goto(address)
    expect(strip_of(ann)).to_contain_text("Bob edited")


def test_who_is_to_be_told_is_chosen_later_too_and_begins_when_the_card_is_opened(person):
    ann, bob = opened(person, "Broth", is_told=False)
    bob.recipes.close()
    ann.write("Notes", "Longer.")
    expect(ann.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    bob.chooses_to_be_told(True)
    expect(strip_of(bob)).to_have_count(0)
    link = bob.thread.get_by_role("link", name="Open “Broth”")
    link.focus()
    wait_until(lambda: "collab-notices=1" in link.get_attribute("href"), what="the card to know it")
    bob.click_shared("Broth")
    bob.sees("Notes", "Longer.")
    bob.recipes.close()
    ann.write("Notes", " Hotter.")
    expect(strip_of(bob)).to_contain_text("Ann edited")
    # Now that the app has an address, nothing is in between any more.
    link.blur()
    link.focus()
    wait_until(lambda: "collab-notices=1" not in link.get_attribute("href"), what="the card to know it")
    bob.chooses_to_be_told(False)
    strip_of(bob).get_by_role("button", name="Dismiss").click()
    ann.write("Notes", " Salt.")
    expect(ann.recipes.get_by_text("Saved", exact=True)).to_be_visible()
    ann.recipes.wait_for_timeout(3000)
    expect(strip_of(bob)).to_have_count(0)


def test_a_mention_that_is_shown_in_the_document_is_no_news_in_the_messenger(person):
    ann, bob = opened(person, "Soup")
    bob.looks_again()
    mention(ann, "@Bob shall we?")
    expect(bob.recipes.get_by_role("log").get_by_text("shall we?")).to_be_visible()
    bob.looks_away()
    # What is told later comes later.
    ann.write("Notes", "Longer.")
    expect(strip_of(bob)).to_contain_text("Ann edited")
    expect(strip_of(bob)).not_to_contain_text("mentioned you")
    expect(rows(bob).first.get_by_text("mentions you")).to_have_count(0)


def notes_strips(one):
    """What stands in the messenger from now on, however short."""
    one.messenger.evaluate("""() => {
        window.strips = [];
        new MutationObserver(() => strips.push(...[...document.querySelectorAll(".banners .banner")].map((one) => one.innerText)))
            .observe(document.body, { childList: true, subtree: true });
    }""")


def test_what_happens_in_a_document_before_their_eyes_is_no_news_in_their_messengers(person):
    ann, bob = opened(person, "Soup")
    # What was told before she looked would stand there for a moment.
    expect(strip_of(ann)).to_contain_text("Bob joined")
    for one in (ann, bob):
        one.looks_again()
        expect(strip_of(one)).to_have_count(0)
        notes_strips(one)
    for one, other, words in ((ann, bob, "Longer."), (bob, ann, " Hotter."), (ann, bob, " Salt.")):
        one.write("Notes", words)
        other.sees("Notes", words.strip())
        # A pause ends after a second, and is told then.
        one.recipes.wait_for_timeout(2500)
    for one, other in ((ann, "Bob"), (bob, "Ann")):
        expect(strip_of(one)).to_have_count(0)
        assert one.messenger.evaluate("strips") == [], "not even for a moment"
        expect(row_of(one, other)).not_to_contain_text("edited")
    # Whoever looks elsewhere is told, and hears no more of it once they have clicked into the document again.
    bob.looks_away()
    ann.write("Notes", " Pepper.")
    expect(strip_of(bob)).to_contain_text("Ann edited")
    bob.recipes.wait_for_timeout(7000)
    expect(strip_of(bob)).to_contain_text("Ann edited")
    bob.looks_again()
    expect(strip_of(bob)).to_have_count(0)


def test_what_is_put_away_or_opened_in_one_browser_is_put_away_in_the_other(person):
    browsers = []

    def with_another(bob):
        browsers.extend([bob, person("bobs-phone")])
        link(*browsers)

    ann, bob = opened(person, "Soup", before=with_another)
    _, phone = browsers
    phone.open_conversation("Ann")
    ann.write("Notes", "Longer.")
    for one in browsers:
        expect(strip_of(one)).to_contain_text("Ann edited")
    strip_of(phone).get_by_role("button", name=re.compile("^Dismiss")).click()
    for one in browsers:
        expect(strip_of(one)).to_have_count(0)
    # What comes later is news in both, until the recipe is before Bob in one of them.
    ann.write("Notes", " Hotter.")
    for one in browsers:
        expect(strip_of(one)).to_contain_text("Ann edited")
    bob.looks_again()
    for one in browsers:
        expect(strip_of(one)).to_have_count(0)
