"""WebKitGTK's MiniBrowser, spoken to over WebDriver (W3C Recommendation): enough of it to do as a person does.

Playwright drives a WebKit of its own making only. What is looked for is found by role and name here, too: the browser
computes both itself.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import urllib.error
import urllib.request

from .servers import free_port, wait_until

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# What a keyboard’s key is called in what is typed.
ENTER = "\ue007"
# Where an element of a role may be; its role is asked of the browser afterwards.
PLACES = {"button": "button", "link": "a[href]", "textbox": "input, textarea", "switch": "input", "combobox": "input",
          "heading": "h1, h2, h3"}


def why_not() -> str | None:
    """What is missing here, if anything is."""
    if not shutil.which("WebKitWebDriver"):
        return "there is no WebKitWebDriver (package webkit2gtk-driver)"
    if not shutil.which("xvfb-run"):
        return "there is no xvfb-run (package xvfb)"
    return None if mini_browser() else "there is no MiniBrowser; it comes with webkit2gtk-driver"


def mini_browser() -> str | None:
    """It stands outside PATH."""
    found = [path for folder in ("/usr/lib", "/usr/libexec") for path in pathlib.Path(folder).rglob("MiniBrowser")
             if path.is_file()]
    return str(found[0]) if found else None


class WebKit:
    def __init__(self):
        self._address = f"http://127.0.0.1:{(port := free_port())}"
        self._process = subprocess.Popen(
            ["xvfb-run", "-a", "-s", "-screen 0 1280x900x24", "WebKitWebDriver", f"--port={port}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self._session = ""
        wait_until(self._is_ready, what="WebKitWebDriver")
        options = {"binary": mini_browser(), "args": ["--automation"]}
        made = self._ask("POST", "/session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self._session = f"/session/{made['sessionId']}"

    def _is_ready(self) -> bool:
        try:
            return self._ask("GET", "/status")["ready"]
        except OSError:
            return False

    def _ask(self, method: str, path: str, **body):
        request = urllib.request.Request(
            self._address + path, method=method, headers={"Content-Type": "application/json"},
            data=json.dumps(body).encode() if method == "POST" else None)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise WebDriverError(json.load(error)["value"]["error"]) from None

    def _tell(self, method: str, path: str, **body):
        return self._ask(method, self._session + path, **body)

    def close(self):
        # The whole group: a screen, a driver, and a browser of several processes.
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(20)

    # Windows

    def goto(self, address: str):
        self._tell("POST", "/url", url=address)

    @property
    def address(self) -> str:
        return self._tell("GET", "/url")

    def windows(self) -> list[str]:
        return self._tell("GET", "/window/handles")

    def turn_to(self, window: str):
        self._tell("POST", "/window", handle=window)

    def opened_by(self, act) -> str:
        """Turns to the window that opens when `act` is done, and answers it."""
        before = self.windows()
        act()
        window = wait_until(lambda: [one for one in self.windows() if one not in before], what="a new window")[0]
        self.turn_to(window)
        return window

    # What is on the page

    def find(self, role: str, name: str, seconds: float = 20) -> "Element":
        """The first that is displayed, of that role, and whose name begins so."""
        try:
            return wait_until(lambda: self._look(role, name), seconds)
        except AssertionError:
            raise AssertionError(f"no {role} “{name}” on {self.address}:\n{self.text()}") from None

    def _look(self, role: str, name: str):
        try:
            for found in self._tell("POST", "/elements", using="css selector", value=PLACES[role]):
                element = Element(self._tell, f"/element/{found[ELEMENT]}")
                if element.is_displayed and element.role == role and element.name.startswith(name):
                    return element
        except WebDriverError as error:
            # The page has drawn itself anew, or another has come.
            if str(error) not in ("stale element reference", "no such element", "unknown error"):
                raise
        return None

    def click(self, role: str, name: str):
        self.find(role, name).click()

    def text(self) -> str:
        return self._tell("POST", "/execute/sync", script="return document.body?.innerText ?? ''", args=[])

    def reads_in(self, field: str, text: str, seconds: float = 20):
        wait_until(lambda: text in self.find("textbox", field).value, seconds, f"“{text}” in {field}")

    def reads(self, text: str, seconds: float = 20):
        try:
            wait_until(lambda: text in self.text(), seconds)
        except AssertionError:
            raise AssertionError(f"no “{text}” on {self.address}:\n{self.text()}") from None


class Element:
    def __init__(self, tell, path: str):
        self._tell, self._path = tell, path

    role = property(lambda self: self._tell("GET", self._path + "/computedrole"))
    name = property(lambda self: self._tell("GET", self._path + "/computedlabel"))
    is_displayed = property(lambda self: self._tell("GET", self._path + "/displayed"))
    is_enabled = property(lambda self: self._tell("GET", self._path + "/enabled"))
    value = property(lambda self: self._tell("GET", self._path + "/property/value"))

    def click(self):
        self._tell("POST", self._path + "/click")

    def fill(self, text: str):
        self._tell("POST", self._path + "/clear")
        self.type(text)

    def type(self, text: str):
        self._tell("POST", self._path + "/value", text=text)


class WebDriverError(Exception):
    pass
