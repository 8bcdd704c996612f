import re

from playwright.sync_api import expect

from console import two_ways, two_ways_or_all

SETTINGS = "/t/meadow/settings"


def save(person, **fields):
    for name, value in fields.items():
        person.page.locator(f"[name={name}]").fill(value)
    person.press("form.save")


@two_ways_or_all
def test_settings_are_found_in_the_menu_saved_and_seen_at_once(person):
    person.go("/t/meadow")
    person.page.locator("nav.rail").get_by_role("link", name=person.text("menu.settings"), exact=True).click()
    person.at(SETTINGS)
    person.page.get_by_role("radio", name=person.text("accent.teal"), exact=True).check()
    save(person, name="Meadow “Ж” <b>", zone="Asia/Tehran", currency="usd", idle_minutes="45")
    person.flashed("settings.saved")
    expect(person.page.locator("nav.rail strong").first).to_have_text("Meadow “Ж” <b>")
    expect(person.page.locator("nav.rail .mark").first).to_have_class(re.compile("accent-6"))
    assert person.page.locator("[name=currency]").input_value() == "USD"
    person.go("/t/meadow")
    person.sees("Asia/Tehran")
    person.go(SETTINGS)
    person.page.get_by_role("radio", name=person.text("accent.rust"), exact=True).check()
    save(person, name="Meadow", zone="Europe/Madrid", currency="EUR", idle_minutes="15")
    person.flashed("settings.saved")


@two_ways
def test_a_bad_setting_is_told_beside_its_field_and_nothing_typed_is_lost(person):
    person.go(SETTINGS)
    person.page.get_by_role("radio", name=person.text("accent.green"), exact=True).check()
    save(person, name="Typed name", zone="Mars/Olympus", idle_minutes="5")
    expect(person.page.locator("#zone-error")).to_contain_text(person.text("error.zone"))
    expect(person.page.locator("#idle_minutes-error")).to_contain_text(person.text("error.number").split("{least}")[0])
    assert person.page.locator("[name=name]").input_value() == "Typed name"
    expect(person.page.get_by_role("radio", name=person.text("accent.green"), exact=True)).to_be_checked()
    person.page.locator(".notice.bad[role=alert] a").first.click()
    assert person.page.locator("[name=zone]").evaluate("field => location.hash === '#' + field.id")


@two_ways
def test_two_who_save_at_once_see_who_changed_what(person, open_browser):
    other = open_browser("manager")
    for one in (person, other):
        one.go(SETTINGS)
    save(other, currency="CHF")
    other.flashed("settings.saved")
    save(person, languages="en, fa, ru")
    person.sees(person.text("merge.settings_title"))
    conflict = person.page.locator(".card[role=alert]")
    expect(conflict).to_contain_text("Mia Manager")
    expect(conflict).to_contain_text("CHF")
    assert person.page.locator("[name=languages]").input_value() == "en, fa, ru", "what was typed is lost"
    assert person.page.locator("[name=currency]").input_value() == "CHF"
    save(person, currency="EUR", languages="en")
    person.flashed("settings.saved")


@two_ways
def test_a_service_is_turned_off_and_on_with_one_press_and_the_home_page_says_so(person):
    person.go(SETTINGS)
    row = person.page.locator("ul.switches li").filter(has_text=person.text("service.push_what"))
    expect(row.locator(".status")).to_have_text(person.text("settings.on"))
    row.get_by_role("button").click()
    person.flashed("settings.turned_off")
    expect(row.locator(".status")).to_have_text(person.text("settings.off"))
    person.go("/t/meadow")
    person.sees(person.text("home.service_off").replace("{service}", person.text("service.push")))
    person.go(SETTINGS)
    row.get_by_role("button", name=person.text("settings.turn_on_one").replace("{service}", person.text("service.push"))).click()
    person.flashed("settings.turned_on")
    person.go("/t/meadow/audit?action=tenant.service_switched")
    entry = person.page.locator("ol.trail > li").first
    expect(entry.locator("del")).to_contain_text(person.text("settings.off"))
    expect(entry.locator("ins")).to_contain_text(person.text("settings.on"))


@two_ways
def test_an_archived_tenant_leaves_the_list_and_is_restored_from_the_archive(person, open_browser):
    person.go(SETTINGS)
    panel = person.open_menu("settings.archive")
    panel.locator("[name=reason]").fill("the app is gone")
    person.press("settings.archive_now", inside=panel)
    person.at(r"/tenants\?archived=1")
    person.flashed("tenants.was_archived")
    row = person.page.locator("ul.tenants li").filter(has_text="Meadow")
    expect(row).to_have_count(1)
    expect(row.locator("a.tenant")).to_have_count(0)
    person.go("/t/meadow", status=404)
    open_browser("manager").go("/t/meadow", status=404)
    operator = open_browser("operator")
    operator.go("/t/meadow")
    operator.sees(operator.text("settings.is_archived"))

    person.go("/tenants")
    assert person.page.locator("ul.tenants li").filter(has_text="Meadow").count() == 0
    person.page.get_by_role("link", name=person.text("tenants.archived"), exact=True).click()
    row.get_by_role("button").click()
    person.at("/t/meadow")
    person.flashed("tenants.was_restored")


@two_ways
def test_an_archived_tenant_is_deleted_after_a_waiting_period_and_kept_in_it(person):
    person.go("/t/cellar/settings")
    person.press("settings.archive_now", inside=person.open_menu("settings.archive"))
    person.at(r"/tenants\?archived=1")
    row = person.page.locator("ul.tenants li").filter(has_text="Cellar")
    row.get_by_role("link", name=person.text("tenants.delete_one").replace("{name}", "Cellar")).click()
    person.at(r"/tenants/[0-9a-f-]+/deletion")
    person.page.locator("[name=slug]").fill("attic")
    person.page.locator("[name=reason]").fill("nobody lives there")
    person.press("tenants.delete_now")
    expect(person.page.locator("#slug-error")).to_contain_text("cellar")
    assert person.page.locator("[name=reason]").input_value() == "nobody lives there", "what was typed is lost"
    person.page.locator("[name=slug]").fill("cellar")
    person.press("tenants.delete_now")
    person.at(r"/tenants\?archived=1")
    person.flashed("tenants.will_go")
    row.locator("a.status").click()
    person.press("tenants.keep")
    person.flashed("tenants.was_kept")
    assert row.locator("a.status").count() == 0
    row.get_by_role("button").click()
    person.at("/t/cellar")


def test_a_manager_sees_settings_without_the_archive_and_an_auditor_none(open_browser):
    manager = open_browser("manager")
    manager.go(SETTINGS)
    assert manager.page.locator("summary", has_text=manager.text("settings.archive")).count() == 0
    analyst = open_browser("analyst")
    analyst.go("/t/orchard/settings", status=403)
    analyst.go("/t/orchard")
    assert analyst.page.get_by_role("link", name=analyst.text("menu.settings"), exact=True).count() == 0


def test_an_operator_moves_a_tenant_to_another_address(open_browser):
    operator = open_browser("operator")
    operator.go(SETTINGS)
    operator.sees(operator.text("settings.slug_hint"))
    save(operator, slug="pasture")
    operator.at("/t/pasture/settings")
    operator.go(SETTINGS, status=404)
    operator.go("/t/pasture/settings")
    save(operator, slug="meadow")
    operator.at(SETTINGS)
