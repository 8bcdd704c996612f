"""Passkeys, in Chromium with its virtual authenticator. They need a name: 127.0.0.1 is none, localhost is."""

import pytest
from playwright.sync_api import expect

from every_page_tests import check_look


@pytest.fixture
def local(roost):
    return roost.url.replace("127.0.0.1", "localhost")


def with_authenticator(person, **more):
    """Gives the person's page a phone that knows its owner's finger."""
    cdp = person.page.context.new_cdp_session(person.page)
    cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True, **more,
    }
    return cdp, cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def begin(person, name):
    person.go("/account")
    person.page.locator("[name=passkey_name]").fill(name)
    person.page.locator("[name=passkey_code]").fill(person.admin.authenticator.code())
    person.press("passkeys.add")


def add(person, name):
    begin(person, name)
    person.press("passkeys.create")
    person.flashed("passkeys.added")


def give_password(person):
    person.go(f"/sign-in?lang={person.language}")
    person.type_password()
    person.at("/sign-in/code")


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_passkey_is_added_used_to_sign_in_and_removed(open_browser, local, language):
    person = open_browser(f"passkey-{language}-scripts", signed_in=False, url=local)
    cdp, phone = with_authenticator(person)
    person.sign_in()
    add(person, "My phone")
    row = person.page.locator("#passkeys li", has_text="My phone")
    expect(row).to_be_visible()
    [kept] = cdp.send("WebAuthn.getCredentials", {"authenticatorId": phone})["credentials"]
    assert kept["rpId"] == "localhost"

    person.press("frame.sign_out")
    give_password(person)
    person.press("sign_in.passkey_use")
    person.at("/t/orchard")
    person.sees(person.admin.name)
    [used] = cdp.send("WebAuthn.getCredentials", {"authenticatorId": phone})["credentials"]
    assert used["signCount"] > kept["signCount"]

    person.go("/account")
    row = person.page.locator("#passkeys li", has_text="My phone")
    row.locator("summary").click()
    row.locator("[name=code]").fill("000000")
    person.press("passkeys.remove_now", inside=row)
    # The panel is open when the page comes back, with the mistake beside the field.
    expect(row.locator(".error")).to_be_visible()
    row.locator("[name=code]").fill(person.admin.authenticator.code())
    person.press("passkeys.remove_now", inside=row)
    person.flashed("passkeys.removed")
    expect(person.page.locator("#passkeys li")).to_have_count(0)
    person.press("frame.sign_out")
    give_password(person)
    expect(person.page.locator("form[data-passkey]")).to_have_count(0)


def test_a_browser_that_refuses_says_so_and_the_code_goes_on_working(open_browser, local):
    person = open_browser("passkey-faults", signed_in=False, url=local)
    cdp, phone = with_authenticator(person)
    person.sign_in()
    add(person, "First")
    # The phone has a passkey of this account already.
    begin(person, "Second")
    person.press("passkeys.create")
    expect(person.page.get_by_role("alert")).to_have_text(person.text("passkeys.known"))
    person.go("/account")
    person.press("frame.sign_out")

    give_password(person)
    cdp.send("WebAuthn.clearCredentials", {"authenticatorId": phone})
    person.press("sign_in.passkey_use")
    expect(person.page.get_by_role("alert")).to_have_text(person.text("sign_in.passkey_failed"))
    person.page.locator("[name=code]").fill(person.admin.authenticator.code())
    person.press("sign_in.continue")
    person.at("/t/orchard")


def test_a_copy_of_a_passkey_is_noticed(open_browser, local):
    person = open_browser("passkey-plain", signed_in=False, url=local)
    cdp, phone = with_authenticator(person)
    person.sign_in()
    add(person, "Copied")
    [kept] = cdp.send("WebAuthn.getCredentials", {"authenticatorId": phone})["credentials"]
    for count in range(2):
        person.press("frame.sign_out")
        give_password(person)
        person.press("sign_in.passkey_use")
        if count == 0:
            person.at("/t/orchard")
            # The copy counts from where the original stood before.
            cdp.send("WebAuthn.removeCredential", {"authenticatorId": phone, "credentialId": kept["credentialId"]})
            cdp.send("WebAuthn.addCredential", {"authenticatorId": phone, "credential": kept})
    person.sees(person.text("sign_in.passkey_failed"))
    person.page.locator("[name=code]").fill(person.admin.authenticator.code())
    person.press("sign_in.continue")
    person.at("/t/orchard")
    person.go("/account")
    person.sees(person.text("passkeys.off"))


@pytest.mark.parametrize("language", ["en", "fa"])
def test_without_scripts_the_code_is_the_way(open_browser, local, language):
    person = open_browser(f"passkey-{language}-plain", signed_in=False, scripts=False, url=local)
    person.sign_in()
    person.go("/account")
    person.sees(person.text("passkeys.needs_script"))
    expect(person.page.locator("[name=passkey_name]")).to_be_hidden()


def test_at_an_address_without_a_name_the_page_says_why_there_are_none(open_browser):
    person = open_browser("chooser")
    person.go("/account")
    person.sees(person.text("passkeys.needs_name"))
    expect(person.page.locator("[name=passkey_name]")).to_have_count(0)


def test_the_pages_of_passkeys_look_right_in_every_language(open_browser, local):
    person = open_browser("passkey-looks", signed_in=False, url=local, bypass_csp=True, reduced_motion="reduce")
    page = person.page
    with_authenticator(person)
    person.sign_in()
    add(person, "A security key with a rather long name, kept in a drawer")
    for language in ("es", "ru", "fa", "en"):
        person.go("/account")
        page.locator("[name=language]").select_option(language)
        page.locator("form[action='/account/preferences'] button").click()
        page.locator("#passkeys summary").click()
        check_look(person, "passkeys", language)
    begin(person, "Another one")
    check_look(person, "passkey-new")
    person.go("/account")
    person.press("frame.sign_out")
    give_password(person)
    for language in ("en", "es", "ru", "fa"):
        person.go(f"/sign-in/code?lang={language}")
        check_look(person, "passkey-code", language)
