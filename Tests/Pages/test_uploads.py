"""Large files on the page of a drive, with a server that goes away in the middle."""

import hashlib
import random
import re

import pytest
from playwright.sync_api import expect

from support.servers import Server
from test_files import ask, choose, entry, expect_accessible, upload

SIZE = 40_000_000


@pytest.fixture
def drive():
    """A server of its own, since it is killed."""
    running = Server("--drive").start()
    yield running
    running.stop()


@pytest.mark.chromium_only("a test slows down what goes out")
def test_a_large_upload_goes_on_after_its_server_was_gone(person, drive, tmp_path):
    ann = person("ann", at=drive)
    page = ann.open_recipes("/files")
    ann.sign_up_to_recipes(page)
    data = random.Random(7).randbytes(SIZE)
    (tmp_path / "film.bin").write_bytes(data)
    sent = []
    page.on("request", lambda request: request.method == "PATCH" and sent.append(int(request.headers["upload-offset"])))
    network = page.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 8_000_000}
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", slow)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Upload").click()
    chooser.value.set_files(tmp_path / "film.bin")
    row = page.get_by_role("listitem").filter(has_text="film.bin")
    expect(row.get_by_text(re.compile(r"^1\d MB of 40 MB"))).to_be_visible()
    drive.kill()
    expect(row.get_by_text("The connection broke. It goes on by itself.")).to_be_visible()
    expect_accessible(page)
    drive.start()
    expect(entry(page, "film.bin")).to_be_visible()
    expect(page.get_by_text("1 file uploaded")).to_be_visible()
    # Not all of it a second time.
    assert sent[0] == 0 and 4_000_000 < sent[-1] <= SIZE, sent
    with page.expect_download() as download:
        choose(page, "film.bin", "Download")
    assert hashlib.sha256(download.value.path().read_bytes()).digest() == hashlib.sha256(data).digest()


def test_a_large_upload_asks_about_a_name_and_is_taken_back_without_a_trace(person, drive, tmp_path):
    ann = person("ann", at=drive)
    page = ann.open_recipes("/files")
    ann.sign_up_to_recipes(page)
    upload(page, ("film.bin", b"old"))
    expect(entry(page, "film.bin")).to_be_visible()
    upload(page, ("film.bin", b"new" * 4_000_000))
    page.get_by_role("button", name="Replace: film.bin").click()
    expect(page.get_by_role("button", name="Replace: film.bin")).to_be_hidden()
    expect(page.get_by_role("listitem").filter(has_text="film.bin").get_by_text("12 MB", exact=True)).to_be_visible()
    assert [one["size"] for one in ask(page, "GET", "me/drive/versions?path=/film.bin")["versions"]] == ["3"]
    # Cancelled while its bytes are on their way.
    given_up = []
    page.on("request", lambda request: request.method == "DELETE" and given_up.append(request.url))
    page.route("**/drive/**", lambda route: None if route.request.method == "PATCH" else route.continue_())
    with page.expect_request(lambda request: request.method == "PATCH"):
        upload(page, ("other.bin", b"x" * 9_000_000))
    page.get_by_role("button", name="Cancel: other.bin").click()
    expect(page.get_by_role("heading", name="Uploading")).to_be_hidden()
    page.unroute("**/drive/**")
    page.wait_for_timeout(500)
    assert len(given_up) == 1 and "/drive/other.bin?upload=" in given_up[0]
    page.reload()
    expect(entry(page, "film.bin")).to_be_visible()
    expect(entry(page, "other.bin")).to_be_hidden()
