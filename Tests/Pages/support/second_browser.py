"""Another browser of somebody who has one already."""

import re

from playwright.sync_api import expect

from .windows import answer


def link(old, new):
    """Makes another browser a device of the same account."""
    tab = new.open_messenger()
    tab.get_by_role("button", name="Link this browser").click()
    code = tab.get_by_label("Code of this browser").inner_text()
    page = old.messenger
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Link another device").click()
    dialog = page.get_by_role("dialog", name="Link another device")
    dialog.get_by_label("Code of the new device").fill(code)
    dialog.get_by_role("button", name="Link").click()
    tab.get_by_role("button", name=re.compile("same|Yes", re.I)).click()
    expect(dialog).to_be_hidden()
    page.keyboard.press("Escape")
    expect(tab.get_by_text("Connected", exact=True)).to_be_attached()


def added(person, bob):
    """Bob's second browser, in his conversation with Ann, where it has said something: his other devices are known there."""
    second = person("bob")
    link(bob, second)
    second.open_conversation("Ann")
    second.say("Hello from my other browser.")
    return second


def let_in(ann, title: str):
    """By Ann, who is told of Bob's new device."""
    news = ann.messenger.locator(".banner").filter(has_text="Bob has a new device since today.")
    expect(news).to_contain_text(f"It cannot open “{title}” until you let it in.", timeout=40_000)
    page = ann.app_asks(news.get_by_role("button", name="Let it in").click)
    answer(page, "Let in")
    expect(news).to_have_count(0)


def added_and_let_in(person, ann, bob, title: str):
    second = added(person, bob)
    let_in(ann, title)
    return second
