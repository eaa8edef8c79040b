"""Who was invited and has no account gets in by the proof, without a form."""

import re

from playwright.sync_api import expect

from support.windows import answer
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
    _, bob = invited(person, "Soup")
    page = bob.open_shared("Soup")
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open with your messenger").click()
    answer(popup.value, "Allow")
    bob.sees("Ingredients", "Flour")
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("menuitem", name="Your account").click()
    account = page.get_by_text(re.compile("^invited-")).last.inner_text()
    page.get_by_label("Password", exact=True).fill("a good password")
    page.get_by_role("button", name="Add the password").click()
    expect(page.get_by_text("The password is added").first).to_be_visible()
    # Nobody knows such a name by heart: it stands there for as long as it is not written down.
    expect(page.get_by_text(f"With it you sign in as {account}.")).to_be_visible()
    signed_in = page.request.post(f"{bob.servers.app}/collab/v1/sessions",
        data={"account": account, "password": "a good password"}, headers={"Sec-Fetch-Site": "same-origin"})
    assert signed_in.status == 201 and signed_in.json()["displayName"] == bob.name


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
