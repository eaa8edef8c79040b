"""No screen has anything that axe finds wrong by WCAG 2.2 AA, in light or in dark."""

import json
import pathlib

import axe_playwright_python

from support.browsers import ONE_COLOUR, chromium_only
from support.screens import all_screens

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}


def violations(page) -> list[str]:
    # Put in from outside, so that the page's own policy need not allow it.
    page.evaluate(AXE)
    found = page.evaluate("(rules) => axe.run(document, rules)", RULES)["violations"]
    return [
        f"{one['id']} ({one['impact']}): {one['help']}: "
        + "; ".join(json.dumps(node["html"][:160]) + " " + node["failureSummary"].split("\n")[1].strip()
                    for node in one["nodes"][:4])
        for one in found
    ]


@chromium_only(ONE_COLOUR)
def test_axe_finds_nothing_on_any_screen_in_light_or_dark(person):
    wrong = []
    seen = 0
    for name, page, _ in all_screens(person):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            wrong += [f"{name}, {scheme}: {one}" for one in violations(page)]
        page.emulate_media(color_scheme="light")
        seen += 1
    print(f"{seen} screens")
    assert seen > 30
    assert not wrong, "\n".join(wrong)
