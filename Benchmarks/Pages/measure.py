"""Prints how long people wait for the pages. script/measure-pages runs it."""

import os

from playwright.sync_api import sync_playwright

import notices
import on_this_machine
import over_a_phone_network


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        over_a_phone_network.measure(browser)
        on_this_machine.measure(browser)
        notices.measure(browser)
        browser.close()


if __name__ == "__main__":
    main()
