"""What a person does in the console, in their language, with or without scripts."""

import json
import os
import re
import time
import uuid
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Error, Locator, Page, expect

from admins import Admin
from installation import ROOT

# The common texts, and those that lie beside the templates of a kind.
STRINGS = {
    language: {
        key: text
        for file in (ROOT / "templates").glob(f"**/strings/{language}.json")
        for key, text in json.loads(file.read_text()).items()
    }
    for language in ("en", "es", "ru", "fa")
}


@dataclass(frozen=True)
class Way:
    """A way to use the console."""

    language: str
    scripts: bool

    def __str__(self):
        return f"{self.language}-{'scripts' if self.scripts else 'plain'}"


# How long anything may take to come, in milliseconds: a machine that does other work as well answers late, and is no fault of a page.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 320, "height": 640}

# `deploy/test --full`.
FULL = os.environ.get("ROOST_FULL") == "1"

WAYS = [Way(language, scripts) for language in ("en", "fa") for scripts in (True, False)]

# The main job and signing in are done in all four ways; for the rest of the flows two of them cover both languages, and both
# of scripts and none. Some of these are done in all four by the full run.
TWO_WAYS = [WAYS[0], WAYS[3]]
two_ways = pytest.mark.parametrize("way", TWO_WAYS, ids=str, indirect=True)
two_ways_or_all = pytest.mark.parametrize("way", WAYS if FULL else TWO_WAYS, ids=str, indirect=True)

# Whether a click on the element will lead to another page, as far as the page alone tells. It leaves a mark on the page that is
# gone with it, and `stays` when a script takes the click over.
LEADS_AWAY = """element => {
    const at = element.closest('a[href], button, input[type=submit]')
    if (!at || window !== window.top) return false
    Object.assign(window, {isLeft: false, stays: false})
    const hear = event => { if (event.defaultPrevented) window.stays = true }
    for (const name of ['click', 'submit']) window.addEventListener(name, hear, {once: true})
    if (at.matches('a')) {
        const isElsewhere = !at.href.includes('#') || at.href.split('#')[0] !== location.href.split('#')[0]
        return isElsewhere && at.protocol.startsWith('http') && !at.target && !at.hasAttribute('download')
    }
    const form = at.form
    if (!form || at.type !== 'submit' || at.formTarget || form.target || form.method === 'dialog') return false
    return at.formNoValidate || form.noValidate || [...form.elements].every(field => !field.willValidate || field.validity.valid)
}"""
HAS_ARRIVED = "window.stays === true || window.isLeft === undefined && document.readyState !== 'loading'"
click = Locator.click


def click_and_arrive(locator: Locator, **options):
    """A click that leads to another page returns when that page is there. Playwright's own may return before the browser has so
    much as begun to leave, and what is read then is the old page."""
    if options.get("modifiers") or options.get("button", "left") != "left" or options.get("trial"):
        return click(locator, **options)
    page, arrived = locator.page, []
    leads_away = locator.evaluate(LEADS_AWAY)
    hear = lambda download: arrived.append(download)
    page.on("download", hear)
    click(locator, **options)
    # A file or an answer without a page comes to the page that was left.
    end = time.monotonic() + 5
    while leads_away and not arrived and not page.is_closed() and time.monotonic() < end:
        try:
            if page.evaluate(HAS_ARRIVED):
                break
        except Error:
            # Between two pages there is none.
            pass
        page.wait_for_timeout(10)
    page.remove_listener("download", hear)


Locator.click = click_and_arrive


class Person:
    """Somebody at a browser. `text` is what a label says in their language."""

    def __init__(self, page: Page, language: str, admin: Admin | None = None):
        self.page = page
        self.language = language
        self.admin = admin

    def text(self, key: str) -> str:
        return STRINGS[self.language][key]

    def go(self, path: str, status: int = 200):
        response = self.page.goto(path)
        assert response.status == status, f"{path} answered {response.status}, not {status}"

    def back(self):
        try:
            self.page.go_back()
        except Error as error:
            # The answer to a form was not kept, and the browser asks before it would send the form again.
            assert "ERR_CACHE_MISS" in str(error)

    def press(self, key: str, role: str = "button", inside=None):
        (inside or self.page).get_by_role(role, name=self.text(key), exact=True).first.click()

    def publish(self):
        """From an entry's page: what changes is read first."""
        self.press("catalogue.see_changes", role="link")
        self.press("catalogue.publish")

    def main(self):
        return self.page.locator("#page")

    def sees(self, text: str):
        expect(self.page.locator("body")).to_contain_text(text)

    def flashed(self, key: str):
        expect(self.page.get_by_role("status").first).to_contain_text(self.text(key))

    def at(self, pattern: str):
        expect(self.page).to_have_url(re.compile(pattern + r"$"))

    def type_password(self, password: str | None = None):
        self.page.locator("[name=email]").fill(self.admin.email)
        self.page.locator("[name=password]").fill(password or self.admin.password)
        self.press("sign_in.continue")

    def sign_in(self):
        self.go(f"/sign-in?lang={self.language}")
        self.type_password()
        self.at("/sign-in/code")
        self.page.locator("[name=code]").fill(self.admin.authenticator.code())
        self.press("sign_in.continue")
        self.at(r"/(t/[a-z]+|tenants)")

    def add_user(self, name: str, email: str | None = None, tenant: str = "orchard") -> str:
        """By the form; the path of the new user's page."""
        self.go(f"/t/{tenant}/users/new")
        self.page.locator("[name=email]").fill(email or new_email())
        self.page.locator("[name=name]").fill(name)
        self.press("form.save")
        self.flashed("users.added")
        return re.sub(r"^https?://[^/]+|[?#].*$", "", self.page.url)

    def open_menu(self, key: str):
        """A menu is a <details>: it opens without scripts too. Returns its panel."""
        menu = self.page.locator("details.menu", has=self.page.locator("summary", has_text=self.text(key))).first
        # On a phone the menus of a list's filters stand behind one button.
        fold = self.page.locator(".fold-filters")
        if not menu.is_visible() and fold.count() and fold.is_visible():
            fold.click()
        menu.locator("summary").click()
        return menu.locator(".panel")

    def listed(self) -> list[str]:
        """The e-mails of the list that is shown, top to bottom."""
        rows = self.page.locator("table tbody tr th.who")
        # A page that is still being read has fewer rows.
        self.page.wait_for_load_state("domcontentloaded")
        return [row.locator("bdi").last.inner_text() for row in rows.all()]


def fill(person: Person, **fields: str):
    """Fields by their names, with two underscores for a point. A card that is folded, and the tab of another language, are opened first."""
    for name, text in fields.items():
        field = person.page.locator(f'[name="{name.replace("__", ".")}"]')
        # A card that was just asked for comes with the next answer.
        field.wait_for(state="attached")
        tab = person.page.locator(f'.tab[data-language="{name.split("__")[-1]}"]')
        if tab.count() and field.locator("xpath=ancestor::*[@data-in and @hidden]").count():
            tab.click()
        folded = person.page.locator("details.part:not([open])", has=field)
        if folded.count():
            folded.locator("summary").first.click()
        field.fill(text)


def new_email() -> str:
    return f"u{uuid.uuid4().hex[:12]}@example.net"


def csrf(context: BrowserContext, path: str) -> str:
    return re.search(r'name="csrf" value="([^"]+)"', context.request.get(path).text())[1]
