"""Debian's Firefox, spoken to over WebDriver BiDi (W3C, working draft): enough of it to visit pages and to look at them."""

import json
import re
import shutil
import subprocess
import tempfile

from websocket import create_connection

from support.servers import wait_until


class Firefox:
    def __init__(self):
        self._profile = tempfile.mkdtemp(prefix="grove-firefox-")
        self._process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", self._profile, "--remote-debugging-port", "0"],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        for line in self._process.stderr:
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                break
        self._socket = create_connection(f"{found[1]}/session", timeout=120, suppress_origin=True)
        self._number = 0
        self._ask("session.new", capabilities={})

    def _ask(self, method: str, **parameters):
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def page(self, script: str | None = None):
        """A new tab; `script` is the body of a function that runs before each page's own."""
        if script:
            self._ask("script.addPreloadScript", functionDeclaration="() => {" + script + "}")
        return FirefoxPage(self._ask, self._ask("browsingContext.create", type="tab")["context"])

    def forget_network(self, forget: bool):
        """Whether what was fetched before is there."""
        self._ask("network.setCacheBehavior", cacheBehavior="bypass" if forget else "default")

    def close(self):
        self._socket.close()
        self._process.terminate()
        self._process.wait(20)
        shutil.rmtree(self._profile, ignore_errors=True)


class FirefoxPage:
    def __init__(self, ask, context: str):
        self._ask, self._context = ask, context

    def goto(self, address: str):
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="none")

    def evaluate(self, expression: str):
        """Plain values only."""
        result = self._ask("script.evaluate", expression=expression, target={"context": self._context},
                           awaitPromise=True)
        assert result["type"] == "success", result
        return result["result"].get("value")

    def wait_for(self, expression: str):
        return wait_until(lambda: self.evaluate(expression), 60, expression)

    def close(self):
        self._ask("browsingContext.close", context=self._context)
