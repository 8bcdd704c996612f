"""Reports: asked, divided, narrowed, taken out as files, printed."""

import re

import pytest
from playwright.sync_api import expect

from console import two_ways
from every_page_tests import check_look, picture

PAGES = {
    "report-users": "/t/orchard/reports/users", "report-users-days": "/t/orchard/reports/users?by=day&country=DE&plan=free",
    "report-users-cohorts": "/t/orchard/reports/users?by=cohort", "report-users-empty": "/t/empty/reports/users?by=country",
    "report-users-wrong": "/t/orchard/reports/users?from=%3Cb%3E&until=2026-02-31", "report-catalogue": "/t/market/reports/catalogue",
    "report-catalogue-months": "/t/market/reports/catalogue?by=month&list=texts", "report-api": "/t/orchard/reports/api?by=endpoint",
    "report-api-empty": "/t/empty/reports/api?by=key", "report-export": "/t/orchard/reports/users/export?by=country",
    "report-mail": "/t/orchard/reports/users/mail?by=country&plan=free", "report-mails": "/t/orchard/reports/mails",
    "report-mails-empty": "/t/empty/reports/mails",
}


@pytest.fixture(scope="session")
def full(roost, orchard):
    """Uses of a key, payments and texts, for pictures that have something to show."""
    roost.sql("""
        select set_config('roost.tenant', (select id::text from tenants where slug = 'orchard'), false);
        insert into api_keys (tenant_id, id, name, scopes, addresses, requests_per_minute, expires_at, created_by, created_at)
        select id, md5('report key')::uuid, 'Nightly <b>sync</b> همگام', '{users.read}', '{}', 60, now() + interval '9 days', 'Tests', now()
        from tenants where slug = 'orchard' on conflict do nothing;
        insert into api_key_usage (tenant_id, key_id, hour, endpoint, requests, errors)
        select tenants.id, md5('report key')::uuid, date_trunc('hour', now()) - make_interval(days => day), endpoint, 40 + day * 7 % 31, day % 5
        from tenants, generate_series(0, 80) as day, unnest(array['GET /v1/users', 'PUT /v1/users']) as endpoint where slug = 'orchard'
        on conflict do nothing;
        insert into payments (tenant_id, id, user_id, kind, plan, country, provider, reference, currency, amount, tax, at)
        select users.tenant_id, gen_random_uuid(), users.id, 'payment', 'premium', 'ES', 'card', 'report_' || day, tenants.currency,
            900 + day * 37 % 500, 100, now() - make_interval(days => day)
        from tenants, generate_series(0, 85) as day, lateral (select * from users where users.tenant_id = tenants.id order by id limit 1) as users
        where slug = 'orchard' on conflict do nothing;
        insert into report_mails (tenant_id, id, report, format, query, rhythm, asked_by, asked_name, asked_address, asked_request, asked_at, next_at)
        select tenants.id, md5(admins.email || asked.report)::uuid, asked.report, 'xlsx', asked.query, asked.rhythm, admins.id, admins.name,
            '127.0.0.1', 'x', now(), now() + interval '1 day'
        from tenants, admins, (values ('finance', 'by=plan&currency=EUR', 'month'),
            ('reports/users', 'by=country&plan=%3Cb%3Efree&country=DE', 'week')) as asked (report, query, rhythm)
        where slug = 'orchard' and admins.email like 'o%@example.org' on conflict do nothing;
    """)


@two_ways
def test_a_report_is_asked_divided_and_narrowed_in_its_address(person, way, full):
    person.go("/t/orchard")
    person.page.locator(".rail").get_by_role("link", name=person.text("reports.users"), exact=True).click()
    expect(person.page.locator("h1")).to_have_text(person.text("reports.users"))
    person.page.locator("[name=by]").select_option("country")
    person.page.locator("[name=plan]").select_option("free")
    person.press("finance.show")
    expect(person.page).to_have_url(re.compile("by=country.*plan=free"))
    expect(person.page.locator("table").last).to_contain_text({"en": "Germany", "fa": "آلمان"}[person.language])
    # What was typed wrong stays, with a word beside it.
    person.go("/t/orchard/reports/users?from=%3Cb%3Esoon&by=country")
    expect(person.page.locator("#from-error")).to_have_text(person.text("error.day"))
    expect(person.page.locator("[name=from]")).to_have_value("<b>soon")


def test_the_picture_has_its_numbers_behind_it(open_browser, full):
    person = open_browser("operator")
    person.go("/t/orchard/reports/api?by=day")
    svg = person.page.locator("figure.chart svg")
    expect(svg).to_have_attribute("aria-label", re.compile(r"\d+ requests; \d+ refused or failed"))
    said = int(re.search(r"[\d,]+", svg.get_attribute("aria-label"))[0].replace(",", ""))
    person.page.locator("figure.chart summary").press("Enter")
    cells = person.page.locator("figure.chart tbody tr td:nth-child(2)").all_inner_texts()
    assert sum(int(cell.replace(",", "")) for cell in cells) == said
    assert len(cells) == 90


def test_a_report_leaves_as_a_file(open_browser, full):
    person = open_browser("operator")
    person.go("/t/orchard/reports/api?by=key")
    person.press("finance.export", role="link")
    person.page.locator("[name=reason]").first.fill("The board")
    with person.page.expect_download() as download:
        person.page.locator("button, input[type=submit]").filter(has_text=re.compile("CSV")).first.click()
    assert re.search(r"Nightly <b>sync</b> همگام,\d+,\d+", download.value.path().read_text())


@two_ways
def test_a_report_is_asked_for_by_mail_and_stopped(person, way, full):
    person.go("/t/orchard/reports/users/mail?by=country&plan=free")
    expect(person.page.locator(".tags")).to_contain_text(person.text("user.country"))
    # This installation has no mail server, and the page says so.
    expect(person.page.locator(".notice")).to_contain_text("ROOST_SMTP")
    person.page.locator("[name=rhythm]").select_option("month")
    person.page.locator("[name=format]").select_option("csv")
    person.press("report_mail.begin")
    expect(person.page.locator(".flash")).to_contain_text(person.text("report_mail.was_added"))
    row = person.page.get_by_role("row").filter(has_text=person.text("report_mail.monthly"))
    expect(row).to_contain_text(person.text("reports.users"))
    row.get_by_role("button").click()
    expect(person.page.locator(".flash")).to_contain_text(person.text("report_mail.was_ended"))
    expect(row).to_have_count(0)


def test_on_paper_stand_the_question_the_picture_and_all_numbers(open_browser, full):
    person = open_browser("operator")
    person.go("/t/orchard/reports/users")
    person.page.emulate_media(media="print")
    expect(person.page.locator("form.card")).to_be_hidden()
    expect(person.page.locator(".rail")).to_be_hidden()
    expect(person.page.locator(".asked strong")).to_be_visible()
    expect(person.page.locator("figure.chart svg")).to_be_visible()
    # Once: the table below has the picture's own numbers.
    expect(person.page.locator("table.folds tbody tr").first).to_be_visible()
    expect(person.page.locator("figure.chart tbody tr").first).to_be_hidden()
    person.go("/t/orchard/reports/users?by=country")
    expect(person.page.locator("figure.chart tbody tr").first).to_be_visible()
    person.go("/t/orchard/reports/users")
    picture(person, "report-users.en.print")


def test_time_runs_from_left_to_right_in_persian_too(open_browser, full):
    person = open_browser("fa-operator")
    person.go("/t/orchard/reports/api")
    ticks = person.page.locator(".wide span")
    assert ticks.first.bounding_box()["x"] < ticks.last.bounding_box()["x"]


@pytest.mark.parametrize("language", ["en", "es", "ru", "fa"])
def test_the_reports_look_right(open_browser, language, full):
    person = open_browser("operator" if language == "en" else f"{language}-operator", bypass_csp=True, reduced_motion="reduce")
    for name, place in (PAGES | {"home-full": "/t/orchard", "finance-full": "/t/orchard/finance"}).items():
        person.go(place)
        # Open, as somebody who reads the table has it.
        person.page.evaluate("document.querySelectorAll('details.data').forEach(one => one.open = %s)" % str(name == "report-api").lower())
        check_look(person, name, language)
