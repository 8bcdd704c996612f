"""Finance as an owner asks: why did income fall? From the home page, in four acts."""

import re

import pytest
from playwright.sync_api import expect

from console import two_ways


@pytest.fixture
def owner(open_browser, roost, way):
    person = open_browser(f"sells-{way.language}-{'scripts' if way.scripts else 'plain'}", scripts=way.scripts)
    user = person.add_user("Fiona Fell", tenant="market")
    roost.sql(f"""
        select set_config('roost.tenant', (select id::text from tenants where slug = 'market'), false);
        insert into payments (tenant_id, id, user_id, kind, plan, country, provider, reference, currency, amount, tax, at)
        select users.tenant_id, gen_random_uuid(), users.id, 'payment', paid.plan, 'ES', 'card', '', 'EUR', paid.amount, 0,
            paid.at::timestamptz
        from users, (values ('quartz', 900000, '2026-02-03 12:00Z'), ('quartz', 100000, '2026-03-03 12:00Z'),
            ('quartz', 700, now()::text)) as paid (plan, amount, at)
        where users.id = '{user.split("/")[-1]}'
        """)
    return person


@two_ways
def test_why_did_it_fall_is_answered_with_the_payments_behind_it(owner, way):
    person = owner
    person.go("/t/market")
    # 1: the tile leads to finance; 2: the days; 3: the plan that fell; what is there are its payments.
    person.page.locator(".number dt a").filter(has_text=person.text("home.income_today")).click()
    expect(person.page.locator("h1")).to_have_text(person.text("finance.title"))
    person.go("/t/market/finance?from=2026-03-01&until=2026-03-10&compare=month&currency=EUR")
    table = person.page.get_by_role("table", name=person.text("finance.why"))
    row = table.get_by_role("row").filter(has_text="quartz")
    row.get_by_role("link").first.click()
    expect(person.page).to_have_url(re.compile("payments.*plan=quartz.*from=2026-03-01"))
    expect(person.page.locator("tbody tr")).not_to_have_count(0)


@two_ways
def test_14_payments_are_narrowed_to_days_and_to_several_values(owner, way):
    person = owner
    person.go("/t/market/payments")
    panel = person.open_menu("payments.last")
    panel.locator("[name=days-from]").fill("2026-03-01")
    panel.locator("[name=days-until]").fill("2026-03-10")
    person.press("list.apply", inside=panel)
    person.page.wait_for_url(re.compile(r"days-from=2026-03-01&days-until=2026-03-10"))
    rows = person.page.locator("tbody tr")
    expect(rows.first).to_contain_text("quartz")
    among = rows.count()
    panel = person.open_menu("payment.kind")
    panel.locator("[name=kind][value=payment]").check()
    panel.locator("[name=kind][value=refund]").check()
    person.press("list.apply", inside=panel)
    person.page.wait_for_url(re.compile(r"kind=payment&kind=refund"))
    assert rows.count() == among
    panel = person.open_menu("payment.kind")
    panel.locator("[name=kind-not]").check()
    person.press("list.apply", inside=panel)
    person.page.wait_for_url(re.compile(r"kind-not=on"))
    expect(rows).to_have_count(0)


@two_ways
def test_a_chart_says_its_values_to_the_pointer_and_to_the_keys(owner, way):
    person = owner
    person.go("/t/market/finance?from=2026-03-01&until=2026-03-10&compare=none&currency=EUR")
    places = person.page.locator(".points").first
    places.locator("li").nth(2).hover()
    expect(places.locator("li").nth(2).locator(".value")).to_be_visible()
    if not way.scripts:
        return
    places.focus()
    person.page.keyboard.press("Home")
    expect(places).to_have_attribute("aria-valuenow", "0")
    person.page.keyboard.press("ArrowRight")
    expect(places).to_have_attribute("aria-valuenow", "1")
    assert places.get_attribute("aria-valuetext")


@two_ways
def test_groups_of_the_menu_fold_and_stay_folded(owner, way):
    person = owner
    person.page.set_viewport_size({"width": 1280, "height": 768})
    person.go("/t/market")
    group = person.page.locator("details[data-menu=money]")
    group.locator("summary").click()
    expect(group.get_by_role("link").first).to_be_hidden()
    person.go("/t/market")
    if way.scripts:
        expect(group.get_by_role("link").first).to_be_hidden()
    else:
        expect(group.get_by_role("link").first).to_be_visible()
    # Signing out is in sight, however long the menu.
    expect(person.page.locator(".rail .me button")).to_be_in_viewport()


@two_ways
def test_14_no_choice_of_what_is_asked_for_is_cut(owner, way):
    person = owner
    for width in (1440, 1280, 1024, 768):
        person.page.set_viewport_size({"width": width, "height": 900})
        person.go("/t/market/finance")
        # As wide as its longest choice wants to be, and as it is.
        sizes = person.page.locator("form.card[method=get] .field > select").evaluate_all("""selects => selects.map(select => {
            const free = select.cloneNode(true);
            free.removeAttribute("id");
            free.style.cssText = "position: absolute; visibility: hidden; inline-size: max-content";
            select.after(free);
            const wanted = free.offsetWidth;
            free.remove();
            return [select.name, wanted, select.offsetWidth];
        })""")
        assert "compare" in [name for name, _, _ in sizes]
        for name, wanted, there in sizes:
            assert there >= wanted - 1, f"at {width}: {name} is {there} px wide and wants {wanted}"
