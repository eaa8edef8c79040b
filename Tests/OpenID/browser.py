"""What a browser does on the way to the provider and back, without its pages: cookies by host, and redirects one by one."""

import http.client
import json
from urllib.parse import urlsplit


class Answer:
    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def location(self) -> str:
        return self.headers["Location"]


class Browser:
    """Cookies are kept by port too: to a browser two ports of 127.0.0.1 are one host, and names keep them apart."""

    def __init__(self):
        self.cookies: dict[str, dict[str, str]] = {}

    def ask(self, method: str, address: str, body=None, form: str | None = None, **headers) -> Answer:
        parts = urlsplit(address)
        jar = self.cookies.setdefault(parts.netloc, {})
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        if jar:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in jar.items())
        if body is not None:
            fields["Content-Type"], body = "application/json", json.dumps(body)
        if form is not None:
            fields["Content-Type"], body = "application/x-www-form-urlencoded", form
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname, parts.port, timeout=30)
        try:
            connection.request(method, parts.path + (f"?{parts.query}" if parts.query else ""), body, fields)
            answer = Answer(connection.getresponse())
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, value = line.split(";")[0].split("=", 1)
            if "max-age=0" in line.lower().replace(" ", ""):
                jar.pop(name, None)
            else:
                jar[name] = value
        return answer


class Person:
    """Somebody with a browser of their own, at a Grove whose accounts a provider signs in."""

    def __init__(self, grove, provider):
        self.grove, self.provider, self.browser = grove, provider, Browser()

    def ask(self, method: str, path: str, body=None) -> Answer:
        return self.browser.ask(
            method, self.grove.app + "/collab/v1/" + path, body, Origin=self.grove.app)

    def register(self, name: str, password: str = "correct horse battery") -> Answer:
        return self.ask("POST", "accounts", {"account": name, "displayName": name, "password": password})

    def begin(self, return_path: str = "/", path: str = "provider/sign-ins") -> str:
        answer = self.ask("POST", path, {"returnPath": return_path})
        assert answer.status == 201, answer.text
        return answer.json["address"]

    def sign_in(self, user: str, return_path: str = "/", path: str = "provider/sign-ins") -> Answer:
        """The whole way; the provider's answer, handed to Grove by this browser."""
        return self.browser.ask("GET", self.provider.approve(self.browser, self.begin(return_path, path), user))

    @property
    def me(self):
        answer = self.ask("GET", "me")
        return answer.json if answer.status == 200 else None
