"""The same on the pages, in Chromium: from a shared link to the provider and back to it, without a mouse."""

import os

from playwright.sync_api import expect, sync_playwright

expect.set_options(timeout=20_000)


def test_a_shared_link_leads_to_the_provider_and_back_by_keyboard(odd):
    provider, person = odd
    link = provider.grove.app + "/d/AAAAAAAAAAAAAAAAAAAAAA"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        page = browser.new_page()
        complaints = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(link)
        for name in ("Sign in with an account of this app", "Sign in with The Works"):
            button = page.get_by_role("button", name=name)
            expect(button).to_be_visible()
            for _ in range(20):
                page.keyboard.press("Tab")
                if button.evaluate("one => one === document.activeElement"):
                    break
            expect(button).to_be_focused()
            page.keyboard.press("Enter")
        page.wait_for_url(provider.issuer + "/**")
        page.get_by_role("button", name="bob", exact=False).first.click()
        page.wait_for_url(link)
        expect(page.get_by_role("button", name="Sign in with The Works")).to_have_count(0)
        # The account is there, without a password to change, and says how one signs in.
        page.goto(provider.grove.app + "/#account")
        expect(page.get_by_text("You sign in to this account with The Works.")).to_be_visible()
        expect(page.get_by_text("Bob (person-", exact=False)).to_be_visible()
        expect(page.get_by_label("Your password now")).to_have_count(0)
        # What does not work is a page for a person.
        page.goto(provider.grove.app + "/collab/v1/provider/callback?state=x")
        expect(page.get_by_role("heading", name="Signing in did not work")).to_be_visible()
        expect(page.get_by_text("sign_in_unknown")).to_be_visible()
        page.get_by_role("link", name="Go back and try again").click()
        page.wait_for_url(provider.grove.app + "/")
        browser.close()
    assert not complaints, complaints
