import csv
import re

from playwright.sync_api import expect

from console import two_ways


def entries(person):
    return person.page.locator("ol.trail > li")


def test_the_main_job_stands_in_the_trail_with_who_what_old_and_new(person, orchard):
    path = person.add_user("Before")
    person.go(path + "/edit")
    person.page.locator("[name=name]").fill("After")
    person.press("form.save")
    panel = person.open_menu("user.suspend")
    panel.locator("[name=reason]").fill("ticket 4711")
    person.press("user.suspend_now", inside=panel)
    person.press("frame.undo", inside=person.page.locator(".flash"))

    person.go(path)
    person.page.get_by_role("link", name=person.text("user.whole_trail")).click()
    assert "/t/orchard/audit?object=" in person.page.url
    changed = entries(person).filter(has_text=person.text("audit.user_changed"))
    expect(changed).to_have_count(1)
    expect(changed).to_contain_text(person.admin.name)
    expect(changed.locator("del")).to_contain_text("Before")
    expect(changed.locator("ins")).to_contain_text("After")
    expect(entries(person).filter(has=person.page.locator("q", has_text="ticket 4711"))).to_have_count(1)
    for action in ("user.added", "user.suspended", "user.reinstated"):
        person.go(person.page.url.split("&")[0] + f"&action={action}")
        expect(entries(person)).to_have_count(1)
    person.go(person.page.url.split("&")[0])
    # That the page was looked at is personal data seen: it stands there as well.
    assert entries(person).filter(has_text=person.text("audit.user_viewed")).count() >= 1
    for entry in entries(person).all():
        assert "127.0.0.1" in entry.inner_text()


@two_ways
def test_the_trail_is_found_by_who_what_and_reason(person, orchard):
    path = person.add_user("Somebody")
    person.go(path)
    panel = person.open_menu("user.suspend")
    reason = f"because of {path[-12:]}"
    panel.locator("[name=reason]").fill(reason)
    person.press("user.suspend_now", inside=panel)

    person.go("/t/orchard/audit")
    person.page.locator("[name=q][type=search]").fill(reason)
    person.press("list.search")
    person.page.wait_for_url(re.compile("q="))
    expect(entries(person)).to_have_count(1)
    person.go("/t/orchard/audit")
    panel = person.open_menu("audit.filter_action")
    panel.get_by_role("link", name=person.text("audit.user_suspended"), exact=True).click()
    texts = entries(person).all_inner_texts()
    assert texts and all(person.text("audit.user_suspended") in text for text in texts)
    panel = person.open_menu("audit.filter_actor")
    panel.get_by_role("link", name=person.admin.name).click()
    texts = entries(person).all_inner_texts()
    assert texts and all(person.admin.name in text for text in texts)


def test_an_export_stands_in_the_trail_with_its_reason(open_browser, orchard):
    person = open_browser("en")
    reason = "request 4712 of a subject"
    answer = person.page.context.request.get("/t/orchard/users.csv", params={"q": "plain", "plan": "free", "reason": reason})
    assert answer.status == 200
    person.go("/t/orchard/audit")
    begun = entries(person).filter(has_text=person.text("audit.users_exported")).filter(has_text=reason)
    expect(begun).to_have_count(1)
    expect(begun).to_contain_text("Plan: Free")
    expect(begun).to_contain_text("csv")
    finished = entries(person).filter(has_text=person.text("audit.users_export_finished")).first
    expect(finished).to_contain_text(str(len(answer.text().splitlines()) - 1))


def test_the_trail_has_pages(open_browser, orchard):
    person = open_browser("en")
    person.go("/t/orchard/audit")
    first = entries(person).all_inner_texts()
    person.page.locator("a[rel=next]").click()
    person.page.wait_for_url(re.compile(r"[?&](after|before)="))
    second = entries(person).all_inner_texts()
    assert second and not set(first) & set(second)


def test_the_chain_verifies_after_all_that(roost, orchard):
    assert roost.run("audit", "verify")


def test_the_trail_of_the_installation_is_for_operators(open_browser):
    operator = open_browser("operator")
    operator.go("/audit")
    assert entries(operator).filter(has_text=operator.text("audit.admin_signed_in")).count() >= 1
    open_browser("second").go("/audit", status=404)


@two_ways
def test_an_entry_leads_to_the_trail_narrowed_by_whence_and_whom(person, orchard):
    path = person.add_user("Narrowed")
    person.go(f"/t/orchard/audit?object={path.rsplit('/', 1)[1]}")
    expect(person.page.locator(".filter.on")).to_have_count(1)
    expect(person.page.locator(".filter.on")).to_contain_text("Narrowed")
    entries(person).first.get_by_role("link", name="127.0.0.1").click()
    person.page.wait_for_url(re.compile("address=127"))
    expect(person.page.locator(".filter.on")).to_have_count(2)
    panel = person.open_menu("audit.filter_field")
    panel.get_by_role("link", name=person.text("user.role"), exact=True).first.click()
    person.page.wait_for_url(re.compile("field=role"))
    expect(entries(person)).to_have_count(1)
    expect(entries(person).locator("ins").first).to_be_visible()
    person.page.get_by_role("link", name=person.text("list.clear_all")).first.click()
    person.at("/t/orchard/audit")


@two_ways
def test_the_trail_is_taken_out_with_a_reason(person, orchard):
    path = person.add_user("=Exported")
    person.go(f"/t/orchard/audit?object={path.rsplit('/', 1)[1]}")
    person.main().get_by_role("link", name=person.text("list.export"), exact=True).click()
    person.press("export.csv")
    assert person.page.locator("#reason-error").is_visible()
    person.page.locator("[name=file_language]").select_option(person.language)
    person.page.locator("[name=reason]").fill("request 78")
    with person.page.expect_download() as download:
        person.press("export.csv")
    assert download.value.suggested_filename == "orchard-audit.csv"
    with open(download.value.path(), newline="", encoding="utf-8") as file:
        header, *rows = list(csv.reader(file, strict=True))
    assert header[0] == person.text("audit.column_number")
    assert any(person.text("audit.user_added") in row for row in rows)
    assert "'=Exported" in rows[-1]
    person.go("/t/orchard/audit?kind=trail")
    expect(entries(person).filter(has_text="request 78").first).to_be_visible()


def test_a_users_page_shows_who_looked(open_browser, orchard):
    person = open_browser("en")
    path = person.add_user("Looked at")
    person.go(path)
    person.go(path)
    looked = person.page.locator("section", has=person.page.get_by_role("heading", name=person.text("user.looked")))
    expect(looked.locator("li")).to_contain_text(person.admin.name)
    looked.get_by_role("link", name=person.text("user.all_looks")).click()
    assert entries(person).count() >= 2


def test_what_is_archived_is_said_and_verifies(roost, open_browser, orchard):
    assert "archived" in roost.run("audit", "archive", "--keep", "400")
    assert "unbroken" in roost.run("audit", "verify")
