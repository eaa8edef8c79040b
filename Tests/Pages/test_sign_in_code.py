"""Whoever came into the app without a form signs in on another device by a code from the first."""

import re

from playwright.sync_api import expect

from support.second_browser import added_and_let_in
from support.servers import wait_until
from support.windows import answer, expect_focus
from test_accessibility import violations
from test_account import open_account
from test_entry import invited


def born(person, title: str):
    """Ann has shared, and Bob has it open in the account that his proof has made."""
    ann, bob = invited(person, title)
    page = bob.click_shared(title)
    answer(page, "Allow")
    bob.sees("Ingredients", "Flour")
    return ann, bob


def test_who_came_in_by_an_invitation_shares_by_their_name_and_the_sheet_shows_the_apps_icon(person):
    ann, bob = born(person, "Soup")
    bob.recipes.get_by_role("link", name=re.compile("list of all")).click()
    bob.write_recipe("Stew", ingredients="Beans")
    sheet = bob.open_share_sheet()
    expect(sheet.get_by_text("You share as Bob", exact=True)).to_be_visible()
    expect(sheet.get_by_text("invited-")).to_have_count(0)
    icon = sheet.locator("img.emblem")
    wait_until(lambda: icon.evaluate("(one) => one.complete && one.naturalWidth") == 48, what="the app's icon")
    sheet.get_by_role("group", name="Suggested conversations").get_by_text("Ann").click()
    answer(sheet, "Send")
    ann.click_shared("Stew")
    ann.sees("Ingredients", "Beans")


def account_of(one) -> str:
    return one.context.request.get(f"{one.servers.app}/collab/v1/me").json()["account"]


def make_code(page):
    """With the keyboard alone. Answers the code as it stands there."""
    page.get_by_role("button", name="Make a code", exact=True).focus()
    page.keyboard.press("Enter")
    code = page.get_by_label("Code", exact=True)
    expect(code).to_have_text(re.compile(r"^[0-9A-HJKMNP-TV-Z]{5} [0-9A-HJKMNP-TV-Z]{5} ?$"))
    expect_focus(code)
    return code.inner_text()


def test_a_device_added_later_opens_the_document_by_a_code_from_the_first(person):
    ann, bob = born(person, "Soup")
    second = added_and_let_in(person, ann, bob, "Soup")

    page = second.click_shared("Soup")
    # True whether this person is new there or not, which the messenger on this device cannot know.
    expect(page.get_by_text("If you already use it on another device, it may ask you for a code from that device.")).to_be_visible()
    told = page.get_by_text("can send you news about this document. Your messenger’s server learns that")
    expect(told).to_contain_text("has news for you, but not what.")
    answer(page, "Allow")
    expect(page.get_by_role("heading", name="You are in this app already")).to_be_visible()
    field = page.get_by_label("Code", exact=True)
    expect_focus(field)
    expect(page.get_by_role("button", name="Sign in with a password instead")).to_be_visible()
    expect(page.get_by_text("open Your account and choose Make a code.")).to_be_visible()

    assert not violations(page)

    first = bob.recipes
    open_account(first)
    code = make_code(first)
    assert not violations(first)
    expect(first.get_by_text(re.compile("Good once, for (10|9) minutes."))).to_be_visible()
    field.fill("ZZZZZ ZZZZZ")
    field.press("Enter")
    expect(page.get_by_text("This code is not right, or not good any more.")).to_be_visible()
    # As somebody types it.
    field.fill(code.lower().replace("0", "o").replace("1", "l"))
    field.press("Enter")
    second.sees("Ingredients", "Flour")
    assert account_of(second) == account_of(bob)

    # The first device hears of it, and has it in its list.
    expect(first.get_by_text("The code was used: you are signed in on").first).to_be_visible()
    expect(first.get_by_role("region", name="Where you are signed in").get_by_role("listitem")).to_have_count(2)
    second.write("Notes", "From the other browser.")
    ann.sees("Notes", "From the other browser.")

    # What is opened there next is asked about by their name, and not by the label that the account has.
    ann.recipes.get_by_role("link", name="Recipes").click()
    ann.write_recipe("Jam", ingredients="Plums")
    ann.share(bob.handle)
    page = second.click_shared("Jam")
    expect(page.get_by_role("heading", name=f"Open “Jam” as {bob.name}?")).to_be_visible()
    expect(page.get_by_text(re.compile("invited-[0-9a-f]"))).to_be_hidden()
    page.get_by_text("Not you?").click()
    expect(page.get_by_text(re.compile("finds this account as invited-[0-9a-f]"))).to_be_visible()
    answer(page, "Allow")
    second.sees("Ingredients", "Plums")

    # Signed out there by what is done here, nothing says any more that he is signed in there.
    first.get_by_label("Sign-in name").fill(f"{bob.account}.at.home")
    first.get_by_label("Password", exact=True).fill("a good password")
    first.get_by_role("button", name="Add the password").click()
    expect(first.get_by_role("region", name="Where you are signed in").get_by_role("listitem")).to_have_count(1)
    expect(first.get_by_role("region", name="Sign in on another device")).to_contain_text("Here you make a code")
    expect(first.get_by_text("The code was used")).to_have_count(0)


def test_a_link_with_a_code_asks_before_it_signs_in_and_is_good_once(person, browser):
    _, bob = born(person, "Bread")
    bob.allow_clipboard()
    page = bob.recipes
    open_account(page)
    make_code(page)
    page.get_by_role("button", name="Copy a link with it").click()
    expect(page.get_by_text("The link is copied")).to_be_visible()
    address = page.evaluate("navigator.clipboard.readText()")
    # Whoever is signed in stays so, until they choose.
    page.goto(address)
    page.reload()
    expect(page.get_by_text(f"You are signed in here as {bob.name}.")).to_be_visible()
    page.get_by_role("link", name="Stay").click()
    expect(page.get_by_role("link", name=re.compile("Bread"))).to_be_visible()

    other = browser.new_context()
    tab = other.new_page()
    tab.goto(address)
    expect(tab.get_by_role("heading", name="Sign in with a code")).to_be_visible()
    assert not other.request.get(f"{bob.servers.app}/collab/v1/me").ok
    tab.get_by_role("button", name="Sign in", exact=True).click()
    expect(tab.get_by_text(f"You are signed in as {bob.name}")).to_be_visible()
    expect(tab.get_by_role("link", name=re.compile("Bread"))).to_be_visible()
    assert "code" not in tab.url
    other.close()

    third = browser.new_context()
    tab = third.new_page()
    tab.goto(address)
    tab.get_by_role("button", name="Sign in", exact=True).click()
    expect(tab.get_by_role("alert")).to_contain_text("This code is not right, or not good any more.")
    third.close()


def test_from_the_sign_in_page_a_code_leads_into_the_account_and_back_leads_back(person, browser):
    _, bob = born(person, "Jam")
    open_account(bob.recipes)
    code = make_code(bob.recipes)
    other = browser.new_context()
    tab = other.new_page()
    tab.goto(bob.servers.app)
    tab.get_by_role("button", name="I have a code from another device").click()
    expect_focus(tab.get_by_label("Code", exact=True))
    assert not violations(tab)
    tab.get_by_role("button", name="Back").click()
    expect(tab.get_by_label("Account name")).to_be_visible()
    tab.get_by_role("button", name="I have a code from another device").click()
    tab.get_by_role("button", name="Sign in", exact=True).click()
    expect(tab.get_by_role("alert")).to_have_text("Enter the code.")
    tab.get_by_label("Code", exact=True).fill(code)
    tab.get_by_role("button", name="Sign in", exact=True).click()
    expect(tab.get_by_role("link", name=re.compile("Jam"))).to_be_visible()
    # Signing out everywhere on the first device ends it here, too.
    bob.recipes.get_by_role("button", name="Sign out everywhere").click()
    bob.recipes.get_by_role("button", name="Sign out anyway").click()
    expect(bob.recipes.get_by_label("Account name")).to_be_visible()
    tab.reload()
    expect(tab.get_by_role("button", name="I have a code from another device")).to_be_visible()
    other.close()
