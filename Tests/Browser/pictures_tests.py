"""Pictures of goal types: uploaded into the draft, shown, published, taken out again, with and without scripts."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from catalogue_tests import writer  # noqa: F401 (a fixture)
from console import fill, two_ways
from every_page_tests import check_look, picture
from icon_tests import SVG, choose, png, shown
from service_api_tests import make_key


def goal(person, key):
    person.go("/t/quarry/goals/new")
    fill(person, key=key, name__en=f"Goal {key}", name__fa="هدف")
    person.press("catalogue.save_draft")
    person.flashed("catalogue.was_added")


@pytest.fixture(scope="module")
def app(roost, chromium, sessions):
    key = make_key(roost, chromium, sessions("writes-en-scripts"), "quarry", "catalogue.read")

    def get(path):
        with urllib.request.urlopen(urllib.request.Request(roost.url + path, headers={"Authorization": f"Bearer {key}"})) as answer:
            return answer.headers, answer.read()

    return get


@two_ways
def test_a_picture_goes_into_the_draft_and_to_apps_with_its_publication(writer, way, app):  # noqa: F811
    key = f"drawn_{way.language}_{int(way.scripts)}"
    goal(writer, key)
    page = writer.page.url
    choose(writer, "no.png", b"no picture at all")
    writer.press("catalogue.picture_upload")
    expect(writer.page.locator("#icon-error")).to_have_text(writer.text("error.image_kind"))
    choose(writer, "بادبان.png", png(700, 700))
    writer.press("catalogue.picture_upload")
    writer.flashed("catalogue.was_saved")
    first = shown(writer, "#picture-card img")
    assert shown(writer, ".phone img") == first
    writer.publish()
    writer.flashed("catalogue.was_published")
    icon = {one["key"]: one["icon"] for one in json.loads(app("/v1/catalogue")[1])["goals"]}[key]
    headers, content = app(icon)
    assert headers["Content-Type"] == "image/png" and "immutable" in headers["Cache-Control"] and content[:4] == b"\x89PNG"
    choose(writer, "x.svg", SVG, "image/svg+xml")
    writer.press("catalogue.picture_replace")
    writer.flashed("catalogue.was_saved")
    assert shown(writer, "#picture-card img") != first
    writer.press("catalogue.picture_remove")
    writer.flashed("catalogue.was_saved")
    expect(writer.page.locator("#picture-card img")).to_have_count(0)
    # What is published has it still.
    assert shown(writer, ".phone img") == first
    writer.go(f"/t/quarry/goals?q={key}")
    assert shown(writer, "tbody img.thumb") == first
    writer.page.goto(page)
    writer.press("catalogue.discard")
    writer.flashed("catalogue.was_discarded")


@pytest.mark.parametrize("language", ["en", "es", "ru", "fa"])
def test_the_pages_with_pictures_look_right(open_browser, language):
    person = open_browser("operator" if language == "en" else f"{language}-operator", bypass_csp=True, reduced_motion="reduce")
    goal(person, f"looks_{language}")
    page = person.page.url.split("?")[0]
    choose(person, "x.png", png(400, 300))
    person.press("catalogue.picture_upload")
    person.flashed("catalogue.was_saved")
    for name, place in {"goal-drawn": page, "goals-drawn": "/t/quarry/goals"}.items():
        person.go(place)
        check_look(person, name, language)
    person.go(page)
    choose(person, "no.png", b"nothing")
    person.press("catalogue.picture_replace")
    expect(person.page.locator("#icon-error")).to_be_visible()
    picture(person, f"goal-refused.{language}.light")
