"""Who was invited and has no account gets in by the proof, without a form."""

import json
import re
import subprocess

from playwright.sync_api import expect

from support.person import PASSWORD
from support.servers import program
from support.windows import answer, expect_focus
from test_refusals import documents, shared_recipe


def invited(person, title: str):
    """Bob's browser, and Ann's, who has shared with him; he stands before the card."""
    bob = person("bob")
    bob.sign_up()
    ann = shared_recipe(person, title, bob)
    bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    return ann, bob


def test_who_was_invited_gets_in_without_a_form_and_finds_the_same_account_again(person):
    ann, bob = invited(person, "Bread")
    page = bob.open_shared("Bread")
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    question = popup.value
    host = bob.servers.app.removeprefix("http://")
    expect(question.get_by_text(f"Recipes ({host}) may know you as {bob.name}")).to_be_visible()
    answer(question, "Allow")
    bob.sees("Ingredients", "Flour")
    bob.write("Notes", "Knead it longer.")
    ann.sees("Notes", "Knead it longer.")
    me = bob.context.request.get(f"{bob.servers.app}/collab/v1/me").json()
    assert (me["displayName"], me["hasPassword"], me["isEnteredByProof"]) == (bob.name, False, True)

    # Signed out, or the cookie gone: the same proof leads back, and nobody is asked again. No other way does: that is said.
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("menuitem", name=re.compile("Sign out")).click()
    page.get_by_role("dialog", name="Sign out without a password?").get_by_role("button", name="Stay").click()
    bob.sees("Notes", "Knead it longer.")
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("menuitem", name=re.compile("Sign out")).click()
    page.get_by_role("button", name="Sign out anyway").click()
    with page.expect_popup():
        page.get_by_role("button", name="Open with your messenger").click()
    bob.sees("Notes", "Knead it longer.")
    assert bob.context.request.get(f"{bob.servers.app}/collab/v1/me").json()["account"] == me["account"]


def test_the_person_chooses_the_name_and_a_no_tells_the_app_nothing(person):
    ann, bob = invited(person, "Plum cake")
    page = bob.open_shared("Plum cake")
    said = []
    page.on("request", lambda request: said.append(request.url))
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    answer(popup.value, "Cancel")
    expect(page.get_by_role("button", name="Open with your messenger")).to_be_visible()
    assert not [url for url in said if url.endswith("/entry")]
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    popup.value.get_by_label("Your name there").fill("Ben of the bakery")
    answer(popup.value, "Allow")
    bob.sees("Ingredients", "Flour")
    listed = ann.context.request.get(
        f"{ann.servers.app}/collab/v1/collaborations/{documents(ann)[0]['collaborationID']}/participants").json()
    assert "Ben of the bakery" in [one.get("displayName") for one in listed["participants"]]


def test_a_password_added_later_opens_the_same_account(person):
    """With a name that the person chooses; the account's own is 40 characters that nobody keeps in mind."""
    ann, bob = invited(person, "Soup")
    page = bob.open_shared("Soup")
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    answer(popup.value, "Allow")
    bob.sees("Ingredients", "Flour")
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("menuitem", name="Your account").click()
    # The account's own name is for nobody but the operator, and is said where one wants to tell them.
    expect(page.get_by_text(re.compile("invited-[0-9a-f]"))).to_be_hidden()
    page.get_by_text("What to tell them").click()
    expect(page.get_by_text("Whoever runs this server finds your account as invited-")).to_be_visible()
    name, add = page.get_by_label("Sign-in name"), page.get_by_role("button", name="Add the password")
    page.get_by_label("Password", exact=True).fill("a good password")
    add.click()
    expect(page.get_by_text("Choose a name to sign in with.")).to_be_visible()
    expect_focus(name)
    name.fill(ann.account)
    add.click()
    expect(page.get_by_text("Somebody has that name already. Choose another.")).to_be_visible()
    expect_focus(name)
    chosen = f"{bob.account}.at.home"
    name.fill(f" {chosen} ")
    add.click()
    expect(page.get_by_text(f"The password is added. With it you sign in as {chosen}.")).to_be_visible()
    expect(page.get_by_text(f"{bob.name} ({chosen})")).to_be_visible()
    expect(page.get_by_text(f"Tell them the name that you sign in with: {chosen}.")).to_be_visible()
    expect(page.get_by_text("invited-")).to_have_count(0)
    # Signed out, it stands there, and leads back with the password; others see it nowhere.
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("menuitem", name=re.compile("Sign out")).click()
    expect(page.get_by_label("Account name")).to_have_value(chosen)
    page.get_by_label("Password").fill("a good password")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text(f"{bob.name} ({chosen})")).to_be_visible()
    me = bob.context.request.get(f"{bob.servers.app}/collab/v1/me").json()
    assert (me["displayName"], me["signInName"], me["account"][:8]) == (bob.name, chosen, "invited-")
    listed = ann.context.request.get(
        f"{ann.servers.app}/collab/v1/collaborations/{documents(ann)[0]['collaborationID']}/participants")
    assert me["account"] in listed.text() and chosen not in listed.text()
    shown = subprocess.run([program(), "account", "show", chosen, "--data", bob.servers.folder, "--json"],
        capture_output=True, text=True, check=True)
    assert (json.loads(shown.stdout)["account"], json.loads(shown.stdout)["signInName"]) == (me["account"], chosen)


def test_who_shared_it_is_sent_to_their_own_account(person):
    ann, _ = invited(person, "Tea")
    page = ann.recipes
    link = page.url
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("menuitem", name=re.compile("Sign out")).click()
    collaboration = link if "/d/" in link else None
    if collaboration is None:
        ann.open_shared("Tea")
        page = ann.recipes
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    expect(popup.value.get_by_role("heading", name="You shared “Tea”")).to_be_visible()
    answer(popup.value, "Close")
    expect(page.get_by_role("button", name="Open with your messenger")).to_be_visible()
    # Closed by herself, it is no failure.
    expect(page.get_by_role("status").get_by_text("It was not opened.")).to_be_visible()
    expect(page.locator(".error:not(:empty)")).to_have_count(0)
    # The way on is there, in a window as in this tab.
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    answer(popup.value, "Sign in there")
    expect(page.get_by_text("sign in with your account here.")).to_be_visible()
    expect_focus(page.get_by_label("Account name"))
    page.close()
    page = ann.click_shared("Tea")
    page.get_by_role("button", name="Sign in there").click()
    expect(page.get_by_text("sign in with your account here.")).to_be_visible()
    page.get_by_label("Account name").fill(ann.account)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    ann.sees("Ingredients", "Flour")
