"""The end of a session, which takes nothing along of what somebody was writing. Here sessions really end, in the database, as they do
after a while, by signing out elsewhere, and when a role changes."""

import time

import pytest
from playwright.sync_api import expect

from console import fill, new_email

IDLE = "Number(document.body.dataset.idle) * 60000"


@pytest.fixture
def writer(open_browser, roost):
    person = open_browser("ender", signed_in=False)
    person.sign_in()
    # What is typed outlasts the page: a script of the test's own looks at what is kept.
    person.kept = lambda: person.page.evaluate("sessionStorage.getItem('roost-typed')")
    person.end = lambda: roost.sql(
        f"update sessions set ended_at = now() where ended_at is null and admin_id = (select id from admins where email = '{person.admin.email}')")
    return person


def wait_until_it_ends(person):
    """As if nothing had been done for so long: the page looks at the clock every ten seconds."""
    person.page.evaluate(f"localStorage.setItem('roost-used', String(Date.now() - {IDLE} - 1000))")
    with person.page.expect_navigation():
        pass


def sign_in_again(person):
    person.at(r"/sign-in(\?ended=1)?")
    person.type_password()
    person.at("/sign-in/code")
    person.page.locator("[name=code]").fill(person.admin.authenticator.code())
    person.press("sign_in.continue")


def test_14_a_form_that_was_built_outlasts_the_end_of_its_session(writer):
    writer.go("/t/orchard/goals/new")
    fill(writer, key="outlasts", name__en="Outlasts")
    # Building is being here: every answer puts the end off.
    writer.page.evaluate("localStorage.setItem('roost-used', '1')")
    writer.press("schema.choice")
    expect(writer.page.locator('[name="fields.1.label.en"]')).to_be_focused()
    assert int(writer.page.evaluate("localStorage.getItem('roost-used')")) > time.time() * 1000 - 60_000
    fill(writer, fields__1__label__en="How often?")
    for place, words in enumerate(("Every day", "Once a week"), 1):
        writer.press("catalogue.add_choice")
        expect(writer.page.locator(f'[name="fields.1.choices.{place}.en"]')).to_be_focused()
        fill(writer, **{f"fields__1__choices__{place}__en": words})
    writer.press("schema.number")
    expect(writer.page.locator('[name="fields.2.label.en"]')).to_be_focused()
    fill(writer, fields__2__label__en="How far?", fields__2__unit="km")
    writer.end()
    wait_until_it_ends(writer)
    sign_in_again(writer)
    writer.at("/t/orchard/goals/new")
    for name, value in {
        "key": "outlasts", "name.en": "Outlasts", "fields.1.label.en": "How often?", "fields.1.choices.1.en": "Every day",
        "fields.1.choices.2.en": "Once a week", "fields.2.label.en": "How far?", "fields.2.unit": "km"}.items():
        expect(writer.page.locator(f'[name="{name}"]')).to_have_value(value)
    expect(writer.page.locator("#phone-en")).to_contain_text("How far?")
    assert writer.kept() is None
    # And it can be saved.
    fill(writer, name__fa="می‌ماند", fields__1__label__fa="—", fields__2__label__fa="—")
    for place in (1, 2):
        fill(writer, **{f"fields__1__choices__{place}__fa": "—"})
    writer.press("catalogue.save_draft")
    writer.flashed("catalogue.was_added")
    assert writer.kept() is None
    # An entry's page is edited by a key, as a user's is.
    writer.page.evaluate("document.activeElement.blur()")
    writer.page.keyboard.press("e")
    writer.at(r"/t/orchard/goals/[0-9a-f-]+/edit")


def test_14_a_form_that_met_a_session_ended_elsewhere_is_given_back(writer):
    email = new_email()
    writer.go("/t/orchard/users/new")
    writer.page.locator("[name=email]").fill(email)
    writer.page.locator("[name=name]").fill("Half Typed")
    writer.end()
    writer.press("form.save")
    sign_in_again(writer)
    writer.at("/t/orchard/users/new")
    expect(writer.page.locator("[name=name]")).to_have_value("Half Typed")
    expect(writer.page.locator("[name=email]")).to_have_value(email)
    writer.press("form.save")
    writer.flashed("users.added")
    assert writer.kept() is None
    writer.go("/t/orchard/users/new")
    expect(writer.page.locator("[name=name]")).to_have_value("")


def test_14_a_refused_form_is_not_sent_again_by_the_end_of_the_session(writer):
    sent = []
    writer.page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    writer.go("/t/orchard/users/new")
    writer.page.locator("[name=email]").fill("no address")
    writer.page.locator("[name=name]").fill("Refused Once")
    writer.press("form.save")
    expect(writer.page.locator("#email-error")).to_be_visible()
    writer.page.locator("[name=name]").fill("Refused Twice")
    assert len(sent) == 1
    wait_until_it_ends(writer)
    writer.at("/t/orchard/users/new")
    expect(writer.page.locator("[name=name]")).to_have_value("Refused Twice")
    expect(writer.page.locator("[name=email]")).to_have_value("no address")
    assert len(sent) == 1


def test_14_twelve_hours_after_signing_in_is_said_two_minutes_ahead_too(writer):
    writer.go("/t/orchard/users/new")
    # A sign-in is fresh: it has nearly all of its time.
    left = writer.page.evaluate("Number(document.body.dataset.left)")
    assert 11.9 * 3600 < left <= 12 * 3600
    writer.page.locator("[name=name]").fill("Late at Night")
    writer.page.evaluate("localStorage.setItem('roost-ends', String(Date.now() + 100000))")
    box = writer.page.locator("dialog[open]")
    expect(box).to_contain_text(writer.text("session.last"))
    box.get_by_role("button", name=writer.text("quick_keys.close")).click()
    expect(box).to_have_count(0)
    writer.end()
    writer.page.evaluate("localStorage.setItem('roost-ends', String(Date.now() - 1000))")
    with writer.page.expect_navigation():
        pass
    sign_in_again(writer)
    writer.at("/t/orchard/users/new")
    expect(writer.page.locator("[name=name]")).to_have_value("Late at Night")


def test_14_who_signs_out_leaves_nothing_behind(writer):
    writer.go("/t/orchard/users/new")
    writer.page.locator("[name=email]").fill("no address")
    writer.page.locator("[name=name]").fill("Not for the next one")
    writer.press("form.save")
    expect(writer.page.locator("#email-error")).to_be_visible()
    assert "Not for the next one" in writer.kept()
    writer.press("frame.sign_out")
    writer.at(r"/sign-in\?out=1")
    assert writer.kept() is None
