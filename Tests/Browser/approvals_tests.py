"""Acts that wait for a second admin. They happen in the orchard's neighbour, the meadow, whose roles are changed by others too:
so a tenant of their own."""

import pytest
from playwright.sync_api import expect

from console import two_ways
from every_page_tests import check_look


@pytest.fixture
def two(open_browser, way):
    """Two owners of the vineyard, the first as the way says."""
    name = f"{way.language}-{'scripts' if way.scripts else 'plain'}"
    return (open_browser(f"asks-{name}", scripts=way.scripts), open_browser("decides"))


def user(person, name):
    """A new user's path."""
    return person.add_user(name, tenant="vineyard")


@two_ways
def test_deleting_a_user_waits_for_a_second_admin_who_sees_what_changed_since(two, way):
    asks, decides = two
    decides.go("/t/vineyard/settings")
    switches = decides.page.locator("#four-eyes li", has_text=decides.text("approval_policy.user_deletion"))
    if switches.locator("input[name=state]").get_attribute("value") == "on":
        switches.locator("button").click()
        decides.flashed("approval_policy.was_on")

    path = user(asks, f"Vera {way}")
    menu = asks.open_menu("user.delete")
    menu.locator("[name=reason]").fill("asked for it by phone")
    asks.press("user.delete_now", inside=menu)
    expect(asks.page.locator("h1")).to_have_text(asks.text("approvals.ask_title"))
    # The reason that was typed is there, and can be another.
    expect(asks.page.locator("[name=approval_reason]")).to_have_value("asked for it by phone")
    asks.page.locator("[name=approval_reason]").fill("")
    asks.press("approvals.ask")
    expect(asks.page.locator("#approval_reason-error")).to_have_text(asks.text("error.required"))
    asks.page.locator("[name=approval_reason]").fill("ticket 8841")
    asks.press("approvals.ask")
    asks.flashed("approvals.was_asked")
    expect(asks.page.get_by_role("button", name=asks.text("approvals.approve"))).to_have_count(0)
    request = asks.page.url.split("/t/")[1]

    decides.go("/t/vineyard")
    decides.press("intent.user_deleted", role="link", inside=decides.page.locator("tr", has_text=f"Vera {way}"))
    decides.sees("ticket 8841")
    # Meanwhile somebody edits the user.
    asks.go(path + "/edit")
    asks.page.locator("[name=country]").select_option("FR")
    asks.press("form.save")
    asks.flashed("users.saved")
    decides.press("approvals.approve")
    decides.flashed("approvals.changed")
    decides.sees(decides.text("approvals.since"))
    decides.press("approvals.approve")
    decides.flashed("approvals.was_given")
    asks.go(path)
    asks.sees(asks.text("status.deleted"))
    asks.go("/t/" + request)
    asks.sees(asks.text("approvals.approved"))


def test_a_refusal_is_read_by_who_asked(open_browser):
    asks, decides = open_browser("asks-en-scripts"), open_browser("decides")
    decides.go("/t/vineyard/settings")
    switches = decides.page.locator("#four-eyes li", has_text=decides.text("approval_policy.roles"))
    if switches.locator("input[name=state]").get_attribute("value") == "on":
        switches.locator("button").click()
    asks.go("/t/vineyard/admins/new")
    asks.page.locator("[name=email]").fill("ida@example.net")
    asks.page.locator("[name=name]").fill("Ida Invited")
    asks.page.locator("[name=role]").select_option("auditor")
    asks.press("admins.invite_now")
    asks.page.locator("[name=approval_reason]").fill("She audits")
    asks.press("approvals.ask")
    asks.flashed("approvals.was_asked")
    decides.go("/t/vineyard/approvals")
    # The number in the rail comes with a page after the first.
    expect(decides.page.locator(".rail .count")).to_have_count(1)
    decides.press("intent.admin_invited", role="link")
    decides.sees("ida@example.net")
    decides.press("approvals.refuse_now")
    expect(decides.page.locator("#reason-error")).to_be_visible()
    decides.page.locator("[name=reason]").fill("Not before May")
    decides.press("approvals.refuse_now")
    decides.flashed("approvals.was_refused")
    asks.page.reload()
    asks.sees("Not before May")


def test_the_pages_of_approvals_look_right_in_every_language(open_browser):
    person = open_browser("asks-looks", bypass_csp=True, reduced_motion="reduce")
    decides = open_browser("decides", bypass_csp=True, reduced_motion="reduce")
    decides.go("/t/vineyard/settings")
    switches = decides.page.locator("#four-eyes li", has_text=decides.text("approval_policy.user_deletion"))
    if switches.locator("input[name=state]").get_attribute("value") == "on":
        switches.locator("button").click()
    user(person, "A person with a rather long name who is deleted")
    menu = person.open_menu("user.delete")
    person.press("user.delete_now", inside=menu)

    check_look(person, "approval-ask")
    person.page.locator("[name=approval_reason]").fill("because")
    person.press("approvals.ask")
    check_look(person, "approval-own")
    request = "/t/" + person.page.url.split("/t/")[1]
    for language in ("es", "ru", "fa", "en"):
        decides.go("/account")
        decides.page.locator("[name=language]").select_option(language)
        decides.page.locator("form[action='/account/preferences'] button").click()
        for name, path in (("approvals", "/t/vineyard/approvals"), ("approval", request), ("attention", "/t/vineyard"),
                           ("four-eyes", "/t/vineyard/settings")):
            decides.go(path)
            check_look(decides, name, language)
