"""glewlwyd, a whole OpenID Provider from Debian, set up through its own interface as its administrator does."""

import gzip
import json
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
from urllib.parse import parse_qs, quote, urlsplit

from browser import Browser
from support.servers import free_port, wait_until

TABLES = "/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz"
CLIENT, SECRET = "grove", "a-secret-between-glewlwyd-and-grove"

CONFIGURATION = """
port={port}
bind_address="127.0.0.1"
external_url="{origin}"
login_url="login.html"
api_prefix="api"
log_mode="file"
log_level="INFO"
log_file="{folder}/log"
cookie_secure=0
session_expiration=3600
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
static_files_path="/usr/share/glewlwyd/webapp/"
use_secure_connection=false
secure_connection_key_file="none"
secure_connection_pem_file="none"
secure_connection_ca_file="none"
hash_algorithm="SHA512"
database = {{ type = "sqlite3"; path = "{folder}/glewlwyd.db"; }};
static_files_mime_types = (
  {{ extension = ".html"; mime_type = "text/html"; }}, {{ extension = ".js"; mime_type = "text/javascript"; }},
  {{ extension = ".css"; mime_type = "text/css"; }}, {{ extension = ".json"; mime_type = "application/json"; }},
  {{ extension = ".woff2"; mime_type = "font/woff2"; }}
);
"""


def key_pair() -> tuple[str, str]:
    def openssl(*arguments, text=None):
        return subprocess.run(
            ["openssl", *arguments], input=text, capture_output=True, text=True, check=True).stdout

    private = openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048")
    return private, openssl("pkey", "-pubout", text=private)


class Glewlwyd:
    """One process with one user, Ada. `issuer` is what Grove is given."""

    user, password, name = "ada", "analytical engine", "Ada Lovelace"

    def __init__(self, origin: str = "", root: str = "", port: int = 0):
        """`origin` is where a proxy serves it, `root` a folder with a Debian in it that has glewlwyd."""
        self.root, self.port = root, port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.origin = origin or self.address
        self.issuer = self.origin + "/api/oidc"

    def start(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="grove-glewlwyd-", dir=self.root + "/tmp" if self.root else None))
        database = sqlite3.connect(self.folder / "glewlwyd.db")
        database.executescript(gzip.open(self.root + TABLES, "rt").read())
        database.close()
        # As the process sees it.
        folder = str(self.folder).removeprefix(self.root)
        (self.folder / "glewlwyd.conf").write_text(
            CONFIGURATION.format(port=self.port, folder=folder, origin=self.origin))
        self._process = subprocess.Popen(
            (["chroot", self.root] if self.root else []) + ["glewlwyd", f"--config-file={folder}/glewlwyd.conf"],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._administrator = Browser()
        wait_until(self._answers, 20, "glewlwyd")
        self._call("POST", "auth/", {"username": "admin", "password": "password"})
        self._call("POST", "mod/plugin/", self._plugin())
        self._call("POST", "user/", {
            "username": self.user, "name": self.name, "password": self.password, "enabled": True,
            "scope": ["g_profile", "openid"]})
        return self

    def admit(self, redirect: str, secret: str = SECRET):
        """Registers Grove as a client."""
        self._call("POST", "client/", {
            "client_id": CLIENT, "name": "Grove", "enabled": True, "confidential": True, "password": secret,
            "client_secret": secret, "scope": ["openid"], "redirect_uri": [redirect],
            "authorization_type": ["code"], "token_endpoint_auth_method": ["client_secret_basic"]})

    def roll_over(self):
        """Another signing key, as an administrator puts one in."""
        self._call("PUT", "mod/plugin/oidc", self._plugin())
        self._call("PUT", "mod/plugin/oidc/reset", {})

    def approve(self, browser: Browser, address: str, user: str) -> str:
        """Signs in with the password, agrees, and gives the address that leads back."""
        assert user == self.user
        api = self.origin + "/api/"
        first = browser.ask("GET", address)
        assert first.status == 302 and "login.html" in first.location, first.text
        assert browser.ask("POST", api + "auth/", {"username": user, "password": self.password}).status == 200
        assert browser.ask("PUT", api + f"auth/grant/{CLIENT}", {"scope": "openid"}).status == 200
        last = browser.ask("GET", address + "&g_continue")
        assert last.status == 302, last.text
        return last.location

    def stop(self):
        self._process.terminate()
        self._process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)

    @staticmethod
    def _plugin_parameters(issuer: str) -> dict:
        private, public = key_pair()
        return {
            "iss": issuer, "jwt-type": "rsa", "jwt-key-size": "256", "key": private, "cert": public,
            "access-token-duration": 3600, "refresh-token-duration": 3600, "code-duration": 600,
            "allow-non-oidc": False, "auth-type-code-enabled": True, "auth-type-token-enabled": False,
            "auth-type-id-token-enabled": True, "auth-type-password-enabled": False,
            "auth-type-client-enabled": False, "auth-type-refresh-enabled": False,
            # Without PKCE glewlwyd answers nobody here.
            "pkce-allowed": True, "pkce-required": True, "pkce-method-plain-allowed": False,
            "subject-type": "public", "name-claim": "mandatory", "name-claim-scope": [], "scope-claim": "no",
            "email-claim": "no", "claims": [], "scope": [], "jwks-show": True}

    def _plugin(self) -> dict:
        return {"module": "oidc", "name": "oidc", "display_name": "OpenID Connect",
                "parameters": self._plugin_parameters(self.issuer)}

    def _answers(self):
        try:
            return self._administrator.ask("GET", self.address + "/config").status == 200
        except OSError:
            return False

    def _call(self, method: str, path: str, body):
        answer = self._administrator.ask(method, self.address + "/api/" + path, body)
        assert answer.status == 200, f"glewlwyd refused {path}: {answer.status} {answer.text}"
