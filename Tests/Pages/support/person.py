"""A person with a browser of their own, who does on the pages what the pages offer.

Everything is found as a person finds it, by role and name; nothing by how it is made.
"""

import re

from playwright.sync_api import Browser, Error, Page, expect

from .servers import wait_until
from .windows import answer, expect_focus, wait_until_closed

PASSWORD = "correct horse battery"

# What a browser itself writes to the console when a server is away or says no, which tests provoke.
# Firefox says more: that a window was greeted before its page was there, whose greeting is for that page's origin alone.
EXPECTED = re.compile(r"Failed to load resource|net::ERR_|ERR_INCOMPLETE_CHUNKED"
                      r"|The target origin provided .* does not match the recipient window’s origin"
                      # Of a page that goes in the moment in which it opens another.
                      r"|'open' on 'Window': The provided callback is no longer runnable")
# And what it writes when the server is killed while it fetches a service worker, or a proxy answers in its place.
CUT_OFF = re.compile(r"An unknown error occurred when fetching the script|A bad HTTP response code \(502\)")

CLEAR = """async () => {
  localStorage.clear();
  for (const worker of await navigator.serviceWorker.getRegistrations()) void worker.unregister();
  for (const name of await caches.keys()) void caches.delete(name);
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
}"""


class BrowserPerson:
    def __init__(self, browser: Browser, servers, handle: str, name: str | None = None, **settings):
        self.servers, self.handle = servers, handle
        self.name = name or handle.title()
        self.account = f"{handle}@example.org"
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(30_000)
        self.complaints: list[str] = []
        self.context.on("page", self._listen)
        self.messenger: Page | None = None
        self.recipes: Page | None = None
        # Who has written to whom before: between them nobody is asked any more.
        self.servers.people = getattr(servers, "people", {})
        self.servers.met = getattr(servers, "met", set())
        self.servers.people[handle] = self

    def _listen(self, page: Page):
        # Over WebDriver BiDi, what Firefox writes by itself comes as errors of the page.
        page.on("pageerror", lambda error: self._said(page, str(error)))
        page.on("console", lambda message: message.type == "error" and self._said(page, message.text))

    def _said(self, page: Page, text: str):
        if EXPECTED.search(text) or self.servers.was_killed and CUT_OFF.search(text):
            return
        self.complaints.append(f"{page.url}: {text}")

    @property
    def is_in_chromium(self) -> bool:
        return self.context.browser.browser_type.name == "chromium"

    def allow_clipboard(self):
        """Firefox has no such permission; its profile allows it."""
        if self.is_in_chromium:
            self.context.grant_permissions(["clipboard-read", "clipboard-write"])

    def clear_browsing_data(self):
        """The messenger's, with its page open. Firefox's driver cannot, so a script removes what there is."""
        if not self.is_in_chromium:
            return self.messenger.evaluate(CLEAR)
        session = self.context.new_cdp_session(self.messenger)
        session.send("Storage.clearDataForOrigin", {"origin": self.servers.relay, "storageTypes": "all"})

    def close(self):
        self.context.close()

    # The messenger

    def open_messenger(self) -> Page:
        self.messenger = self.context.new_page()
        self.messenger.goto(self.servers.relay)
        return self.messenger

    def sign_up(self) -> str:
        """The first run. Answers the recovery code."""
        page = self.messenger or self.open_messenger()
        page.get_by_label("Your name").fill(self.name)
        page.get_by_label("Your handle").fill(self.handle)
        page.get_by_role("button", name="Begin").click()
        code = page.get_by_label("Recovery code").inner_text()
        page.get_by_role("switch", name="I have kept it").check()
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_role("button", name="New conversation").first).to_be_enabled()
        return code

    def begin_conversation(self, *handles: str, name: str = ""):
        page = self.messenger
        page.get_by_role("button", name="New conversation").first.click()
        dialog = page.get_by_role("dialog", name="New conversation")
        self.choose_people(dialog, *handles)
        if name:
            dialog.get_by_label("Name of the group").fill(name)
        dialog.get_by_role("button", name="Begin").click()
        expect(dialog).to_be_hidden()
        expect(self.compose_field).to_be_visible()
        self.is_accepted_by(*handles)

    def is_accepted_by(self, *handles: str):
        """Those who do not know this person yet are asked, and accept, where their messenger is open."""
        for handle in handles:
            other, pair = self.servers.people.get(handle), frozenset((self.handle, handle))
            if other is None or pair in self.servers.met:
                continue
            if other.accept(self.name):
                self.servers.met.add(pair)

    def accept(self, name: str) -> bool:
        """Accepts what `name` asks, and goes back to where it was."""
        if self.messenger is None or self.messenger.is_closed():
            return False
        before = self.messenger.evaluate("location.hash")
        self.messenger.get_by_role("button", name=re.compile(f"^Accept: {re.escape(name)} ")).click()
        expect(self.compose_field).to_be_visible()
        self.messenger.evaluate("before => { location.hash = before; }", before)
        return True

    def choose_people(self, place, *handles: str):
        for handle in handles:
            field = place.get_by_role("combobox", name="To")
            field.fill(handle)
            field.press("Enter")
            expect(field).to_have_value("")

    def open_conversation(self, name: str):
        self.messenger.get_by_role("navigation", name="Conversations").get_by_text(name).first.click()
        expect(self.messenger.get_by_role("heading", level=1, name=name)).to_be_visible()
        expect_focus(self.compose_field)

    @property
    def compose_field(self):
        return self.messenger.get_by_role("textbox", name="Message")

    @property
    def thread(self):
        return self.messenger.get_by_role("log")

    @property
    def news(self):
        """What stands above the messages of the open conversation; its row in the list says the newest of it, too."""
        return self.messenger.get_by_role("region", name="News")

    def say(self, text: str):
        self.compose_field.fill(text)
        self.compose_field.press("Enter")
        expect(self.compose_field).to_have_value("")

    def reads(self, text: str, seconds: float = 30):
        expect(self.thread.get_by_text(text).last).to_be_visible(timeout=seconds * 1000)

    # The sample app

    def open_recipes(self, path: str = "/") -> Page:
        self.recipes = self.context.new_page()
        self.recipes.goto(self.servers.app + path)
        return self.recipes

    def sign_up_to_recipes(self, page: Page | None = None, account: str | None = None):
        page = page or self.recipes or self.open_recipes()
        other = page.get_by_role("button", name="Make a new account")
        make = page.get_by_role("button", name="Make the account")
        ways = page.get_by_role("button", name="Sign in with an account of this app")
        expect(ways.or_(other).or_(make)).to_be_visible()
        if ways.is_visible():
            ways.click()
        expect(other.or_(make)).to_be_visible()
        if other.is_visible():
            other.click()
        page.get_by_label("Your name").fill(self.name)
        page.get_by_label("Account name").fill(account or self.account)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Make the account").click()
        expect(page.get_by_role("button", name="Your account")).to_be_visible()

    def write_recipe(self, title: str, **fields: str):
        page = self.recipes
        page.get_by_role("button", name="New recipe").click()
        page.get_by_label("What is it called?").fill(title)
        page.get_by_role("button", name="Begin").click()
        expect(self.field("Ingredients")).to_be_visible()
        for name, text in fields.items():
            self.write(name.title(), text)

    def field(self, name: str, page: Page | None = None):
        return (page or self.recipes).get_by_role("textbox", name=name)

    def sees(self, field: str, text: str, seconds: float = 30):
        expect(self.field(field)).to_have_value(re.compile(re.escape(text)), timeout=seconds * 1000)

    def write(self, field: str, text: str, page: Page | None = None):
        place = self.field(field, page)
        place.click()
        place.press("Control+End")
        place.press_sequentially(text)

    def loses_connection(self, is_lost: bool = True):
        """Chromium 156 takes the network away where it is told to, and says so when it is asked; of the event by which pages
        hear of it (HTML, "Browser state") it fires none then, as it does for a network that is really away."""
        self.context.set_offline(is_lost)
        for page in self.context.pages:
            page.evaluate("(name) => dispatchEvent(new Event(name))", "offline" if is_lost else "online")

    def looks_away(self):
        """From the open recipe, to another window: headless pages are always in front of somebody. Not before its server
        was told that it is open: only then are they in it on their own card."""
        expect(self.recipes.locator(".save-status")).to_contain_text("Saved")
        self.recipes.evaluate("document.hasFocus = () => false; dispatchEvent(new FocusEvent('blur'))")

    def looks_again(self):
        """At the open recipe. Of all people's windows Firefox lets one have the focus."""
        self.recipes.evaluate("document.hasFocus = () => true; dispatchEvent(new FocusEvent('focus'))")

    def share(self, *handles: str, text: str = "", conversation: str = "", before=None) -> Page:
        """From the open recipe: the share sheet, filled in and sent. Answers its window."""
        sheet = self.open_share_sheet()
        if before:
            before(sheet)
        if conversation:
            sheet.get_by_role("group", name="Suggested conversations").get_by_text(conversation).click()
        self.choose_people(sheet, *handles)
        if text:
            sheet.get_by_label("Message").fill(text)
        answer(sheet, "Send")
        self.is_accepted_by(*handles)
        return sheet

    def open_share_sheet(self) -> Page:
        # The window of a share before that is not closed yet would be taken again, and none would come up.
        for page in self.context.pages:
            if page.url.startswith(f"{self.servers.relay}/share"):
                wait_until_closed(page)
        with self.recipes.expect_popup() as popup:
            self.recipes.get_by_role("button", name="Share").click()
        return popup.value

    def card_link(self, title: str):
        """The way to the document on its card in the thread."""
        link = self.thread.get_by_role("link", name=re.compile(f"^Open “.*{re.escape(title)}")).last
        expect(link).to_have_attribute("href", re.compile("collab-messenger="))
        return link

    def click_shared(self, title: str) -> Page:
        """From the thread: a click on the card."""
        link = self.card_link(title)
        # As a hand does: what is asked of the app with the click is looked up when the pointer comes.
        link.hover()
        self.messenger.wait_for_timeout(200)
        with self.context.expect_page() as page:
            link.click()
        self.recipes = page.value
        return self.recipes

    def open_shared(self, title: str) -> Page:
        """The same link as it comes from elsewhere, copied or by mail: up to the app's page."""
        link = self.card_link(title).get_attribute("href")
        self.recipes = self.context.new_page()
        self.recipes.goto(link)
        return self.recipes

    def prove(self, allow: bool = True, is_told: bool = True) -> None:
        """On the link's page: to the messenger, its question, and back."""
        with self.recipes.expect_popup() as popup:
            self.recipes.get_by_role("button", name="Open with your messenger").click()
        self.consent(popup.value, allow, is_told)

    def consent(self, question: Page, allow: bool = True, is_told: bool = True) -> None:
        """The messenger's question, in a window of its own or in the app's tab."""
        if not is_told:
            question.get_by_role("switch", name="Tell me here what others do").uncheck()
        answer(question, "Allow" if allow else "Cancel")

    # Membership

    def chooses_to_be_told(self, is_told: bool):
        """In the settings, of the one app that was let in."""
        page = self.messenger
        page.get_by_role("button", name="Settings").click()
        switch = page.get_by_role("switch", name="Tell me here what others do")
        switch.set_checked(is_told)
        expect(switch).not_to_have_attribute("aria-busy", "true")
        expect(page.get_by_text("Switched on, it begins")).to_have_count(0 if is_told else 1)
        page.keyboard.press("Escape")

    def apply_offer(self):
        """The banner's plan, applied: the app asks before it does it."""
        self.messenger.get_by_role("button", name="Review").click()
        dialog = self.messenger.get_by_role("dialog", name="Update what you shared here?")
        answer(self.app_asks(dialog.get_by_role("button", name="Apply").click), "Update")
        expect(dialog).to_be_hidden()

    def app_asks(self, press) -> Page:
        """Where the app asks after that: in the page that is open and whose title says so, or in a window of its own."""
        found = []

        def asks(page) -> bool:
            try:
                return page.title().startswith("Answer needed")
            except Error:
                return False  # It is just closing.

        def look():
            self.messenger.wait_for_timeout(50)
            found.extend(page for page in self.context.pages if page not in before or asks(page))
            return found

        # What was asked before is over.
        wait_until(lambda: not any(asks(page) for page in self.context.pages), what="the last question to be over")
        before = list(self.context.pages)
        press()
        wait_until(look, what="the app's question")
        return found[0]

    def is_cut_off(self):
        """The open recipe, from the messenger: loaded anew it cannot be asked any more, and a window asks."""
        self.recipes.reload()
        expect(self.field("Ingredients")).to_be_visible()
        self.messenger.wait_for_timeout(300)

    def changes_people(self, dialog, button: str):
        """In the dialog that changes who is in a conversation and what they get or lose: the app asks."""
        answer(self.app_asks(dialog.get_by_role("button", name=button, exact=True).click), "Update")
        expect(dialog).to_be_hidden()
