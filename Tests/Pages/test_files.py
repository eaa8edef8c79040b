"""The page of a drive, as one person uses it: with the mouse, with the keyboard alone, on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.person import BrowserPerson
from support.servers import Server
from test_accessibility import violations


@pytest.fixture(scope="module")
def drives():
    running = Server("--drive").start()
    yield running
    running.stop()


@pytest.fixture
def files(person, drives):
    """Opens the page, signed in as somebody new."""

    def make(name: str, **settings) -> tuple[BrowserPerson, Page]:
        one = person(name, at=drives, **settings)
        page = one.open_recipes("/files")
        one.sign_up_to_recipes(page)
        expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
        return one, page

    return make


def entry(page: Page, name: str):
    return page.get_by_role("list", name="Files and folders").get_by_role("link", name=name, exact=True)


def names(page: Page) -> list[str]:
    return page.get_by_role("list", name="Files and folders").get_by_role("link").all_inner_texts()


def upload(page: Page, *files: tuple[str, bytes]):
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Upload").click()
    chooser.value.set_files([{"name": name, "mimeType": "", "buffer": data} for name, data in files])


def drop(page: Page, *files: tuple[str, str]):
    """As from the desktop; each file is a name and its text."""
    page.evaluate("""files => {
      const types = { html: "text/html", svg: "image/svg+xml", pdf: "application/pdf", txt: "text/plain" };
      const dataTransfer = new DataTransfer();
      for (const [name, text] of files) dataTransfer.items.add(new File([text], name, { type: types[name.split(".").at(-1)] ?? "" }));
      for (const type of ["dragenter", "dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      }
    }""", [list(one) for one in files])


def choose(page: Page, name: str, item: str):
    page.get_by_role("button", name=f"More about {name}", exact=True).click()
    page.get_by_role("menuitem", name=item).click()


def menu_of(page: Page, name: str) -> list[str]:
    page.get_by_role("button", name=f"More about {name}", exact=True).click()
    items = page.get_by_role("menuitem").all_inner_texts()
    page.keyboard.press("Escape")
    return items


def expect_accessible(page: Page):
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert not violations(page)


def make_folder(page: Page, name: str):
    page.get_by_role("button", name="New folder").click()
    page.get_by_label("What is it called?").fill(name)
    page.get_by_role("button", name="Make it").click()
    expect(entry(page, name)).to_be_visible()


def test_what_is_deleted_in_one_page_is_gone_in_the_other_at_once(files):
    ann, page = files("ann")
    for name in ("Plans", "Bills"):
        make_folder(page, name)
    other = ann.context.new_page()
    other.goto(page.url)
    expect(entry(other, "Plans")).to_be_visible()
    entry(page, "Plans").focus()
    page.keyboard.press("Delete")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(entry(page, "Plans")).to_have_count(0)
    expect(entry(other, "Plans")).to_have_count(0, timeout=1000)
    expect(entry(other, "Bills")).to_be_visible()


def test_files_come_in_by_button_and_drop_and_are_put_in_order(files):
    ann, page = files("ann")
    # A name that nothing can have is said before the server is asked.
    page.get_by_role("button", name="New folder").click()
    page.get_by_label("What is it called?").fill("a/b")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_text("A name has no “/” and no “\\”.")).to_be_visible()
    page.keyboard.press("Escape")
    make_folder(page, "Trip & more")
    upload(page, ("plan.txt", b"by train"))
    expect(page.get_by_text("1 file uploaded")).to_be_visible()
    drop(page, ("100 %.md", "# a"), ("plan 10.txt", "ten"), ("plan 9.txt", "nine"), ("Plan.txt", "other case"))
    row = page.get_by_role("listitem").filter(has_text="Plan.txt")
    expect(row.get_by_text("Something here has that name already.")).to_be_visible()
    row.get_by_role("button", name="Leave it").click()
    assert names(page) == ["Trip & more", "100 %.md", "plan 9.txt", "plan 10.txt", "plan.txt"]

    # The second of one name: both are kept, or what was there becomes a version.
    upload(page, ("plan.txt", b"by ship"))
    page.get_by_role("button", name="Keep both: plan.txt").click()
    expect(entry(page, "plan 2.txt")).to_be_visible()
    upload(page, ("plan.txt", b"by bicycle"))
    page.get_by_role("button", name="Replace: plan.txt").click()
    expect(page.get_by_role("button", name="Replace: plan.txt")).to_be_hidden()
    with page.expect_download() as download:
        choose(page, "plan.txt", "Download")
    assert download.value.path().read_bytes() == b"by bicycle"

    # Renamed, to a name that is taken first; moved, where one is there already.
    choose(page, "plan 2.txt", "Rename")
    page.get_by_label("What is “plan 2.txt” called now?").fill("plan 9.txt")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_text("Something here has that name already.")).to_be_visible()
    page.get_by_label("What is “plan 2.txt” called now?").fill("plan.TXT.bak")
    page.get_by_role("button", name="Rename").click()
    expect(entry(page, "plan.TXT.bak")).to_be_visible()
    entry(page, "Trip & more").click()
    expect(page.get_by_role("heading", level=1, name="Trip & more")).to_be_visible()
    upload(page, ("plan.txt", b"in here"))
    expect(entry(page, "plan.txt")).to_be_visible()
    page.get_by_role("navigation", name="Folders above").get_by_role("link", name="Files").click()
    choose(page, "plan.txt", "Move")
    dialog = page.get_by_role("dialog", name="Move “plan.txt”")
    dialog.get_by_role("button", name="Trip & more").click()
    expect(dialog.get_by_text("Folder: Trip & more")).to_be_visible()
    dialog.get_by_role("button", name="Move here").click()
    expect(dialog.get_by_text("Something here has that name already.")).to_be_visible()
    dialog.get_by_role("button", name="Keep both").click()
    expect(entry(page, "plan.txt")).to_be_hidden()
    page.goto(f"{ann.servers.app}/files#/Trip%20%26%20more")
    expect(entry(page, "plan 2.txt")).to_be_visible()
    assert names(page) == ["plan 2.txt", "plan.txt"]
    page.reload()
    expect(entry(page, "plan 2.txt")).to_be_visible()

    # What the server refuses is said of each file, and sent again when there is room.
    page.route("**/drive/**", lambda route: route.fulfill(status=507, body="<D:error/>")
               if route.request.method == "PUT" else route.continue_())
    upload(page, ("large.bin", b"x" * 1000))
    expect(page.get_by_text("There is no room for it.")).to_be_visible()
    page.unroute("**/drive/**")
    page.get_by_role("button", name="Try again: large.bin").click()
    expect(entry(page, "large.bin")).to_be_visible()
    # One that is on its way is taken back.
    page.route("**/drive/**", lambda route: None if route.request.method == "PUT" else route.continue_())
    upload(page, ("slow.bin", b"x"), ("slower.bin", b"y"))
    expect(page.get_by_role("heading", name="Uploading, 2 files to go")).to_be_visible()
    page.get_by_role("button", name="Cancel: slow.bin").click()
    page.get_by_role("button", name="Cancel: slower.bin").click()
    expect(page.get_by_role("heading", name="Uploading")).to_be_hidden()
    page.unroute("**/drive/**")
    assert names(page) == ["large.bin", "plan 2.txt", "plan.txt"]
    # A folder that is gone meanwhile.
    page.goto(f"{ann.servers.app}/files#/nowhere")
    expect(page.get_by_role("heading", name="This folder is not here")).to_be_visible()


def test_on_a_phone_and_with_keys_alone(files):
    _, page = files("bob", viewport={"width": 360, "height": 700})
    drop(page, ("a very long name that does not fit into any row of any phone, whatever it does.txt", "a"), ("b.txt", "b"),
         ("c.txt", "c"))
    expect(entry(page, "c.txt")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.get_by_role("button", name="More about b.txt").bounding_box()["width"] >= 40
    entry(page, "c.txt").focus()
    page.keyboard.press("ArrowUp")
    expect(entry(page, "b.txt")).to_be_focused()
    page.keyboard.press("F2")
    expect(page.get_by_label("What is “b.txt” called now?")).to_be_focused()
    page.keyboard.type("beta")
    page.keyboard.press("Enter")
    expect(entry(page, "beta.txt")).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.get_by_text("“beta.txt” is in the bin")).to_be_visible()
    expect(entry(page, "c.txt")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    expect(entry(page, "c.txt")).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
    # Signed out elsewhere: asked for again, and nothing else on the screen.
    page.context.clear_cookies()
    page.get_by_role("button", name="New folder").click()
    page.get_by_label("What is it called?").fill("x")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_label("Account name")).to_be_visible()
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_whoever_comes_to_the_files_first_reads_nothing_of_recipes(person, drives):
    page = person("ann", at=drives).open_recipes("/files")
    expect(page.get_by_role("button", name="Make the account")).to_be_visible()
    assert "recipe" not in page.locator("body").inner_text().lower()


# One that asks for what only this origin may have, however it is run.
SCRIPT = "document.title = 'ran'; top.document.title = 'ran'; fetch('/collab/v1/me').then(() => document.title = 'ran')"
HTML = f"<!doctype html><title>quiet</title><p>Hello</p><script>{SCRIPT}</script><img src=x onerror=\"document.title = 'ran'\">"
SVG = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="90" height="90" onload="{SCRIPT}">'
       f'<title>quiet</title><rect width="9" height="9" fill="teal"/><script>{SCRIPT}</script></svg>')
PDF = (b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
       b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n"
       b"4 0 obj<</Length 38>>stream\nBT /F 24 Tf 20 40 Td (Hello PDF) Tj ET\nendstream endobj\n"
       b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF")


def test_what_is_looked_at_written_over_and_deleted_comes_back_and_no_file_runs(files, browser):
    eve, page = files("eve")
    drop(page, ("evil.html", HTML), ("evil.svg", SVG), ("notes.txt", "first words"), ("paper.pdf", PDF.decode()), ("x.xyz", "?"))
    expect(entry(page, "x.xyz")).to_be_visible()
    preview = page.get_by_role("dialog")

    def look(name: str):
        entry(page, name).click()
        expect(preview.get_by_role("heading", name=name)).to_be_visible()

    expect_accessible(page)
    look("evil.html")
    expect(preview.get_by_text("<script>")).to_be_visible()
    expect_accessible(page)
    page.keyboard.press("Escape")
    look("evil.svg")
    expect(preview.get_by_role("img", name="evil.svg")).to_be_visible()
    page.keyboard.press("Escape")
    look("paper.pdf")
    expect(preview.get_by_title("paper.pdf").or_(preview.get_by_text("nothing that shows a PDF"))).to_be_visible()
    page.keyboard.press("Escape")
    look("x.xyz")
    expect(preview.get_by_text("Nothing here can show a file of this kind.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(entry(page, "x.xyz")).to_be_focused()
    # Opened by itself, in a tab of its own, a file is saved.
    for name in ("evil.html", "evil.svg"):
        with page.expect_popup() as popup:
            page.evaluate("address => { window.open(address); }", f"/drive/{name}")
        # There is nothing to show; some close it then.
        page.wait_for_timeout(500)
        assert popup.value.is_closed() or popup.value.url in ("", "about:blank", ":")
    expect(page).to_have_title("Files")

    # Written over, looked at as it was, brought back.
    upload(page, ("notes.txt", b"other words, and more of them"))
    page.get_by_role("button", name="Replace: notes.txt").click()
    expect(page.get_by_text("1 file uploaded")).to_be_visible()
    look("notes.txt")
    expect(preview.get_by_text("other words")).to_be_visible()
    preview.get_by_role("button", name="Versions").click()
    versions = page.get_by_role("dialog", name="Versions of “notes.txt”")
    expect_accessible(page)
    versions.get_by_role("button", name="Look at that of").click()
    expect(page.get_by_text("first words")).to_be_visible()
    page.keyboard.press("Escape")
    versions.get_by_role("button", name="Bring back that of").click()
    expect(versions).to_be_hidden()
    look("notes.txt")
    expect(preview.get_by_text("first words")).to_be_visible()
    page.keyboard.press("Escape")

    # Deleted: brought back, or for good.
    for name in ("notes.txt", "x.xyz"):
        choose(page, name, "Delete")
        expect(entry(page, name)).to_be_hidden()
    page.get_by_role("link", name="Bin").click()
    lying = page.get_by_role("list", name="What lies in the bin")
    expect(lying.get_by_text("x.xyz", exact=True)).to_be_visible()
    expect_accessible(page)
    page.get_by_role("button", name="Bring back notes.txt").click()
    expect(page.get_by_text("“notes.txt” is back in “Files”")).to_be_visible()
    page.get_by_role("button", name="Delete x.xyz for good").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("heading", name="The bin is empty")).to_be_visible()

    # A program's password: told once, used, revoked.
    page.get_by_role("link", name="Programs").click()
    page.get_by_role("button", name="Make a password").click()
    expect(page.get_by_text("Give it a name")).to_be_visible()
    page.get_by_label("Which program?").fill("Finder")
    page.get_by_role("button", name="Make a password").click()
    made = page.get_by_role("dialog", name="Password for “Finder”")
    assert made.get_by_label("Address", exact=True).input_value() == f"{eve.servers.app}/drive/"
    expect_accessible(page)
    password = made.get_by_label("Password", exact=True).input_value()
    page.keyboard.press("Escape")
    expect(page.get_by_text("not used yet")).to_be_visible()
    # Where the browser itself is signed in with it, a file is shown, and may do nothing.
    other = browser.new_context(http_credentials={"username": eve.account, "password": password})
    try:
        shown = other.new_page()
        for name in ("evil.html", "evil.svg"):
            response = shown.goto(f"{eve.servers.app}/drive/{name}")
            assert response.status == 200
            shown.wait_for_timeout(300)
            assert shown.title() != "ran"
    finally:
        other.close()
    page.reload()
    expect(page.get_by_text(re.compile("last used"))).to_be_visible()
    page.get_by_role("button", name="Revoke Finder").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    expect(page).to_have_title("Programs – Files")


def ask(page: Page, method: str, address: str, body: dict | None = None) -> dict:
    """What a page of this server asks in its session."""
    return page.evaluate("""async ([method, address, body]) => {
      const answer = await fetch(`/collab/v1/${address}`, { method, ...(body && {
        body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }) });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return answer.json();
    }""", [method, address, body])


def test_what_another_shares_is_changed_inside_and_keeps_its_place(files):
    _, ann = files("ann")
    make_folder(ann, "Plans")
    share = ask(ann, "POST", "me/drive/shares", {
        "requestID": "A" * 22, "path": "/Plans", "who": "link", "access": "readWrite"})
    _, ben = files("ben")
    ask(ben, "POST", f"collaborations/{share['collaborationID']}/link-entry")
    ben.reload()
    expect(entry(ben, "Shared")).to_be_visible()
    expect(ben.get_by_role("button", name="More about Shared")).to_have_count(0)
    entry(ben, "Shared").focus()
    ben.keyboard.press("Delete")
    expect(ben.get_by_role("dialog")).to_have_count(0)
    entry(ben, "Shared").click()
    expect(entry(ben, "Plans")).to_be_visible()
    assert menu_of(ben, "Plans") == ["Who shares it", "Show the conversation", "Leave"]
    upload(ben, ("here.txt", b"not here"))
    expect(ben.get_by_text(re.compile("changed only where they allow it")).first).to_be_visible()
    entry(ben, "Plans").click()
    expect(ben.get_by_role("heading", level=1, name="Plans")).to_be_visible()
    make_folder(ben, "Ben's")
    upload(ben, ("note.txt", b"from Ben"))
    expect(entry(ben, "note.txt")).to_be_visible()
    choose(ben, "note.txt", "Rename")
    ben.get_by_role("dialog").get_by_role("textbox").fill("letter.txt")
    ben.keyboard.press("Enter")
    expect(entry(ben, "letter.txt")).to_be_visible()
    entry(ann, "Plans").click()
    expect(entry(ann, "letter.txt")).to_be_visible()
