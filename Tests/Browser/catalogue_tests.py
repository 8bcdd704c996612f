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
    writer.publish()
    writer.flashed("catalogue.was_published")
    writer.press("user.edit", role="link")
    fill(writer, text__en=f"Good day {{name}} of {name}")
    writer.press("catalogue.save_draft")
    expect(writer.page.locator("ins").first).to_contain_text("Good day")
    writer.publish()
    expect(writer.page.locator(".phone").first).to_contain_text("Good day")
    writer.page.locator("details.version summary").nth(1).click()
    writer.press("catalogue.return")
    writer.flashed("catalogue.was_returned")
    # An app fills in what stands in braces; the phone shows a sample.
    expect(writer.page.locator(".phone").first).to_contain_text("Hello Sofia")
    writer.press("catalogue.withdraw")
    writer.flashed("catalogue.was_withdrawn")
    expect(writer.page.locator(".phone").first).to_contain_text("Good day Sofia")
    writer.go(f"{TEXTS}?q={name}")
    writer.page.locator("tbody th a").first.click()
    assert writer.page.url.endswith(path)


@two_ways
def test_the_fields_of_a_goal_type_are_built_without_and_with_scripts(writer, way):
    name = f"goal_{way.language}_{int(way.scripts)}"
    writer.go("/t/quarry/goals/new")
    fill(writer, key=name, name__en=name)
    writer.press("schema.choice")
    # The caret stands where the question is typed.
    expect(writer.page.locator('[name="fields.1.label.en"]')).to_be_focused()
    fill(writer, fields__1__label__en="How often?")
    for place, words in enumerate(("Every day", "Once a week"), 1):
        writer.press("catalogue.add_choice")
        expect(writer.page.locator(f'[name="fields.1.choices.{place}.en"]')).to_be_focused()
        fill(writer, **{f"fields__1__choices__{place}__en": words, f"fields__1__choices__{place}__fa": "—"})
    writer.press("schema.number")
    fill(writer, fields__2__label__en="How far?", fields__2__unit="km")
    # Keys were made of the words; the menu names what is typed above.
    writer.page.locator('[name="fields.2.show_if"]').select_option("how_often=every_day")
    act(writer, "fields.2.up")
    expect(writer.page.locator('[name="fields.1.label.en"]')).to_have_value("How far?")
    writer.press("catalogue.save_draft")
    # A condition looks only upwards.
    expect(writer.page.locator('[id="fields.1.show_if-error"]')).to_be_visible()
    act(writer, "fields.2.up")
    expect(writer.page.locator('[name="fields.1.label.en"]')).to_have_value("How often?")
    writer.press("catalogue.save_draft")
    writer.flashed("catalogue.was_added")
    writer.press("user.edit", role="link")
    expect(writer.page.locator('[name="fields.1.choices.2.key"]')).to_have_value("once_a_week")
    act(writer, "fields.1.remove")
    expect(writer.page.locator('[id="fields.2"]')).to_have_count(0)
    opened(writer, "fields.1").locator('[name="fields.1.show_if"]').select_option("")
    writer.press("catalogue.save_draft")
    writer.flashed("catalogue.was_saved")
    writer.press("user.edit", role="link")
    expect(writer.page.locator('[name="fields.1.key"]')).to_have_value("how_far")


def act(person, what):
    """Presses a button of the form that changes the form itself."""
    opened(person, ".".join(what.split(".")[:2]))
    person.page.locator(f'button[name=act][value="{what}"]').click()


def opened(person, part):
    """A part's card, unfolded."""
    card = person.page.locator(f'[id="{part}"]')
    if card.get_attribute("open") is None:
        card.locator("summary").first.click()
    return card


def test_cards_move_by_keys_and_by_the_mouse(open_browser):
    person = open_browser("writes-en-scripts")
    person.go("/t/quarry/goals/new")
    fill(person, key="moved", name__en="Moved")
    for place, label in enumerate(("First", "Second", "Third"), 1):
        person.press("schema.text")
        fill(person, **{f"fields__{place}__label__en": label})
    labels = lambda: [person.page.locator(f'[name="fields.{place}.label.en"]').input_value() for place in (1, 2, 3)]
    person.page.locator('[name="fields.3.label.en"]').press("Alt+ArrowUp")
    expect(person.page.locator('[name="fields.2.label.en"]')).to_have_value("Third")
    # Both cards are in view: scrolled while the mouse is down, another would lie under it.
    person.page.set_viewport_size({"width": 1280, "height": 2400})
    person.page.locator('[id="fields.1"] [data-grip]').drag_to(person.page.locator('[id="fields.3"] summary'))
    expect(person.page.locator('[name="fields.3.label.en"]')).to_have_value("First")
    assert labels() == ["Third", "Second", "First"]


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
    person.publish()
    person.press("user.edit", role="link")
    fill(person, text__en="Rise, {name}", text__fa="برخیز {name}")
    person.press("catalogue.save_draft")
    person.go("/account")
    person.page.locator("[name=language]").select_option(language)
    person.page.locator("form[action='/account/preferences'] button").click()
    pages = {
        "texts": TEXTS, "text": "/t/" + path, "text-form": f"/t/{path}/edit", "goals-empty": "/t/quarry/goals?q=nothing+like+it",
        "goal-new": "/t/quarry/goals/new", "recommendation-new": "/t/quarry/recommendations/new",
    }
    for name, place in pages.items():
        person.go(place)
        check_look(person, name, language)


@two_ways
def test_the_phone_shows_what_is_typed_with_samples_and_placeholders_are_put_in(writer, way):
    writer.go(f"{TEXTS}/new")
    fill(writer, key=f"phone_{way.language}_{int(way.scripts)}", text__en="Rise, {name}", text__fa="برخیز ", limit="40")
    if not way.scripts:
        writer.press("catalogue.preview_again")
    expect(writer.page.locator("#phone-en")).to_contain_text("Rise, Sofia")
    writer.page.locator('button[value="insert.text.fa.name"]').click()
    expect(writer.page.locator('[name="text.fa"]')).to_have_value("برخیز {name}")
    expect(writer.page.locator("#phone-fa")).to_contain_text("برخیز سارا")
    expect(writer.page.locator("#phone-fa > div")).to_have_attribute("dir", "rtl")
    # Dark and large need no script.
    size = "phone => getComputedStyle(phone).fontSize"
    before = writer.page.locator("#phone-en > div").evaluate(size)
    writer.page.locator(".look-dark").check()
    writer.page.locator(".look-large").check()
    assert writer.page.locator("#phone-en > div").evaluate("phone => getComputedStyle(phone).colorScheme") == "dark"
    assert writer.page.locator("#phone-en > div").evaluate(size) != before


def test_a_form_is_played_on_its_phone(open_browser):
    person = open_browser("writes-en-scripts")
    person.go("/t/quarry/goals/new")
    fill(person, key="played", name__en="Played", name__fa="بازی")
    person.page.locator('.tab[data-language="en"]').click()
    person.press("schema.yes")
    fill(person, fields__1__label__en="Do you run?")
    person.press("schema.number")
    fill(person, fields__2__label__en="How far?", fields__2__greatest="100")
    person.page.locator('[name="fields.2.show_if"]').select_option("do_you_run=yes")
    person.press("catalogue.save_draft")
    person.flashed("catalogue.was_added")
    phone = person.page.locator("#phone-en")
    expect(phone.locator('[data-key="how_far"]')).to_be_hidden()
    phone.locator('[data-key="do_you_run"] [value="yes"]').check()
    # A mark to tick is a mark; what it is called has the rest of the line.
    assert phone.locator('[data-key="do_you_run"] [value="yes"]').bounding_box()["width"] < 24
    far = phone.locator('[data-key="how_far"] input')
    expect(far).to_be_visible()
    far.fill("101")
    phone.locator("button").click()
    assert far.evaluate("input => !input.validity.valid && document.activeElement === input")


@two_ways
def test_what_is_wrong_is_named_with_its_language_and_has_the_caret(writer, way):
    writer.go(f"{TEXTS}/new")
    fill(writer, key=f"wrong_{way.language}_{int(way.scripts)}", text__en="Hi {name}", text__fa="سلام")
    writer.press("catalogue.save_draft")
    summary = writer.page.locator(".notice.bad[role=alert]")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("فارسی")
    summary.locator("a").click()
    expect(writer.page.locator('[name="text.fa"]')).to_be_focused()


def test_14_a_users_country_and_language_are_found_by_name_and_by_code(open_browser):
    for language, typed, wanted in (("en", "germ", "DE"), ("en", "es", "ES"), ("fa", "اسپان", "ES")):
        person = open_browser(language)
        person.go("/t/orchard/users/new")
        for name, text, value in (("country", typed, wanted), ("language", "ru", "ru")):
            select = person.page.locator(f"select[name={name}]")
            select.locator("xpath=preceding-sibling::input").fill(text)
            expect(select).to_have_value(value)
            select.locator("xpath=preceding-sibling::input").fill("qqqq")
            # Nothing fits: what was chosen stays.
            expect(select).to_have_value(value)


def test_zones_and_currencies_are_found_by_name(open_browser):
    person = open_browser("writes-en-scripts")
    person.go("/t/quarry/plans/new")
    assert person.page.locator('#currencies option[value="KWD"]').text_content() == "Kuwaiti Dinar"
