import pytest
from playwright.sync_api import expect

from console import two_ways


@pytest.fixture
def visitor(open_browser, way):
    """Somebody at the door who has an account of their own for this way."""
    return open_browser(f"sign-in-{way}", signed_in=False, scripts=way.scripts)


def test_an_admin_signs_in_with_password_and_code(visitor):
    visitor.sign_in()
    visitor.at("/t/orchard")
    visitor.sees(visitor.admin.name)


def test_a_wrong_password_is_told_without_saying_what_was_wrong(visitor, open_browser, way):
    visitor.go(f"/sign-in?lang={way.language}")
    visitor.type_password("not the password 1")
    visitor.sees(visitor.text("sign_in.wrong"))
    assert "not the password" not in visitor.page.content()
    told = visitor.main().inner_text()

    visitor.page.locator("[name=email]").fill("nobody@example.org")
    visitor.page.locator("[name=password]").fill("not the password 1")
    visitor.press("sign_in.continue")
    visitor.sees(visitor.text("sign_in.wrong"))
    assert visitor.main().inner_text() == told, "an unknown e-mail is answered in other words than a known one"


@two_ways
def test_what_is_left_empty_is_asked_for_beside_its_field(visitor, way):
    visitor.go(f"/sign-in?lang={way.language}")
    visitor.press("sign_in.continue")
    assert visitor.page.locator("#email-error, #password-error").all_inner_texts() == [visitor.text("error.required")] * 2
    assert visitor.page.locator("[name=email]").get_attribute("aria-describedby") == "email-error"


def test_a_code_works_once(open_browser, admins):
    admin = admins["once"]
    first, second = (open_browser("once", signed_in=False) for _ in range(2))
    for person in (first, second):
        person.go("/sign-in")
        person.type_password()
    code = admin.authenticator.code()
    first.page.locator("[name=code]").fill(code)
    first.press("sign_in.continue")
    first.at("/t/orchard")
    second.page.locator("[name=code]").fill(code)
    second.press("sign_in.continue")
    second.sees(second.text("sign_in.code_wrong"))
    second.go("/t/orchard")
    second.at(r"/sign-in(/code)?(\?ended=1)?")


@two_ways
def test_after_signing_out_going_back_shows_nothing(visitor):
    visitor.sign_in()
    visitor.go("/t/orchard/users")
    visitor.go("/account")
    visitor.press("frame.sign_out")
    visitor.at(r"/sign-in\?out=1")
    visitor.sees(visitor.text("sign_in.signed_out"))
    for _ in range(2):
        visitor.back()
        expect(visitor.page.locator("body")).not_to_contain_text(visitor.admin.name)
    visitor.go("/t/orchard/users")
    visitor.at(r"/sign-in.*")


def test_a_session_that_was_stolen_is_of_no_use_after_signing_out(open_browser):
    person = open_browser("robbed", signed_in=False)
    person.sign_in()
    stolen = person.page.context.cookies()
    person.press("frame.sign_out")
    thief = open_browser()
    thief.page.context.add_cookies(stolen)
    thief.go("/t/orchard/users")
    thief.at(r"/sign-in.*")


def test_signing_in_needs_only_the_keyboard(open_browser):
    person = open_browser("keyboard", signed_in=False)
    keys = person.page.keyboard
    person.go("/sign-in")
    assert person.page.evaluate("document.activeElement.name") == "email", "the caret does not wait in the first field"
    keys.type(person.admin.email)
    keys.press("Tab")
    keys.type(person.admin.password)
    keys.press("Enter")
    person.at("/sign-in/code")
    keys.type(person.admin.authenticator.code())
    keys.press("Enter")
    person.at("/t/orchard")
    # The first stop inside leads past the menu, and can be seen.
    keys.press("Tab")
    skip = person.page.locator("a.skip")
    assert skip.evaluate("link => link === document.activeElement && link.getBoundingClientRect().top >= 0")
    keys.press("Enter")
    person.at("/t/orchard#page")


def test_every_stop_of_the_keyboard_can_be_seen(open_browser, orchard):
    person = open_browser("keyboard")
    person.go("/t/orchard/users")
    person.page.evaluate("document.activeElement.blur()")
    seen = set()
    for _ in range(60):
        person.page.keyboard.press("Tab")
        stop = person.page.evaluate(
            """() => {
                const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect();
                const ring = (one) => one && (getComputedStyle(one).outlineStyle !== "none" || getComputedStyle(one).boxShadow !== "none");
                return [at.outerHTML.slice(0, 90), box.width > 0 && box.height > 0, ring(at) || ring(at.parentElement), at === document.body];
            }""")
        if stop[3]:
            break
        seen.add(stop[0])
        assert stop[1] and stop[2], f"no ring around {stop[0]}"
    assert len(seen) > 20


def test_two_minutes_before_a_session_ends_the_page_says_so_and_what_was_typed_outlasts_it(open_browser):
    person = open_browser("en")
    person.go("/t/orchard/users/new")
    person.page.locator("[name=name]").fill("Half Typed")
    # As if nothing had been done for so long.
    idle = "Number(document.body.dataset.idle) * 60000"
    person.page.evaluate(f"localStorage.setItem('roost-used', String(Date.now() - {idle} + 100000))")
    box = person.page.locator("dialog[open]")
    expect(box).to_contain_text(person.text("session.ending"))
    box.get_by_role("button", name=person.text("session.stay")).click()
    expect(person.page.locator("dialog[open]")).to_have_count(0)
    person.page.evaluate(f"localStorage.setItem('roost-used', String(Date.now() - {idle} - 1000))")
    with person.page.expect_navigation():
        pass
    person.at("/t/orchard/users/new")
    expect(person.page.locator("[name=name]")).to_have_value("Half Typed")
