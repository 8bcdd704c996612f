"""What users answer to questionnaires: an app stores it, admins see it with the version it was given under, count it, take it out."""

import uuid

import pytest
from playwright.sync_api import expect

from catalogue_tests import writer  # noqa: F401 (a fixture)
from console import fill, two_ways
from every_page_tests import check_look
from service_api_tests import make_key, send

QUESTIONNAIRES = "/t/quarry/questionnaires"


@pytest.fixture(scope="module")
def app(roost, chromium, sessions):
    key = make_key(roost, chromium, sessions("writes-en-scripts"), "quarry", "users.write", "answers.read", "answers.write")

    def call(method, path, body=None, **headers):
        return send(method, roost.url + "/v1" + path, key, body, **headers)

    return call


def published(person, key):
    """A questionnaire in its second version, by the forms; the page's path."""
    person.go(f"{QUESTIONNAIRES}/new")
    fill(person, key=key, name__en=f"Sleep of {key}", name__fa="خواب")
    person.press("schema.choice")
    fill(person, fields__1__key="wakes", fields__1__label__en="What wakes you <b>?", fields__1__label__fa="چه چیزی بیدارت می‌کند؟")
    for place, (english, persian) in enumerate((("Noise", "سروصدا"), ("Light", "نور")), 1):
        person.press("catalogue.add_choice")
        fill(person, **{f"fields__1__choices__{place}__en": english, f"fields__1__choices__{place}__fa": persian})
    person.press("catalogue.save_draft")
    person.flashed("catalogue.was_added")
    path = "/t/" + person.page.url.split("/t/")[1].split("?")[0]
    person.publish()
    person.flashed("catalogue.was_published")
    return path


@two_ways
def test_what_an_app_stores_is_seen_under_its_version_counted_and_taken_out(writer, way, app):  # noqa: F811
    key = f"sleep_{way.language}_{int(way.scripts)}"
    path = published(writer, key)
    email = f"{uuid.uuid4().hex[:12]}@example.net"
    name = f"زهرا <b> {uuid.uuid4().hex[:6]}"
    user = app("PUT", "/users", {"users": [{"email": email, "name": name}]})[2]["results"][0]["id"]
    answers = f"/users/{user}/answers"
    status, _, problem = app("PUT", f"{answers}/{key}", {"answers": {"wakes": "hunger"}})
    assert status == 422 and problem["errors"][0]["pointer"] == "/answers/wakes"
    assert app("PUT", f"{answers}/{key}", {"answers": {"wakes": "noise"}})[2]["result"] == "created"
    # The next version asks otherwise; what was answered shows as it was asked.
    writer.go(path + "/edit")
    fill(writer, fields__1__label__en="What wakes you now?", fields__1__label__fa="حالا چه؟")
    writer.press("catalogue.save_draft")
    writer.publish()
    writer.flashed("catalogue.was_published")
    writer.press("answers.title", role="link", inside=writer.page.locator(".head"))
    expect(writer.page.locator("tbody tr")).to_have_count(1)
    expect(writer.page.locator("tbody")).to_contain_text("سروصدا" if way.language == "fa" else "Noise")
    writer.page.locator("tbody th a").click()
    expect(writer.main()).to_contain_text("چه چیزی بیدارت می‌کند؟" if way.language == "fa" else "What wakes you <b>?")
    first = writer.page.url
    assert app("PUT", f"{answers}/{key}", {"version": 2, "answers": {"wakes": "light"}})[2] | {"id": ""} == {"id": "", "version": 2, "result": "replaced"}
    writer.page.reload()
    expect(writer.page.locator(".head .status")).to_have_text(writer.text("answers.is_replaced"))
    writer.page.locator("ol.trail a").first.click()
    assert writer.page.url != first
    expect(writer.main()).to_contain_text("حالا چه؟" if way.language == "fa" else "What wakes you now?")
    expect(writer.page.locator("ins").first).to_contain_text("نور" if way.language == "fa" else "Light")
    # On the user's page, and in the trail.
    writer.page.locator(".card header a").first.click()
    expect(writer.page.locator("h1")).to_contain_text(name)
    expect(writer.main()).to_contain_text(writer.text("audit.answers_given"))
    # Found by the user, and in numbers.
    writer.go(f"/t/quarry/answers?q={email}")
    expect(writer.page.locator("tbody tr")).to_have_count(1)
    writer.go("/t/quarry/answers?q=nobody+like+this")
    writer.sees(writer.text("list.none_match"))
    writer.go(path)
    writer.press("answers.in_numbers", role="link")
    expect(writer.page.locator("figure.chart svg")).to_have_count(1)
    writer.press("answers.all", role="link")
    expect(writer.page.locator("tbody tr")).to_have_count(1)
    writer.press("list.export", role="link")
    writer.page.locator("[name=reason]").fill("asked for")
    with writer.page.expect_download() as download:
        writer.page.locator("#page form button").last.click()
    assert email in open(download.value.path(), encoding="utf-8-sig").read()


@pytest.mark.parametrize("language", ["en", "es", "ru", "fa"])
def test_the_pages_of_answers_look_right(open_browser, language):
    person = open_browser("operator" if language == "en" else f"{language}-operator", bypass_csp=True, reduced_motion="reduce")
    person.go("/t/roosterme/questionnaires")
    person.page.locator("tbody th a").first.click()
    questionnaire = person.page.url.split("?")[0]
    person.go("/t/roosterme/answers")
    person.page.locator("tbody th a").first.click()
    submission = person.page.url
    person.page.locator(".card header a").first.click()
    user = person.page.url
    person.go("/t/empty/questionnaires/new")
    fill(person, key=f"none_{language}", name__en="Nobody was asked")
    person.press("catalogue.save_draft")
    empty = person.page.url.split("?")[0]
    pages = {
        "answers": "/t/roosterme/answers", "answers-none": "/t/roosterme/answers?q=nobody+at+all", "answers-empty": "/t/empty/answers",
        "submission": submission, "answers-in-numbers": questionnaire + "/answers", "answers-in-numbers-empty": empty + "/answers",
        "questionnaire": questionnaire, "user-answers": user, "answers-export": "/t/roosterme/answers/export?questionnaire=sleep",
    }
    for name, place in pages.items():
        person.go(place)
        check_look(person, name, language)
