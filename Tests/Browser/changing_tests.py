import re

import pytest
from playwright.sync_api import expect

from console import new_email, two_ways


@pytest.fixture
def user(person, orchard):
    """A user of this test's own, just added by the form; the path of their page, which is shown."""
    return person.add_user("Ursula Unterwegs")


def edit(person, path):
    person.go(path)
    person.main().get_by_role("link", name=person.text("user.edit")).click()
    person.at(path + "/edit")


def test_a_bad_e_mail_is_told_beside_its_field_and_nothing_typed_is_lost(person, user):
    edit(person, user)
    good = new_email()
    typed = {"email": "ursula at example", "name": "Ursula ‘Ulla’ <Neu>", "zone": "Europe/Berlin"}
    for name, value in typed.items():
        person.page.locator(f"[name={name}]").fill(value)
    person.press("form.save")
    expect(person.page.locator(".field:has([name=email]) .error")).to_contain_text(person.text("error.email"))
    expect(person.page.locator("[name=email]")).to_have_attribute("aria-invalid", "true")
    for name, value in typed.items():
        assert person.page.locator(f"[name={name}]").input_value() == value
    # The summary leads to the field.
    person.page.locator(".notice.bad[role=alert] a").first.click()
    assert person.page.locator("[name=email]").evaluate("field => location.hash === '#' + field.id")

    person.page.locator("[name=email]").fill(good)
    person.press("form.save")
    person.at(re.escape(user) + r"(\?.*)?")
    person.flashed("users.saved")
    for text in (good, typed["name"], "Europe/Berlin"):
        person.sees(text)


@two_ways
def test_an_e_mail_that_another_user_has_is_refused(person, user):
    edit(person, user)
    person.page.locator("[name=email]").fill("USER001@orchard.example")
    person.press("form.save")
    expect(person.page.locator("#email-error")).to_contain_text(person.text("error.email_taken"))


@two_ways
def test_two_editors_of_one_field_see_each_other(person, user, open_browser):
    other = open_browser("second")
    for one in (person, other):
        edit(one, user)
    other.page.locator("[name=name]").fill("Theirs")
    other.press("form.save")
    other.flashed("users.saved")

    person.page.locator("[name=name]").fill("Mine")
    person.press("form.save")
    person.sees(person.text("merge.title"))
    differences = person.page.locator(".card[role=alert] table")
    expect(differences).to_contain_text("Theirs")
    expect(differences).to_contain_text("Mine")
    assert person.page.locator("[name=name]").input_value() == "Mine", "what was typed is lost"
    person.press("form.save")
    person.flashed("users.saved")
    expect(person.page.locator("h1")).to_have_text("Mine")


@two_ways
def test_two_editors_of_different_fields_keep_both_changes(person, user, open_browser):
    other = open_browser("second")
    for one in (person, other):
        edit(one, user)
    other.page.locator("[name=zone]").fill("Asia/Tehran")
    other.press("form.save")
    person.page.locator("[name=name]").fill("Renamed meanwhile")
    person.press("form.save")
    if person.page.locator(".card[role=alert]").count():
        person.press("form.save")
    person.at(re.escape(user) + r"(\?.*)?")
    person.sees("Renamed meanwhile")
    person.sees("Asia/Tehran")


def test_a_suspension_with_a_reason_is_undone_from_where_it_is_told(person, user):
    person.go(user)
    panel = person.open_menu("user.suspend")
    panel.locator("[name=reason]").fill("Spam, “ticket” <77>")
    person.press("user.suspend_now", inside=panel)
    person.flashed("users.suspended")
    expect(person.page.locator(".head .status")).to_have_text(person.text("status.suspended"))
    person.sees("Spam, “ticket” <77>")

    person.press("frame.undo", inside=person.page.locator(".flash"))
    person.flashed("users.reinstated")
    expect(person.page.locator(".head .status")).to_have_text(person.text("status.active"))
    # Told once: loading the page again is not doing it again.
    person.go(user)
    expect(person.page.locator(".flash")).to_have_count(0)


@two_ways
def test_a_deleted_user_leaves_the_list_and_can_be_restored(person, user):
    person.go(user)
    email = person.page.locator("dl.facts dd").first.inner_text()
    panel = person.open_menu("user.delete")
    panel.locator("[name=reason]").fill("asked for it")
    person.press("user.delete_now", inside=panel)
    person.flashed("users.deleted")
    person.go(f"/t/orchard/users?q={email}")
    assert person.listed() == []
    person.go(f"/t/orchard/users?q={email}&status=deleted")
    assert person.listed() == [email]

    person.go(user)
    person.press("user.restore")
    person.flashed("users.restored")
    person.go(f"/t/orchard/users?q={email}")
    assert person.listed() == [email]


@two_ways
def test_deleting_is_undone_from_where_it_is_told(person, user):
    person.go(user)
    person.press("user.delete_now", inside=person.open_menu("user.delete"))
    person.press("frame.undo", inside=person.page.locator(".flash"))
    person.flashed("users.restored")


@two_ways
def test_suspending_somebody_who_was_suspended_meanwhile_says_so(person, user, open_browser):
    other = open_browser("second")
    person.go(user)
    panel = person.open_menu("user.suspend")
    other.go(user)
    first = other.open_menu("user.suspend")
    first.locator("[name=reason]").fill("Spam")
    other.press("user.suspend_now", inside=first)
    other.flashed("users.suspended")
    panel.locator("[name=reason]").fill("Chargeback")
    person.press("user.suspend_now", inside=panel)
    person.sees(person.text("problem.changed.advice"))


@two_ways
def test_a_note_is_written_and_an_empty_one_asked_for_again(person, user):
    person.go(user)
    person.press("user.add_note")
    expect(person.page.locator("#body-error")).to_contain_text(person.text("error.required"))
    person.page.locator("[name=body]").fill("Rang twice.\n<b>بار سوم</b>")
    person.press("user.add_note")
    person.flashed("users.note_added")
    notes = person.page.locator("ul.notes")
    expect(notes).to_contain_text("<b>بار سوم</b>")
    expect(notes).to_contain_text(person.admin.name)


def test_pressing_save_twice_saves_once(open_browser, orchard):
    person = open_browser("en")
    person.go("/t/orchard/users/new")
    email = new_email()
    person.page.locator("[name=email]").fill(email)
    person.page.get_by_role("button", name=person.text("form.save")).dblclick()
    person.flashed("users.added")


def test_leaving_a_form_with_something_typed_asks_first(open_browser, orchard):
    person = open_browser("en")
    asked = []
    person.page.on("dialog", lambda box: asked.append(box.type))
    person.go("/t/orchard/users/new")
    person.page.locator("[name=name]").type("half a na")
    person.main().get_by_role("link", name=person.text("form.cancel")).click()
    person.at("/t/orchard/users")
    assert asked == ["beforeunload"]


def test_who_may_only_look_is_offered_no_change_and_refused_one(open_browser, orchard):
    analyst = open_browser("analyst")
    path = f"/t/orchard/users/{orchard['user003@orchard.example']['id']}"
    analyst.go(path)
    for key in ("user.edit", "user.suspend", "user.delete", "user.add_note"):
        assert analyst.main().get_by_text(analyst.text(key), exact=True).count() == 0
    analyst.go(path + "/edit", status=403)
    analyst.sees(analyst.text("problem.not_allowed"))
    analyst.go("/t/orchard/audit", status=403)
    analyst.go("/tenants/new", status=404)
    analyst.go("/t/moonlit", status=404)
