import re

from playwright.sync_api import expect

from admins import Authenticator


def begin(open_browser, roost, admins, way, key):
    """Opens the link and chooses a password; ends on the page of the second step."""
    admin = admins[key]
    person = open_browser(scripts=way.scripts, language=way.language)
    person.admin = admin
    person.go(roost.links[admin.email].removeprefix(roost.url) + f"?lang={way.language}")
    return person


def test_an_admin_enrols_through_a_link_that_works_once(open_browser, roost, admins, way):
    key = f"enrol-{way}"
    person = begin(open_browser, roost, admins, way, key)
    person.sees(admins[key].email)

    person.page.locator("[name=password]").fill("short")
    person.press("sign_in.password_save")
    person.sees(person.text("error.too_short").replace("{min}", {"en": "12", "fa": "۱۲"}[way.language]))
    person.page.locator("[name=password]").fill(admins[key].password)
    person.press("sign_in.password_save")

    # The QR code is there to scan, and its secret to read and type.
    person.at("/sign-in/second-step")
    expect(person.page.locator("svg.qr path")).to_have_attribute("d", re.compile("^M"))
    app = Authenticator(person.page.locator("#secret").inner_text().replace(" ", ""))
    right = app.code()
    person.page.locator("[name=code]").fill(str((int(right) + 1) % 1_000_000).zfill(6))
    person.press("sign_in.turn_on")
    person.sees(person.text("error.code"))
    assert person.page.locator("#secret").inner_text().replace(" ", "") == app.secret, "a typing error changes the secret"
    person.page.locator("[name=code]").fill(right)
    person.press("sign_in.turn_on")

    codes = person.page.locator("#codes li").all_inner_texts()
    assert len(set(codes)) == 10
    # In another language they are the same codes.
    shown = person.page.locator("#codes").inner_text()
    person.page.locator(".languages button[lang=es]").click()
    assert person.page.locator("#codes").inner_text() == shown
    person.page.locator(f".languages button[lang={way.language}]").click()
    person.main().get_by_label(person.text("sign_in.recovery_kept")).check()
    person.main().get_by_role("button", name=person.text("sign_in.recovery_done")).click()
    person.at("/t/orchard")

    # Shown once: neither going back nor asking again brings them back.
    person.back()
    expect(person.page.locator("body")).not_to_contain_text(codes[0])
    person.go("/sign-in/second-step")
    expect(person.page.locator("body")).not_to_contain_text(codes[0])

    # The link is used up.
    other = open_browser(scripts=way.scripts, language=way.language)
    other.go(roost.links[admins[key].email].removeprefix(roost.url) + f"?lang={way.language}", status=404)
    other.sees(other.text("sign_in.link_invalid"))

    # A recovery code stands in for the phone, once.
    other.admin = admins[key]
    for place in ("/t/orchard", "/sign-in/code"):
        other.go("/sign-in")
        other.type_password()
        other.page.locator("[name=code]").fill(codes[0])
        other.press("sign_in.continue")
        other.at(place)
        other.page.context.clear_cookies()
    other.sees(other.text("sign_in.code_wrong"))
    admins[key].authenticator = app


def test_a_link_that_never_existed_says_so(open_browser):
    person = open_browser()
    person.go("/enrol/" + "A" * 43, status=404)
    person.sees(person.text("sign_in.link_invalid"))
    person.go("/enrol/x", status=404)
    person.sees(person.text("sign_in.link_invalid"))
