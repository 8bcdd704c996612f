"""A cycle tracker's content, in the demo workspace of that kind: the simulator, the bundles, and what is said while one writes."""

import base64
import json
import subprocess
import urllib.request

import pytest
from playwright.sync_api import expect

from console import PHONE, fill, two_ways
from every_page_tests import check_look, check_width

LUNA = "/t/luna"
PERIODS = {
    "en": "2026-08-09 5\n2026-09-06 5\n2026-10-04 5\n2026-11-01 5",
    "fa": "۱۴۰۵/۰۵/۱۸ ۵\n۱۴۰۵/۰۶/۱۵ ۵\n۱۴۰۵/۰۷/۱۲ ۵\n۱۴۰۵/۰۸/۱۰ ۵",
}
TODAY = {"en": "2026-11-20", "fa": "۱۴۰۵/۰۸/۲۹"}


def operator(language):
    return "operator" if language == "en" else f"{language}-operator"


@pytest.fixture
def keeper(open_browser, way):
    return open_browser(operator(way.language), scripts=way.scripts)


@two_ways
def test_cy5_the_simulator_shows_the_month_for_what_is_typed_and_keeps_none_of_it(keeper, way):
    keeper.go(f"{LUNA}/cycle-simulator")
    expect(keeper.page.locator("table.cycle-month")).to_have_count(1)
    fill(keeper, today=TODAY[way.language], periods=PERIODS[way.language], temperatures="", mucus="")
    keeper.press("cycle.show_month")
    # What was typed is in the form and nowhere in the address.
    assert keeper.page.url.endswith(f"{LUNA}/cycle-simulator")
    expect(keeper.page.locator("[name=periods]")).to_have_value(PERIODS[way.language])
    month = keeper.page.locator("table.cycle-month")
    expect(month.locator("caption")).to_have_text("Nov 2026" if way.language == "en" else "آبان ۱۴۰۵")
    expect(month.locator("td.period")).to_have_count(5)
    for cell in month.locator("td.period").all():
        expect(cell).to_contain_text(keeper.text("cycle.mark_period"))
    for cell in month.locator("td.fertile").all():
        expect(cell).to_contain_text(keeper.text("cycle.mark_fertile"))
    # Nor does the browser keep it, as it keeps what is typed elsewhere until it is saved.
    stored = "JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])"
    assert not way.scripts or PERIODS[way.language].split()[0] not in keeper.page.evaluate(stored)
    keeper.page.locator("button[name=month]").last.click()
    expect(month.locator("caption")).to_have_text("Dec 2026" if way.language == "en" else "آذر ۱۴۰۵")
    keeper.go(f"{LUNA}/cycle-simulator")
    assert keeper.page.locator("[name=periods]").input_value() != PERIODS[way.language]


@pytest.mark.parametrize("scripts", [True, False])
def test_cy5_the_simulator_is_used_by_a_finger_on_a_phone_in_russian(open_browser, scripts):
    person = open_browser("ru-operator", scripts=scripts, viewport=PHONE, has_touch=True)
    person.go(f"{LUNA}/cycle-simulator")
    fill(person, today=TODAY["en"], periods=PERIODS["en"], temperatures="", mucus="")
    person.page.get_by_role("button", name=person.text("cycle.show_month"), exact=True).tap()
    month = person.page.locator("table.cycle-month")
    expect(month.locator("caption")).to_have_text("ноя 2026")
    expect(month.locator("td.period")).to_have_count(5)
    check_width(person)
    person.page.locator("button[name=month]").last.tap()
    expect(month.locator("caption")).to_have_text("дек 2026")
    check_width(person)


@two_ways
def test_cy5_a_line_that_is_wrong_is_named_and_the_rest_stays(keeper, way):
    keeper.go(f"{LUNA}/cycle-simulator")
    fill(keeper, periods=PERIODS[way.language], mucus="nonsense")
    keeper.press("cycle.show_month")
    expect(keeper.page.locator("#mucus-error")).to_be_visible()
    expect(keeper.page.locator("[name=periods]")).to_have_value(PERIODS[way.language])


def side_by_side(keeper):
    """Both months are on one line, week beside week, and no word of a day is broken."""
    size = keeper.page.viewport_size
    keeper.page.set_viewport_size({"width": 1366, "height": 768})
    tops = keeper.page.evaluate("""() => [...document.querySelectorAll("table.cycle-month")].map((table) =>
        [table.closest("section").querySelector("h2"), ...table.querySelectorAll("caption, tr, td b")].map((one) => {
            const box = one.getBoundingClientRect(); return [Math.round(box.top), one.matches("tr") ? Math.round(box.height) : 0]; }))""")
    assert len(tops) == 2 and tops[0] == tops[1], tops
    broken = keeper.page.evaluate("""() => [...document.querySelectorAll("table.cycle-month small")].flatMap((one) => {
        const text = one.firstChild, words = [...text.data.matchAll(/\\S+/g)];
        return words.filter((word) => {
            const range = document.createRange();
            range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
            return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
        }).map((word) => word[0]);
    })""")
    assert broken == []
    keeper.page.set_viewport_size(size)


@two_ways
def test_cy3_cy5_changed_rules_are_compared_published_and_signed(keeper, way, roost):
    keeper.go(f"{LUNA}/cycle-rules")
    keeper.page.locator("tbody th a").first.click()
    keeper.press("user.edit", role="link")
    field = keeper.page.locator('[name="fertileDaysBefore"]')
    field.fill("6" if field.input_value() == "5" else "5")
    keeper.press("catalogue.save_draft")
    keeper.press("cycle.try", role="link")
    expect(keeper.page.locator("table.cycle-month")).to_have_count(2)
    expect(keeper.page.locator("td.differs").first).to_contain_text(keeper.text("cycle.differs"))
    side_by_side(keeper)
    keeper.back()
    keeper.publish()
    keeper.flashed("catalogue.was_published")
    keeper.go(f"{LUNA}/cycle-bundles")
    keeper.press("cycle.bundle_publish")
    keeper.flashed("cycle.bundle_published")
    answer = urllib.request.urlopen(f"{roost.url}/public/luna/bundle/{way.language}")
    assert "Set-Cookie" not in answer.headers and answer.headers["ETag"]
    text, _, rest = answer.read().partition(b"-----BEGIN ROOST SIGNATURE-----\n")
    folder = roost.directory
    (folder / "bundle.json").write_bytes(text)
    (folder / "bundle.sig").write_bytes(base64.b64decode(rest.split(b"-----END")[0]))
    (folder / "statements.pem").write_bytes(urllib.request.urlopen(f"{roost.url}/statements.pem").read())
    subprocess.run(
        ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "statements.pem", "-rawin", "-in", "bundle.json",
         "-sigfile", "bundle.sig"], cwd=folder, check=True, capture_output=True)
    bundle = json.loads(text)
    assert bundle["language"] == way.language and len(bundle["disclaimers"]) == 4 and len(bundle["articles"]) >= 6


@two_ways
def test_cy6_the_form_says_how_hard_a_text_is(keeper, way):
    keeper.go(f"{LUNA}/cycle-articles/new")
    name = f"hard_{way.language}"
    fill(keeper, key=name, name__es="Prueba", text__es="La casa es roja y el gato es gris. " * 4)
    keeper.page.locator("[name=topic]").select_option("app")
    keeper.press("catalogue.save_and_check")
    expect(keeper.page.locator('[id="text.es-advice"]')).to_contain_text("100" if way.language == "en" else "۱۰۰")
    keeper.go(f"{LUNA}/cycle-articles?q={name}")
    keeper.page.locator("tbody th a").first.click()
    keeper.press("catalogue.discard")


PAGES = {
    "simulator": "cycle-simulator", "bundles": "cycle-bundles", "articles": "cycle-articles", "article": "cycle-articles/new",
    "rules": "cycle-rules/new", "releases": "cycle-releases", "downloads": "reports/cycle-downloads", "home": "",
}


@pytest.mark.parametrize("language", ["en", "es", "ru", "fa"])
@pytest.mark.parametrize("name", PAGES)
def test_cy6_the_pages_look_right_in_every_language(open_browser, name, language):
    person = open_browser(operator(language))
    person.go(f"{LUNA}/{PAGES[name]}".rstrip("/"))
    assert person.page.locator("html").get_attribute("dir") == ("rtl" if language == "fa" else "ltr")
    check_look(person, f"cycle-{name}", language)
