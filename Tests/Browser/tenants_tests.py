import re

import pytest
from playwright.sync_api import expect

from console import two_ways


def test_a_tenant_without_people_has_no_users_page_and_says_why(person_of_the_moon):
    person = person_of_the_moon
    person.go("/t/moonlit")
    person.sees(person.text("cycle.note"))
    assert person.page.get_by_role("link", name=person.text("menu.users"), exact=True).count() == 0
    for path in ("users", "users/new", "users/export", "users.csv"):
        assert person.page.context.request.get(f"/t/moonlit/{path}").status == 404


@pytest.fixture
def person_of_the_moon(open_browser):
    return open_browser("moon")


@two_ways
def test_an_operator_finds_and_switches_tenants(open_browser, way):
    person = open_browser("operator", scripts=way.scripts)
    person.go("/t/orchard")
    person.page.locator("nav.rail a.tenant").click()
    person.at("/tenants")
    person.page.locator("[name=q][type=search]").fill("moon")
    person.press("list.search")
    person.page.wait_for_url(re.compile("q=moon"))
    expect(person.page.locator("ul.tenants li")).to_have_count(1)
    person.page.locator("ul.tenants a").click()
    person.at("/t/moonlit")


@two_ways
def test_an_operator_adds_a_tenant(open_browser, way):
    person = open_browser("operator", scripts=way.scripts)
    slug = f"new-{way}"
    person.go("/tenants/new")
    person.page.locator("[name=name]").fill("A <new> tenant")
    person.page.locator("[name=slug]").fill("Not A Slug!")
    person.page.locator("[name=kind]").select_option("fitness")
    person.press("tenants.add")
    expect(person.page.locator("#slug-error")).to_contain_text(person.text("error.slug"))
    assert person.page.locator("[name=name]").input_value() == "A <new> tenant"
    assert person.page.locator("[name=kind]").input_value() == "fitness"
    person.page.locator("[name=slug]").fill(slug)
    person.press("tenants.add")
    person.at(f"/t/{slug}")
    person.go(f"/t/{slug}/users")
    person.sees(person.text("users.empty"))


def test_an_admin_sees_only_the_tenants_they_belong_to(open_browser):
    person = open_browser("second")
    person.go("/tenants")
    expect(person.page.locator("ul.tenants li")).to_have_count(1)
    for slug in ("moonlit", "empty", "never-was"):
        person.go(f"/t/{slug}", status=404)


def test_the_demo_fills_a_tenant_of_each_kind(roost, open_browser):
    if not roost.knows("demo"):
        pytest.skip("this roost has no demo data")
    person = open_browser("operator")
    for slug in ("roosterme", "fitpact", "gradely", "pary"):
        person.go(f"/t/{slug}/users")
        assert person.page.locator("tbody tr").count() >= 10
        person.page.locator("tbody th a").first.click()
        expect(person.page.locator("dl.facts").first).to_be_visible()
    person.go("/t/luna")
    person.sees(person.text("cycle.note"))
