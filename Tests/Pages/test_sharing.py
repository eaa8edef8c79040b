"""Shares that are broken off, and what is told while no messenger is open."""

import re

from playwright.sync_api import expect

from test_refusals import documents, shared_recipe
from support.windows import answer


def begun(person):
    """Ann with a recipe, Bob in a conversation with her."""
    bob, ann = person("bob"), person("ann")
    bob.sign_up()
    ann.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Something comes.")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Bread", ingredients="Flour")
    return ann, bob


def test_a_share_whose_window_is_closed_in_the_middle_is_taken_back_when_the_app_is_here_again(person):
    ann, bob = begun(person)
    held = []
    ann.recipes.route("**/identities", lambda route: held.append(route))
    sheet = ann.open_share_sheet()
    ann.choose_people(sheet, bob.handle)
    answer(sheet, "Send")
    for _ in range(100):
        if held:
            break
        ann.recipes.wait_for_timeout(100)
    assert held, "the app was asked for the people"
    sheet.close()
    held[0].continue_()
    ann.recipes.unroute("**/identities")
    finish = ann.messenger.get_by_role("button", name=re.compile("Finish in"))
    expect(finish).to_be_visible()
    assert [bool(one.get("collaborationID")) for one in documents(ann)] == [True]
    page = ann.app_asks(finish.click)
    answer(page, "Update")
    expect(ann.messenger.get_by_text("Finished", exact=True)).to_be_visible()
    expect(finish).to_have_count(0)
    assert [one.get("collaborationID") for one in documents(ann)] == [None]
    expect(bob.messenger.get_by_text("Bread")).to_have_count(0)


def test_whoever_shared_is_asked_about_their_account_by_the_name_of_the_app(person):
    ann, bob = begun(person)
    sheet = ann.open_share_sheet()
    ann.choose_people(sheet, bob.handle)
    answer(sheet, "Send")
    expect(sheet.get_by_text("It is shared in Recipes (127.0.0.1:")).to_be_visible()
    answer(sheet, "Allow")


def test_a_page_that_was_not_let_in_learns_nothing_from_a_messenger_it_opens(person):
    """Protocol 13.3: a stranger's page opens the messenger of somebody who was invited elsewhere."""
    bob = person("bob")
    bob.sign_up()
    ann = shared_recipe(person, "Bread", bob)
    collaboration = documents(ann)[0]["collaborationID"]
    page = bob.context.new_page()
    page.goto(f"{bob.servers.app}/healthz")
    with page.expect_popup() as popup:
        page.evaluate("""([messenger, collaborationID]) => {
          window.heard = [];
          addEventListener("message", ({ data }) => window.heard.push(data.type));
          const opened = window.open(messenger + "/prove");
          setInterval(() => {
            const say = (type, more) => opened.postMessage({ collab: 1, id: type, type, ...more }, messenger);
            say("hello");
            say("prove", { collaborationID, challenge: "AAAA", account: "bob@example.org" });
            say("notice", { collaborationID, noticeID: "A".repeat(22), event: 1, trigger: 1, at: "1" });
          }, 200);
        }""", [bob.servers.relay, collaboration])
    expect(popup.value.get_by_role("button", name="Allow")).to_be_visible()
    page.wait_for_timeout(1000)
    assert set(page.evaluate("window.heard")) == {"ready"}
    answer(popup.value, "Cancel")
    page.wait_for_timeout(1000)
    assert set(page.evaluate("window.heard")) == {"ready"}
