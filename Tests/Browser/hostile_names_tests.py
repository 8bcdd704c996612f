import pytest
from playwright.sync_api import expect

from people import HOSTILE


@pytest.fixture(params=range(len(HOSTILE)), ids=lambda number: f"{number}")
def hostile(request, orchard):
    name = HOSTILE[request.param]
    return next(user for user in orchard.values() if user["name"] == name)


def test_a_name_is_only_a_name(open_browser, hostile):
    """On the list, the user's page, the form and the trail: shown as typed, run by nothing, breaking no layout."""
    person = open_browser("second", viewport={"width": 320, "height": 640})
    path = f"/t/orchard/users/{hostile['id']}"
    shown = " ".join(hostile["name"].split())
    for page in (path, f"/t/orchard/users?q={hostile['email']}", path + "/edit", "/t/orchard/audit?object=" + hostile["id"]):
        person.go(page)
        assert person.page.evaluate("document.scrollingElement.scrollWidth") <= 321, page
        assert person.page.locator("h1").count() == 1
        assert person.page.locator("#page script, #page img").count() == 0
    person.go(path)
    assert " ".join(person.page.locator("h1").text_content().split()) == shown
    # Whatever the name does to the direction of text ends with the name.
    assert person.page.locator("h1 bdi").count() == 1
    assert person.page.title().count("Orchard") == 1
    person.go(path + "/edit")
    expect(person.page.locator("[name=name]")).to_have_value(hostile["name"].replace("\n", "").replace("\r", ""))
