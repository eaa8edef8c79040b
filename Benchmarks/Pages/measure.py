"""Prints how long people wait for the pages. script/measure-pages runs it."""

import os

from playwright.sync_api import sync_playwright

import on_this_machine


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        on_this_machine.measure(browser)
        browser.close()


if __name__ == "__main__":
    main()
