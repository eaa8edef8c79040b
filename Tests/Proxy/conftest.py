"""A test authority, a browser that trusts it, and both servers behind each proxy."""

import os

import pytest
from playwright.sync_api import expect, sync_playwright

from proxies import Authority, Behind
from support.person import BrowserPerson

expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def authority(tmp_path_factory):
    folder = tmp_path_factory.mktemp("authority")
    # nginx reads the key as whoever starts it.
    return Authority(folder)


@pytest.fixture(scope="module", params=["nginx two-names", "caddy two-names"])
def behind(request, authority):
    yield from running(request.param, authority)


@pytest.fixture(scope="module", params=["nginx two-names", "caddy two-names", "nginx one-name", "caddy one-name"])
def each(request, authority):
    yield from running(request.param, authority)


@pytest.fixture(scope="module", params=["nginx two-names", "caddy one-name"])
def paged(request, authority):
    yield from running(request.param, authority)


def running(what: str, authority):
    one = Behind(*what.split(), authority)
    try:
        yield one.start()
    finally:
        one.stop()


@pytest.fixture
def person(authority, paged):
    """Makes people with browsers that find the tests' names here and trust the tests' certificate."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                  "--host-resolver-rules=MAP *.example.org 127.0.0.1",
                  f"--ignore-certificate-errors-spki-list={authority.key_hash}"])
        people = []

        def make(name: str) -> BrowserPerson:
            people.append(BrowserPerson(browser, paged, name))
            return people[-1]

        yield make
        complaints = [complaint for one in people for complaint in one.complaints]
        browser.close()
        assert not complaints, "\n".join(complaints)
