"""Prints how long people wait for the pages. script/measure-pages runs it."""

import argparse
import os

from playwright.sync_api import sync_playwright

import large_conversation
import notices
import on_this_machine
import over_a_phone_network


PARTS = {"network": over_a_phone_network, "machine": on_this_machine, "notices": notices, "sending": large_conversation}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="*", choices=[*PARTS, []], default=[*PARTS])
    chosen = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        for name, part in PARTS.items():
            if name in chosen.what:
                part.measure(browser)
        browser.close()


if __name__ == "__main__":
    main()
