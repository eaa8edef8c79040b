"""A person with a browser of their own, who does on the pages what the pages offer.

Everything is found as a person finds it, by role and name; nothing by how it is made.
"""

import re

from playwright.sync_api import Browser, Page, expect

from .windows import answer

PASSWORD = "correct horse battery"

# What a browser itself writes to the console when a server is away or says no, which tests provoke.
EXPECTED = re.compile(r"Failed to load resource|net::ERR_|ERR_INCOMPLETE_CHUNKED")
# And what it writes when the server is killed while it fetches a service worker, or a proxy answers in its place.
CUT_OFF = re.compile(r"An unknown error occurred when fetching the script|A bad HTTP response code \(502\)")


class BrowserPerson:
    def __init__(self, browser: Browser, servers, handle: str, name: str | None = None, **settings):
        self.servers, self.handle = servers, handle
        self.name = name or handle.title()
        self.account = f"{handle}@example.org"
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(10_000)
        self.complaints: list[str] = []
        self.context.on("page", self._listen)
        self.messenger: Page | None = None
        self.recipes: Page | None = None
        # Who has written to whom before: between them nobody is asked any more.
        self.servers.people = getattr(servers, "people", {})
        self.servers.met = getattr(servers, "met", set())
        self.servers.people[handle] = self

    def _listen(self, page: Page):
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._said(page, message))

    def _said(self, page: Page, message):
        if message.type != "error" or EXPECTED.search(message.text):
            return
        if not (self.servers.was_killed and CUT_OFF.search(message.text)):
            self.complaints.append(f"{page.url}: {message.text}")

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
        expect(self.compose_field).to_be_focused()

    @property
    def compose_field(self):
        return self.messenger.get_by_role("textbox", name="Message")

    @property
    def thread(self):
        return self.messenger.get_by_role("log")

    def say(self, text: str):
        self.compose_field.fill(text)
        self.compose_field.press("Enter")
        expect(self.compose_field).to_have_value("")

    def reads(self, text: str, seconds: float = 15):
        expect(self.thread.get_by_text(text).last).to_be_visible(timeout=seconds * 1000)

    # The sample app

    def open_recipes(self, path: str = "/") -> Page:
        self.recipes = self.context.new_page()
        self.recipes.goto(self.servers.app + path)
        return self.recipes

    def sign_up_to_recipes(self, page: Page | None = None, account: str | None = None):
        page = page or self.recipes or self.open_recipes()
        other = page.get_by_role("button", name="Make a new account")
        expect(other.or_(page.get_by_role("button", name="Make the account"))).to_be_visible()
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

    def sees(self, field: str, text: str, seconds: float = 15):
        expect(self.field(field)).to_have_value(re.compile(re.escape(text)), timeout=seconds * 1000)

    def write(self, field: str, text: str, page: Page | None = None):
        place = self.field(field, page)
        place.click()
        place.press("Control+End")
        place.press_sequentially(text)

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
        with self.recipes.expect_popup() as popup:
            self.recipes.get_by_role("button", name="Share").click()
        return popup.value

    def open_shared(self, title: str) -> Page:
        """From the thread: the link's card, up to the app's page."""
        with self.context.expect_page() as page:
            card = self.thread.get_by_role("article").filter(has_text=title)
            (card if card.count() else self.thread).get_by_role("link", name="Open").last.click()
        self.recipes = page.value
        return self.recipes

    def prove(self, allow: bool = True, is_told: bool = True) -> None:
        """On the link's page: to the messenger, its question, and back."""
        with self.recipes.expect_popup() as popup:
            self.recipes.get_by_role("button", name="Open with your messenger").click()
        if not is_told:
            popup.value.get_by_role("switch", name="Tell me here what others do").uncheck()
        answer(popup.value, "Allow" if allow else "Cancel")

    # Membership

    def apply_offer(self):
        """The banner's plan, applied: the app's page is opened to do it, and has to be confirmed there."""
        self.messenger.get_by_role("button", name="Review").click()
        dialog = self.messenger.get_by_role("dialog", name="Update what you shared here?")
        with self.context.expect_page() as page:
            dialog.get_by_role("button", name="Apply").click()
        answer(page.value, "Update")
        expect(dialog).to_be_hidden()
