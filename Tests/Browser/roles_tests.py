import re
import uuid

from playwright.sync_api import expect

from console import two_ways, two_ways_or_all

ROLES = "/t/meadow/roles"


def column(person, name):
    """The cells of a role, top to bottom, as what a person who does not see hears."""
    heads = person.page.locator("table.matrix thead th").all_inner_texts()
    at = heads.index(name) + 1
    return {
        line.locator("th").inner_text(): line.locator(f"> :nth-child({at}) .hide").inner_text()
        for line in person.page.locator("table.matrix tbody tr:not(.group)").all()
    }


def tick(person, key, on=True):
    person.page.get_by_role("checkbox", name=person.text(key), exact=True).set_checked(on)


@two_ways_or_all
def test_a_role_is_copied_changed_and_deleted_and_the_matrix_says_what_it_allows(person, way):
    name = f"Night <b>shift</b> {uuid.uuid4().hex[:6]}"
    person.go("/t/meadow")
    person.page.locator("nav.rail").get_by_role("link", name=person.text("menu.roles"), exact=True).click()
    person.at(ROLES)
    allowed, refused = person.text("roles.allowed"), person.text("roles.not_allowed")
    support = column(person, person.text("role.support"))
    assert support[person.text("permission.users_suspend")] == allowed
    assert support[person.text("permission.users_delete")] == refused

    person.page.get_by_role(
        "link", name=person.text("roles.copy_one").replace("{name}", person.text("role.support")), exact=True).click()
    assert person.text("role.support") in person.page.locator("[name=name]").input_value()
    expect(person.page.get_by_role("checkbox", name=person.text("permission.users_suspend"), exact=True)).to_be_checked()
    expect(person.page.get_by_role("checkbox", name=person.text("permission.home_see"), exact=True)).to_be_disabled()
    person.page.locator("[name=name]").fill(person.text("role.owner"))
    tick(person, "permission.users_export")
    person.press("form.save")
    expect(person.page.locator("#name-error")).to_contain_text(person.text("error.role_taken"))
    expect(person.page.get_by_role("checkbox", name=person.text("permission.users_export"), exact=True)).to_be_checked()
    person.page.locator("[name=name]").fill(name)
    person.press("form.save")
    person.flashed("roles.added")
    assert column(person, name) == support | {person.text("permission.users_export"): allowed}

    person.page.get_by_role("link", name=name, exact=True).click()
    while (ticked := person.page.get_by_role("checkbox", checked=True, disabled=False)).count():
        ticked.last.uncheck()
    tick(person, "permission.admins_manage")
    person.press("form.save")
    person.flashed("roles.saved")
    now = column(person, name)
    assert [label for label, cell in now.items() if cell == allowed] == [
        person.text(f"permission.{key}") for key in ("home_see", "admins_see", "admins_manage")]

    person.page.get_by_role("link", name=name, exact=True).click()
    panel = person.open_menu("roles.delete")
    person.press("roles.delete_now", inside=panel)
    person.flashed("roles.deleted")
    assert name not in person.page.locator("table.matrix thead").inner_text()


@two_ways
def test_two_who_change_a_role_at_once_see_who_changed_what(person, open_browser):
    name = f"Shared {uuid.uuid4().hex[:6]}"
    person.go(ROLES + "/new")
    person.page.locator("[name=name]").fill(name)
    person.press("form.save")
    other = open_browser("manager")
    for one in (person, other):
        one.go(ROLES)
        one.page.get_by_role("link", name=name, exact=True).click()
    tick(other, "permission.audit_see")
    other.press("form.save")
    other.flashed("roles.saved")
    tick(person, "permission.users_note")
    person.press("form.save")
    person.sees(person.text("merge.role_title"))
    expect(person.page.locator(".card[role=alert]")).to_contain_text("Mia Manager")
    expect(person.page.locator(".card[role=alert]")).to_contain_text(person.text("permission.audit_see"))
    person.press("form.save")
    person.flashed("roles.saved")
    now = column(person, name)
    for key in ("audit_see", "users_note", "users_see"):
        assert now[person.text(f"permission.{key}")] == person.text("roles.allowed"), key


def test_the_matrix_prints_whole_without_buttons(open_browser):
    person = open_browser("en")
    person.go(ROLES)
    expect(person.page.locator("[data-print]")).to_be_visible()
    person.page.emulate_media(media="print")
    expect(person.page.locator("nav.rail")).to_be_hidden()
    expect(person.page.locator(".copies")).to_be_hidden()
    expect(person.page.locator("table.matrix")).to_be_visible()


def test_a_manager_sees_what_an_owner_may_and_can_tick_no_more_than_they_have(open_browser):
    person = open_browser("manager")
    person.go(ROLES + "/new?from=owner")
    archive = person.page.get_by_role("checkbox", name=person.text("permission.tenant_archive"), exact=True)
    expect(archive).to_be_disabled()
    expect(archive).not_to_be_checked()
    open_browser("analyst").go("/t/orchard/roles", status=403)
    person.go("/t/meadow/roles/" + str(uuid.uuid4()), status=404)
    assert re.search("roles/new", person.page.content()) is None
