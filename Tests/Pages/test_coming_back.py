"""Who left a conversation and is added again, who blocks somebody, and who asks an app once more."""

from playwright.sync_api import expect


def test_who_left_and_is_added_again_is_asked_in_the_conversation_that_is_open(person):
    ann, bob, carol = person("ann"), person("bob", viewport={"width": 390, "height": 844}), person("carol")
    for one in (ann, bob, carol):
        one.sign_up()
    ann.begin_conversation(bob.handle, carol.handle)
    ann.say("Before")
    bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    bob.reads("Before")
    bob.messenger.get_by_role("button", name="People and details").click()
    bob.messenger.get_by_role("button", name="Leave conversation").click()
    bob.messenger.get_by_role("dialog", name="Leave this conversation?").get_by_role("button", name="Leave").click()
    expect(bob.messenger.get_by_text("You are no longer in this conversation.")).to_be_visible()
    expect(bob.messenger.get_by_role("dialog")).to_have_count(0)

    ann.messenger.get_by_role("button", name="People and details").click()
    ann.messenger.get_by_role("button", name="Add people").click()
    dialog = ann.messenger.get_by_role("dialog", name="Add people")
    dialog.get_by_role("combobox").fill(bob.handle)
    dialog.get_by_role("combobox").press("Enter")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog).to_be_hidden()
    ann.messenger.keyboard.press("Escape")
    # The list, where he is asked otherwise, is not on a phone's screen.
    expect(bob.messenger.get_by_text("Ann added you. What is written from now on comes when you accept.")).to_be_visible()
    expect(bob.messenger.get_by_text("You are no longer in this conversation.")).to_have_count(0)
    ann.say("Welcome back")
    # It was his only one: the list says so, and not that he was never in any.
    expect(bob.messenger.locator("#conversations")).to_have_text(
        "You are in no conversation. Accept what is asked above, or begin one with the pencil.")
    bob.messenger.get_by_role("button", name="Accept", exact=True).click()
    bob.reads("Welcome back")
    bob.say("Here I am")
    ann.reads("Here I am")


def asked(person):
    """Eve has begun a conversation with Ann, who does not know her."""
    ann, eve = person("ann"), person("eve")
    ann.sign_up()
    eve.sign_up()
    eve.messenger.get_by_role("button", name="New conversation").first.click()
    dialog = eve.messenger.get_by_role("dialog", name="New conversation")
    eve.choose_people(dialog, ann.handle)
    dialog.get_by_role("button", name="Begin").click()
    return ann, eve


def test_who_blocks_somebody_that_asks_reads_what_they_see_of_it(person):
    ann, eve = asked(person)
    ann.messenger.get_by_role("button", name="Block: Eve wants to talk to you").click()
    question = ann.messenger.get_by_role("dialog", name="Block Eve?")
    expect(question.get_by_text("They see that you left, and not why.")).to_be_visible()
    question.get_by_role("button", name="Block").click()
    expect(eve.thread.get_by_text("Ann left")).to_be_visible()


def test_who_deletes_a_request_has_left_and_nobody_is_asked_by_themselves_nor_written_to(person):
    ann, eve = asked(person)
    expect(eve.compose_field).to_be_visible()
    ann.messenger.get_by_role("button", name="Delete: Eve wants to talk to you").click()
    expect(eve.thread.get_by_text("Ann left")).to_be_visible()
    for _ in range(2):
        # Nobody would read what she wrote; whom she adds would.
        expect(eve.messenger.get_by_text("Nobody else is here: nobody would read it. You can add people.")).to_be_visible()
        expect(eve.compose_field).to_be_hidden()
        expect(eve.messenger.get_by_role("button", name="Accept")).to_have_count(0)
        expect(eve.messenger.get_by_text("wants to talk to you")).to_have_count(0)
        eve.messenger.reload()
    bob = person("bob")
    bob.sign_up()
    eve.messenger.get_by_role("button", name="People and details").click()
    eve.messenger.get_by_role("button", name="Add people").click()
    dialog = eve.messenger.get_by_role("dialog", name="Add people")
    dialog.get_by_role("combobox").fill(bob.handle)
    dialog.get_by_role("combobox").press("Enter")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog).to_be_hidden()
    eve.messenger.keyboard.press("Escape")
    expect(eve.compose_field).to_be_visible()
