"""Many users at once: ticked by hand or taken by a filter, looked at, done, stopped and undone; and files made in the background."""

import json
import re
import uuid

import pytest
from playwright.sync_api import expect

from console import two_ways
from every_page_tests import check_with_axe

USERS = "/t/meadow/users"


@pytest.fixture
def mark():
    return f"b{uuid.uuid4().hex[:10]}"


def add_many(roost, mark, count):
    # One transaction: the tenant is set for both.
    roost.sql(
        "select set_config('roost.tenant', id::text, true) from tenants where slug = 'meadow'; "
        "insert into users (tenant_id, id, email, name, status, created_at) select tenants.id, gen_random_uuid(), "
        f"'{mark}' || n || '@example.net', 'Bulk <b>' || n || '</b> نام', 'active', now() from tenants, generate_series(1, {count}) as n "
        "where tenants.slug = 'meadow'")


def offer_premium(roost):
    """A published plan of the meadow; the last line has every process forget which there were."""
    roost.sql(
        "select set_config('roost.tenant', id::text, true) from tenants where slug = 'meadow'; "
        "insert into catalogue_entries (tenant_id, id, catalogue, key, position, created_at) "
        "select id, '0197a000-0000-7000-8000-00000000feed', 'plans', 'premium', 1, now() from tenants where slug = 'meadow' "
        "on conflict do nothing; "
        "insert into catalogue_versions (tenant_id, entry_id, number, state, content, name, languages, published_from, changed_by, changed_at) "
        "select id, '0197a000-0000-7000-8000-00000000feed', 1, 'published', '{\"name.en\":\"Premium\"}', 'Premium', '{en}', "
        "now() - interval '1 hour', 'T', now() from tenants where slug = 'meadow' on conflict do nothing; "
        "select pg_notify('roost_totals', '')")


def settled(person, key):
    """The page comes again by itself until the work is done."""
    expect(person.main().locator(".head .status").first).to_have_text(person.text(key))


def bar(person):
    return person.page.locator("#bulk")


def tabs(person):
    return [re.sub(r"[^\d۰-۹]", "", chip.inner_text()) for chip in person.main().locator(".chips .chip").all()]


def digits(person, number):
    return str(number).translate(str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")) if person.language == "fa" else str(number)


def looks_right(person, way):
    """axe is a script itself."""
    if way.scripts:
        check_with_axe(person, "light")


@two_ways
def test_ticked_users_are_suspended_with_a_reason_and_let_back_in_by_undoing_it(person, way, roost, mark):
    add_many(roost, mark, 4)
    person.go(f"{USERS}?q={mark}&sort=email")
    boxes = person.page.locator("td.pick input")
    assert boxes.count() == 4
    boxes.nth(0).check()
    boxes.nth(2).check()
    if way.scripts:
        expect(bar(person).get_by_role("status")).to_have_text(person.text("bulk.counted").replace("#", digits(person, 2)))
    person.press("user.suspend", inside=bar(person))
    assert tabs(person) == [digits(person, 2)]
    looks_right(person, way)
    person.page.locator("[name=reason]").fill("Spam \"wave\" <b>")
    person.press("user.suspend", inside=person.main().locator("form.form"))
    settled(person, "work.done")
    person.sees('Spam "wave" <b>')
    looks_right(person, way)
    person.go(f"{USERS}?q={mark}&status=suspended&sort=email")
    assert person.listed() == [f"{mark}1@example.net", f"{mark}3@example.net"]
    person.go(f"{USERS}/bulk")
    looks_right(person, way)
    person.main().locator("tbody th a").first.click()
    person.press("bulk.undo")
    settled(person, "work.undone")
    person.go(f"{USERS}?q={mark}&status=active")
    assert len(person.listed()) == 4


@two_ways
def test_all_that_a_filter_fits_get_another_plan_beyond_the_page(person, way, roost, mark):
    offer_premium(roost)
    add_many(roost, mark, 64)
    person.go(f"{USERS}?q={mark}")
    bar(person).locator("[name=all]").check()
    bar(person).locator("[name=to-plan]").select_option("premium")
    person.press("bulk.plan", inside=bar(person))
    assert tabs(person) == [digits(person, 64)]
    person.page.locator("[name=reason]").fill("A gift")
    person.press("bulk.plan", inside=person.main().locator("form.form"))
    settled(person, "work.done")
    person.go(f"{USERS}?q={mark}&plan=premium")
    assert len(person.listed()) == 50
    person.press("list.next", role="link")
    assert len(person.listed()) == 14


@two_ways
def test_whoever_ticks_nobody_is_told_beside_the_buttons_and_keeps_the_list(person, way, roost, mark):
    add_many(roost, mark, 2)
    person.go(f"{USERS}?q={mark}")
    person.press("user.delete", inside=bar(person))
    expect(person.page.locator("#bulk-error")).to_have_text(person.text("bulk.nobody_chosen"))
    assert len(person.listed()) == 2
    looks_right(person, way)


def test_with_a_script_the_head_ticks_the_whole_page(open_browser, roost, mark):
    person = open_browser("en")
    add_many(roost, mark, 3)
    person.go(f"{USERS}?q={mark}")
    whole = person.page.locator("thead .pick input")
    whole.check()
    assert all(box.is_checked() for box in person.page.locator("td.pick input").all())
    person.page.locator("td.pick input").first.uncheck()
    assert whole.evaluate("one => one.indeterminate")


@two_ways
def test_a_long_list_is_made_a_file_in_the_background_and_fetched(person, way, roost, mark):
    add_many(roost, mark, 10_050)
    person.go(f"{USERS}/export?q={mark}")
    person.press("export.jsonl")
    expect(person.page.locator("#reason-error")).to_be_visible()
    looks_right(person, way)
    person.page.locator("[name=reason]").fill("request 77")
    person.press("export.jsonl")
    settled(person, "work.done")
    looks_right(person, way)
    with person.page.expect_download() as download:
        person.press("export.fetch", role="link")
    with open(download.value.path(), encoding="utf-8") as file:
        emails = {json.loads(line)["email"] for line in file}
    assert emails == {f"{mark}{number}@example.net" for number in range(1, 10_051)}
    person.go("/t/meadow/exports")
    looks_right(person, way)
    person.main().locator("tbody th a").first.click()
    person.press("export.delete")
    person.flashed("export.was_deleted")
