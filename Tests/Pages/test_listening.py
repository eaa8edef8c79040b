"""Who listens to the pages is told what is new, each thing once, and nothing else."""

from playwright.sync_api import expect

from support.listening import listen, told
from support.servers import SplitServers, wait_until
from test_attention import looks
from test_interruptions import open_first_conversation
from test_refusals import shared_recipe


def test_messages_are_told_once_and_ones_own_not_at_all(person):
    ann, bob = person("ann"), person("bob")
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Mine")
    open_first_conversation(bob)
    bob.reads("Mine")
    for one in (ann, bob):
        looks(one.messenger, True)
    listen(ann.messenger)
    listen(bob.messenger)
    bob.say("One")
    ann.reads("One")
    ann.say("Mine again")
    bob.reads("Mine again")
    # The lines are drawn anew when they are delivered, and when others join them.
    expect(ann.thread.get_by_text("Delivered").last).to_be_visible()
    bob.say("Two")
    ann.reads("Two")
    wait_until(lambda: len(told(ann.messenger)) > 1, what="the second message, told")
    assert told(ann.messenger) == ["Bob: One", "Bob: Two"]
    # Her first line is told to him too where it came after he had opened the conversation.
    of_bob = lambda: [one for one in told(bob.messenger) if one != "Ann: Mine"]
    wait_until(of_bob, what="her message, told")
    assert of_bob() == ["Ann: Mine again"]
    # Read while others are still being read.
    for text in ("Three", "Four", "Five"):
        bob.say(text)
        ann.say(f"Mine after {text.lower()}")
    ann.reads("Five")
    expect(ann.thread.get_by_text("Delivered").last).to_be_visible()
    # What is read aloud follows what is seen.
    wait_until(lambda: "Bob: Five" in " ".join(told(ann.messenger)), what="the last message, told")
    heard = " ".join(told(ann.messenger))
    assert [heard.count(f"Bob: {text}") for text in ("One", "Two", "Three", "Four", "Five")] == [1] * 5, heard
    expect(ann.messenger).to_have_title("Bob · Grove")


def test_what_comes_elsewhere_is_told_by_the_name_of_its_conversation(person):
    ann, bob, carol = person("ann"), person("bob"), person("carol")
    for one in (ann, bob, carol):
        one.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Hello")
    ann.begin_conversation(carol.handle)
    open_first_conversation(bob)
    listen(ann.messenger)
    bob.say("Are you there?")
    expect(ann.messenger).to_have_title("(1) Carol · Grove")
    wait_until(lambda: told(ann.messenger) == ["New messages in Bob"], what="the news")


def test_a_lost_connection_is_told_when_it_is_lost_and_when_it_is_back(person, request):
    split = SplitServers().start()
    request.addfinalizer(split.stop)
    ann = person("ann", at=split)
    ann.sign_up()
    listen(ann.messenger)
    page = ann.messenger
    page.evaluate("""() => {
      window.shown = [];
      const place = document.querySelector("#connection");
      new MutationObserver(() => {
        if (window.shown.at(-1) !== place.textContent) window.shown.push(place.textContent);
      }).observe(place, { childList: true, characterData: true, subtree: true });
    }""")
    split.kill_relay()
    expect(page.get_by_text("Offline", exact=True)).to_be_visible()
    # Some tries that come to nothing.
    page.wait_for_timeout(4000)
    split.start_relay()
    expect(page.get_by_text("Connected", exact=True)).to_be_visible(timeout=40_000)
    assert told(page) == ["No connection. What you write is sent later.", "Connected again."]
    shown = page.evaluate("window.shown")
    assert shown[-2:] == ["Offline", "Connected"] and len(shown) < 4, shown


def test_a_comment_is_told_once_with_its_words_and_a_notice_once(person):
    bob = person("bob")
    bob.sign_up()
    ann = shared_recipe(person, "Bread", bob)
    open_first_conversation(bob)
    bob.open_shared("Bread")
    bob.sign_up_to_recipes(bob.recipes)
    bob.prove()
    bob.sees("Ingredients", "Flour")
    expect(ann.recipes.get_by_text("Bob has joined")).to_be_visible()
    listen(ann.recipes)
    listen(bob.recipes)
    listen(ann.messenger)
    for text in ("Lovely", "Really"):
        bob.recipes.get_by_role("textbox", name="New comment").fill(text)
        bob.recipes.get_by_role("button", name="Comment", exact=True).click()
        expect(ann.recipes.get_by_role("log").get_by_text(text)).to_be_visible()
    def heard():
        return [one for one in told(ann.recipes) if "commented" in one]

    wait_until(lambda: len(heard()) > 1, what="the second comment, told")
    assert heard() == ["Bob commented: Lovely", "Bob commented: Really"]
    assert not [one for one in told(bob.recipes) if "Lovely" in one]
