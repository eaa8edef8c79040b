"""Windows stay while somebody needs them, close when they have done, and show what is answered in them."""

import re

import pytest
from playwright.sync_api import expect

from support.servers import wait_until
from support.windows import answer, wait_until_closed
from test_only_what_is_true import opened
from test_refusals import shared_recipe
from test_files import drives, entry, upload  # noqa: F401
from test_shared_files import share, two  # noqa: F401


def stop_sharing(page):
    page.get_by_role("button", name=re.compile("Working together")).click()
    page.get_by_role("button", name="Manage").click()
    page.get_by_role("dialog", name="Manage who takes part").get_by_role("button", name="Stop sharing").click()
    page.get_by_role("dialog", name="Stop sharing?").get_by_role("button", name="Stop sharing").click()


def test_who_stops_sharing_stays_in_the_document_that_the_messenger_opened(person):
    ann, _ = opened(person, "Bread")
    ann.recipes.close()
    page = ann.click_shared("Bread")
    ann.sees("Ingredients", "Flour")
    stop_sharing(page)
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Working together"))).to_be_hidden()
    page.wait_for_timeout(500)
    assert not page.is_closed()
    ann.write("Notes", "Mine alone now.")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()


def test_that_sharing_has_ended_stands_no_more_above_what_was_shared_again(person):
    ann, bob = opened(person, "Bread")
    stop_sharing(ann.recipes)
    expect(bob.news).to_contain_text("Ann stopped sharing it")
    ann.share(conversation="Bob")
    expect(bob.thread.get_by_role("link", name="Open “Bread”")).to_be_visible()
    expect(bob.news.get_by_text("stopped sharing it")).to_have_count(0)


# What the app does once its person has allowed it takes as long as a slow server needs.
SLOWLY = """() => {
  const quick = window.fetch;
  window.fetch = async (...call) => {
    if (String(call[0]?.url ?? call[0]).includes("/proof")) await new Promise((resolve) => setTimeout(resolve, 3000));
    return quick(...call);
  };
}"""


WHO_IS_KNOWN = """async () => {
  const { shares } = await (await fetch("/collab/v1/me/drive/shares")).json();
  return Promise.all(shares.map(async ({ collaborationID }) => {
    const { participants } = await (await fetch(`/collab/v1/collaborations/${collaborationID}/participants`)).json();
    return participants.flatMap(({ account }) => account ?? []);
  }));
}"""


def test_what_is_shared_right_after_something_else_was_allowed_has_a_window_of_its_own(two):  # noqa: F811
    ann, ben = two
    page = ann.recipes
    upload(page, ("garden.txt", b"roses"), ("plan.txt", b"by train"))
    expect(entry(page, "plan.txt")).to_be_visible()
    page.evaluate(SLOWLY)
    first = share(ann, "garden.txt", ben.handle)
    answer(first, "Allow")
    second = share(ann, "plan.txt", ben.handle)
    for sheet in (first, second):
        wait_until_closed(sheet)
    for name in ("garden.txt", "plan.txt"):
        expect(page.get_by_role("button", name=f"Manage sharing of {name}")).to_be_visible()
    # Neither answer was lost by the other: she is known in both, and is not asked again.
    wait_until(lambda: page.evaluate(WHO_IS_KNOWN) == [[ann.account], [ann.account]], what="that both are known to be hers")


@pytest.mark.parametrize("size", [(480, 720), (390, 660)], ids=["as opened", "on a phone"])
def test_allow_and_send_are_seen_in_the_window_as_it_is_opened(person, size):
    bob = person("bob")
    bob.sign_up()
    ann = person("ann")
    ann.sign_up()
    ann.begin_conversation(bob.handle)
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Grandmother's sourdough bread with walnuts and figs", ingredients="Flour")

    def is_seen(window, name: str):
        window.set_viewport_size({"width": size[0], "height": size[1]})
        expect(window.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)

    sheet = ann.share(bob.handle, before=lambda window: is_seen(window, "Send"))
    is_seen(sheet, "Allow")
    answer(sheet, "Allow")
    bob.open_conversation("Ann")
    question = bob.click_shared("Grandmother")
    expect(question.get_by_role("heading", name=re.compile("^Open “Grandmother"))).to_be_visible()
    is_seen(question, "Allow")


def test_who_asks_for_access_is_seen_above_the_owners_list_and_let_in_from_there(person):
    bob = person("bob")
    bob.sign_up()
    ann = shared_recipe(person, "Soup", bob)
    link = ann.recipes.url.removeprefix(ann.servers.app)
    page = ann.recipes
    page.goto(ann.servers.app)
    expect(page.get_by_role("link", name=re.compile("^Soup"))).to_be_visible()
    carol, eve = person("carol"), person("eve")
    for one in (carol, eve):
        one.open_recipes(link)
        one.sign_up_to_recipes()
        one.recipes.get_by_role("button", name=re.compile("ask for access")).click()
        one.recipes.get_by_label("A note for the owner").fill("From next door")
        one.recipes.get_by_role("button", name="Ask for access", exact=True).click()
        expect(one.recipes.get_by_role("heading", name="You have asked")).to_be_visible()
    # She has done nothing but leave her list open.
    asking = page.get_by_role("list", name="Asking for access")
    expect(asking.get_by_text("Carol asks for access to “Soup”.")).to_be_visible()
    expect(asking.get_by_text("From next door").first).to_be_visible()
    row = page.get_by_role("link", name=re.compile("^Soup"))
    expect(row).to_contain_text("2 people ask for access")
    # Whoever speaks to a page says what they read on a button (WCAG 2.5.3).
    expect(page.get_by_role("button", name="Let in Carol")).to_have_text("Let in")
    page.get_by_role("button", name="Let in Carol").click()
    carol.sees("Ingredients", "Flour")
    expect(asking.get_by_text("Carol asks")).to_have_count(0)
    expect(row).to_contain_text("1 person asks for access")
    page.get_by_role("button", name="Ignore Eve").click()
    expect(asking).to_be_hidden()
    expect(row).not_to_contain_text("for access")


def test_of_two_with_one_name_it_is_said_which_is_removed(person):
    bob = person("bob")
    bob.sign_up()
    ann = shared_recipe(person, "Soup", bob)
    link = ann.recipes.url.removeprefix(ann.servers.app)
    page = ann.recipes
    for one in (person("eve"), person("fay")):
        one.name = "Dora"
        one.open_recipes(link)
        one.sign_up_to_recipes()
        one.recipes.get_by_role("button", name=re.compile("ask for access")).click()
        one.recipes.get_by_role("button", name="Ask for access", exact=True).click()
        expect(page.get_by_text("Dora asks for access. Anybody can choose any name.")).to_be_visible()
        page.get_by_role("button", name="Look", exact=True).click()
        manage = page.get_by_role("dialog", name="Manage who takes part")
        manage.get_by_role("button", name="Accept Dora").click()
        expect(manage.get_by_role("button", name=re.compile("^Remove Dora")).last).to_be_visible()
        expect(manage.get_by_role("button", name="Accept Dora")).to_have_count(0)
        if one.handle.startswith("eve"):
            expect(manage.get_by_role("button", name="Remove Dora", exact=True)).to_be_visible()
            page.keyboard.press("Escape")
    both = manage.get_by_role("button", name=re.compile(r"^Remove Dora \(joined .+\)$"))
    expect(both).to_have_count(2)
    which = both.first.get_attribute("aria-label")
    both.first.click()
    expect(page.get_by_role("dialog", name=f"{which}?")).to_be_visible()
