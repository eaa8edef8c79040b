"""Many messages, many writers. How long it takes is measured by script/measure-pages."""

import json
import re
import subprocess

from playwright.sync_api import expect

from support.servers import ROOT
from support.thread import fill_thread


def test_a_conversation_of_ten_thousand_messages_shows_its_end_and_older_ones_when_they_are_looked_for(person):
    ann = person("ann")
    ann.sign_up()
    ann.begin_conversation("charlie")
    page = ann.messenger
    fill_thread(page, 10_000)
    page.reload()
    expect(ann.thread.get_by_text("Message 10000", exact=False).last).to_be_visible()
    # Only a stretch of it is in the page.
    assert ann.thread.locator("> *").count() < 1000
    scroller = page.get_by_role("region", name="Conversation")
    older = ann.thread.get_by_text("Message 9000", exact=False)
    for _ in range(200):
        scroller.evaluate("(one) => one.scrollTo(0, -1e7)")
        if older.count():
            break
        page.wait_for_timeout(50)
    expect(older.first).to_be_attached()
    assert ann.thread.locator("> *").count() < 1000
    ann.say("Still writing")
    ann.reads("Still writing")


def test_twenty_who_write_at_once_and_a_page_that_looks_on_stay_in_step(person):
    ann = person("ann")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Stone soup")
    api = f"{ann.servers.app}/collab/v1"
    session = ann.context.request.post(f"{api}/sessions", data={
        "account": ann.account, "password": "correct horse battery"})
    token = session.json()["token"]
    identifier = re.search(r"recipe=([\w-]+)", ann.recipes.url)[1]
    script = ROOT / "Tests" / "Pages" / "support" / "twenty_editors.mjs"
    done = subprocess.run(
        ["node", str(script), ann.servers.app, token, identifier], capture_output=True, text=True,
        timeout=90)
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(done.stdout.splitlines()[-1])
    assert sum(map(len, result["texts"])) == 200
    for field, text in zip(("Ingredients", "Steps", "Notes"), result["texts"]):
        expect(ann.field(field)).to_have_value(text)
