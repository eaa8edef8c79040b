"""People behind a proxy are people and not one person, whatever a stranger says about where they come from."""

import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from client import ask, sign_up

# Of processor time, which other programs on the machine do not use up. The debug build's scrypt is several times slower.
MINUTE = 300 if "/debug/" in os.environ["GROVE"] else 60


def test_two_hundred_people_sign_up_within_a_minute_and_one_address_is_one_person(behind):
    began, used = time.monotonic(), behind.processor_seconds
    with ThreadPoolExecutor(20) as pool:
        statuses = list(pool.map(
            lambda number: sign_up(behind, f"person{number}", f"127.0.{1 + number // 200}.{1 + number % 200}").status,
            range(200)))
    elapsed, used = time.monotonic() - began, behind.processor_seconds - used
    assert statuses == [201] * 200
    print(f"{behind.program}: 200 people signed up in {elapsed:.1f} s, of which the server worked {used:.1f} s")
    assert used < MINUTE

    # From one address fifty at once, then one each five seconds: the same limit, seen from the other side.
    def other(number: int) -> int:
        return sign_up(
            behind, f"crowd{number}", "127.0.200.1", X_Forwarded_For=f"198.51.100.{number}",
            Forwarded=f"for=198.51.100.{number}").status

    with ThreadPoolExecutor(8) as pool:
        crowd = list(pool.map(other, range(120)))
    assert 429 in crowd and 50 <= crowd.count(201) < 110, crowd


def test_guessing_at_one_address_keeps_nobody_at_another_waiting(behind):
    for name in ("ann", "ben"):
        assert sign_up(behind, name, "127.0.90.1").status == 201

    def sign_in(name: str, password: str, source: str) -> int:
        body = {"account": f"{name}@example.org", "password": password}
        return ask(behind, behind.app, "POST", "/collab/v1/sessions", body, source).status

    statuses = [sign_in("ann", "a wrong password", "127.0.91.66") for _ in range(30)]
    assert set(statuses) == {401, 429}, statuses
    assert sign_in("ann", "correct horse battery", "127.0.91.7") == 201
    assert sign_in("ben", "correct horse battery", "127.0.91.66") == 201


def test_http_2_is_spoken_and_metrics_are_not_told(each):
    for origin in (each.relay, each.app):
        host = origin.removeprefix("https://")
        name, port = host.split(":")
        said = subprocess.run(
            ["curl", "--silent", "--show-error", "--http2", "--cacert", each.authority.root, "--resolve",
             f"{name}:{port}:127.0.0.1", "--write-out", "%{http_version} %{http_code}", "--output", os.devnull,
             origin + "/readyz"], capture_output=True, text=True, timeout=30, check=True)
        assert said.stdout == "2 200"
        assert ask(each, origin, "GET", "/metrics").status == 404


def test_cookies_of_https_keep_to_it(each):
    cookies = sign_up(each, "cookie", "127.0.92.1").cookies
    assert sorted(cookie.split("=")[0] for cookie in cookies) == ["__Host-grove-devices", "__Host-grove-session"]
    for cookie in cookies:
        attributes = set(cookie.split("; ")[1:])
        assert {"Secure", "HttpOnly", "Path=/"} <= attributes
        assert attributes & {"SameSite=Lax", "SameSite=Strict"}


def test_what_is_too_large_is_refused_and_what_may_be_large_is_not(behind):
    token = sign_up(behind, "writer", "127.0.93.1").json["token"]
    signed = {"Authorization": f"Bearer {token}"}
    document = ask(behind, behind.app, "POST", "/collab/v1/documents",
                   {"requestID": "A" * 22, "title": "Pie"}, **signed).json["documentID"]
    path = f"/collab/v1/documents/{document}/snapshot"
    for size, status in ((8_000_000, 204), (12_500_000, 413)):
        body = {"sequence": "0", "data": "A" * (size // 3 * 4)}
        assert ask(behind, behind.app, "PUT", path, body, **signed).status == status
