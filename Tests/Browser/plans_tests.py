"""What is sold, who has it, and what it comes to. In a tenant of its own, the market."""

import re

import pytest
from playwright.sync_api import expect

from console import fill, two_ways
from every_page_tests import check_look

PLANS = "/t/market/plans"


@pytest.fixture
def seller(open_browser, way):
    return open_browser(f"sells-{way.language}-{'scripts' if way.scripts else 'plain'}", scripts=way.scripts)


def add_plan(person, key, price="9.99", alarms="50"):
    """A published plan with one price and one entitlement; its path."""
    person.go(f"{PLANS}/new")
    fill(person, key=key, name__en=f"Plan <{key}>", name__fa="طرح")
    person.press("plans.add_price")
    fill(person, prices__1__amount=price, prices__1__currency="eur")
    person.page.locator('[name="prices.1.period"]').select_option("month")
    person.press("schema.number")
    fill(person, entitlements__1__value=alarms, entitlements__1__label__en="Alarms")
    person.press("catalogue.save_draft")
    person.flashed("catalogue.was_added")
    path = "/t/" + person.page.url.split("/t/")[1].split("?")[0]
    person.publish()
    person.flashed("catalogue.was_published")
    return path


def subscribe(roost, path, key, user, price=999):
    """As a provider would tell it: a month that was paid."""
    entry = path.split("/")[-1]
    roost.sql(f"""
        select set_config('roost.tenant', (select id::text from tenants where slug = 'market'), false);
        with sold as (
            insert into subscriptions (tenant_id, id, user_id, plan_id, version, plan, state, period, currency, price, provider, started_at,
                paid_from, ends_at, changed_at)
            select users.tenant_id, gen_random_uuid(), users.id, '{entry}', 1, '{key}', 'active', 'month', 'EUR', {price}, 'card',
                now() - interval '10 days', now() - interval '10 days', now() + interval '20 days', now()
            from users where users.id = '{user.split("/")[-1]}' returning *
        )
        insert into payments (tenant_id, id, user_id, subscription_id, kind, plan, country, provider, reference, currency, amount, tax, at)
        select sold.tenant_id, gen_random_uuid(), sold.user_id, sold.id, 'payment', sold.plan, 'ES', 'card', 'in_' || sold.id, 'EUR', {price},
            {price} / 6, sold.started_at from sold
        """)


@two_ways
def test_a_plan_is_made_with_prices_and_what_is_wrong_is_said(seller, way):
    key = f"made_{way.language}_{int(way.scripts)}"
    seller.go(f"{PLANS}/new")
    fill(seller, key=key, name__en=key)
    seller.press("plans.add_price")
    fill(seller, prices__1__amount="9.999", prices__1__currency="EUR")
    seller.page.locator('[name="prices.1.period"]').select_option("month")
    seller.press("catalogue.save_draft")
    expect(seller.page.locator('[id="prices.1.amount-error"]')).to_be_visible()
    expect(seller.page.locator('[name="prices.1.amount"]')).to_have_value("9.999")
    fill(seller, prices__1__amount="۹٫۹۹")
    seller.press("plans.add_price")
    fill(seller, prices__2__amount="600", prices__2__currency="JPY")
    seller.page.locator('[name="prices.2.period"]').select_option("year")
    seller.press("catalogue.save_draft")
    seller.flashed("catalogue.was_added")
    seller.publish()
    expect(seller.page.locator(".phone").first).to_contain_text("9.99")


@two_ways
def test_a_plan_is_given_extended_cancelled_resumed_and_shown_with_the_user(seller, way):
    key = f"given_{way.language}_{int(way.scripts)}"
    add_plan(seller, key)
    user = seller.add_user("Gia Given", tenant="market")
    seller.press("subscription.open", role="link")
    form = seller.page.locator("form[action$='/subscription']")
    form.locator("[name=plan]").select_option(key)
    form.locator("[name=days]").fill("many")
    form.locator("[name=reason]").fill("Won the race")
    seller.press("subscription.grant")
    expect(seller.page.locator("#grant-days-error")).to_be_visible()
    form = seller.page.locator("form[action$='/subscription']")
    expect(form.locator("[name=reason]")).to_have_value("Won the race")
    form.locator("[name=days]").fill("30")
    seller.press("subscription.grant")
    seller.flashed("subscription.was_granted")
    extension = seller.page.locator("form[action$='/extension']")
    extension.locator("[name=days]").fill("10")
    extension.locator("[name=reason]").fill("Sorry")
    extension.locator("button").click()
    seller.flashed("subscription.was_extended")
    cancellation = seller.page.locator("form[action$='/cancellation']")
    cancellation.locator("[name=reason]").fill("Asked to")
    cancellation.locator("button").click()
    seller.flashed("subscription.was_cancelled")
    seller.press("subscription.resume")
    seller.flashed("subscription.was_resumed")
    seller.go(user)
    seller.sees(seller.text("subscription.given"))


@two_ways
def test_a_move_is_shown_first_and_then_done(seller, way, roost):
    key = f"moved_{way.language}_{int(way.scripts)}"
    path = add_plan(seller, key)
    for number in range(3):
        subscribe(roost, path, key, seller.add_user(f"Mo Moved {number}", tenant="market"))
    seller.go(f"{path}/edit")
    fill(seller, prices__1__amount="12", entitlements__1__value="20")
    seller.press("catalogue.save_draft")
    seller.publish()
    seller.press("subscribers.title", role="link")
    seller.sees(seller.text("move.loss"))
    seller.press("move.now")
    expect(seller.page.locator(".status.good").first).to_contain_text(seller.text("move.done"))
    seller.go(f"{path}/subscribers")
    # A notice about the seller's own account has a form of its own.
    expect(seller.page.locator("main form:not([action^='/notices/'])")).to_have_count(0)


def test_a_refund_is_recorded_and_the_report_knows_it(open_browser, roost):
    person = open_browser("sells-en-scripts")
    path = add_plan(person, "refunded")
    user = person.add_user("Ria Refunded", tenant="market")
    subscribe(roost, path, "refunded", user)
    person.go(f"{user}/subscription")
    form = person.page.locator("form[action$='/refund']")
    form.locator("[name=part]").select_option("all")
    form.locator("[name=reason]").fill("Unhappy")
    form.locator("button").click()
    person.flashed("subscription.was_refunded")
    person.go("/t/market/payments?kind=refund")
    person.sees("-€9.99")
    person.go("/t/market/finance?by=plan&currency=EUR")
    row = person.page.get_by_role("table", name=person.text("finance.sums")).get_by_role("row").filter(has_text="refunded")
    expect(row).to_contain_text("9.99")
    expect(row).to_contain_text("0.00")
    person.press("finance.export", role="link")
    person.page.locator("[name=reason]").first.fill("The books")
    with person.page.expect_download() as download:
        person.page.locator("button, input[type=submit]").filter(has_text=re.compile("CSV")).first.click()
    text = download.value.path().read_text()
    assert "refunded,EUR,1,9.99,9.99,0.00,0.00" in text


@pytest.mark.parametrize("language", ["en", "es", "ru", "fa"])
def test_the_pages_of_plans_and_money_look_right(open_browser, roost, language):
    person = open_browser("sells-looks", bypass_csp=True, reduced_motion="reduce")

    def speak(code):
        person.go("/account")
        person.page.locator("[name=language]").select_option(code)
        person.page.locator("form[action='/account/preferences'] button").click()

    speak("en")
    key = f"looks_{language}"
    path = add_plan(person, key)
    user = person.add_user("Zoë “Quill” <b>O'Brien</b>", tenant="market")
    subscribe(roost, path, key, user)
    person.go(f"{path}/edit")
    fill(person, prices__1__amount="12", entitlements__1__value="20")
    person.press("catalogue.save_draft")
    person.publish()
    speak(language)
    pages = {
        "plans": PLANS, "plan": path, "plan-form": f"{path}/edit", "plan-new": f"{PLANS}/new", "subscribers": f"{path}/subscribers",
        "subscription": f"{user}/subscription", "user-with-plan": user, "payments": "/t/market/payments", "finance": "/t/market/finance",
        "payments-empty": "/t/market/payments?q=nothing+like+it", "finance-wrong": "/t/market/finance?from=x",
        "finance-empty": "/t/market/finance?currency=JPY", "finance-export": "/t/market/finance/export",
    }
    for name, place in pages.items():
        person.go(place)
        check_look(person, name, language)
