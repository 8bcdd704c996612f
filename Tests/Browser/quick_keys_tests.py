"""What the keyboard does by itself: single keys, the way to a list's first row, and to everything in the menu."""

import pytest
from playwright.sync_api import expect

LIST = "/t/orchard/users"


def focused(person, what="outerHTML"):
    return person.page.evaluate(f"document.activeElement.{what}")


def test_14_single_keys_search_walk_along_the_rows_edit_and_are_turned_off(open_browser, orchard):
    person = open_browser("en")
    keys = person.page.keyboard
    person.go(f"{LIST}?q=plain+person&sort=email")
    person.page.evaluate("document.activeElement.blur()")
    links = person.page.locator("main table tbody th a").evaluate_all("all => all.map((one) => one.href)")
    walked = []
    for key in "jjkk":
        keys.press(key)
        walked.append(focused(person, "href"))
    assert walked == [links[0], links[1], links[0], links[0]]
    keys.press("/")
    expect(person.page.locator("main [type=search][name=q]")).to_be_focused()
    # Where somebody types, keys are letters.
    field = person.page.locator("main [type=search][name=q]")
    field.fill("")
    keys.type("jk?/e")
    expect(field).to_have_value("jk?/e")
    person.page.evaluate("document.activeElement.blur()")
    keys.press("j")
    keys.press("Enter")
    person.at(rf"{LIST}/[0-9a-f-]+")
    keys.press("e")
    person.at(rf"{LIST}/[0-9a-f-]+/edit")

    person.go(LIST)
    person.page.evaluate("document.activeElement.blur()")
    keys.press("?")
    box = person.page.locator("dialog[open]")
    expect(box).to_contain_text(person.text("quick_keys.list"))
    box.locator("[type=checkbox]").uncheck()
    keys.press("Escape")
    person.page.evaluate("document.activeElement.blur()")
    for key in "j/":
        keys.press(key)
        assert focused(person, "tagName") == "BODY"
    person.page.reload()
    keys.press("j")
    assert focused(person, "tagName") == "BODY"
    # The list of keys is still there, and so is the way back.
    keys.press("?")
    box.locator("[type=checkbox]").check()
    keys.press("Escape")
    person.page.evaluate("document.activeElement.blur()")
    keys.press("j")
    assert focused(person, "tagName") == "A"


@pytest.mark.parametrize("path", ["users", "payments", "admins"])
def test_14_a_lists_first_row_is_ten_stops_away_at_most(open_browser, path):
    person = open_browser("operator")
    person.go(f"/t/roosterme/{path}")
    person.page.evaluate("document.activeElement.blur()")
    keys = person.page.keyboard
    # Past the menu, past the tools, and into the rows.
    for stop in range(1, 11):
        keys.press("Tab")
        if person.page.evaluate("Boolean(document.activeElement.closest('tbody'))"):
            break
        if person.page.evaluate("document.activeElement.matches('a.skip')"):
            keys.press("Enter")
    else:
        pytest.fail(f"ten stops lead to {focused(person)[:200]}")
    assert person.page.evaluate("document.activeElement.closest('tr').matches('tbody tr:first-child')")


@pytest.mark.parametrize("language", ["en", "fa"])
def test_14_everything_in_the_menu_is_reached_at_768_pixels(open_browser, orchard, language):
    person = open_browser(language, viewport={"width": 1280, "height": 768})
    person.go("/t/orchard")
    for fold in person.page.locator(".rail details:not([open]) > summary").all():
        fold.click()
    links = person.page.locator(".rail a, .rail .me button")
    assert links.count() > 20
    for link in links.all():
        link.scroll_into_view_if_needed()
        box = link.bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= 768, link.inner_text()
        # Nothing lies over it.
        assert link.evaluate(
            """(link) => {
                const box = link.getBoundingClientRect();
                const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                return link.contains(top) || top?.contains(link);
            }"""), link.inner_text()
