"""What people ask for about their data: from the page of a user to the archive in their hands, and to nothing left."""

import io
import json
import zipfile

from playwright.sync_api import expect

from console import two_ways
from every_page_tests import check_look


def add(person, path, kind):
    person.go(path)
    person.page.locator("[name=kind]").select_option(kind)
    person.page.locator("[name=note]").fill("by letter")
    person.press("privacy.add")
    person.flashed("privacy.was_added")
    return person.page.url.split("/t/")[1]


def wait_for(person, request, key):
    """Until the job is through: the page looks again by itself, without scripts as well."""
    expect(person.page.locator("body")).to_contain_text(person.text(key))
    person.go("/t/" + request)


@two_ways
def test_an_archive_is_made_and_taken_once_by_its_link(person, open_browser, way):
    path = person.add_user(f"Asa {way}")
    request = add(person, path, "access")
    person.press("privacy.archive_make")
    wait_for(person, request, "privacy.link_make")
    if way.scripts:
        check_look(person, "privacy-archive")
    person.press("privacy.link_make")
    link = person.page.locator("#link").inner_text()
    stranger = person.page.context.browser.new_context()
    page = stranger.new_page()
    page.goto("/privacy/".join([person.page.url.split("/t/")[0], link.split("/privacy/")[1]]))
    with page.expect_download() as download:
        page.get_by_role("button").first.click()
    archive = zipfile.ZipFile(io.BytesIO(open(download.value.path(), "rb").read()))
    assert "index.html" in archive.namelist()
    profile = json.loads(archive.read("data/users.json"))
    assert profile[0]["name"] == f"Asa {way}"
    assert b"user.added" in archive.read("data/audit_events.csv")
    assert page.reload().status == 404
    stranger.close()


@two_ways
def test_an_erasure_says_first_what_it_does_and_leaves_nothing(person, way):
    name = f"Erna {way}"
    path = person.add_user(name)
    request = add(person, path, "erasure")
    person.sees(person.text("privacy.plan"))
    menu = person.open_menu("privacy.erase")
    menu.locator("[name=reason]").fill("asked")
    person.press("privacy.erase", inside=menu)
    wait_for(person, request, "privacy.receipt")
    if way.scripts:
        check_look(person, "privacy-receipt")
    person.go(path)
    person.sees(person.text("privacy.is_erased"))
    expect(person.page.locator("body")).not_to_contain_text(name)
