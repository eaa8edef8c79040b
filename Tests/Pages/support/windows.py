"""Windows that close by themselves when their question is answered."""

from playwright.sync_api import Error, Locator, Page, expect


def answer(window: Page, button: str) -> None:
    """Clicks a button. That its window may close before the click has ended is no failure."""
    target = window.get_by_role("button", name=button)
    expect(target).to_be_enabled()
    try:
        target.click()
    except Error:
        if not window.is_closed():
            raise


def wait_until_closed(window: Page) -> None:
    if not window.is_closed():
        window.wait_for_event("close")


def expect_focus(target: Locator) -> None:
    """Keys go there, once its window is in front: Firefox has one such window among all people's."""
    target.page.bring_to_front()
    expect(target).to_be_focused()
