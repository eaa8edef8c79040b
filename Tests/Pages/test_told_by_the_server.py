"""What happens in a document is told by the app's server: nobody presses anything, and no page of the messenger has to
be open where it happens."""

from playwright.sync_api import expect

from test_only_what_is_true import opened


def strip_of(one):
    return one.messenger.locator(".banners .banner")


def test_who_joins_and_what_they_write_is_told_in_the_conversation_without_a_click(person):
    ann, bob = opened(person, "Soup")
    expect(strip_of(ann)).to_contain_text("Bob joined", timeout=20_000)
    bob.write("Notes", "Longer.")
    expect(strip_of(ann)).to_contain_text("Bob edited", timeout=20_000)
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
    expect(strip_of(ann)).to_contain_text("Bob edited", timeout=20_000)
