"""The browsers people walk with, as Debian has them."""

import os

import pytest
from playwright.sync_api import Browser, BrowserType, Error, Locator, Page, Playwright

NAMES = ("chromium", "firefox")
# Chromium's engine without windows of its own, of the same source package: it takes a quarter less of the processor.
SHELL = "chromium-headless-shell"

# Why some scenarios are walked in Chromium only.
NOTHING_SAVED = "Firefox saves no file that a page has made, where it is driven over WebDriver BiDi"
ONE_COLOUR = "Playwright chooses no dark colours in Debian's Firefox"
TWO_CLICKS = "a double click over WebDriver BiDi is two clicks, the second of which does not say so"
ONE_FOCUS = "of all people's windows Firefox lets one have the focus, and a key that is down in another is let go"
OVER_THE_PAGE = "Firefox shows its scrollbars over the page where it is driven"
NO_WORKER = "a test cannot speak in a service worker over WebDriver BiDi, nor hand it a push"
NOT_INSTALLED = "Debian's Firefox installs no pages, and cannot be asked for a manifest"


# Why some are walked in Chromium as people have it.
SHOWS_NOTIFICATIONS = "the headless shell shows no notifications and takes no pushes"
AS_PEOPLE_HAVE_IT = "the whole road is walked once in the program that people have"


# Each window has a process more for what the address bar suggests, where nobody sees one: nearly half of them all.
# Chromium takes the last of such lists, so Playwright's own stands here, too.
WITHOUT = [
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "DialMediaRouteProvider",
    "GlobalMediaControls", "HttpsUpgrades", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "BlockOriginHeaderModificationOnRedirect", "AvoidCorsURLLoaderRestartOnRedirect", "Translate", "AutoDeElevate",
    "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"]


def chromium_only(reason: str):
    """Marks a scenario that asks a browser for what Firefox's driver cannot do. As few as possible."""
    return pytest.mark.chromium_only(reason)


def launch(playwright: Playwright, name: str) -> Browser:
    if name == "firefox":
        windows_come_to_the_front()
        the_last_letter_is_typed()
        # Over WebDriver BiDi (W3C, working draft): Debian's own Firefox, not one that was changed for tests.
        return playwright.firefox.launch(
            channel="moz-firefox", executable_path=os.environ.get("FIREFOX", "/usr/bin/firefox-esr"),
            firefox_user_prefs={
                # A page that a page opens is a window beside it, as in the headless Chromium: both are looked at.
                "browser.link.open_newwindow": 2,
                # Whoever reads what was copied is not asked by a window of the browser's own.
                "dom.events.testing.asyncClipboard": True,
                # It shows notifications itself: there is no desktop that would.
                "alerts.useSystemBackend": False,
                # There is a mouse: fine (2), and it can hover (4).
                "ui.primaryPointerCapabilities": 6, "ui.allPointerCapabilities": 6,
            })
    return launch_chromium(playwright.chromium, is_whole=name != SHELL)


def whole_chromium(reason: str):
    """Marks a file of scenarios."""
    return pytest.mark.whole_chromium(reason)


def launch_chromium(chromium: BrowserType, is_whole: bool = True, **settings) -> Browser:
    whole = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    return chromium.launch(
        executable_path=whole if is_whole else os.environ.get("CHROMIUM_SHELL") or whole,
        args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", f"--disable-features={','.join(WITHOUT)}"],
        **settings)


def windows_come_to_the_front():
    """Of all people's windows Firefox lets one have the focus, as a desktop does. Whose hand does something has it."""
    for hand in ("check", "clear", "click", "fill", "focus", "hover", "press", "press_sequentially", "uncheck"):
        setattr(Locator, hand, in_front(getattr(Locator, hand)))
    keyboard = Page.keyboard
    Page.keyboard = property(lambda page: (bring_to_front(page), keyboard.fget(page))[1])


def the_last_letter_is_typed():
    """What only a script has written is to Firefox no change by a person, and no line says that it has changed."""
    fill = Locator.fill

    def filling(locator, value, **named):
        is_typed = value and locator.evaluate("(field) => ['INPUT', 'TEXTAREA'].includes(field.tagName)")
        # A line's end would be a key that sends.
        if not is_typed or value.endswith("\n"):
            return fill(locator, value, **named)
        fill(locator, value[:-1], **named)
        return locator.press_sequentially(value[-1])
    Locator.fill = filling


def in_front(act):
    def acting(locator, *arguments, **named):
        bring_to_front(locator.page)
        return act(locator, *arguments, **named)
    return acting


def bring_to_front(page: Page):
    try:
        if not page.evaluate("document.hasFocus()"):
            page.bring_to_front()
    except Error:
        pass  # It is closed, or has gone on: the hand will see.
