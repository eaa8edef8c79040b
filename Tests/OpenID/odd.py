"""oidc-provider-mock with answers that a test spoils: what no honest provider does, and what an attacker would."""

import base64
import hmac
import json
import logging
import threading
import warnings
from urllib.parse import urlencode

import flask
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey
from werkzeug.serving import make_server

from browser import Browser
from support.servers import free_port

with warnings.catch_warnings():
    # About what it stands on.
    warnings.simplefilter("ignore")
    import oidc_provider_mock

CLIENT = "grove"


class OddProvider:
    """`spoil` changes the claims of the next tokens, `sign` how they are signed; `discovery` what discovery answers."""

    def __init__(self):
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        logging.getLogger("oidc-provider-mock").setLevel(logging.ERROR)
        self.port = free_port()
        # Another site than the servers, as a provider is: `localhost` and `127.0.0.1` are two.
        self.issuer = f"http://localhost:{self.port}"
        self.reset()
        self.key = ECKey.generate_key("P-256", {"kid": "first", "use": "sig"})
        self.published = [self.key]
        app = oidc_provider_mock.app(user_claims=[
            oidc_provider_mock.User(sub="bob", claims={"name": "Bob"}),
            oidc_provider_mock.User(sub="eve", claims={"name": "bob"})])
        app.debug = False
        app.before_request(self._before)
        app.after_request(self._after)
        self._app = app
        self._server = None

    def reset(self):
        self.spoil = lambda claims: claims
        self.sign = self._sign
        self.discovery = None
        self.asked: list[str] = []

    def start(self):
        # With its own application and not the debugger around it.
        self._server = make_server("127.0.0.1", self.port, self._app, threaded=True)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def stop(self):
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def roll_over(self, name: str, publish: bool = True):
        self.key = ECKey.generate_key("P-256", {"kid": name, "use": "sig"})
        if publish:
            self.published = [self.key]

    def approve(self, browser: Browser, address: str, user: str, action: str = "authorize") -> str:
        answer = browser.ask("POST", address, form=urlencode({"sub": user, "action": action}))
        assert answer.status == 302, answer.text
        return answer.location

    # MARK: What it answers

    def _before(self):
        self.asked.append(flask.request.path)
        if flask.request.path == "/.well-known/openid-configuration" and self.discovery:
            return self.discovery()
        if flask.request.path == "/jwks":
            return flask.jsonify({"keys": [key.as_dict(private=False) for key in self.published]})
        return None

    def _after(self, response):
        if flask.request.path != "/oauth2/token" or response.status_code != 200:
            return response
        answer = response.get_json()
        claims = json.loads(_decoded(answer["id_token"].split(".")[1]))
        answer["id_token"] = self.sign(self.spoil(claims))
        return flask.jsonify(answer)

    def _sign(self, claims) -> str:
        return jwt.encode({"alg": "ES256", "kid": self.key.kid}, claims, self.key)

    # MARK: Ways to sign that nobody may believe

    def unsigned(self, claims) -> str:
        return ".".join([_encoded({"alg": "none", "kid": self.key.kid}), _encoded(claims), ""])

    def with_the_public_key_as_secret(self, claims) -> str:
        """The oldest trick: HMAC with what everybody can read."""
        head = _encoded({"alg": "HS256", "kid": self.key.kid}) + "." + _encoded(claims)
        code = hmac.digest(self.key.as_pem(private=False), head.encode(), "sha256")
        return head + "." + base64.urlsafe_b64encode(code).rstrip(b"=").decode()

    def with_another_key(self, claims) -> str:
        other = ECKey.generate_key("P-256", {"kid": self.key.kid})
        return jwt.encode({"alg": "ES256", "kid": self.key.kid}, claims, other)

    def with_a_key_of_its_own(self, claims) -> str:
        """A key in the token itself (RFC 7515, section 4.1.3)."""
        other = RSAKey.generate_key(2048)
        return jwt.encode(
            {"alg": "RS256", "jwk": other.as_dict(private=False)}, claims, other)


def _decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def _encoded(value) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()
