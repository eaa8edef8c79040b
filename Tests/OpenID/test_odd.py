"""What a provider, or somebody between, may do wrong: each ends on a page with a code, and in no account."""

import json
import pathlib
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import flask
import pytest

from browser import Browser
from support.servers import program


def refused(answer, status: int, code: str):
    assert answer.status == status and f"<code>{code}</code>" in answer.text, (answer.status, answer.text)
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "grove-session" not in str(answer.headers.get_all("Set-Cookie"))


CLAIMS = {
    "a nonce of another attempt": lambda claims: claims | {"nonce": "of-another-attempt"},
    "no nonce": lambda claims: {name: value for name, value in claims.items() if name != "nonce"},
    "an audience that is another client": lambda claims: claims | {"aud": "another"},
    "several audiences and nobody who asked": lambda claims: claims | {"aud": ["grove", "another"]},
    "asked for by another client": lambda claims: claims | {"azp": "another"},
    "another issuer": lambda claims: claims | {"iss": "http://127.0.0.1:1"},
    "its time over": lambda claims: claims | {"exp": time.time() - 121},
    "made in the future": lambda claims: claims | {"iat": time.time() + 600},
    "made long ago": lambda claims: claims | {"iat": time.time() - 3600},
    "nobody's": lambda claims: claims | {"sub": ""},
    "claims of the wrong kind": lambda claims: claims | {"exp": "soon"},
}


def test_a_token_with_one_claim_that_is_wrong_signs_nobody_in(odd):
    provider, person = odd
    for name, spoil in CLAIMS.items():
        provider.spoil = spoil
        bob = person()
        refused(bob.sign_in("bob"), 502, "provider_invalid")
        assert bob.me is None, name
    provider.reset()
    bob = person()
    assert bob.sign_in("bob").status == 303 and bob.me["displayName"] == "Bob"
    # Nothing of what came is in the log, but why it was refused is.
    log = provider.grove.log
    for reason in ("nonce", "audience", "authorized_party", "issuer", "expired", "issued_at", "subject", "form"):
        assert f"ID token: {reason}" in log, reason
    assert "of-another-attempt" not in log and "eyJ" not in log


def test_a_token_that_the_provider_did_not_sign_signs_nobody_in(odd):
    provider, person = odd
    for sign in (provider.unsigned, provider.with_the_public_key_as_secret, provider.with_another_key,
                 provider.with_a_key_of_its_own, lambda claims: "no token at all"):
        provider.sign = sign
        bob = person()
        refused(bob.sign_in("bob"), 502, "provider_invalid")
        assert bob.me is None


def test_an_unknown_key_is_looked_for_once_a_minute(odd):
    provider, person = odd
    assert person().sign_in("bob").status == 303
    provider.roll_over("second")
    assert person().sign_in("bob").status == 303
    provider.roll_over("third", publish=False)
    asked = provider.asked.count("/jwks")
    for _ in range(3):
        refused(person().sign_in("bob"), 502, "provider_invalid")
    assert provider.asked.count("/jwks") == asked == 2


def test_a_provider_that_is_away_is_said_so_and_found_again(odd):
    provider, person = odd
    provider.stop()
    bob = person()
    answer = bob.ask("POST", "provider/sign-ins", {"returnPath": "/"})
    assert answer.status == 503 and answer.json["code"] == "provider_unreachable"
    # Passwords do without it.
    assert bob.register("local").status == 201
    provider.start()
    end = time.monotonic() + 30
    while bob.ask("POST", "provider/sign-ins", {"returnPath": "/"}).status != 201:
        assert time.monotonic() < end, "it is not asked again"
        time.sleep(0.5)
    # Away between the way there and the way back.
    back = provider.approve(bob.browser, bob.begin(), "bob")
    provider.stop()
    refused(bob.browser.ask("GET", back), 503, "provider_unreachable")


@pytest.mark.parametrize("what", ["huge", "redirecting", "another's", "plain words", "over plain http elsewhere"])
def test_discovery_that_is_no_discovery_is_refused(odd, what):
    provider, person = odd
    good = {
        "issuer": provider.issuer, "authorization_endpoint": provider.issuer + "/oauth2/authorize",
        "token_endpoint": provider.issuer + "/oauth2/token", "jwks_uri": provider.issuer + "/jwks"}
    provider.discovery = {
        "huge": lambda: flask.jsonify(good | {"padding": "x" * 1_000_000}),
        "redirecting": lambda: flask.redirect("/elsewhere"),
        "another's": lambda: flask.jsonify(good | {"issuer": "https://id.example"}),
        "plain words": lambda: "hello",
        "over plain http elsewhere": lambda: flask.jsonify(good | {"token_endpoint": "http://id.example/token"}),
    }[what]
    answer = person().ask("POST", "provider/sign-ins", {"returnPath": "/"})
    expected = (503, "provider_unreachable") if what in ("huge", "redirecting") else (502, "provider_invalid")
    assert (answer.status, answer.json["code"]) == expected
    assert "/elsewhere" not in provider.asked


def test_a_no_and_an_answer_that_belongs_to_nothing_are_told_apart(odd):
    provider, person = odd
    bob = person()
    state = bob.begin("/d/x").split("state=")[1].split("&")[0]
    callback = provider.grove.app + "/collab/v1/provider/callback"
    refused(bob.browser.ask("GET", f"{callback}?error=access_denied&state=other"), 400, "sign_in_unknown")
    answer = bob.browser.ask("GET", f"{callback}?error=access_denied&state={state}")
    refused(answer, 403, "provider_denied")
    assert 'href="/d/x"' in answer.text
    refused(bob.browser.ask("GET", callback), 400, "sign_in_unknown")
    refused(bob.browser.ask("GET", f"{callback}?state=a&state=b"), 400, "malformed")
    assert bob.me is None


def test_only_a_place_of_this_server_leads_back(odd):
    provider, person = odd
    for path in ("//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/a b"):
        answer = person().ask("POST", "provider/sign-ins", {"returnPath": path})
        assert answer.status == 400, path


def test_another_origins_page_begins_nothing(odd):
    provider, person = odd
    bob = person()
    address = provider.grove.app + "/collab/v1/provider/sign-ins"
    answer = bob.browser.ask("POST", address, {"returnPath": "/"}, Origin="https://evil.example")
    assert answer.status == 403 and answer.json["code"] == "forbidden"


def test_nobody_gets_into_a_password_account_that_was_not_linked(odd):
    provider, person = odd
    local = person()
    # As the provider calls the two: by subject and by name.
    assert local.register("bob").status == 201
    for user in ("bob", "eve"):
        stranger = person()
        assert stranger.sign_in(user).status == 303
        assert stranger.me["account"] != "bob" and stranger.me["hasPassword"] is False
    # Linking needs the session, and the identity must be free.
    assert person().ask("POST", "me/provider", {"returnPath": "/"}).status == 401
    refused(local.sign_in("bob", "/#account", path="me/provider"), 409, "linked_elsewhere")


def test_an_account_is_linked_while_signed_in_to_it_and_unlinked_again(odd):
    provider, person = odd
    local = person()
    local.register("ann")
    answer = local.sign_in("bob", "/#account", path="me/provider")
    assert (answer.status, answer.location) == (303, "/#account")
    assert local.me["isLinked"] is True
    by_provider = person()
    assert by_provider.sign_in("bob").status == 303
    assert by_provider.me["account"] == "ann" and by_provider.me["displayName"] == "ann"
    # What belongs to the person says so.
    copy = pathlib.Path(tempfile.mkdtemp(prefix="grove-oidc-")) / "ann"
    subprocess.run([program(), "account", "export", "ann", copy, "--data", local.grove.folder], check=True)
    links = json.loads((copy / "account.json").read_text())["providerLinks"]
    assert [(one["issuer"], one["subject"]) for one in links] == [(provider.issuer, "bob")]
    assert local.ask("DELETE", "me/provider").json == {"endedSessions": 1}
    assert by_provider.me is None and local.me["isLinked"] is False
    # What leads nowhere any more makes somebody new.
    assert by_provider.sign_in("bob").status == 303
    assert by_provider.me["account"].startswith("person-")
    assert by_provider.ask("DELETE", "me/provider").json["code"] == "forbidden"


def test_a_link_that_was_begun_before_signing_out_is_not_made(odd):
    provider, person = odd
    local = person()
    local.register("ann")
    back = provider.approve(local.browser, local.begin("/", "me/provider"), "eve")
    local.ask("DELETE", "sessions/current")
    refused(local.browser.ask("GET", back), 401, "unauthenticated")
    # Nor into the account of whoever signs in next in that browser.
    other = person()
    other.register("zoe")
    back = provider.approve(other.browser, other.begin("/", "me/provider"), "eve")
    other.ask("DELETE", "sessions/current")
    other.register("max")
    refused(other.browser.ask("GET", back), 401, "unauthenticated")
    assert other.me["isLinked"] is False


def test_two_first_callbacks_at_once_make_one_account(odd):
    provider, person = odd
    people = [person() for _ in range(8)]
    ways = [provider.approve(one.browser, one.begin(), "bob") for one in people]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda pair: pair[0].browser.ask("GET", pair[1]), zip(people, ways)))
    assert [answer.status for answer in answers] == [303] * 8, [answer.text for answer in answers]
    assert len({one.me["account"] for one in people}) == 1
