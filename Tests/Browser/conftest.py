import time
import zlib
from functools import partial

import pytest
from playwright.sync_api import sync_playwright

from admins import all_admins, apply_file
from console import DESK, FULL, PATIENCE, STRINGS, WAYS, Person, csrf
from installation import Installation
from people import STRANGE, orchard_users
from providers import Cards, Google

# The same engine without what only a window needs: a new context costs it a third. The full run drives the whole browser.
CHROMIUM = "/usr/bin/chromium" if FULL else "/usr/bin/chromium-headless-shell"


def pytest_collection_modifyitems(items):
    """With several workers, each has an installation of its own. The tests of a file stay together and in order; those that look
    at every page know nothing of each other."""
    for item in items:
        is_apart = item.path.name in ("every_page_tests.py", "every_route_tests.py")
        part = f"-{zlib.crc32(item.nodeid.encode()) % 8}" if is_apart else ""
        item.add_marker(pytest.mark.xdist_group(item.path.name + part))


@pytest.fixture(scope="session")
def admins():
    return all_admins()


@pytest.fixture(scope="session")
def cards():
    standin = Cards()
    yield standin
    standin.stop()


@pytest.fixture(scope="session")
def google():
    standin = Google()
    yield standin
    standin.stop()


@pytest.fixture(scope="session")
def roost(admins, cards, google):
    """The running console, with its admins and tenants. `roost.links` are the links of those who have yet to enrol."""
    installation = Installation()
    installation.environment |= {
        "ROOST_CARD_URL": cards.url, "ROOST_GOOGLE_PLAY_URL": google.url, "ROOST_GOOGLE_TOKEN_URL": google.url + "/token",
        "ROOST_GOOGLE_KEYS_URL": google.url + "/keys"}
    try:
        file = installation.directory / "roost.yaml"
        file.write_text(apply_file(admins, installation.directory))
        lines = installation.run("apply", str(file)).splitlines()
        installation.links = {
            line.split()[2].rstrip(":"): line.split()[-1] for line in lines if line.startswith("link for ")
        }
        if installation.knows("demo"):
            # With names that break naive code on every first page.
            installation.run("demo", "--users", "3000", "--nasty")
        installation.start()
        for admin in admins.values():
            if admin.authenticator:
                admin.authenticator.forget = partial(
                    installation.sql, f"update admins set totp_last_step = 0 where email = '{admin.email}'")
        yield installation
    finally:
        installation.stop()


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def sessions(roost, chromium, admins):
    """Signs an admin in once, and hands out the cookies: a code is good once in 30 seconds. Acts that matter ask for a code
    again after five minutes; here everybody counts as just proven and just seen, however long the run, and step_up_tests.py has
    admins of its own."""
    kept = {}
    last = {"at": 0, "statements": 0}

    def of(key):
        if key not in kept:
            context = chromium.new_context(base_url=roost.url)
            Person(context.new_page(), admins[key].language, admins[key]).sign_in()
            kept[key] = context.storage_state()
            context.close()
        # Not for each browser: psql takes its time. A test that sets the sessions' times itself does so by a statement.
        if time.monotonic() - last["at"] > 60 or roost.statements != last["statements"]:
            roost.sql("update sessions set proved_at = now(), last_used_at = now() where ended_at is null")
            last.update(at=time.monotonic(), statements=roost.statements)
        return kept[key]

    return of


@pytest.fixture(scope="session")
def windows(roost, chromium, sessions, admins):
    """Browsers that stay open from page to page, by whose they are and their language, each with what it complained about."""
    kept = {}

    def of(admin, language, has_axe=None):
        # axe is a script of somebody else's; where it doesn't run the policy is in force.
        has_axe = language in ("en", "ru") if has_axe is None else has_axe
        key = (admin, language, has_axe)
        if key not in kept:
            context = chromium.new_context(
                base_url=roost.url, storage_state=sessions(admin) if admin else None, reduced_motion="reduce", viewport=DESK,
                locale={"en": "en-GB", "es": "es-ES", "ru": "ru-RU", "fa": "fa-IR"}[language], bypass_csp=has_axe)
            context.set_default_timeout(PATIENCE)
            person = Person(context.new_page(), language)
            person.fingers = context.new_cdp_session(person.page)
            person.complaints = []
            person.at_the_code = admins["keyboard"]
            person.roost = roost
            person.page.on("console", lambda said: said.type in ("error", "warning") and person.complaints.append(said.text))
            person.page.on("pageerror", lambda error: person.complaints.append(str(error)))
            person.page.on("dialog", lambda box: box.accept())
            kept[key] = person
        return kept[key]

    yield of
    for person in kept.values():
        person.page.context.close()


@pytest.fixture
def complaints():
    """What browsers said against our pages: blocked by the CSP, errors of scripts, dialogs nobody asked for."""
    return []


@pytest.fixture
def open_browser(roost, chromium, sessions, admins, complaints):
    """open_browser(admin=None, …) → a Person in a browser of their own; with `admin` already signed in."""
    contexts = []

    def open_(admin=None, *, signed_in=True, scripts=True, language=None, url=None, **options):
        who = admins[admin] if admin else None
        language = language or (who.language if who else "en")
        # Moving from page to page is animated, which costs as much again as the page.
        options.setdefault("reduced_motion", "no-preference" if FULL else "reduce")
        context = chromium.new_context(
            base_url=url or roost.url, java_script_enabled=scripts, locale={"fa": "fa-IR"}.get(language, "en-GB"),
            storage_state=sessions(admin) if who and signed_in else None, accept_downloads=True, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: said.type in ("error", "warning") and complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda box: (box.type != "beforeunload" and complaints.append(f"dialog: {box.message}"), box.accept()))
        return Person(page, language, who)

    yield open_
    for context in contexts:
        context.close()
    # A browser says so by itself when a page answers 404 and the like; that is no fault of the page.
    # And Chromium would have RS256 among a passkey's algorithms, which is left out on purpose.
    # Nor is it one that a test keeps service workers out.
    theirs = (
        "Failed to load resource: the server responded", "publicKey.pubKeyCredParams is missing",
        "Service Worker registration blocked by Playwright")
    faults = [text for text in complaints if not text.startswith(theirs)]
    assert faults == []


@pytest.fixture(params=WAYS, ids=str)
def way(request):
    return request.param


@pytest.fixture
def person(open_browser, way):
    """The admin of that way, signed in."""
    return open_browser(way.language, scripts=way.scripts)


@pytest.fixture(scope="session")
def orchard(roost, chromium, sessions):
    """The users that every list of the tests can count on, by e-mail, in the tenant `orchard`."""
    context = chromium.new_context(base_url=roost.url, storage_state=sessions("second"))
    token = csrf(context, "/t/orchard/users/new")
    users = orchard_users()
    for user in users.values():
        typed = {**user, "name": STRANGE.sub(" ", user["name"])}
        answer = context.request.post("/t/orchard/users", form={"csrf": token, **typed}, max_redirects=0)
        assert answer.status == 303, f"adding {user} answered {answer.status}"
        user["id"] = answer.headers["location"].split("/")[-1].split("?")[0]
        # A plan comes from a subscription or a grant, which these users don't need.
        roost.sql(f"update users set plan = '{user['plan']}', name = $name${user['name']}$name$ where id = '{user['id']}'")
    context.close()
    return users


@pytest.fixture(scope="session")
def strings():
    return STRINGS
