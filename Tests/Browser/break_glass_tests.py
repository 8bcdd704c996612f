"""What is done on the server's shell stands on every page of every operator until they have seen it."""

import pytest
from playwright.sync_api import expect

from console import two_ways
from every_page_tests import check_width, check_with_axe, picture


@pytest.fixture
def done_on_the_shell(roost, way):
    """Somebody's second step is reset; the link that is printed. Afterwards nobody is told of it any more."""
    address = f"lost.{way}@example.org"
    file = roost.directory / f"lost.{way}.yaml"
    file.write_text(f"admins:\n  - {{email: {address}, name: Lou <b>Lost</b>, tenants: {{meadow: support}}}}\n")
    roost.run("apply", str(file))
    roost.sql(f"update admins set password_hash = 'x', totp_secret = 'x' where email = '{address}'")
    said = roost.run("admin", "reset-second-step", "--email", address, "--reason", "lost <i>phone</i> & codes").splitlines()
    yield said[-1]
    roost.sql("update shell_notice_readers set seen_at = now(); select pg_notify('roost_kept', 'notices')")


def notice(person):
    """What operators are told; what is about their own account stands apart from it."""
    label = person.text("notice.label")
    return person.page.locator(f".notice.shell[aria-label='{label}']")


@two_ways
def test_an_operator_is_told_until_they_have_seen_it(open_browser, roost, way, done_on_the_shell):
    who = {"en": "operator", "fa": "fa-operator"}[way.language]
    person = open_browser(who, scripts=way.scripts, bypass_csp=True)
    here = "/t/orchard/users?status=active&sort=name"
    # Told by the database, a moment after the command.
    for _ in range(40):
        person.go(here)
        if notice(person).count():
            break
        person.page.wait_for_timeout(250)
    expect(notice(person)).to_contain_text("Lou <b>Lost</b>")
    expect(notice(person)).to_contain_text("lost <i>phone</i> & codes")
    picture(person, f"notice.{way.language}")
    if way.scripts:
        check_with_axe(person, "light")
    person.page.set_viewport_size({"width": 320, "height": 640})
    check_width(person)
    # It is on every page: it leaves most of a small screen to the page.
    assert notice(person).bounding_box()["height"] <= 160
    picture(person, f"notice.320.{way.language}")
    person.page.set_viewport_size({"width": 1280, "height": 800})
    person.press("notice.trail", role="link")
    person.sees(person.text("audit.admin_second_step_reset"))
    person.go(here)
    person.press("notice.seen", inside=notice(person))
    person.at(r"/t/orchard/users\?status=active&sort=name")
    expect(notice(person)).to_have_count(0)
    assert open_browser("second").page.goto("/t/orchard").status == 200

    person = open_browser()
    person.go(done_on_the_shell.removeprefix(roost.url))
    person.sees("Lou <b>Lost</b>")


@two_ways
def test_14_two_notices_at_once_are_told_apart_and_end_their_sentences_once(open_browser, roost, way, done_on_the_shell):
    # A second one, of the same kind.
    address = f"lost.twice.{way}@example.org"
    file = roost.directory / f"lost.twice.{way}.yaml"
    file.write_text(f"admins:\n  - {{email: {address}, name: Two Lost, tenants: {{meadow: support}}}}\n")
    roost.run("apply", str(file))
    roost.sql(f"update admins set password_hash = 'x', totp_secret = 'x' where email = '{address}'")
    roost.run("admin", "reset-second-step", "--email", address, "--reason", "lost it too")
    person = open_browser({"en": "operator", "fa": "fa-operator"}[way.language], scripts=way.scripts, bypass_csp=True)
    for _ in range(40):
        person.go("/t/orchard/users")
        if notice(person).count() >= 2:
            break
        person.page.wait_for_timeout(250)
    assert notice(person).count() >= 2
    for text in notice(person).all_inner_texts():
        assert not any(wrong in text for wrong in (".،", ". ·", ".,")), text
    if way.scripts:
        check_with_axe(person, "light", ["landmark-unique"])


def test_make_operator_twice_says_so_and_changes_nothing(roost):
    file = roost.directory / "boss.yaml"
    file.write_text("admins:\n  - {email: boss@example.org, name: Bo Boss}\n")
    roost.run("apply", str(file))
    assert "is an operator now" in roost.run("admin", "make-operator", "--email", "boss@example.org")
    assert "already" in roost.run("admin", "make-operator", "--email", "BOSS@example.org")
    roost.sql("update shell_notice_readers set seen_at = now(); select pg_notify('roost_kept', 'notices')")
