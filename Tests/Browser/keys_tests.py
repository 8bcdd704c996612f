"""API keys: made, copied, replaced, stopped and deleted, in two languages, with and without scripts."""

import re

import pytest
from playwright.sync_api import expect

from console import two_ways

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
