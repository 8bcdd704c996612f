"""API keys: made, copied, replaced, stopped and deleted, in two languages, with and without scripts."""

import re
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from console import two_ways
from every_page_tests import check_with_axe, picture

KEY = re.compile(r"^rst_live_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}$")


def fill_form(person, name):
    person.go("/t/orchard/keys")
    person.press("keys.add", role="link")
    person.page.locator("[name=name]").fill(name)
    person.page.locator("[name=scopes][value='users.read']").check()
    person.page.locator("[name=term]").select_option("30")


def create(person, name) -> str:
    """By the form; the key's text, from the page that shows it."""
    fill_form(person, name)
    person.press("keys.add")
    expect(person.page.locator("h1")).to_have_text(person.text("key.shown_created"))
    text = person.page.locator("#key").inner_text()
    assert KEY.match(text)
    return text


@two_ways
def test_a_key_is_made_shown_once_and_never_again(person, way):
    name = f"Server {way}"
    key = create(person, name)
    person.press("key.shown_done", role="link")
    expect(person.page.locator("h1")).to_have_text(name)
    person.sees(key[:25])
    person.sees(person.text("key.state_active"))
    assert key[26:] not in person.page.content()
    person.go("/t/orchard/keys")
    expect(person.page.get_by_role("row", name=re.compile(re.escape(name)))).to_contain_text(key[:25])
    assert key[26:] not in person.page.content()


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_new_key_can_be_copied(open_browser, language):
    person = open_browser(language, permissions=["clipboard-read", "clipboard-write"])
    key = create(person, f"Copied {language}")
    person.press("action.copy")
    expect(person.page.get_by_role("button", name=person.text("action.copied"))).to_be_visible()
    assert person.page.evaluate("navigator.clipboard.readText()") == key


@two_ways
def test_what_is_wrong_is_said_beside_its_field(person):
    fill_form(person, "")
    person.page.locator("[name=scopes][value='users.read']").uncheck()
    person.page.locator("[name=addresses]").fill("10.0.0.0/8, here")
    person.press("keys.add")
    expect(person.page.locator("#name-error")).to_contain_text(person.text("error.required"))
    expect(person.page.locator("#scopes-error")).to_contain_text(person.text("error.scopes"))
    expect(person.page.locator("#addresses-error")).to_contain_text("here")
    expect(person.page.locator("[name=addresses]")).to_have_value("10.0.0.0/8, here")
    expect(person.page.locator("[name=term]")).to_have_value("30")


@two_ways
def test_a_key_is_rotated_disabled_enabled_and_deleted(person, way):
    name = f"Changing {way}"
    first = create(person, name)
    person.press("key.shown_done", role="link")
    panel = person.open_menu("key.rotate")
    panel.locator("[name=overlap]").select_option("1")
    person.press("key.rotate_now", inside=panel)
    second = person.page.locator("#key").inner_text()
    assert KEY.match(second) and second != first
    person.press("key.shown_done", role="link")
    person.sees(second[:25])
    person.sees(person.text("key.earlier"))

    person.press("key.disable_now", inside=person.open_menu("key.disable"))
    person.flashed("keys.disabled")
    person.sees(person.text("key.state_disabled"))
    person.press("frame.undo")
    person.flashed("keys.enabled")
    person.sees(person.text("key.state_active"))

    person.press("key.delete_now", inside=person.open_menu("key.delete"))
    person.flashed("keys.deleted")
    expect(person.page.locator("body")).not_to_contain_text(name)


def call(url, key):
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {key}"})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_key_opens_the_service_api_and_its_page_shows_the_use(open_browser, roost, language):
    # axe is put into the page as a script of its own, which the CSP would rightly refuse.
    person = open_browser(language, viewport={"width": 1280, "height": 900}, bypass_csp=True)
    key = create(person, f"Used {language}")
    person.press("key.shown_done", role="link")
    person.sees(person.text("key.use_none"))
    assert [call(roost.url + path, key) for path in ("/v1/me", "/v1/users", "/v1/users?limit=0", "/v1/nothing")] == [200, 200, 422, 404]
    # Uses are written every few seconds.
    for _ in range(40):
        person.page.reload()
        if person.page.get_by_role("row", name=re.compile("GET .v1.users")).count():
            break
        person.page.wait_for_timeout(500)
    expect(person.page.get_by_role("img")).to_be_visible()
    expect(person.page.get_by_role("row", name=re.compile("GET .v1.users"))).to_be_visible()
    check_with_axe(person, "light")
    picture(person, f"key-used.{language}")

    person.press("key.disable_now", inside=person.open_menu("key.disable"))
    person.flashed("keys.disabled")
    assert call(roost.url + "/v1/me", key) == 401
