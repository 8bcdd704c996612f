"""Acts that matter ask for a code again when the last one is older than five minutes."""

import csv
import re
import uuid

import pytest
from playwright.sync_api import expect

from console import csrf, two_ways, two_ways_or_all
from every_page_tests import check_width, check_with_axe, picture

ROLES = "/t/meadow/roles"


@pytest.fixture
def stale(open_browser, way, roost):
    """An admin of that way whose last proof is six minutes old."""
    person = open_browser(f"prover-{way}", signed_in=False, scripts=way.scripts)
    person.sign_in()
    grow_old(roost, person)
    return person


def grow_old(roost, person):
    roost.sql(
        "update sessions set proved_at = now() - interval '6 minutes' where admin_id = "
        f"(select id from admins where email = '{person.admin.email}')")


def code_field(person):
    expect(person.page.locator("h1")).to_have_text(person.text("stepup.title"))
    return person.page.get_by_label(person.text("sign_in.code"))


@two_ways_or_all
def test_a_form_waits_for_a_code_with_everything_in_it(stale):
    person, name = stale, f"Night <b>shift</b> & \"{uuid.uuid4().hex[:6]}\""
    person.go(ROLES + "/new")
    person.page.locator("[name=name]").fill(name)
    for key in ("users_note", "audit_see"):
        person.page.get_by_role("checkbox", name=person.text(f"permission.{key}"), exact=True).check()
    person.press("form.save")
    field = code_field(person)
    person.sees(person.text("stepup.kept"))
    expect(field).to_be_focused()

    field.fill("000000")
    person.press("sign_in.continue")
    field = code_field(person)
    expect(person.page.locator("#step_up_code-error")).to_contain_text(person.text("error.code"))
    assert person.page.locator("[name=name]").input_value() == name

    field.fill(person.admin.authenticator.code())
    person.press("sign_in.continue")
    person.at(ROLES)
    person.flashed("roles.added")
    person.page.get_by_role("link", name=name, exact=True).click()
    for key in ("users_see", "users_note", "audit_see"):
        expect(person.page.get_by_role("checkbox", name=person.text(f"permission.{key}"), exact=True)).to_be_checked()

    # Proven now: the next act asks for nothing.
    person.press("roles.delete_now", inside=person.open_menu("roles.delete"))
    person.flashed("roles.deleted")


@two_ways
def test_a_file_comes_after_the_code_and_the_page_stays(stale, way):
    person = stale
    name = f"Wanda {way} {uuid.uuid4().hex[:6]}"
    token = csrf(person.page.context, "/t/meadow/users/new")
    added = person.page.context.request.post(
        "/t/meadow/users", form={"csrf": token, "email": f"{uuid.uuid4().hex}@example.net", "name": name, "role": "user", "plan": "free",
                                 "country": "", "language": "en", "zone": "UTC"}, max_redirects=0)
    assert added.status == 303
    person.go(f"/t/meadow/users/export?q={name.replace(' ', '+')}")
    person.page.locator("[name=reason]").fill("request 77 & more")
    person.press("export.csv")
    field = code_field(person)
    assert person.page.locator("body").get_by_text(person.text("stepup.kept")).count() == 0
    field.fill(person.admin.authenticator.code())
    with person.page.expect_download() as download:
        person.press("sign_in.continue")
    expect(person.page.locator("h1")).to_have_text(person.text("stepup.done_title"))
    with open(download.value.path(), newline="") as file:
        rows = list(csv.reader(file))
    assert [row[2] for row in rows[1:]] == [name]
    person.press("action.back", role="link")
    person.at("/t/meadow")
    person.go("/t/meadow/audit?action=users.exported")
    person.sees("request 77 & more")


@pytest.mark.parametrize(("language", "way"), [("en", "en-plain"), ("fa", "fa-scripts")])
def test_the_page_after_the_code_is_sound_to_axe_and_fits_the_smallest_phone(open_browser, roost, language, way):
    # Not the admins of the test before: nobody waits for their next code.
    person = open_browser(f"prover-{way}", signed_in=False, bypass_csp=True, viewport={"width": 320, "height": 640})
    person.sign_in()
    grow_old(roost, person)
    person.go("/t/meadow/users.csv?reason=request+78", status=403)
    code_field(person)
    check_width(person)
    check_with_axe(person, "light")
    picture(person, f"step-up.meadow.320.{language}")
    code_field(person).fill(person.admin.authenticator.code())
    with person.page.expect_download():
        person.press("sign_in.continue")
    expect(person.page.locator("h1")).to_have_text(person.text("stepup.done_title"))
    check_width(person)
    check_with_axe(person, "light")
    picture(person, f"step-up-done.320.{language}")
    person.page.set_viewport_size({"width": 1280, "height": 800})
    picture(person, f"step-up-done.{language}")
    assert re.search(r"/step-up$", person.page.url)
