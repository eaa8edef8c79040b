"""Sign-in through glewlwyd, a whole OpenID Provider."""

from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

from browser import Browser


def test_somebody_signs_in_at_the_provider_and_comes_back_to_where_they_were(real):
    ada = real()
    answer = ada.sign_in("ada", "/d/some-link#collab-messenger=x")
    assert answer.status == 303, answer.text
    assert answer.location == "/d/some-link#collab-messenger=x"
    assert ada.me["displayName"] == "Ada Lovelace"
    assert ada.me["account"].startswith("person-")
    assert (ada.me["hasPassword"], ada.me["isLinked"]) == (False, True)
    # From another browser the same account, and signing out there ends nothing here.
    elsewhere = real()
    elsewhere.sign_in("ada")
    assert elsewhere.me["account"] == ada.me["account"]
    assert elsewhere.ask("DELETE", "sessions/current").status == 204
    assert elsewhere.me is None and ada.me


def test_the_request_binds_the_answer_to_this_browser(real):
    ada = real()
    query = parse_qs(urlsplit(ada.begin()).query)
    assert query["response_type"] == ["code"] and query["scope"] == ["openid profile"]
    assert query["code_challenge_method"] == ["S256"] and len(query["code_challenge"][0]) == 43
    assert len(query["state"][0]) == 43 and len(query["nonce"][0]) == 43
    raw = ada.ask("POST", "provider/sign-ins", {}).headers["Set-Cookie"]
    assert raw.startswith("grove-sign-in=")
    assert raw.endswith("; Path=/; HttpOnly; SameSite=Lax; Max-Age=600")


def test_an_answer_counts_once_and_in_its_own_browser_only(real):
    ada, eve = real(), real()
    back = ada.provider.approve(ada.browser, ada.begin(), "ada")
    # Stolen on its way: another browser gets nothing by it, with or without an attempt of its own.
    for begin in (False, True):
        if begin:
            eve.begin()
        answer = eve.browser.ask("GET", back)
        assert answer.status == 400 and "sign_in_unknown" in answer.text
        assert eve.me is None
    kept = dict(ada.browser.cookies[urlsplit(back).netloc])
    assert ada.browser.ask("GET", back).status == 303
    # The same again, with the cookie that was there before.
    ada.browser.cookies[urlsplit(back).netloc] = kept
    answer = ada.browser.ask("GET", back)
    assert answer.status == 409 and "sign_in_used" in answer.text


def test_of_eight_answers_at_once_one_counts(real):
    ada = real()
    back = ada.provider.approve(ada.browser, ada.begin(), "ada")
    cookies = {origin: dict(jar) for origin, jar in ada.browser.cookies.items()}

    def answer(_):
        browser = Browser()
        browser.cookies = {origin: dict(jar) for origin, jar in cookies.items()}
        return browser.ask("GET", back).status

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(answer, range(8))) == [303] + [409] * 7


def test_a_new_signing_key_of_the_provider_is_found_by_itself(real):
    ada = real()
    assert ada.sign_in("ada").status == 303
    ada.provider.roll_over()
    again = real()
    answer = again.sign_in("ada")
    assert answer.status == 303, answer.text
    assert again.me["account"] == ada.me["account"]
