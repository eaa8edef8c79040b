"""What every test gets: a browser, both servers, and people with browsers of their own."""

import itertools
import os
import pathlib
import time

import pytest
from playwright.sync_api import expect, sync_playwright

from support import browsers
from support.person import BrowserPerson
from support.servers import ROOT, Server
from support.terminal import TerminalPerson

# So long a machine may take that has other work. What is soon enough for people script/measure-pages measures.
expect.set_options(timeout=30_000)


def pytest_addoption(parser):
    parser.addoption("--browser-name", choices=browsers.NAMES, default="chromium",
                     help="the browser that people walk with")
    parser.addoption("--failures", default=ROOT / ".build" / "pages-failures", type=pathlib.Path,
                     help="the folder of what everybody saw when a test failed")


def pytest_configure(config):
    config.addinivalue_line("markers", "chromium_only(reason): what another browser cannot be asked to do by a test")
    config.addinivalue_line("markers", "whole_chromium(reason): walked in Chromium with its windows, which its headless shell lacks")
    # Firefox walks beside two that walk in Chromium.
    if config.getoption("--browser-name") == "firefox":
        expect.set_options(timeout=60_000)


def pytest_collection_modifyitems(config, items):
    if config.getoption("--browser-name") == "chromium":
        return
    for item in items:
        if only := item.get_closest_marker("chromium_only"):
            item.add_marker(pytest.mark.skip(reason=f"in Chromium only: {only.args[0]}"))


def pytest_runtest_setup(item):
    """A machine that is too slow for all of it says which it did not walk; script/test counts them."""
    until = os.environ.get("GROVE_PAGES_UNTIL")
    if until and time.time() > float(until):
        pytest.skip("NOT walked: the time that there is for it has gone")


@pytest.fixture(scope="session")
def launched():
    """Starts each browser once, when it is first wanted."""
    with sync_playwright() as playwright:
        running = {}

        def get(name: str):
            if name not in running:
                running[name] = browsers.launch(playwright, name)
            return running[name]

        yield get
        for one in running.values():
            one.close()


@pytest.fixture(scope="module")
def browser(request, launched):
    name = request.config.getoption("--browser-name")
    is_whole = name != "chromium" or request.node.get_closest_marker("whole_chromium")
    return launched(name if is_whole else browsers.SHELL)


@pytest.fixture(scope="session")
def servers():
    """Shared by most tests: each has people of its own. Charlie and Dora are here, as in the demo."""
    running = Server("--demo").start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def numbers():
    return itertools.count(1)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.when == "call":
        item.failed = report.failed


@pytest.fixture
def person(request, browser, servers, numbers):
    """Makes people; at the end nobody's browser may have complained."""
    people: list[BrowserPerson] = []

    def make(name: str, at=None, **settings) -> BrowserPerson:
        handle = f"{name}{next(numbers)}"
        one = BrowserPerson(browser, at or servers, handle, name.title(), **settings)
        people.append(one)
        return one

    yield make
    failed = getattr(request.node, "failed", False)
    if failed:
        picture_everything(request.config.getoption("--failures"), request.node.name, people)
    complaints = [complaint for one in people for complaint in one.complaints]
    for one in people:
        one.close()
    assert failed or not complaints, "\n".join(complaints)


@pytest.fixture
def terminal(servers, numbers):
    """Makes headless people with a Swift device."""
    people: list[TerminalPerson] = []

    def make(name: str, at=None) -> TerminalPerson:
        people.append(TerminalPerson(at or servers, f"{name}{next(numbers)}", name.title()))
        return people[-1]

    yield make
    for one in people:
        one.remove()


def picture_everything(folder: pathlib.Path, test: str, people: list[BrowserPerson]):
    """What everybody saw when a test failed."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in people:
        for place, page in enumerate(one.context.pages):
            name = f"{test}-{one.name}-{place}"
            try:
                page.screenshot(path=folder / f"{name}.png", timeout=3000)
                print(f"{name}: {page.url}\n{page.locator('body').aria_snapshot(timeout=3000)}")
            except Exception as error:  # a page that is gone cannot be pictured
                print(f"{name}: {error}")
        for complaint in one.complaints:
            print(f"{one.name}'s browser: {complaint}")
