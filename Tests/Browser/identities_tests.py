"""Users of an app sign in with an account elsewhere: at an issuer that a workspace names, and that is no part of Roost."""

import secrets
import tempfile
from pathlib import Path

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from accounts_tests import BACK, Listener, Mailbox, ask, client, in_all_languages, look
from admins import all_admins, apply_file
from console import PATIENCE, Person, new_email
from installation import Installation
from issuer import Issuer

LABEL = "Häuser “<&>” & Söhne"


@pytest.fixture(scope="module")
def phone():
    app = Listener()
    yield app
    app.shutdown()


@pytest.fixture(scope="module")
def mailbox():
    server = Mailbox()
    yield server
    server.shutdown()


@pytest.fixture(scope="module")
def issuer():
    with tempfile.TemporaryDirectory(prefix="roost-issuer-") as directory:
        Path(directory).chmod(0o755)
        server = Issuer(Path(directory))
        yield server
        server.shutdown()


@pytest.fixture(scope="module")
def house(mailbox, issuer, chromium):
    """With an app, and with the issuer set up on the workspace's page."""
    installation = Installation()
    installation.environment |= {
        "ROOST_SMTP": f"smtp://127.0.0.1:{mailbox.server_address[1]}", "ROOST_MAIL_FROM": "Roost <roost@example.org>",
        "ROOST_INNER_ISSUERS": issuer.place, "ROOST_ISSUER_ROOTS_FILE": str(issuer.certificate)}
    try:
        admins = all_admins()
        file = installation.directory / "roost.yaml"
        file.write_text(in_all_languages(apply_file(admins, installation.directory)))
        installation.run("apply", str(file))
        installation.start()
        context = chromium.new_context(base_url=installation.url)
        owner = Person(context.new_page(), "en", admins["second"])
        owner.sign_in()
        owner.go("/t/orchard/apps/new")
        owner.page.locator("[name=name]").fill("Orchard for phones")
        owner.page.locator("[name=redirect_uris]").fill(BACK)
        owner.press("form.save")
        owner.flashed("apps.was_added")
        installation.client_id = owner.page.url.rsplit("/", 1)[1]

        owner.go("/t/orchard/identity-providers")
        card = owner.page.locator("#oidc")
        expect(card).to_contain_text(f"{installation.url}/accounts/orchard/identities/oidc/callback")
        card.locator("[name=issuer]").fill("https://10.0.0.1/")
        card.locator("[name=on]").check()
        owner.press("form.save", inside=card)
        expect(card).to_contain_text(owner.text("error.issuer"))
        for name, value in (("label", LABEL), ("issuer", issuer.url), ("client_id", issuer.client_id), ("client_secret", issuer.secret)):
            card.locator(f"[name={name}]").fill(value)
        owner.press("form.save", inside=card)
        owner.flashed("identity.was_changed")
        expect(owner.page.locator("#oidc")).not_to_contain_text(issuer.secret)
        installation.owner = owner
        installation.issuer = f"{installation.url}/accounts/orchard"
        installation.discovered = requests.get(f"{installation.issuer}/.well-known/openid-configuration").json()
        yield installation
    finally:
        installation.stop()


@pytest.fixture(params=["en", "fa"])
def visitor(request, house, chromium):
    """Without scripts; the issuer's certificate is nobody's whom browsers know."""
    context = chromium.new_context(
        base_url=house.url, java_script_enabled=False, locale="en-GB", ignore_https_errors=True)
    context.set_default_timeout(PATIENCE)
    yield Person(context.new_page(), request.param, None)
    context.close()


def go_on(person):
    """From the app's sign-in page to the issuer and back."""
    words = person.text("accounts.identity_with").split("{provider}")
    button = next(b for b in person.page.get_by_role("button").all() if LABEL in b.inner_text())
    assert all(word.strip("\u2068\u2069") in button.inner_text() for word in words)
    button.click()
    expect(person.page.locator("h1")).to_have_text("Issuer of the tests")
    person.page.get_by_text("Allow").click()


def is_accessible(person, chromium, house):
    """The same page with scripts, which axe needs and the page does not."""
    context = chromium.new_context(base_url=house.url)
    page = context.new_page()
    page.goto(person.page.url)
    found = Axe().run(page).response["violations"]
    context.close()
    assert [violation["id"] for violation in found] == []


@pytest.mark.parametrize("by_form", [False, True], ids=["redirect", "form"])
def test_somebody_signs_up_and_in_with_an_account_elsewhere(house, phone, mailbox, issuer, visitor, chromium, by_form):
    email, session = new_email(), client(house, phone)
    issuer.answers_by_form = by_form
    issuer.person = {"sub": secrets.token_hex(8), "email": email, "email_verified": True, "name": "Zoë “<&>” Quill"}
    ask(house, session, visitor)
    is_accessible(visitor, chromium, house)
    go_on(visitor)
    expect(visitor.page.locator("h1")).to_have_text(visitor.text("accounts.identity_new_title"))
    expect(visitor.page.locator("[name=email]")).to_have_value(email)
    visitor.press("sign_in.continue")
    expect(visitor.page.locator("h1")).to_have_text(visitor.text("accounts.sent_title"))
    link = mailbox.link(email)
    # In another browser the link does nothing.
    assert requests.get(house.url + link).status_code == 403
    visitor.go(link)
    expect(visitor.page.locator("[name=name]")).to_have_value("Zoë “<&>” Quill")
    visitor.press("accounts.identity_link")
    expect(visitor.page.locator("h1")).to_have_text(visitor.text("accounts.ready_title"))

    # The issuer signs with another key meanwhile.
    issuer.rotate()
    verifier, _, state = ask(house, session, visitor)
    go_on(visitor)
    visitor.sees("back in the app")
    given = session.fetch_token(authorization_response=phone.sent[-1], code_verifier=verifier, state=state)
    assert given["id_token"] and session.get(house.discovered["userinfo_endpoint"]).json()["email"] == email
    told = session.get(f"{house.url}/v1/me/identities").json()
    assert [one["provider"] for one in told["identities"]] == ["oidc"] and not told["can_unlink"]


def test_a_signed_in_user_links_an_account_and_unlinks_it(house, phone, mailbox, issuer, visitor):
    email, session = new_email(), client(house, phone)
    issuer.answers_by_form = False
    visitor.go(f"/accounts/orchard/sign-up?lang={visitor.language}")
    visitor.page.locator("[name=email]").fill(email)
    visitor.press("sign_in.continue")
    visitor.go(mailbox.link(email))
    visitor.page.locator("[name=name]").fill("Otto")
    visitor.page.locator("[name=password]").fill("seven purple elephants")
    visitor.press("accounts.finish")
    verifier, _, state = ask(house, session, visitor)
    visitor.page.locator("[name=email]").fill(email)
    visitor.page.locator("[name=password]").fill("seven purple elephants")
    visitor.press("sign_in.continue")
    visitor.sees("back in the app")
    session.fetch_token(authorization_response=phone.sent[-1], code_verifier=verifier, state=state)

    issuer.person = {"sub": secrets.token_hex(8), "email": "otto@elsewhere.example", "email_verified": True}
    made = session.post(
        f"{house.url}/v1/me/identity-links", json={"provider": "oidc"}, headers={"Idempotency-Key": secrets.token_hex(8)})
    assert made.status_code == 201
    visitor.page.goto(made.json()["url"] + f"&lang={visitor.language}")
    visitor.sees(email)
    visitor.press("sign_in.continue")
    visitor.page.get_by_text("Allow").click()
    visitor.sees("otto@elsewhere.example")
    visitor.press("accounts.identity_link")
    visitor.sees(LABEL)

    user = session.get(f"{house.url}/v1/me/profile").json()["id"]
    house.owner.go(f"/t/orchard/users/{user}")
    house.owner.sees("otto@elsewhere.example")
    house.owner.press("identity.unlink")
    house.owner.flashed("identity.was_unlinked")
    assert session.get(f"{house.url}/v1/me/identities").json()["identities"] == []


@pytest.mark.parametrize("language", ["en", "es", "ru", "fa"])
def test_the_pages_of_an_account_elsewhere_look_right(house, phone, mailbox, issuer, chromium, language):
    context = chromium.new_context(
        base_url=house.url, locale="en-GB", ignore_https_errors=True, bypass_csp=True)
    context.set_default_timeout(PATIENCE)
    person, email, session = Person(context.new_page(), language), new_email(), client(house, phone)
    issuer.answers_by_form = False
    issuer.person = {"sub": secrets.token_hex(8), "email": email, "email_verified": True, "name": "Quill"}
    ask(house, session, person)
    look(person, "identity-sign-in", language)
    go_on(person)
    look(person, "identity-new", language)
    person.press("sign_in.continue")
    look(person, "identity-sent", language)
    person.go(mailbox.link(email))
    look(person, "identity-mailed", language)
    person.press("accounts.identity_link")
    look(person, "identity-ready", language)
    verifier, _, state = ask(house, session, person)
    go_on(person)
    person.sees("back in the app")
    session.fetch_token(authorization_response=phone.sent[-1], code_verifier=verifier, state=state)
    # Somebody who is signed in links another of their accounts there.
    unlinked = session.post(
        f"{house.url}/v1/me/identity-links", json={"provider": "oidc"}, headers={"Idempotency-Key": secrets.token_hex(8)})
    assert unlinked.status_code == 201
    issuer.person = {"sub": secrets.token_hex(8), "email": "otto@elsewhere.example", "email_verified": True}
    person.page.goto(unlinked.json()["url"] + f"&lang={language}")
    look(person, "identity-link", language)
    person.press("sign_in.continue")
    person.page.get_by_text("Allow").click()
    look(person, "identity-confirm", language)
    context.close()
