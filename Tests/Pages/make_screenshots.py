"""Pictures of every screen, light and dark, on a desktop and on a phone, into the folder that is named."""

import os
import pathlib
import subprocess
import sys

from playwright.sync_api import sync_playwright

from support.person import BrowserPerson
from support.screens import Screen, all_screens
from support.servers import Server

SIZES = {"desktop": (1100, 720), "phone": (390, 780)}


def picture(screen: Screen, folder: pathlib.Path):
    name, page, again = screen
    before = page.viewport_size
    for size, (width, height) in SIZES.items():
        # A window that an app opens is narrow on a desktop, too.
        is_window = name.startswith(("share", "consent"))
        page.set_viewport_size({"width": 480 if is_window and size == "desktop" else width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.wait_for_timeout(120)
            again()
            page.screenshot(path=folder / f"{name}-{size}-{scheme}.png", animations="disabled", caret="hide")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(before)
    print(name, flush=True)


def main(folder: pathlib.Path, wanted: list[str]):
    folder.mkdir(parents=True, exist_ok=True)
    servers = Server("--demo").start()
    people: list[BrowserPerson] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        try:
            def make(name: str) -> BrowserPerson:
                person = BrowserPerson(
                    browser, servers, name, name.title(), viewport={"width": 1100, "height": 720},
                    locale="en-GB", reduced_motion="reduce")
                people.append(person)
                return person

            for screen in all_screens(make):
                if not wanted or screen.name in wanted:
                    picture(screen, folder)
        finally:
            for person in people:
                person.close()
            browser.close()
            servers.stop()
    shrink(folder)


def shrink(folder: pathlib.Path):
    """Few colours are enough for a picture of a page."""
    files = [str(one) for one in folder.glob("*-light.png")] + [str(one) for one in folder.glob("*-dark.png")]
    subprocess.run(["pngquant", "--force", "--skip-if-larger", "--ext", ".png", "--strip", "64", *files],
                   check=False)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2:])
