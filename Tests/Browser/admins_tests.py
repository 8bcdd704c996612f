import re
import uuid

import pytest
from playwright.sync_api import expect

from admins import Authenticator
from console import two_ways, two_ways_or_all

ADMINS = "/t/meadow/admins"


def email():
    return f"a{uuid.uuid4().hex[:10]}@example.net"


def invite(person, address, name, role="support"):
    """By the form; what the page that follows shows."""
    person.go(ADMINS + "/new")
    person.page.locator("[name=email]").fill(address)
    person.page.locator("[name=name]").fill(name)
    person.page.locator("[name=role]").select_option(role)
    person.press("admins.invite_now")


def row(person, address):
    return person.page.locator("table tbody tr").filter(has_text=address)


@two_ways_or_all
def test_somebody_is_invited_comes_in_by_the_link_gets_another_role_and_is_taken_out(person, open_browser, way, roost):
    address = email()
    person.go("/t/meadow")
    person.page.locator("nav.rail").get_by_role("link", name=person.text("menu.admins"), exact=True).click()
    person.at(ADMINS)
    person.main().get_by_role("link", name=person.text("admins.invite"), exact=True).click()
    person.at(ADMINS + "/new")
    person.page.locator("[name=email]").fill("not an address")
    person.page.locator("[name=name]").fill("Nina <b>New</b>")
    person.press("admins.invite_now")
    expect(person.page.locator("#email-error")).to_contain_text(person.text("error.email"))
    expect(person.page.locator("#role-error")).to_contain_text(person.text("error.choice"))
    assert person.page.locator("[name=name]").input_value() == "Nina <b>New</b>"
    person.page.locator("[name=email]").fill(address)
    person.page.locator("[name=role]").select_option("support")
    person.press("admins.invite_now")
    link = person.page.locator("#link").inner_text()
    assert link.startswith(roost.url + "/enrol/")
    person.main().get_by_role("link", name=person.text("admins.link_done"), exact=True).click()
    expect(row(person, address)).to_contain_text(person.text("admins.invited"))

    invited = open_browser(scripts=way.scripts, language=way.language)
    invited.go(link.removeprefix(roost.url) + f"?lang={way.language}")
    invited.sees(address)
    invited.page.locator("[name=password]").fill("violet-harbour-cactus-91")
    invited.press("sign_in.password_save")
    app = Authenticator(invited.page.locator("#secret").inner_text().replace(" ", ""))
    invited.page.locator("[name=code]").fill(app.code())
    invited.press("sign_in.turn_on")
    expect(invited.page.locator("#codes li")).to_have_count(10)
    invited.go("/t/meadow/users")
    invited.go("/t/meadow/audit", status=403)

    person.go(ADMINS)
    expect(row(person, address)).to_contain_text(person.text("admins.active"))
    row(person, address).get_by_role("link").click()
    person.page.locator("[name=role]").select_option("auditor")
    person.press("form.save")
    person.flashed("admins.role_changed")
    invited.go("/t/meadow/audit")

    panel = person.open_menu("admins.take_out")
    panel.locator("[name=reason]").fill("left the company")
    person.press("admins.take_out_now", inside=panel)
    person.flashed("admins.taken_out")
    expect(row(person, address)).to_have_count(0)
    invited.go("/t/meadow", status=404)
    person.go("/t/meadow/audit?action=membership.ended")
    person.sees("left the company")


@two_ways
def test_an_invitation_is_renewed_and_withdrawn(person, open_browser, roost):
    address = email()
    invite(person, address, "Willa Withdrawn")
    first = person.page.locator("#link").inner_text().removeprefix(roost.url)
    person.go(ADMINS)
    row(person, address).get_by_role("link").click()
    page = person.page.url
    person.press("admins.resend")
    second = person.page.locator("#link").inner_text().removeprefix(roost.url)
    stranger = open_browser()
    stranger.go(first, status=404)
    stranger.go(second)
    person.page.goto(page)
    panel = person.open_menu("admins.withdraw")
    person.press("admins.withdraw_now", inside=panel)
    person.flashed("admins.withdrawn")
    stranger.go(second, status=404)


@two_ways
def test_somebody_with_an_account_accepts_after_signing_in_and_the_inviter_learns_nothing_before(person, open_browser, admins, roost):
    address = admins["moon"].email
    roost.sql(f"update admins set mailbox_proven_at = now() where email = '{address}'")
    invite(person, address, "Whoever", role="analyst")
    # As for somebody new.
    assert person.page.locator("#link").count() == 1
    person.go(f"{ADMINS}?q={address}")
    person.sees("Whoever")
    assert "Mo Moon" not in person.page.content()
    moon = open_browser("moon")
    moon.go("/t/meadow/users", status=404)
    moon.go("/tenants")
    moon.page.locator("form[action$='/acceptance'] button").first.click()
    moon.at("/t/meadow.*")
    moon.go("/t/meadow/users")
    person.go(f"{ADMINS}?q={address}")
    row(person, address).get_by_role("link").first.click()
    person.sees("Mo Moon")
    panel = person.open_menu("admins.take_out")
    person.press("admins.take_out_now", inside=panel)
    person.flashed("admins.taken_out")


def test_the_last_owner_is_told_why_nothing_can_be_pressed(open_browser):
    person = open_browser("moon")
    person.go("/t/moonlit/admins")
    person.page.locator("tbody th a").first.click()
    person.sees(person.text("admins.last_owner"))
    assert person.page.locator("[name=role]").count() == 0
    assert person.page.locator("summary", has_text=person.text("admins.take_out")).count() == 0


def test_a_manager_can_give_no_more_than_they_have(open_browser):
    person = open_browser("manager")
    person.go(ADMINS + "/new")
    roles = person.page.locator("[name=role] option").evaluate_all("options => options.map(option => option.value)")
    assert "manager" in roles and "owner" not in roles
    person.go(ADMINS)
    row(person, "en@example.org").get_by_role("link").click()
    person.sees(person.text("admins.beyond"))


@two_ways
def test_an_operator_disables_an_admin_who_is_out_at_once_and_restores_them(open_browser, way):
    operator = open_browser("operator", scripts=way.scripts)
    person = open_browser("disabled", signed_in=False)
    person.sign_in()
    person.go("/t/orchard")
    operator.go("/tenants")
    operator.page.locator("nav.rail").get_by_role("link", name=operator.text("menu.admins"), exact=True).click()
    operator.page.locator("[name=q]").fill(person.admin.email)
    operator.press("list.search")
    operator.page.wait_for_url(re.compile("q="))
    row(operator, person.admin.email).get_by_role("button").click()
    operator.flashed("admins.was_disabled")
    person.go("/t/orchard")
    person.at(r"/sign-in.*")
    person.go("/sign-in")
    person.type_password()
    person.sees(person.text("sign_in.wrong"))
    operator.go(f"/admins?q={person.admin.email}")
    expect(row(operator, person.admin.email)).to_contain_text(operator.text("admins.disabled"))
    row(operator, person.admin.email).get_by_role("button").click()
    operator.flashed("admins.was_enabled")


@pytest.mark.parametrize("path", ["/admins", ADMINS])
def test_lists_of_admins_are_for_those_who_may_see_them(open_browser, path):
    person = open_browser("analyst")
    person.go(path, status=404)
