import re

import pytest
from playwright.sync_api import expect

from admins import Authenticator


def test_the_language_changes_the_whole_page(open_browser):
    person = open_browser("chooser")
    person.go("/account")
    person.page.locator("[name=language]").select_option("fa")
    person.press("form.save")
    person.language = "fa"
    person.flashed("account.saved")
    expect(person.page.locator("html")).to_have_attribute("dir", "rtl")
    expect(person.page.locator("html")).to_have_attribute("lang", "fa")

    # Persian digits, and the calendar of Iran.
    person.go("/t/orchard")
    today = person.page.locator(".head .muted").inner_text()
    months = "فروردین|اردیبهشت|خرداد|تیر|مرداد|شهریور|مهر|آبان|آذر|دی|بهمن|اسفند"
    assert re.search(f"[۰-۹]+ ({months})", today), today
    assert not re.search("[0-9]", today), today
    rail = person.page.locator("nav.rail").bounding_box()
    assert rail["x"] > 600, "the rail stands at the left of a right-to-left page"

    person.go("/account")
    person.page.locator("[name=language]").select_option("en")
    person.press("form.save")
    expect(person.page.locator("html")).to_have_attribute("dir", "ltr")


@pytest.mark.parametrize("theme", ["dark", "contrast", "light", "auto"])
def test_the_colours_are_what_was_chosen(open_browser, theme):
    person = open_browser("chooser", color_scheme="light")
    person.go("/account")
    person.page.locator("[name=theme]").select_option(theme)
    person.press("form.save")
    expect(person.page.locator("html")).to_have_attribute("data-theme", theme)
    background = person.page.evaluate("getComputedStyle(document.body).backgroundColor")
    light = sum(int(part) for part in re.findall(r"\d+", background)[:3]) > 600
    assert light == (theme != "dark"), background


def test_a_new_password_needs_the_old_one_and_ends_other_sessions(open_browser):
    here, there = (open_browser("password", signed_in=False) for _ in range(2))
    for person in (here, there):
        person.sign_in()
    here.go("/account")
    here.page.locator("[name=current]").fill("not the old one 1")
    here.page.locator("[name=password]").fill("amber-lantern-orbit-17")
    here.press("account.change_password")
    here.sees(here.text("error.password_wrong"))
    here.page.locator("[name=current]").fill(here.admin.password)
    here.page.locator("[name=password]").fill("amber-lantern-orbit-17")
    here.press("account.change_password")
    here.flashed("account.password_changed")
    here.admin.password = "amber-lantern-orbit-17"
    there.go("/account")
    there.at(r"/sign-in.*")


def test_another_session_can_be_ended(open_browser):
    here, there = (open_browser("sessions", signed_in=False) for _ in range(2))
    for person in (here, there):
        person.sign_in()
    here.go("/account")
    here.press("account.end_others")
    here.flashed("account.sessions_ended")
    there.go("/account")
    there.at(r"/sign-in.*")
    here.go("/account")
    expect(here.page.locator("table tbody tr")).to_have_count(1)


def test_new_recovery_codes_replace_the_old_ones(open_browser):
    person = open_browser("codes", signed_in=False)
    person.sign_in()
    person.go("/account")
    form = person.page.locator("form[action='/account/recovery-codes']")
    form.locator("input[type=text]").fill(person.admin.authenticator.code())
    form.locator("button").click()
    shown = person.page.locator("#codes li").all_inner_texts()
    assert len(shown) == 10
    # 14: they are saved as a file, as they are shown.
    with person.page.expect_download() as download:
        person.press("sign_in.recovery_download")
    assert download.value.suggested_filename == "roost-recovery-codes.txt"
    with open(download.value.path()) as file:
        assert [line.strip() for line in file if line.strip()] == shown
    # They are copied as they are shown.
    person.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.press("action.copy")
    expect(person.page.locator("[data-copy-from=codes]")).to_contain_text(person.text("action.copied"))
    assert person.page.evaluate("navigator.clipboard.readText()").split() == shown
    # Nobody leaves before saying that they are kept.
    here = person.page.url
    person.main().get_by_role("button", name=person.text("sign_in.recovery_done")).click()
    assert person.page.url == here and person.page.locator("#codes li").count() == 10
    person.main().get_by_label(person.text("sign_in.recovery_kept")).check()
    person.main().get_by_role("button", name=person.text("sign_in.recovery_done")).click()
    expect(person.page.locator("#codes")).to_have_count(0)
    person.go("/account")
    person.sees("10 unused codes")


def test_the_second_step_moves_to_another_app(open_browser):
    person = open_browser("mover", signed_in=False)
    person.sign_in()
    person.go("/account")
    form = person.page.locator("form[action='/account/second-step']")
    form.locator("input[type=text]").fill(person.admin.authenticator.code())
    form.locator("button").click()
    person.at("/sign-in/second-step")
    new = Authenticator(person.page.locator("#secret").inner_text().replace(" ", ""))
    assert new.secret != person.admin.authenticator.secret
    person.page.locator("[name=code]").fill(new.code())
    person.press("sign_in.turn_on")
    person.admin.authenticator = new
    expect(person.page.locator("#codes li")).to_have_count(10)
    person.go("/t/orchard")
    person.sees(person.admin.name)
