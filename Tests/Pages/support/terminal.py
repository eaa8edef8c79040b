"""A headless Swift person: `grove message` with a device in a folder."""

import json
import os
import shutil
import subprocess
import tempfile

from .servers import program


class TerminalPerson:
    def __init__(self, servers, handle: str, name: str | None = None):
        self.handle, self.name = handle, name or handle.title()
        self.folder = tempfile.mkdtemp(prefix="grove-person-")
        self._environment = {
            **os.environ, "GROVE_RELAY": servers.relay, "GROVE_APP": servers.app,
            "GROVE_FOLDER": self.folder + "/device", "HOME": self.folder,
        }
        self.message("sign-up", "--handle", handle, "--name", self.name)
        # Nobody looks at this screen: whoever writes comes in.
        self.message("requests", "--from", "anybody")

    def sign_up_to_app(self):
        self.message("app-sign-up", f"{self.handle}@example.org", "--name", self.name,
                     typed="correct horse battery\n", check=True)
        return self

    def message(self, *arguments: str, typed: str = "", check: bool = True) -> str:
        done = subprocess.run(
            [program(), "message", *arguments], env=self._environment, input=typed, text=True,
            capture_output=True, timeout=60)
        assert not check or done.returncode == 0, (
            f"grove message {' '.join(arguments)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def json(self, *arguments: str):
        return [json.loads(line) for line in self.message(*arguments, "--json").splitlines() if line]

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)
