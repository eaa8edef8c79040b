"""What a messenger says and keeps: recovery codes, unsent texts, handles, devices."""

import re

from playwright.sync_api import expect

from support.browsers import NOTHING_SAVED, chromium_only
from support.second_browser import link
from support.servers import wait_until
from support.windows import expect_focus

NOT_KEPT = "You did not confirm that you kept your recovery code."


@chromium_only(NOTHING_SAVED)
def test_who_leaves_before_keeping_the_code_is_warned_and_told_afterwards(person):
    ann = person("ann")
    page = ann.open_messenger()
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Your handle").fill(ann.handle)
    page.get_by_role("button", name="Begin").click()
    code = "".join(page.get_by_label("Recovery code").inner_text().split())
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as text file").click()
    assert code in download.value.path().read_text().replace(" ", "")
    page.reload()
    assert asked == ["beforeunload"]
    banner = page.get_by_role("status").filter(has_text=NOT_KEPT)
    expect(banner).to_be_visible()
    kept = page.evaluate("JSON.stringify({...localStorage})").replace(" ", "")
    assert code not in kept and code[:8] not in kept
    # It stays until it is put away, and then it is gone for good.
    page.reload()
    expect(banner).to_be_visible()
    banner.get_by_role("button", name="Link another device").click()
    expect(page.get_by_role("dialog", name="Link another device")).to_be_visible()
    page.keyboard.press("Escape")
    banner.get_by_role("button", name="Dismiss").click()
    expect(banner).to_have_count(0)
    page.reload()
    expect(page.get_by_text("Connected", exact=True)).to_be_attached()
    page.wait_for_timeout(1500)
    expect(banner).to_have_count(0)
    assert asked == ["beforeunload"]


def test_who_has_kept_the_code_hears_no_more_of_it(person):
    ann = person("ann")
    ann.sign_up()
    ann.messenger.reload()
    expect(ann.messenger.get_by_text("Connected", exact=True)).to_be_attached()
    ann.messenger.wait_for_timeout(1500)
    expect(ann.messenger.get_by_text(NOT_KEPT)).to_have_count(0)


def test_an_unsent_text_is_its_conversations_in_every_tab_and_survives_a_page_that_dies(person):
    ann, bob = person("ann"), person("bob")
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    first, tab = ann.compose_field, ann.context.new_page()
    tab.goto(ann.messenger.url)
    second = tab.get_by_role("textbox", name="Message")
    first.press_sequentially("Shall we")
    expect(second).to_have_value("Shall we")
    second.focus()
    second.press("End")
    second.press_sequentially(" bake?")
    expect(first).to_have_value("Shall we bake?")
    # No event of leaving: the page is simply gone.
    tab.close()
    ann.messenger.goto("about:blank")
    ann.messenger.go_back()
    expect(first).to_have_value("Shall we bake?")
    tab = ann.context.new_page()
    tab.goto(ann.messenger.url)
    second = tab.get_by_role("textbox", name="Message")
    expect(second).to_have_value("Shall we bake?")
    first.press("Enter")
    expect(first).to_have_value("")
    expect(second).to_have_value("")


# Chooses a conversation and types at once, before the page has drawn it.
CHOOSE_AND_TYPE = """(link) => new Promise((done) => {
  const before = document.querySelector("textarea");
  addEventListener("hashchange", () => {
    before.blur();
    before.focus();
    done(document.activeElement === before);
  }, { once: true });
  link.click();
})"""


def test_what_is_typed_while_another_conversation_opens_goes_to_none_before_it(person):
    ann = person("ann")
    ann.sign_up()
    ann.begin_conversation("charlie")
    ann.begin_conversation("dora")
    link = ann.messenger.get_by_role("navigation", name="Conversations").get_by_role("link", name="Charlie")
    assert not link.evaluate(CHOOSE_AND_TYPE)
    expect(ann.messenger.get_by_role("heading", name="Charlie")).to_be_visible()
    expect_focus(ann.compose_field)


# All that the page has of it, shown or not.
EVERYTHING = """() => document.documentElement.outerHTML
  + [...document.querySelectorAll("input, textarea")].map(({ value }) => value).join(" ")"""


def test_a_recovery_code_is_nowhere_in_the_page_once_it_was_kept_or_used(person):
    ann = person("ann")
    code = ann.sign_up()
    again = person("ann")
    page = again.open_messenger()
    page.get_by_role("button", name="Use a recovery code").click()
    page.get_by_label("Your handle").fill(ann.handle)
    page.get_by_label("Recovery code").fill(code)
    page.get_by_role("button", name="Recover", exact=True).click()
    expect(page.get_by_text("Connected", exact=True)).to_be_attached()
    for one in (ann, again):
        there = one.messenger.evaluate(EVERYTHING)
        assert not [group for group in code.split() if group in there]


def test_what_is_no_handle_is_not_sent_anywhere(person):
    ann = person("ann")
    ann.sign_up()
    page = ann.messenger
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="New conversation").first.click()
    field = page.get_by_role("combobox", name="To")
    field.fill("my secret: correct horse battery staple")
    field.press("Enter")
    expect(page.get_by_text("This is no handle")).to_be_visible()
    assert not [url for url in asked if "/relay/v1/" in url and "horse" in url]
    # Written as its person writes their name it is one: signing up makes it so.
    for written, handle in (("nobody-with-this", "nobody-with-this"), ("Øyvind-Größe", "oyvind-grosse")):
        field.fill(written)
        expect(page.get_by_text("Nobody here has this handle.")).to_have_count(0)
        field.press("Enter")
        expect(page.get_by_text("Nobody here has this handle.")).to_be_visible()
        assert [url for url in asked if url.endswith(f"/relay/v1/handles/{handle}")]


def test_a_name_that_is_being_typed_stays_when_somebody_leaves_meanwhile(person):
    ann, bob = person("ann"), person("bob")
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle, "charlie", name="Kitchen")
    ann.messenger.get_by_role("button", name="People and details").click()
    details = ann.messenger.get_by_role("dialog", name="Details")
    field = details.get_by_label("Name", exact=True)
    field.fill("Pant")
    bob.open_conversation("Kitchen")
    bob.messenger.get_by_role("button", name="People and details").click()
    bob.messenger.get_by_role("button", name="Leave conversation").click()
    bob.messenger.get_by_role("dialog", name="Leave this conversation?").get_by_role("button", name="Leave").click()
    expect(details.get_by_text("2 people")).to_be_visible()
    expect(field).to_have_value("Pant")


def test_a_group_of_two_that_has_a_name_can_be_renamed(person):
    ann, bob, carol = person("ann"), person("bob"), person("carol")
    for one in (ann, bob, carol):
        one.sign_up()
    ann.begin_conversation(bob.handle, carol.handle, name="Kitchen")
    ann.say("Hello")
    page = ann.messenger
    page.get_by_role("button", name="People and details").click()
    page.get_by_role("button", name="More about Carol").click()
    page.get_by_role("menuitem", name="Remove from conversation").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_role("dialog", name="Remove Carol?")).to_have_count(0)
    details = page.get_by_role("dialog", name="Details")
    expect(details.get_by_text("2 people")).to_be_visible()
    details.get_by_label("Name").fill("Pantry")
    details.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Pantry").first).to_be_visible()


def test_who_goes_on_while_a_handle_is_looked_up_stays_where_they_are_and_it_is_asked_for_once(person):
    ann, bob, carol = person("ann"), person("bob"), person("carol")
    for one in (ann, bob, carol):
        one.sign_up()
    page = ann.messenger
    page.get_by_role("button", name="New conversation").first.click()
    dialog = page.get_by_role("dialog", name="New conversation")
    ann.choose_people(dialog, "charlie", "dora")
    asked = []
    ann.context.route("**/relay/v1/handles/**", lambda route: asked.append(route))
    field = dialog.get_by_role("combobox", name="To")
    field.fill(bob.handle)
    field.press("Enter")
    wait_until(lambda: page.wait_for_timeout(50) or asked, what="the first handle to be looked up")
    # Another one, and on to the next field before either is known.
    field.fill(carol.handle)
    name = dialog.get_by_label("Name of the group")
    name.focus()
    page.keyboard.type("Kit")
    asked[0].continue_()
    expect(dialog.get_by_role("button", name="Remove Bob")).to_be_visible()
    wait_until(lambda: page.wait_for_timeout(50) or len(asked) > 1, what="the second handle to be looked up")
    page.keyboard.type("ch")
    asked[1].continue_()
    expect(dialog.get_by_role("button", name="Remove Carol")).to_be_visible()
    page.keyboard.type("en")
    expect(name).to_have_value("Kitchen")
    expect(field).to_have_value("")
    assert len(asked) == 2
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("heading", level=1, name="Kitchen")).to_be_visible()


def test_a_new_device_is_told_once_above_the_list_and_in_no_conversation(person):
    ann, bob, second, third = person("ann"), person("bob"), person("ann"), person("ann")
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Last word.")
    link(ann, second)
    second.messenger.wait_for_timeout(1500)
    link(ann, third)
    news = "Your account has a new device."
    banner = second.messenger.get_by_role("status").filter(has_text=news)
    expect(banner).to_be_visible()
    banner.get_by_role("button", name="Dismiss").click()
    expect(banner).to_have_count(0)
    # Who linked it knows.
    listed = ann.messenger.get_by_role("navigation", name="Conversations")
    expect(listed.get_by_text("You: Last word.")).to_be_visible()
    expect(listed.get_by_text(news)).to_have_count(0)
    for one in (ann, second):
        expect(one.messenger.get_by_text("You have a new device")).to_have_count(0)
    bob.open_conversation("Ann")
    bob.reads("Ann has a new device")


def test_a_browser_that_was_removed_keeps_what_it_has_until_its_person_removes_it_which_is_no_green_button(person):
    ann, second = person("ann"), person("ann")
    ann.sign_up()
    link(ann, second)
    page = ann.messenger
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name=re.compile("^Remove Device")).click()
    page.get_by_role("dialog", name="Remove this device?").get_by_role("button", name="Remove").click()
    told = second.messenger.get_by_role("dialog", name="This browser was removed from your account")
    expect(told.get_by_role("button", name="Remove and begin anew")).to_have_class(re.compile("danger"))
    told.get_by_role("button", name="Keep reading").click()
    expect(told).to_have_count(0)
    expect(second.messenger.get_by_text("Removed from your account", exact=True)).to_be_visible()
