"""Five people at work, each from the home page: a newcomer, a support agent, an editor, an owner, an auditor. What they do is counted,
and stays within what was promised. Their tenant is the harbour, which has four languages."""

import re

import pytest
from playwright.sync_api import expect

from acts import counted, report
from console import Person

HOME = "/t/harbour"


def at_home(open_browser, who) -> Person:
    person = open_browser(f"works-as-{who}")
    person.go(HOME)
    return person


@pytest.fixture(scope="module")
def people(roost, chromium, sessions):
    """The users whom somebody calls about, by their names; what the owner has set; and what was paid last month and before."""
    context = chromium.new_context(base_url=roost.url, storage_state=sessions("works-as-owner"))
    owner = Person(context.new_page(), "en")
    owner.go(f"{HOME}/refund-limits")
    owner.page.locator("[name=each]").fill("50")
    owner.page.locator("[name=day]").fill("500")
    owner.press("form.save")
    owner.flashed("refund.limits_were_changed")
    names = ["Sofía Muñoz García", "Robert Payer", "Fiona Fell", "Sven Silent"]
    ids = {name: owner.add_user(name, tenant="harbour").split("/")[-1] for name in names}
    owner.page.locator("[name=reason]").first.wait_for(state="attached")
    owner.press("user.suspend_now", inside=fill_reason(owner, "Sends the same message to everybody"))
    owner.flashed("users.suspended")
    context.close()
    roost.sql(f"""
        select set_config('roost.tenant', (select id::text from tenants where slug = 'harbour'), false);
        insert into payments (tenant_id, id, user_id, kind, plan, country, provider, reference, currency, amount, tax, at)
        select users.tenant_id, gen_random_uuid(), users.id, 'payment', paid.plan, 'ES', 'manual', '', 'EUR', paid.amount, 0, paid.at
        from users, (values ('{ids["Robert Payer"]}'::uuid, 'quartz', 900, now() - interval '1 hour'),
            ('{ids["Robert Payer"]}', 'quartz', 800, now() - interval '200 days'),
            ('{ids["Fiona Fell"]}', 'onyx', 900000, date_trunc('month', now()) - interval '40 days'),
            ('{ids["Fiona Fell"]}', 'onyx', 5000, date_trunc('month', now()) - interval '10 days')) as paid (payer, plan, amount, at)
        where users.id = paid.payer
        """)
    return ids


def fill_reason(person, reason):
    """Opens the menu by which the user of the page is suspended, and types why."""
    panel = person.open_menu("user.suspend")
    panel.locator("[name=reason]").fill(reason)
    return panel


def find_anything(person, text, expected):
    """Three acts: the palette, the words, the first of what was found."""
    person.page.keyboard.press("Control+k")
    person.page.keyboard.type(text)
    expect(person.page.locator("dialog.palette [role=option]").first).to_contain_text(expected)
    person.page.keyboard.press("Enter")


def test_an_agent_finds_a_user_by_a_misheard_name_and_suspends_them_in_six_acts(open_browser, people, record_property):
    agent = at_home(open_browser, "agent")
    with counted() as acts:
        find_anything(agent, "sofia munos", "Sofía Muñoz García")
        agent.press("user.suspend_now", inside=fill_reason(agent, "Asked for it on the phone"))
        agent.flashed("users.suspended")
    agent.at(f"{HOME}/users/{people['Sofía Muñoz García']}")
    agent.sees("Asked for it on the phone")
    report(record_property, "support agent", "finds a user by a misheard name and suspends them, with the reason", 6, acts)
    assert acts.count == 6
    assert acts.seconds < 12


def test_an_agent_refunds_the_last_payment_in_five_acts(open_browser, people, record_property):
    agent = at_home(open_browser, "agent")
    with counted() as acts:
        find_anything(agent, "refund robert payer", "Robert Payer")
        agent.page.locator("[name=reason]").fill("Charged twice")
        agent.press("refund.record")
        agent.flashed("refund.was_recorded")
    agent.at(f"{HOME}/users/{people['Robert Payer']}")
    # The one of an hour ago, and not the one before.
    refunds = agent.page.locator("tr", has=agent.page.locator(".status", has_text=re.compile(f"^\\s*{agent.text('payment.refund')}\\s*$")))
    expect(refunds).to_have_count(1)
    expect(refunds).to_contain_text("9.00")
    report(record_property, "support agent", "refunds a user's last payment, with the reason", 5, acts)
    assert acts.count == 5


FIELDS = {
    "text": {"en": "What will you read?", "es": "¿Qué va a leer?", "ru": "Что вы будете читать?", "fa": "چه می‌خوانید؟"},
    "number": {"en": "How many pages?", "es": "¿Cuántas páginas?", "ru": "Сколько страниц?", "fa": "چند صفحه؟"},
    "yes": {"en": "Every day?", "es": "¿Todos los días?", "ru": "Каждый день?", "fa": "هر روز؟"},
}
NAMES = {"en": "Reading", "es": "Lectura", "ru": "Чтение", "fa": "مطالعه"}


def test_an_editor_makes_a_goal_type_of_three_fields_in_four_languages_and_touches_no_code(open_browser, record_property):
    editor = at_home(open_browser, "editor")
    # Sixteen texts to write; beside them two clicks to the form, three fields to add, a tab for each further language, and Save.
    aim = 16 + 2 + 3 + 3 + 1
    with counted() as acts:
        editor.press("goals.title", role="link")
        editor.press("goals.add", role="link")
        for language, name in NAMES.items():
            if language != "en":
                editor.page.locator(f'.tab[data-language="{language}"]').click()
            editor.page.locator(f'[name="name.{language}"]').fill(name)
            for place, (kind, labels) in enumerate(FIELDS.items(), 1):
                if language == "en":
                    editor.press(f"schema.{kind}")
                editor.page.locator(f'[name="fields.{place}.label.{language}"]').fill(labels[language])
        editor.press("catalogue.save_draft")
        editor.flashed("catalogue.was_added")
    for language in NAMES:
        phone = editor.page.locator(f"#phone-{language}")
        for labels in FIELDS.values():
            expect(phone).to_contain_text(labels[language])
    # Codes were made of the English words.
    editor.press("user.edit", role="link")
    expect(editor.page.locator('[name="fields.2.key"]')).to_have_value("how_many_pages")
    report(record_property, "editor", "makes a goal type of three fields in four languages, touching no code", aim, acts)
    assert acts.count == aim


def test_an_owner_learns_why_income_fell_in_four_acts(open_browser, people, record_property):
    owner = at_home(open_browser, "owner")
    with counted() as acts:
        owner.page.locator(".number dt a").filter(has_text=owner.text("home.income_today")).click()
        owner.press("finance.last_month", role="link")
        # Each plan with its difference; what fell most stands first.
        why = owner.page.get_by_role("table", name=owner.text("finance.why")).locator("tbody tr").first
        expect(why).to_contain_text("onyx")
        why.get_by_role("link").last.click()
        expect(owner.page).to_have_url(re.compile("payments.*plan=onyx"))
        owner.page.locator("tbody th a").first.click()
        owner.at(f"{HOME}/users/{people['Fiona Fell']}(/subscription)?")
    report(record_property, "owner", "learns why income fell, down to the user who pays less", 4, acts)
    assert acts.count == 4


def test_an_auditor_learns_who_suspended_a_user_and_why_in_three_acts(open_browser, people, record_property):
    auditor = at_home(open_browser, "auditor")
    with counted() as acts:
        auditor.press("menu.audit", role="link")
        auditor.page.locator("main [name=q]").fill("sven silent")
        auditor.page.keyboard.press("Enter")
        auditor.page.wait_for_url(re.compile("q=sven"))
    event = auditor.page.locator("ol.trail > li").filter(has_text="Sends the same message to everybody")
    expect(event).to_have_count(1)
    expect(event).to_contain_text("Noa Owner suspended the user Sven Silent")
    report(record_property, "auditor", "learns who suspended a user, when and why", 3, acts)
    assert acts.count == 3


def test_a_newcomer_finds_a_user_publishes_a_text_and_exports_a_list_as_the_tour_says(open_browser, people, record_property):
    newcomer = at_home(open_browser, "newcomer")
    tour = newcomer.page.locator(".tour")
    # Two to the user, seven to the published text, four to the file, and home after each.
    aim = 2 + 7 + 4 + 3
    with counted() as acts:
        newcomer.press("tour.find_user", role="link", inside=tour)
        newcomer.page.locator("tbody th a").first.click()
        newcomer.press("menu.home", role="link")
        newcomer.press("tour.publish", role="link", inside=tour)
        newcomer.press("texts.add", role="link")
        newcomer.page.locator("[name=key]").fill("welcome")
        newcomer.page.locator('[name="text.en"]').fill("Good morning")
        newcomer.press("catalogue.save_draft")
        newcomer.publish()
        newcomer.flashed("catalogue.was_published")
        newcomer.press("menu.home", role="link")
        newcomer.press("tour.export", role="link", inside=tour)
        newcomer.press("list.export", role="link")
        newcomer.page.locator("[name=reason]").fill("To see how it works")
        with newcomer.page.expect_download() as file:
            newcomer.press("export.csv")
        assert file.value.suggested_filename.endswith(".csv")
        newcomer.press("menu.home", role="link")
    expect(tour.locator("li.done")).to_have_count(3)
    report(record_property, "newcomer", "finds a user, publishes a text and exports a list, as the tour on the home page says", aim, acts)
    assert acts.count == aim
