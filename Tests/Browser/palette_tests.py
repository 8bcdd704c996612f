from playwright.sync_api import expect

from console import two_ways


@two_ways
def test_the_page_finds_users_pages_and_actions(person, way, orchard):
    wanted = orchard["user042@orchard.example"]
    person.go("/t/orchard")
    if way.scripts:
        person.go("/t/orchard/find")
    else:
        person.press("find.title", role="link")
        person.at("/t/orchard/find")
    # Nothing typed: what there is.
    person.main().get_by_role("link", name=person.text("menu.audit"), exact=True).wait_for()
    for text in (wanted["email"].upper(), wanted["id"], wanted["name"]):
        person.go("/t/orchard/find")
        person.page.locator("[name=q][type=search]").fill(text)
        person.press("list.search")
        person.main().get_by_role("link", name=wanted["email"]).click()
        person.at(f"/t/orchard/users/{wanted['id']}")
    person.go("/t/orchard/find")
    person.page.locator("[name=q][type=search]").fill(person.text("users.add")[:5])
    person.press("list.search")
    # The page; the guide's task of that name follows.
    person.main().get_by_role("link", name=person.text("users.add"), exact=True).first.click()
    person.at("/t/orchard/users/new")


def test_the_palette_is_worked_by_keyboard_alone(open_browser, orchard):
    for language in ("en", "fa"):
        person = open_browser(language)
        wanted = orchard["user043@orchard.example"]
        person.go("/t/orchard/audit")
        person.page.keyboard.press("Control+k")
        field = person.page.locator("dialog.palette input")
        expect(field).to_be_focused()
        person.page.keyboard.type("zzz nobody")
        expect(person.page.locator("dialog.palette [role=status]")).to_have_text(person.text("find.none"))
        field.fill("user04")
        options = person.page.locator("dialog.palette [role=option]")
        expect(options).to_have_count(6)
        expect(options.first).to_have_attribute("aria-selected", "true")
        person.page.keyboard.press("ArrowUp")
        expect(options.last).to_have_attribute("aria-selected", "true")
        assert field.get_attribute("aria-activedescendant") == options.last.get_attribute("id")
        person.page.keyboard.press("Escape")
        expect(person.page.locator("dialog.palette")).to_be_hidden()
        person.page.keyboard.press("Control+k")
        field.fill(wanted["email"])
        expect(options.first).to_contain_text(wanted["email"])
        person.page.keyboard.press("Enter")
        person.at(f"/t/orchard/users/{wanted['id']}")


def test_the_palette_of_somebody_who_was_signed_out_leads_to_the_door(open_browser):
    person = open_browser("en")
    person.go("/t/orchard")
    person.page.context.clear_cookies()
    person.page.keyboard.press("Control+k")
    person.page.wait_for_url("**/sign-in*")
