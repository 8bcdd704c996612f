"""Users of an app sign up and in: two libraries for OAuth and OpenID Connect that know nothing of Roost drive the whole flow, authlib
for an app on people's devices and idpyoidc for a server with a secret."""

import json
import os
import re
import secrets
import shlex
import signal
import socketserver
import subprocess
import threading
import time
import urllib.parse
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from cryptojwt import KeyJar
from idpyoidc.client.defaults import DEFAULT_OIDC_SERVICES
from idpyoidc.client.rp_handler import RPHandler
from joserfc import jwt
from joserfc.jwk import KeySet
from playwright.sync_api import expect

from admins import all_admins, apply_file
from console import PATIENCE, Person, new_email
from every_page_tests import check_look, check_with_axe
from installation import Installation

# The installation of the tests is reached without TLS.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
PASSWORD = "seven purple elephants"
BACK = "http://127.0.0.1/back"


class Mailbox(socketserver.ThreadingTCPServer):
    """Speaks SMTP and keeps what it is given."""

    allow_reuse_address = daemon_threads = True

    def __init__(self):
        self.mails = []
        self.came = threading.Condition()
        super().__init__(("127.0.0.1", 0), Mailman)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def link(self, address):
        """The last link that was mailed to that address."""
        with self.came:
            assert self.came.wait_for(lambda: any(to == address for to, _ in self.mails), 20), f"no mail for {address}"
            mail = next(mail for to, mail in reversed(self.mails) if to == address)
            self.mails = [(to, other) for to, other in self.mails if to != address]
        text = next(part for part in message_from_bytes(mail).walk() if part.get_content_type() == "text/plain")
        return re.search(r"/accounts/[a-z]+/links/[\w-]{43}\?lang=[a-z]{2}|/sign-in/browser/[\w-]{43}", text.get_payload(decode=True).decode())[0]


class Mailman(socketserver.StreamRequestHandler):
    def handle(self):
        def say(text):
            self.wfile.write(text.encode() + b"\r\n")

        to = None
        say("220 tests")
        while line := self.rfile.readline():
            command = line[:4].upper()
            if command == b"RCPT":
                to = line.decode().split("<")[1].split(">")[0]
            if command == b"DATA":
                say("354 go on")
                mail = b""
                while (part := self.rfile.readline()) not in (b".\r\n", b""):
                    mail += part.removeprefix(b".") if part.startswith(b"..") else part
                with self.server.came:
                    self.server.mails.append((to, mail))
                    self.server.came.notify_all()
            say("221 bye" if command == b"QUIT" else "250 ok")
            if command == b"QUIT":
                return


class Listener(ThreadingHTTPServer):
    """An app on this machine: it listens on whatever port is free, at the address that is registered without one."""

    daemon_threads = True

    def __init__(self):
        self.sent = []
        super().__init__(("127.0.0.1", 0), Answering)
        self.back = f"http://127.0.0.1:{self.server_address[1]}/back"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answering(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path.startswith("/back"):
            self.server.sent.append(self.server.back.removesuffix("/back") + self.path)
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>App</title><p>back in the app</p>")

    def log_message(self, *_):
        pass


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


def in_all_languages(file):
    """The workspace's pages for its users are in its own languages, and nobody else's are offered there."""
    whole = re.sub(r"(slug: orchard,[^}]*languages: )\[[^]]*\]", r"\1[en, es, ru, fa]", file)
    assert whole != file
    return whole


@pytest.fixture(scope="module")
def house(mailbox, chromium):
    """An installation of its own, since all others send no mail; with an app on people's own devices, by the console's form."""
    installation = Installation()
    installation.environment |= {
        "ROOST_SMTP": f"smtp://127.0.0.1:{mailbox.server_address[1]}", "ROOST_MAIL_FROM": "Roost <roost@example.org>"}
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
        owner.page.locator("[name=name]").fill("Orchard “<&>” for phones")
        owner.page.locator("[name=redirect_uris]").fill(BACK)
        owner.press("form.save")
        owner.flashed("apps.was_added")
        installation.client_id = owner.page.url.rsplit("/", 1)[1]
        owner.sees(f"{installation.url}/accounts/orchard")
        owner.go("/t/orchard/apps/new")
        owner.page.locator("[name=name]").fill("Orchard for browsers")
        owner.page.locator("[name=type]").select_option("confidential")
        owner.page.locator("[name=id_tokens]").select_option("RS256")
        owner.page.locator("[name=redirect_uris]").fill(BACK)
        owner.press("form.save")
        installation.server_secret = owner.page.locator("#secret").inner_text()
        installation.server_id = owner.page.locator("p.hint code").inner_text()
        context.close()
        installation.issuer = f"{installation.url}/accounts/orchard"
        installation.discovered = requests.get(f"{installation.issuer}/.well-known/openid-configuration").json()
        yield installation
    finally:
        installation.stop()


@pytest.fixture(params=["en", "fa"])
def visitor(request, house, chromium):
    """Without scripts: the pages have none."""
    context = chromium.new_context(base_url=house.url, java_script_enabled=False, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    yield Person(context.new_page(), request.param, None)
    context.close()


def client(house, phone):
    return OAuth2Session(
        house.client_id, scope="openid profile email", redirect_uri=phone.back, code_challenge_method="S256",
        token_endpoint_auth_method="none", token_endpoint=house.discovered["token_endpoint"])


def ask(house, session, person):
    """The browser at the sign-in page, and what the app has to remember."""
    verifier, nonce = secrets.token_urlsafe(48), secrets.token_urlsafe(12)
    url, state = session.create_authorization_url(
        house.discovered["authorization_endpoint"], code_verifier=verifier, nonce=nonce)
    person.page.goto(f"{url}&ui_locales={person.language}")
    return verifier, nonce, state


def sign_in(person, phone, email, password=PASSWORD):
    """Where the browser was sent."""
    person.page.locator("[name=email]").fill(email)
    person.page.locator("[name=password]").fill(password)
    person.press("sign_in.continue")
    person.sees("back in the app")
    return phone.sent[-1]


def tokens(house, phone, session, person, email, password=PASSWORD):
    verifier, nonce, state = ask(house, session, person)
    answer = sign_in(person, phone, email, password)
    assert urllib.parse.parse_qs(urllib.parse.urlsplit(answer).query)["iss"] == [house.issuer]
    given = session.fetch_token(authorization_response=answer, code_verifier=verifier, state=state)
    return given, nonce, answer, verifier


def keys(house):
    return KeySet.import_key_set(requests.get(house.discovered["jwks_uri"]).json())


def test_somebody_signs_up_and_in_and_the_library_takes_every_token(house, phone, mailbox, visitor):
    email, session = new_email(), client(house, phone)
    ask(house, session, visitor)
    visitor.press("accounts.sign_up", role="link")
    visitor.page.locator("[name=email]").fill(email)
    visitor.press("sign_in.continue")
    expect(visitor.page.locator("h1")).to_have_text(visitor.text("accounts.sent_title"))
    visitor.go(mailbox.link(email))
    visitor.page.locator("[name=name]").fill("Zoë “<&>” Quill")
    visitor.page.locator("[name=password]").fill(PASSWORD)
    visitor.press("accounts.finish")
    expect(visitor.page.locator("h1")).to_have_text(visitor.text("accounts.ready_title"))
    visitor.press("accounts.back", role="link")

    given, nonce, answer, verifier = tokens(house, phone, session, visitor, email)
    identity = jwt.decode(given["id_token"], keys(house), algorithms=["ES256"])
    assert identity.header["kid"] and identity.claims["nonce"] == nonce and identity.claims["aud"] == house.client_id
    assert identity.claims["iss"] == house.issuer and identity.claims["email"] == email and identity.claims["email_verified"]
    access = jwt.decode(given["access_token"], keys(house), algorithms=["ES256"])
    assert access.header["typ"] == "at+jwt" and access.claims["aud"] == f"{house.url}/v1"
    assert session.get(house.discovered["userinfo_endpoint"]).json()["name"] == "Zoë “<&>” Quill"
    assert session.get(f"{house.url}/v1/me/profile").json()["email"] == email

    fresh = session.refresh_token(house.discovered["token_endpoint"])
    assert fresh["refresh_token"] != given["refresh_token"]
    assert session.get(f"{house.url}/v1/me/profile").status_code == 200
    session.revoke_token(house.discovered["revocation_endpoint"], token=fresh["refresh_token"], token_type_hint="refresh_token")
    assert session.get(f"{house.url}/v1/me/profile").status_code == 401

    # What was used once is used up, and takes the session along.
    again, _, answer, verifier = tokens(house, phone, client(house, phone), visitor, email)
    code = urllib.parse.parse_qs(urllib.parse.urlsplit(answer).query)["code"][0]
    replay = requests.post(house.discovered["token_endpoint"], data={
        "grant_type": "authorization_code", "code": code, "redirect_uri": phone.back, "client_id": house.client_id, "code_verifier": verifier})
    assert replay.status_code == 400 and replay.json()["error"] == "invalid_grant"
    assert requests.get(
        f"{house.url}/v1/me/profile", headers={"Authorization": f"Bearer {again['access_token']}"}).status_code == 401


def sign_up(person, mailbox):
    """A new user, by the pages that the app leads to; their e-mail."""
    email = new_email()
    person.go(f"/accounts/orchard/sign-up?lang={person.language}")
    person.page.locator("[name=email]").fill(email)
    person.press("sign_in.continue")
    person.go(mailbox.link(email))
    person.page.locator("[name=name]").fill("Zoë “<&>” Quill")
    person.page.locator("[name=password]").fill(PASSWORD)
    person.press("accounts.finish")
    return email


class Shell:
    """A shell into which somebody types a document's lines one after the other; each call answers as the document promises."""

    def __init__(self, **variables):
        self.bash = subprocess.Popen(["bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.type('curl() { command curl -sS -w "\\n%{http_code}\\n" "$@"; }')
        # A package of its own in Debian.
        self.type("uuidgen() { cat /proc/sys/kernel/random/uuid; }")
        self.set(**variables)

    def set(self, **variables):
        for name, value in variables.items():
            self.type(f"{name}={shlex.quote(value)}")

    def type(self, line):
        """What it prints."""
        self.bash.stdin.write(f"{line}\necho \"=== $?\"\n")
        self.bash.stdin.flush()
        printed = ""
        while not (part := self.bash.stdout.readline()).startswith("=== "):
            assert part, f"the shell ended at: {line}"
            printed += part
        assert part == "=== 0\n", f"{line}\n{printed}"
        if line.startswith("curl "):
            printed, status = printed.rstrip("\n").rsplit("\n", 1)
            assert status[0] == "2", f"{line}\n{status} {printed}"
        return printed

    def end(self):
        self.bash.stdin.close()
        self.bash.wait(10)


def test_17_the_flow_by_curl_in_the_document_is_what_the_server_takes(house, mailbox, visitor):
    document = (Path(__file__).parents[2] / "deploy/api.md").read_text()
    document = document.replace("http://127.0.0.1:8080", house.url).replace("/accounts/roosterme", "/accounts/orchard")
    blocks = re.findall(r"^```sh\n(.*?)^```", document, re.M | re.S)
    flow = next(block for block in blocks if block.startswith("issuer="))
    lines = [line for line in flow.replace("\\\n", "").split("\n") if line and not line.startswith("#")]
    assert sum(line.startswith("curl ") for line in lines) >= 8
    email = sign_up(visitor, mailbox)
    shell = Shell(CLIENT=house.client_id, KEY="none")
    try:
        shell.type(next(line for line in blocks[0].split("\n") if line.startswith("at=")))
        for line in lines:
            printed = shell.type(line)
            if line.startswith("echo "):
                visitor.page.goto(f"{printed.strip()}&ui_locales={visitor.language}")
                visitor.page.locator("[name=email]").fill(email)
                visitor.page.locator("[name=password]").fill(PASSWORD)
                # Nobody listens there: the app would.
                with visitor.page.expect_request(lambda request: request.url.startswith(f"{BACK}?")) as sent:
                    visitor.press("sign_in.continue")
                shell.set(CODE=urllib.parse.parse_qs(urllib.parse.urlsplit(sent.value.url).query)["code"][0])
            if "/token " in line:
                given = json.loads(printed)
                shell.set(ACCESS=given["access_token"], REFRESH=given["refresh_token"])
            if line.endswith("$at/me/profile"):
                assert json.loads(printed)["email"] == email
    finally:
        shell.end()


def published(house):
    return {key["kid"] for key in requests.get(house.discovered["jwks_uri"]).json()["keys"]}


def rotate_keys(house):
    """As if the month of the key that signs were over: a server that starts publishes the next one, which signs from now on."""
    orchard, before = "tenant_id = (select id from tenants where slug = 'orchard')", published(house)
    house.sql(f"update account_keys set signs_from = signs_from - interval '30 days' where {orchard}")
    house.server.send_signal(signal.SIGTERM)
    house.server.wait(30)
    house.start()
    until = time.monotonic() + 20
    while not published(house) - before:
        assert time.monotonic() < until, "no other key was published"
        time.sleep(0.1)
    house.sql(f"update account_keys set signs_from = now() where signs_from > now() and {orchard}")


def test_another_library_takes_every_token_and_goes_on_when_the_keys_are_rotated(house, phone, mailbox, visitor):
    email = sign_up(visitor, mailbox)

    # Discovery is given to it: the library insists on https there.
    party = RPHandler(phone.back.removesuffix("/back"), keyjar=KeyJar(), services=DEFAULT_OIDC_SERVICES, client_configs={house.issuer: {
        "issuer": house.issuer, "client_id": house.server_id, "client_secret": house.server_secret, "client_type": "oidc",
        "redirect_uris": [phone.back], "response_types_supported": ["code"], "scopes_supported": ["openid", "profile", "email"],
        "client_authn_methods": ["client_secret_basic", "bearer_header"], "id_token_signed_response_alg": "RS256",
        "provider_info": house.discovered | {"keys": {"url": {house.issuer: house.discovered["jwks_uri"]}}},
        "add_ons": {"pkce": {
            "function": "idpyoidc.client.oauth2.add_on.pkce.add_support",
            "kwargs": {"code_challenge_length": 64, "code_challenge_method": "S256"}}}}})
    visitor.page.goto(f"{party.begin(house.issuer)}&ui_locales={visitor.language}")
    answer = sign_in(visitor, phone, email)
    answer = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer).query))
    done, state = party.finalize(house.issuer, answer), answer["state"]
    # The library has verified signature, nonce, audience and time.
    assert done["id_token"]["email"] == email and done["userinfo"]["name"] == "Zoë “<&>” Quill"

    old = published(house)
    rotate_keys(house)
    # A token that the earlier key signed is good until it is over.
    me = f"{house.url}/v1/me/profile"
    assert requests.get(me, headers={"Authorization": f"Bearer {done['token']}"}).json()["email"] == email
    fresh = party.refresh_access_token(state)
    assert fresh["__verified_id_token"]["sub"] == done["id_token"]["sub"]
    assert jwt.decode(fresh["access_token"], keys(house), algorithms=["ES256"]).header["kid"] not in old
    assert requests.get(me, headers={"Authorization": f"Bearer {fresh['access_token']}"}).json()["email"] == email
    assert party.get_user_info(state)["email"] == email


def test_a_lost_password_and_another_address(house, phone, mailbox, visitor):
    email, new = new_email(), new_email()
    visitor.go(f"/accounts/orchard/sign-up?lang={visitor.language}")
    visitor.page.locator("[name=email]").fill(email)
    visitor.press("sign_in.continue")
    visitor.go(mailbox.link(email))
    visitor.page.locator("[name=name]").fill("Otto")
    visitor.page.locator("[name=password]").fill("password")
    visitor.press("accounts.finish")
    visitor.sees(visitor.text("error.password_common"))
    visitor.page.locator("[name=password]").fill(PASSWORD)
    visitor.press("accounts.finish")

    session = client(house, phone)
    tokens(house, phone, session, visitor, email)
    visitor.go(f"/accounts/orchard/password?lang={visitor.language}")
    visitor.page.locator("[name=email]").fill(email)
    visitor.press("sign_in.continue")
    link = mailbox.link(email)
    visitor.go(link)
    visitor.page.locator("[name=password]").fill(PASSWORD + "!")
    visitor.press("sign_in.password_save")
    visitor.go(link, status=404)
    assert session.get(f"{house.url}/v1/me/profile").status_code == 401

    visitor.go(f"/accounts/orchard/address?lang={visitor.language}")
    visitor.page.locator("[name=email]").fill(email)
    visitor.page.locator("[name=password]").fill(PASSWORD + "!")
    visitor.page.locator("[name=new_email]").fill(new)
    visitor.press("sign_in.continue")
    visitor.go(mailbox.link(new))
    visitor.press("accounts.confirm")
    given, *_ = tokens(house, phone, client(house, phone), visitor, new, PASSWORD + "!")
    assert jwt.decode(given["id_token"], keys(house), algorithms=["ES256"]).claims["email"] == new


def test_an_app_that_asks_wrongly_is_told_and_nobody_is_sent_elsewhere(house, visitor):
    asked = {
        "response_type": "code", "client_id": house.client_id, "redirect_uri": BACK, "state": "s", "scope": "openid",
        "code_challenge": create_s256_code_challenge("x" * 43), "code_challenge_method": "S256"}

    def answer(**changed):
        return requests.get(
            house.discovered["authorization_endpoint"], allow_redirects=False,
            params={name: value for name, value in (asked | changed).items() if value})

    assert answer().status_code == 200
    for changed in ({"redirect_uri": "https://evil.example/"}, {"redirect_uri": None}, {"client_id": "x"}):
        assert answer(**changed).status_code == 400 and "location" not in answer(**changed).headers
    for changed, error in (
        ({"code_challenge_method": "plain"}, "invalid_request"), ({"code_challenge": None}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"), ({"prompt": "none"}, "login_required")):
        sent = urllib.parse.urlsplit(answer(**changed).headers["location"])
        assert f"{sent.scheme}://{sent.netloc}{sent.path}" == BACK
        assert urllib.parse.parse_qs(sent.query)["error"] == [error]


def look(person, name, language):
    """As every page is looked at, and with axe in each language: these pages are no admin's, and have no others beside them."""
    check_look(person, name, language)
    if language in ("es", "fa"):
        check_with_axe(person, "light")


@pytest.mark.parametrize("language", ["en", "es", "ru", "fa"])
def test_the_pages_of_accounts_look_right(house, phone, mailbox, chromium, language):
    context = chromium.new_context(base_url=house.url, locale="en-GB", bypass_csp=True)
    context.set_default_timeout(PATIENCE)
    person, email, other = Person(context.new_page(), language), new_email(), new_email()
    ask(house, client(house, phone), person)
    look(person, "account-sign-in", language)
    for page in ("password", "address", "data", "sign-up"):
        person.go(f"/accounts/orchard/{page}?lang={language}")
        look(person, f"account-{page}", language)
    person.page.locator("[name=email]").fill(email)
    person.press("sign_in.continue")
    look(person, "account-sent", language)
    person.go(mailbox.link(email))
    look(person, "account-new", language)
    # All browsers here have one network address, from which only so many mails are sent in an hour.
    house.sql("delete from attempts where bucket = 'mails'")
    person.page.locator("[name=name]").fill("Quill")
    person.page.locator("[name=password]").fill(PASSWORD)
    person.press("accounts.finish")
    look(person, "account-ready", language)
    person.go(f"/accounts/orchard/password?lang={language}")
    person.page.locator("[name=email]").fill(email)
    person.press("sign_in.continue")
    person.go(mailbox.link(email))
    look(person, "account-reset", language)
    person.go(f"/accounts/orchard/address?lang={language}")
    for name, value in (("email", email), ("password", PASSWORD), ("new_email", other)):
        person.page.locator(f"[name={name}]").fill(value)
    person.press("sign_in.continue")
    person.go(mailbox.link(other))
    look(person, "account-confirm", language)
    context.close()


@pytest.mark.parametrize("who, language", [("operator", "en"), ("es-operator", "es"), ("ru-operator", "ru"), ("fa-operator", "fa")])
def test_the_pages_that_let_an_admins_browser_in_look_right(house, mailbox, chromium, who, language):
    admin = all_admins()[who]
    context = chromium.new_context(
        base_url=house.url, locale={"en": "en-GB", "es": "es-ES", "ru": "ru-RU", "fa": "fa-IR"}[language], bypass_csp=True)
    context.set_default_timeout(PATIENCE)
    person = Person(context.new_page(), language)
    house.sql("delete from attempts where bucket = 'mails'")
    person.go("/sign-in/browser")
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    look(person, "browser-ask", language)
    person.page.locator("[name=email]").fill(admin.email)
    person.press("sign_in.browser_send")
    look(person, "browser-sent", language)
    person.go(mailbox.link(admin.email))
    look(person, "browser-confirm", language)
    person.press("sign_in.browser")
    expect(person.page).to_have_url(re.compile("/sign-in$"))
    context.close()
