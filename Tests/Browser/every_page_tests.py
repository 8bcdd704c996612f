"""What holds of pages, and of the states they can be in, in every language: nothing that axe finds in light and dark, no sideways scrolling on a desk or on
the smallest phone, and not a word from the browser's console. A page is visited once for each language; colours, width and fingers
are changed under it. That no page is left out is for every_route_tests.py, which has those whose parts are all seen here. With ROOST_PICTURES=1, and in the full run, pictures of all of them go to .build/screenshots."""

import os
import uuid

import pytest
from axe_playwright_python.sync_playwright import Axe

from console import DESK, FULL, PHONE, csrf
from icon_tests import png
from installation import ROOT

PICTURES = ROOT / ".build/screenshots"
TAKES_PICTURES = FULL or os.environ.get("ROOST_PICTURES") == "1"


def user(orchard, email="user060@orchard.example"):
    return f"/t/orchard/users/{orchard[email]['id']}"


def refused_edit(person, orchard):
    person.go(user(orchard) + "/edit")
    person.page.locator("[name=email]").fill("not an e-mail")
    person.page.locator("[name=zone]").fill("Mars/Olympus")
    person.press("form.save")


def asked_to_be_erased(person, _):
    person.go(person.add_user(f"Erna {uuid.uuid4().hex[:10]}"))
    person.page.locator("[name=kind]").select_option("erasure")
    person.press("privacy.add")
    person.flashed("privacy.was_added")


def some_admin(person, _):
    person.go("/t/orchard/admins?q=e.en-plain@example.org")
    person.page.locator("tbody th a").first.click()


def admin_uses(person, page):
    some_admin(person, page)
    # Admins of these tests never enrolled, and the page of such an admin has no link to what they have used.
    person.page.wait_for_url("**/admins/*")
    person.go(f"/t/orchard/access-review/{person.page.url.rsplit('/', 1)[1]}")
    person.page.locator("tbody th").first.wait_for()


def invited(person, _):
    person.go("/t/orchard/admins/new")
    person.page.locator("[name=email]").fill(f"i{uuid.uuid4().hex[:10]}@example.net")
    person.page.locator("[name=name]").fill("Ida Invited")
    person.page.locator("[name=role]").select_option("auditor")
    person.press("admins.invite_now")
    person.page.locator("#link").wait_for()


def refused_settings(person, _):
    person.go("/t/orchard/settings")
    person.page.locator("[name=zone]").fill("Mars/Olympus")
    person.page.locator("[name=idle_minutes]").fill("5")
    person.press("form.save")


def icon(content, status):
    """Settings of a tenant with an icon, or with what is wrong with the one that was sent."""
    def show(person, _):
        person.go("/t/empty/settings")
        person.page.locator("#icon").set_input_files({"name": "icon.png", "mimeType": "image/png", "buffer": content})
        person.page.locator("#icon-card form .button").first.click()
        person.page.locator(status).first.wait_for()
    return show


def suspended(person, orchard):
    person.go(user(orchard, "user059@orchard.example"))
    if person.page.locator(".status.bad, .notice").count() == 0:
        panel = person.open_menu("user.suspend")
        panel.locator("[name=reason]").fill("Spam")
        person.press("user.suspend_now", inside=panel)


def wrong_password(person, _):
    person.go("/sign-in")
    person.page.locator("[name=email]").fill("nobody@example.org")
    person.page.locator("[name=password]").fill("wrong")
    person.press("sign_in.continue")


def second_step(person, _):
    person.go("/sign-in")
    person.page.locator("[name=email]").fill(person.at_the_code.email)
    person.page.locator("[name=password]").fill(person.at_the_code.password)
    person.press("sign_in.continue")
    person.at("/sign-in/code")


def new_key(person, name):
    person.go("/t/orchard/keys/new")
    person.page.locator("[name=name]").fill(name)
    person.page.locator("[name=scopes]").first.check()
    person.press("keys.add")


def key_shown(person, _):
    new_key(person, "Key that is shown")


def key(person, _):
    new_key(person, "A key with " + "a long name " * 5)
    person.press("key.shown_done", role="link")


def keys(person, orchard):
    key(person, orchard)
    person.go("/t/orchard/keys")


def refused_key(person, _):
    person.go("/t/orchard/keys/new")
    person.page.locator("[name=addresses]").fill("somewhere")
    person.press("keys.add")


def new_app(person, name, runs="public"):
    person.go("/t/orchard/apps/new")
    person.page.locator("[name=name]").fill(name)
    person.page.locator("[name=type]").select_option(runs)
    person.page.locator("[name=redirect_uris]").fill("https://app.example.com/" + "back/" * 12 + "\ncom.example.app:/back")
    person.press("form.save")


def app(person, _):
    new_app(person, "An app with " + "a long name " * 5)
    person.at(r"/apps/[0-9a-f-]{36}")


def app_secret(person, _):
    new_app(person, "Server with a secret", "confidential")
    person.page.locator("#secret").wait_for()


def refused_app(person, _):
    person.go("/t/orchard/apps/new")
    person.page.locator("[name=redirect_uris]").fill("javascript:alert(1)")
    person.press("form.save")


def brought(person, rows="Email;Full name;plan;Shoe size\nnot an e-mail;X;gold;38\nnew@example.net;Zoë <b>Quill</b> امید;free;40\n"):
    person.go("/t/orchard/users/import")
    person.page.locator("details.data summary").click()
    person.page.locator("[name=pasted]").fill(rows)
    person.press("import.go_on")


def refused_import(person, _):
    brought(person, 'email,name\n1,"never closed')


def checked_import(person, _):
    brought(person)
    person.press("import.check")
    person.page.locator(".chips").wait_for(timeout=30_000)


def prepared_bulk(person, _):
    person.go("/t/orchard/users?q=plain&sort=name")
    person.page.locator("[name=all]").check()
    person.page.locator("#bulk [name=to-role]").select_option("moderator")
    person.press("bulk.role")
    person.page.locator(".chips").wait_for()


def begun_export(person, _):
    token = csrf(person.page.context, "/t/orchard/users/new")
    form = {"csrf": token, "format": "csv", "reason": "request \"77\" <b>", "q": "plain"}
    answer = person.page.context.request.post("/t/orchard/users/export", form=form, max_redirects=0)
    person.go(answer.headers["location"])
    person.page.get_by_role("link", name=person.text("export.fetch")).wait_for(timeout=30_000)


def menu_open(key):
    def show(person, orchard):
        person.go("/t/orchard/users")
        person.open_menu(key)
    return show


def tenant_deletion(person, _):
    """Of the attic, which is archived when it is not yet."""
    person.go("/tenants?archived=1&q=attic")
    rows = person.page.locator("ul.tenants li")
    if not rows.count():
        person.go("/t/attic/settings")
        person.press("settings.archive_now", inside=person.open_menu("settings.archive"))
        person.at(r"/tenants\?archived=1")
    rows.filter(has_text="Attic").get_by_role("link").last.click()
    person.at(r"/tenants/[0-9a-f-]+/deletion")


def path(text, status=200):
    return lambda person, orchard: person.go(text, status)


def asked_for_a_code(address):
    def show(person, _):
        person.roost.sql("update sessions set proved_at = null")
        person.go(address, 403)
    return show


def grown_old(person, _):
    person.roost.sql(
        "update memberships set created_at = now() - interval '100 days', used_at = null from tenants "
        "where tenants.id = memberships.tenant_id and tenants.slug = 'orchard'")
    person.go("/t/orchard/access-review")


def palette(person, _):
    person.go("/t/orchard/users")
    person.page.keyboard.press("Control+k")
    person.page.locator("dialog.palette input").fill("plain person 04")
    person.page.locator("dialog.palette bdi", has_text="Plain Person 04").first.wait_for()


INSIDE = {
    "home": path("/t/orchard"),
    "users": path("/t/orchard/users"),
    "users-filtered": path("/t/orchard/users?q=plain&plan=free&country=DE&status=active&sort=name"),
    "users-filter-open": menu_open("user.country"),
    "users-columns-open": menu_open("list.columns"),
    "users-columns": path("/t/orchard/users?columns=role.language.platform"),
    "views": path("/t/orchard/users/views?plan=free&q=somebody"),
    "users-none": path("/t/orchard/users?q=nobody+at+all"),
    "users-empty": path("/t/empty/users"),
    "user": lambda person, orchard: person.go(user(orchard, "user042@orchard.example")),
    "user-suspended": suspended,
    "user-hostile": lambda person, orchard: person.go(user(orchard)),
    "user-long": lambda person, orchard: person.go(user(orchard, "user066@orchard.example")),
    "user-edit-refused": refused_edit,
    "export": path("/t/orchard/users/export?q=plain&plan=free"),
    "bulk": prepared_bulk,
    "bulk-nobody": lambda person, _: (person.go("/t/orchard/users"), person.press("user.delete", inside=person.page.locator("#bulk"))),
    "bulk-actions": lambda person, page: (prepared_bulk(person, page), person.go("/t/orchard/users/bulk")),
    "export-file": begun_export,
    "exports": lambda person, page: (begun_export(person, page), person.go("/t/orchard/exports")),
    "groups-empty": path("/t/orchard/segments"),
    "group-refused": lambda person, _: (person.go("/t/orchard/segments/new"), person.press("form.save")),
    "imports": path("/t/orchard/users/import"),
    "import-refused": refused_import,
    "import-matching": lambda person, _: brought(person),
    "import": checked_import,
    "privacy": path("/t/orchard/privacy"),
    "privacy-request": asked_to_be_erased,
    "privacy-erasures": path("/t/orchard/privacy/erasures"),
    "retention": path("/t/orchard/privacy/retention"),
    "audit": path("/t/orchard/audit"),
    "audit-narrowed": path("/t/orchard/audit?kind=user&field=email&since=24&address=127.0.0.1"),
    "audit-export": path("/t/orchard/audit/export?kind=user&q=somebody"),
    "audit-export-refused": path("/t/orchard/audit.csv?reason=", 422),
    "audit-none": path("/t/orchard/audit?q=nothing+of+the+kind"),
    "find-some": path("/t/orchard/find?q=plain"),
    "find-none": path("/t/orchard/find?q=nobody+at+all"),
    "palette": palette,
    "keys": keys,
    "keys-empty": path("/t/empty/keys"),
    "key": key,
    "key-refused": refused_key,
    "key-shown": key_shown,
    "app": app,
    "app-refused": refused_app,
    "app-secret": app_secret,
    "apps": path("/t/orchard/apps"),
    "apps-empty": path("/t/empty/apps"),
    "report-users": path("/t/orchard/reports/users?by=country"),
    "report-users-cohorts": path("/t/orchard/reports/users?by=cohort"),
    "report-users-empty": path("/t/empty/reports/users"),
    "report-users-refused": path("/t/orchard/reports/users?from=x&until=2026-02-31"),
    "report-export": path("/t/orchard/reports/users/export?by=cohort"),
    "finance": path("/t/orchard/finance"),
    "finance-year": path("/t/orchard/finance?from=2025-12-01&until=2026-11-30&compare=year"),
    "finance-changes": path("/t/orchard/finance/changes"),
    "subscriptions": path("/t/orchard/subscriptions"),
    "refund-limits": path("/t/orchard/refund-limits"),
    "reasons": path("/t/orchard/reasons"),
    "guide": path("/t/orchard/guide"),
    "guide-topic": path("/t/orchard/guide/users"),
    "guide-found": path("/t/orchard/guide?q=how+do+I+refund+a+payment"),
    "guide-none": path("/t/orchard/guide?q=zzzz+qqqq"),
    "guide-outside": path("/guide?whole=1"),
    "tenants": path("/tenants"),
    "tenants-new": path("/tenants/new"),
    "tenant-without-people": path("/t/moonlit"),
    "admins": path("/t/orchard/admins"),
    "admins-none": path("/t/orchard/admins?q=nobody+at+all"),
    "admins-empty": path("/t/empty/admins"),
    "admin": some_admin,
    "admin-uses": admin_uses,
    "admin-last-owner": lambda person, _: (person.go("/t/moonlit/admins"), person.page.locator("tbody th a").first.click()),
    "invitation-refused": lambda person, _: (person.go("/t/orchard/admins/new"), person.press("admins.invite_now")),
    "invitation-link": invited,
    "installation-admins": path("/admins"),
    "jobs-empty": path("/t/orchard/jobs"),
    "roles": path("/t/orchard/roles"),
    "review": grown_old,
    "review-empty": path("/t/empty/access-review"),
    "review-everywhere": path("/access-review"),
    "role-refused": lambda person, _: (person.go("/t/orchard/roles/new"), person.press("form.save")),
    "tenants-archived": path("/tenants?archived=1"),
    "tenant-deletion": tenant_deletion,
    "tenant-deletion-refused": lambda person, page: (tenant_deletion(person, page), person.press("tenants.delete_now")),
    "settings-refused": refused_settings,
    "settings-icon": icon(png(64, 64), "#icon-card img.mark"),
    "settings-icon-refused": icon(b"no picture", "#icon-error"),
    "tenants-icons": path("/tenants?q=empty"),
    "account": path("/account"),
    "step-up": asked_for_a_code("/t/orchard/users.csv?plan=free&reason=board"),
    "step-up-refused": lambda person, orchard: (
        asked_for_a_code("/t/orchard/users.csv?reason=board")(person, orchard), person.press("sign_in.continue")),
    "not-found": path("/t/orchard/nothing", 404),
    "not-found-user": path("/t/orchard/users/nobody", 404),
}
OUTSIDE = {
    "sign-in": path("/sign-in"),
    "sign-in-wrong": wrong_password,
    "signed-out": path("/sign-in?out=1"),
    "code": second_step,
    "account-request-refused": path("/accounts/orchard/authorize?client_id=nobody", 400),
    "account-link-invalid": path("/accounts/orchard/links/" + "A" * 43, 404),
    "link-invalid": path("/enrol/" + "A" * 43, 404),
}
PAGES = [(name, show, "operator") for name, show in INSIDE.items()] + [(name, show, None) for name, show in OUTSIDE.items()]


@pytest.fixture(params=PAGES, ids=lambda page: page[0])
def page(request):
    return request.param


@pytest.fixture
def visitor(windows, sessions, page, language):
    """Whoever looks at the page, before they have opened it."""
    admin = page[2] and ("operator" if language == "en" else f"{language}-operator")
    person = windows(admin, language)
    if admin:
        sessions(admin)
    else:
        # What an earlier page left at the door: a password given, without the code.
        person.page.context.clear_cookies()
    person.complaints.clear()
    yield person
    # A browser says by itself that a page answered 404 and the like; that is no fault of the page.
    assert [text for text in person.complaints if not text.startswith("Failed to load resource: the server resp")] == []


def hold(person, device):
    """On a phone there are fingers, which want larger buttons."""
    person.fingers.send("Emulation.setTouchEmulationEnabled", {"enabled": device is PHONE})
    person.page.set_viewport_size(device)


def picture(person, name):
    if not TAKES_PICTURES:
        return
    PICTURES.mkdir(parents=True, exist_ok=True)
    person.page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


# "best-practice" is taste; what is checked is WCAG 2.2, A and AA.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def check_with_axe(person, scheme, rules=None):
    """Where a page is looked at in both colours only these are others in the dark."""
    rules = rules or (RULES if scheme == "light" else ["color-contrast"])
    # Only what is wrong is described: describing what is right takes half of the time.
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    # What lies behind an open menu is not touched, whatever of it sticks out.
    if person.page.evaluate("document.querySelector(':popover-open, details.menu[open]') !== null"):
        options["rules"] = {"target-size": {"enabled": False}}
    # While colours change from light to dark, a button is neither.
    person.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")
    found = Axe().run(person.page, options=options).response["violations"]
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
    assert wide <= person.page.viewport_size["width"] + 1, f"{wide} pixels wide: {out}"


def check_look(person, name, language=""):
    """The page that is open, as every page is looked at: axe finds nothing in English in light and in Russian in dark, and nothing
    scrolls sideways on the smallest phone in any language. Of a page without a language, and in the full run, both colours."""
    name = f"{name}.{language}" if language else name
    both = ("light", "dark")
    for scheme in both if FULL else {"": both, "en": ("light",), "ru": ("dark",)}.get(language, ()):
        person.page.emulate_media(color_scheme=scheme)
        picture(person, f"{name}.{scheme}")
        check_with_axe(person, scheme)
    person.page.emulate_media(color_scheme="light")
    person.page.set_viewport_size({"width": 320, "height": 640})
    picture(person, f"{name}.320")
    check_width(person)
    person.page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.parametrize("language", ["en", "es", "ru", "fa"])
def test_a_page_looks_right_and_nothing_scrolls_sideways(visitor, orchard, page, language):
    name, show, _ = page
    # A page that was loaded on a phone may differ from one whose window was made narrow: two languages begin with each.
    devices = [DESK, PHONE] if language in ("en", "ru") else [PHONE, DESK]
    visitor.page.emulate_media(color_scheme="dark" if language == "ru" else "light")
    hold(visitor, devices[0])
    show(visitor, orchard)
    assert visitor.page.locator("html").get_attribute("dir") == ("rtl" if language == "fa" else "ltr")
    for device in devices:
        hold(visitor, device)
        picture(visitor, f"{name}.{device['width']}.{language}")
        check_width(visitor)
        if device is DESK and language in ("en", "ru"):
            check_with_axe(visitor, "light" if language == "en" else "dark")
