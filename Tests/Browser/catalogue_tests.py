"""What an app shows: written, looked at, published, scheduled and returned to. In a tenant of its own, the quarry."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from console import fill, two_ways
from every_page_tests import check_look

TEXTS = "/t/quarry/texts"


@pytest.fixture
def writer(open_browser, way):
    return open_browser(f"writes-{way.language}-{'scripts' if way.scripts else 'plain'}", scripts=way.scripts)


def add(person, key, **fields):
    person.go(f"{TEXTS}/new")
    fill(person, key=key, **fields)
    person.press("catalogue.save_draft")
    person.flashed("catalogue.was_added")
    return person.page.url.split("/t/")[1]


@two_ways
def test_a_text_is_written_published_changed_and_returned_to(writer, way):
    name = f"greet_{way.language}_{int(way.scripts)}"
    writer.go(f"{TEXTS}/new")
    fill(writer, key=name, text__en=f"Hello {{name}} of {name}", text__fa="سلام")
    writer.press("catalogue.save_draft")
    # The translation lacks what the app fills in; what was typed is still there.
    expect(writer.page.locator('[id="text.fa-error"]')).to_be_visible()
    expect(writer.page.locator('[name="text.en"]')).to_have_value(f"Hello {{name}} of {name}")
    fill(writer, text__fa="سلام {name}")
    writer.press("catalogue.save_draft")
    writer.flashed("catalogue.was_added")
    path = "/t/" + writer.page.url.split("/t/")[1]
    writer.press("catalogue.publish")
    writer.flashed("catalogue.was_published")
    writer.press("user.edit", role="link")
    fill(writer, text__en=f"Good day {{name}} of {name}")
    writer.press("catalogue.save_draft")
    expect(writer.page.locator("ins").first).to_contain_text("Good day")
    writer.press("catalogue.publish")
    expect(writer.page.locator(".phone").first).to_contain_text("Good day")
    writer.press("catalogue.return")
    writer.flashed("catalogue.was_returned")
    expect(writer.page.locator(".phone").first).to_contain_text("Hello {name}")
    writer.go(f"{TEXTS}?q={name}")
    writer.page.locator("tbody th a").first.click()
    assert writer.page.url.endswith(path)


@two_ways
def test_the_fields_of_a_goal_type_are_built_without_and_with_scripts(writer, way):
    name = f"goal_{way.language}_{int(way.scripts)}"
    writer.go("/t/quarry/goals/new")
    fill(writer, key=name, name__en=name, fields__1__key="often", fields__1__label__en="How often?",
         fields__1__choices__en="daily: Every day\nweekly: Once a week")
    writer.page.locator('[name="fields.1.kind"]').select_option("choice")
    writer.press("schema.add")
    fill(writer, fields__2__key="km", fields__2__label__en="How far?", fields__2__show_if="often=never")
    writer.page.locator('[name="fields.2.kind"]').select_option("number")
    writer.press("catalogue.save_draft")
    expect(writer.page.locator('[id="fields.2.show_if-error"]')).to_be_visible()
    fill(writer, fields__2__show_if="often=daily")
    writer.press("catalogue.save_draft")
    writer.flashed("catalogue.was_saved")
    writer.press("user.edit", role="link")
    writer.page.locator('[name="fields.1.away"]').check()
    fill(writer, fields__2__show_if="")
    writer.press("catalogue.save_draft")
    writer.flashed("catalogue.was_saved")
    writer.press("user.edit", role="link")
    expect(writer.page.locator('[name="fields.1.key"]')).to_have_value("km")


def test_what_is_scheduled_comes_by_itself_and_the_app_gets_it(open_browser, roost):
    person = open_browser("writes-en-scripts")
    person.go("/t/quarry/keys/new")
    person.page.locator("[name=name]").fill("App")
    person.page.locator("[value='catalogue.read']").check()
    person.press("keys.add")
    key = person.page.locator("#key").inner_text().strip()

    def given():
        request = urllib.request.Request(f"{roost.url}/v1/catalogue?language=fa", headers={"Authorization": f"Bearer {key}"})
        with urllib.request.urlopen(request) as answer:
            return {text["key"]: text["text"] for text in json.load(answer)["texts"]}

    path = add(person, "later", text__en="Later", text__fa="بعد")
    menu = person.page.locator("details.menu", has=person.page.locator("[name=from]"))
    menu.locator("summary").click()
    menu.locator("[name=from]").fill("2020-01-01T10:00")
    person.press("catalogue.schedule_now", inside=menu)
    expect(person.page.locator("#from-error")).to_be_visible()
    person.page.locator("[name=from]").fill("2027-06-01T10:00")
    person.press("catalogue.schedule_now")
    person.flashed("catalogue.was_scheduled")
    assert "later" not in given()
    roost.sql("update catalogue_versions set published_from = now() - interval '1 minute' where published_from > now()")
    roost.sql("update tenants set catalogue_stamp = catalogue_stamp + 1")
    assert given()["later"] == "بعد"
    person.go("/t/" + path)
    person.press("catalogue.retire")
    person.flashed("catalogue.was_retired")
    assert "later" not in given()


@pytest.mark.parametrize("language", ["en", "es", "ru", "fa"])
def test_the_pages_of_catalogues_look_right(open_browser, language):
    person = open_browser("writes-looks", bypass_csp=True, reduced_motion="reduce")
    person.go("/account")
    person.page.locator("[name=language]").select_option("en")
    person.page.locator("form[action='/account/preferences'] button").click()
    path = add(person, f"looks_{language}", text__en="Rise & shine, {name}! <b>", headline__en="Wake up")
    person.press("catalogue.publish")
    person.press("user.edit", role="link")
    fill(person, text__en="Rise, {name}", text__fa="برخیز {name}")
    person.press("catalogue.save_draft")
    person.go("/account")
    person.page.locator("[name=language]").select_option(language)
    person.page.locator("form[action='/account/preferences'] button").click()
    pages = {
        "texts": TEXTS, "text": "/t/" + path, "text-form": f"/t/{path}/edit", "goals-empty": "/t/quarry/goals?q=nothing+like+it",
        "goal-new": "/t/quarry/goals/new", "recommendation-new": "/t/quarry/recommendations/new", "catalogue-export": "/t/quarry/texts/export",
        "questionnaire-new": "/t/quarry/questionnaires/new",
    }
    for name, place in pages.items():
        person.go(place)
        check_look(person, name, language)
