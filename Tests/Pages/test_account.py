"""The account of the sample app: its password, where it is signed in, and how that ends."""

import subprocess

from playwright.sync_api import expect

from support.person import PASSWORD
from support.servers import program
from support.windows import expect_focus


def elsewhere(browser, ann):
    """The same account in another browser, kept open on a recipe of hers. Answers its page."""
    context = browser.new_context()
    answer = context.request.post(f"{ann.servers.app}/collab/v1/sessions", data={
        "account": ann.account, "password": PASSWORD}, headers={"User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0"})
    assert answer.ok
    page = context.new_page()
    page.add_init_script("localStorage.setItem('recipes.account', 'somebody')")
    page.goto(ann.recipes.url)
    expect(page.get_by_role("textbox", name="Ingredients")).to_be_visible()
    return page


def open_account(page):
    """With the keyboard alone."""
    page.get_by_role("button", name="Your account").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Your account")).to_be_visible()


def is_signed_in(page, ann) -> bool:
    return page.context.request.get(f"{ann.servers.app}/collab/v1/me").ok


def test_one_sees_where_one_is_signed_in_and_ends_it(person, browser):
    ann = person("ann")
    page = ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Apple pie", ingredients="Flour")
    other = elsewhere(browser, ann)
    recipe = page.url

    open_account(page)
    rows = page.get_by_role("listitem")
    expect(rows).to_have_count(2)
    # What stands in a frame does not touch it.
    frame = page.get_by_role("region", name="Where you are signed in").bounding_box()
    heading = page.get_by_role("heading", name="Where you are signed in").bounding_box()
    assert heading["x"] - frame["x"] >= 12 and heading["y"] - frame["y"] >= 12
    expect(rows.filter(has_text="here")).to_have_count(1)
    page.get_by_role("button", name="End the session on Firefox on Linux").focus()
    page.keyboard.press("Enter")
    expect(rows).to_have_count(1)
    expect_focus(page.get_by_role("heading", name="Where you are signed in"))
    # Its open recipe ends at once, without asking anything.
    expect(other.get_by_role("heading", name="Sign in")).to_be_visible()
    assert not is_signed_in(other, ann) and is_signed_in(page, ann)
    page.go_back()
    expect(page).to_have_url(recipe)
    ann.sees("Ingredients", "Flour")
    other.context.close()


def test_a_new_password_ends_every_other_session_and_everywhere_means_here_too(person, browser):
    ann = person("ann")
    page = ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Apple pie")
    other = elsewhere(browser, ann)
    open_account(page)
    old, new = page.get_by_label("Your password now"), page.get_by_label("New password")
    change = page.get_by_role("button", name="Change the password")

    old.fill("not her password")
    new.fill("a better password")
    new.press("Enter")
    expect(page.get_by_role("alert").first).to_have_text("That is not your password.")
    expect_focus(old)
    old.fill(PASSWORD)
    change.click()
    expect(page.get_by_text("The password is changed, and 1 other session ended")).to_be_visible()
    expect(old).to_have_value("")
    assert not is_signed_in(other, ann) and is_signed_in(page, ann)

    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_have_text("The account name or the password is not right.")
    page.get_by_label("Password").fill("a better password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Your account")).to_be_visible()
    other.context.close()


def reset_link(ann, *options) -> str:
    """What an operator hands out."""
    made = subprocess.run(
        [program(), "account", "reset-password", ann.account, "--data", ann.servers.folder, "--app-origin",
         ann.servers.app, *options], capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def test_a_lost_password_is_replaced_by_a_link_that_is_good_once(person, browser):
    ann = person("ann")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Apple pie", ingredients="Flour")
    other = elsewhere(browser, ann)
    link = reset_link(ann)
    context = browser.new_context()
    page = context.new_page()
    page.goto(link)
    new, alert = page.get_by_label("New password", exact=True), page.get_by_role("alert")
    expect(page.get_by_role("heading", name="Choose a new password")).to_be_visible()
    new.fill("short")
    new.press("Enter")
    expect(alert).to_have_text("Choose a password of at least 8 characters.")
    new.fill("a better password")
    new.press("Enter")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.get_by_label("Account name")).to_have_value(ann.account)
    assert "reset" not in page.url
    # Whoever had the old password has nothing any more.
    expect(other.get_by_role("heading", name="Sign in")).to_be_visible()
    assert not is_signed_in(other, ann)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(alert).to_have_text("The account name or the password is not right.")
    page.get_by_label("Password").fill("a better password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Apple pie")).to_be_visible()

    # Again, while somebody is signed in: the page says that it is over, and nothing changes.
    page.goto(link)
    page.reload()
    new.fill("yet another password")
    new.press("Enter")
    expect(alert).to_contain_text("This link is not good any more.")
    assert is_signed_in(page, ann)
    context.close()
    other.context.close()
