"""Every page of the table of routes, in the table's own words: it opens, axe finds nothing, and nothing scrolls sideways. Languages,
colours and widths are spread over the pages; the full run has each page in all of them. What else a page can look like is for
every_page_tests.py."""

import itertools
import pathlib
import re
import zlib

import pytest

from console import DESK, FULL, PHONE
from every_page_tests import RULES, check_look, check_width, check_with_axe, hold, picture, second_step
from routes import Addresses, page_routes

LANGUAGES = ["en", "es", "ru", "fa"]

# What a route answers when nothing is wrong, where it is not 200: no mail goes out here (see accounts_tests.py for the pages), nobody
# has set a token for metrics, the tenant has no icon, and nobody is on their way to another issuer (see identities_tests.py).
STATUS = {f"/accounts/:tenant/{page}": 403 for page in ("sign-up", "password", "address")} | {
    "/sign-in/browser": 404, "/sign-in/browser/:link": 404,
    "/metrics": 404, "/accounts/:tenant/icon/:image": 404, "/accounts/:tenant/identity": 404,
    "/accounts/:tenant/identities/:issuer": 404, "/accounts/:tenant/identities/:issuer/callback": 404}


# Which of those have pages, and where they are looked at in all languages: the file, and the pages' names there.
LOOKED_AT = {
    "/accounts/:tenant/sign-up": ("accounts_tests.py", "account-{page}", "account-sent", "account-new", "account-ready"),
    "/accounts/:tenant/password": ("accounts_tests.py", "account-{page}", "account-reset"),
    "/accounts/:tenant/address": ("accounts_tests.py", "account-{page}", "account-confirm"),
    "/accounts/:tenant/identity": ("identities_tests.py", "identity-new", "identity-sent", "identity-mailed", "identity-ready", "identity-confirm"),
    "/accounts/:tenant/identities/:issuer": ("identities_tests.py", "identity-link"),
    "/sign-in/browser": ("accounts_tests.py", "browser-ask", "browser-sent"),
    "/sign-in/browser/:link": ("accounts_tests.py", "browser-confirm"),
}
# Programs get these, and browsers on their way.
NO_PAGES = {"/metrics", "/accounts/:tenant/icon/:image", "/accounts/:tenant/identities/:issuer/callback"}


def test_what_is_refused_here_is_looked_at_where_it_is_not():
    patterns = {route["pattern"] for route in page_routes()}
    assert STATUS.keys() <= patterns and STATUS.keys() == LOOKED_AT.keys() | NO_PAGES
    for pattern, (file, *names) in LOOKED_AT.items():
        text = (pathlib.Path(__file__).parent / file).read_text()
        for name in names:
            assert re.search(rf'look\(person, f?"{re.escape(name)}", language\)', text), f"{pattern}: {file} does not look at {name}"
        page = pattern.rsplit("/", 1)[1]
        assert "account-{page}" not in names or re.search(rf'for page in \([^)]*"{page}"', text), f"{pattern} is not walked"


@pytest.fixture(scope="session")
def addresses(roost, chromium, sessions):
    context = chromium.new_context(base_url=roost.url, storage_state=sessions("operator"))
    yield Addresses(roost, context)
    context.close()


def chosen_password(person, addresses):
    """By a link of one's own, up to the second step."""
    link = addresses.value("link", "", "roosterme", "/enrol/:second")
    person.go(f"/enrol/{link}")
    person.page.locator("[name=password]").fill("violet-harbour-cactus-91")
    person.press("sign_in.password_save")


# What only who asked for it may see.
OWN = {"/t/:tenant/exports/:export"}

# How one comes to a page that is a step of something.
STEPS = {
    "/sign-in/code": second_step,
    "/sign-in/second-step": chosen_password,
}


LOOKS = list(itertools.product(LANGUAGES, ("light", "dark"), (DESK, PHONE)))


def looks(route):
    """How a page is looked at: in one way that its address decides, or in the full run in all of them."""
    pattern = route["pattern"]
    turn = zlib.crc32(pattern.encode())
    all_of_it = LOOKS if FULL else [(LANGUAGES[turn % 4], ("light", "dark")[turn // 4 % 2], (DESK, PHONE)[turn // 8 % 2])]
    if pattern in OWN:
        return list(dict.fromkeys(("en", scheme, tuple(device.items())) for _, scheme, device in all_of_it))
    return [(language, scheme, tuple(device.items())) for language, scheme, device in all_of_it]


@pytest.mark.parametrize(
    "route, look", [(route, look) for route in page_routes() for look in looks(route)],
    ids=lambda one: one["pattern"] if isinstance(one, dict) else f"{one[0]}-{one[1]}-{dict(one[2])['width']}")
def test_every_page_of_the_table_opens_and_looks_right(route, look, windows, sessions, addresses):
    pattern = route["pattern"]
    language, scheme, device = look[0], look[1], dict(look[2])
    is_open = route["answers"] == "open"
    admin = None if is_open else "operator" if language == "en" else f"{language}-operator"
    person = windows(admin, language, has_axe=True)
    # Whoever makes what the page is about counts as just proven, too.
    sessions(admin or "operator")
    if is_open:
        person.page.context.clear_cookies()
    # The window was at other pages before: no form of theirs is given back here.
    if person.page.url.startswith("http"):
        person.page.evaluate("sessionStorage.removeItem('roost-typed')")
    person.complaints.clear()
    person.page.emulate_media(color_scheme=scheme)
    hold(person, device)
    if pattern in STEPS:
        STEPS[pattern](person, addresses)
    else:
        path = addresses.of(route)
        if is_open and not opens_page(person, path):
            return
        person.go(path, STATUS.get(pattern, 200))
        assert pattern == "/" or path.split("?")[0] in person.page.url, f"{path} led to {person.page.url}"
    name = f"route.{language}.{scheme}.{device['width']}." if FULL else "route."
    picture(person, name + re.sub(r"\W+", "-", pattern).strip("-"))
    check_width(person)
    check_with_axe(person, scheme, RULES)
    assert [text for text in person.complaints if not text.startswith("Failed to load resource: the server resp")] == []


def opens_page(person, path) -> bool:
    """Files and answers to programs are no pages."""
    answer = person.page.context.request.get(path, headers={"Accept": "text/html"})
    person.page.context.clear_cookies()
    return answer.headers.get("content-type", "").startswith("text/html")


def test_what_somebody_may_not_see_says_so_on_a_page_that_looks_right(open_browser):
    person = open_browser("analyst", bypass_csp=True)
    person.go("/t/orchard/settings", 403)
    person.main().wait_for()
    check_look(person, "not-allowed")
