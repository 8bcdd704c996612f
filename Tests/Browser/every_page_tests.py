"""What holds on every page: nothing that axe finds in light and dark, no sideways scrolling on the smallest phone, and
not a word from the browser's console. Pictures of all of them go to .build/screenshots."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from installation import ROOT

PICTURES = ROOT / ".build/screenshots"
SLOW = {"reduced_motion": "reduce"}


def user(orchard, email="user060@orchard.example"):
    return f"/t/orchard/users/{orchard[email]['id']}"


def refused_edit(person, orchard):
    person.go(user(orchard) + "/edit")
    person.page.locator("[name=email]").fill("not an e-mail")
    person.page.locator("[name=zone]").fill("Mars/Olympus")
    person.press("form.save")


def suspended(person, orchard):
    person.go(user(orchard, "user059@orchard.example"))
    if person.page.locator(".status.bad, .notice").count() == 0:
        person.press("user.suspend_now", inside=person.open_menu("user.suspend"))


def wrong_password(person, _):
    person.go("/sign-in")
    person.page.locator("[name=email]").fill("nobody@example.org")
    person.page.locator("[name=password]").fill("wrong")
    person.press("door.continue")


def second_step(person, _):
    person.go("/sign-in")
    person.page.locator("[name=email]").fill(person.at_the_code.email)
    person.page.locator("[name=password]").fill(person.at_the_code.password)
    person.press("door.continue")
    person.at("/sign-in/code")


def menu_open(key):
    def show(person, orchard):
        person.go("/t/orchard/users")
        person.open_menu(key)
    return show


def path(text, status=200):
    return lambda person, orchard: person.go(text, status)


INSIDE = {
    "home": path("/t/orchard"),
    "users": path("/t/orchard/users"),
    "users-filtered": path("/t/orchard/users?q=plain&plan=free&country=DE&status=active&sort=name"),
    "users-filter-open": menu_open("user.country"),
    "users-none": path("/t/orchard/users?q=nobody+at+all"),
    "users-empty": path("/t/empty/users"),
    "user": lambda person, orchard: person.go(user(orchard, "user042@orchard.example")),
    "user-suspended": suspended,
    "user-hostile": lambda person, orchard: person.go(user(orchard)),
    "user-long": lambda person, orchard: person.go(user(orchard, "user066@orchard.example")),
    "user-edit": lambda person, orchard: person.go(user(orchard) + "/edit"),
    "user-edit-refused": refused_edit,
    "user-new": path("/t/orchard/users/new"),
    "export": path("/t/orchard/users/export?q=plain&plan=free"),
    "audit": path("/t/orchard/audit"),
    "audit-none": path("/t/orchard/audit?q=nothing+of+the+kind"),
    "tenants": path("/tenants"),
    "tenants-new": path("/tenants/new"),
    "tenant-without-people": path("/t/moonlit"),
    "installation-audit": path("/audit"),
    "account": path("/account"),
    "not-found": path("/t/orchard/nothing", 404),
}
OUTSIDE = {
    "sign-in": path("/sign-in"),
    "sign-in-wrong": wrong_password,
    "signed-out": path("/sign-in?out=1"),
    "code": second_step,
    "link-invalid": path("/enrol/" + "A" * 43, 404),
}
PAGES = [(name, show, "operator") for name, show in INSIDE.items()] + [(name, show, None) for name, show in OUTSIDE.items()]


@pytest.fixture(params=PAGES, ids=lambda page: page[0])
def page(request):
    return request.param


@pytest.fixture
def opened(open_browser, orchard, admins, page):
    name, show, admin = page

    def open_(language="en", **options):
        person = open_browser(admin if language == "en" else admin and "persian-operator", language=language, **SLOW, **options)
        person.at_the_code = admins["keyboard"]
        if admin is None and language != "en":
            person.page.context.set_extra_http_headers({"Accept-Language": language})
        show(person, orchard)
        return person

    return open_


def picture(person, name):
    PICTURES.mkdir(parents=True, exist_ok=True)
    person.page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


def check_with_axe(person):
    # "best-practice" is taste; what is checked is WCAG 2.2, A and AA.
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    found = Axe().run(person.page, options={"runOnly": tags}).response["violations"]
    assert found == [], "\n".join(
        f"{fault['id']}: {fault['help']}: {node['html'][:160]} ({node['failureSummary'][:300]})"
        for fault in found for node in fault["nodes"][:3])


def check_width(person):
    """The page is as wide as its window. Who sticks out is named; what scrolls inside a box of its own does not count."""
    wide, out = person.page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth, out = [];
            for (const one of document.querySelectorAll("body *")) {
                const box = one.getBoundingClientRect();
                if (box.width && (box.right > width + 1 || box.left < -1) && !one.closest(".scroll, .skip, .hide, svg, [popover]"))
                    out.push(one.outerHTML.slice(0, 120));
            }
            return [document.scrollingElement.scrollWidth, out.slice(0, 5)];
        }""")
    assert wide <= 321, f"{wide} pixels wide: {out}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(opened, page, scheme):
    person = opened(color_scheme=scheme, viewport={"width": 1280, "height": 800}, bypass_csp=True)
    picture(person, f"{page[0]}.{scheme}")
    check_with_axe(person)


@pytest.mark.parametrize("language", ["en", "fa"])
def test_the_smallest_phone_needs_no_sideways_scrolling(opened, page, language):
    person = opened(language, viewport={"width": 320, "height": 640}, has_touch=True)
    picture(person, f"{page[0]}.320.{language}")
    check_width(person)


def test_persian_reads_from_right_to_left(opened, page):
    person = opened("fa", viewport={"width": 1280, "height": 800})
    assert person.page.locator("html").get_attribute("dir") == "rtl"
    picture(person, f"{page[0]}.fa")
    check_with_axe_again = person.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert check_with_axe_again
