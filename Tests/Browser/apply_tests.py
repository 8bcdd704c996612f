"""`roost apply` beside a running console: what it would do, what it did, and what is otherwise."""

import pytest

from keys_tests import call

FILE = """
tenants:
  - slug: orchard
    name: Apple orchard
    kind: alarm
    zone: Europe/Madrid
    languages: [en, fa]
    roles:
      - {name: Gate keeper, may: [users.note]}
    invitations:
      - {email: gil@example.org, name: Gil, role: Gate keeper}
"""


def test_a_file_is_rehearsed_applied_once_and_its_drift_told(roost, open_browser):
    file = roost.directory / "again.yaml"
    file.write_text(FILE)
    rehearsed = roost.run("apply", "--dry-run", str(file)).splitlines()
    changes = [line for line in rehearsed if line.startswith("would: ")]
    assert changes == ["would: make the role “Gate keeper” of orchard", "would: invite gil@example.org to orchard as Gate keeper"]
    assert not any("/enrol/" in line for line in rehearsed)
    person = open_browser("second")
    person.go("/t/orchard/admins?q=gil@example.org")
    assert person.page.locator("tbody tr").count() == 0

    lines = roost.run("apply", str(file)).splitlines()
    assert [f"would: {line}" for line in lines if not line.startswith(("drift: ", "link for "))] == changes
    link = next(line for line in lines if line.startswith("link for gil@example.org: ")).split()[-1]
    assert link.startswith(roost.url + "/enrol/")
    assert "drift: tenant orchard: name is “Orchard”, in the file “Apple orchard”" in lines
    assert "drift: tenant meadow is not in the file" in lines
    assert "drift: ann@example.org is analyst of orchard, and not in the file" in lines
    person.go("/t/orchard/admins?q=gil@example.org")
    assert "Gate keeper" in person.page.locator("tbody tr").inner_text()
    stranger = open_browser()
    stranger.go(link.removeprefix(roost.url))
    stranger.sees("gil@example.org")

    again = roost.run("apply", str(file)).splitlines()
    assert again[0] == "nothing to change" and not any(line.startswith("link for ") for line in again)


def test_a_declared_key_is_written_once_for_its_owner_alone_and_opens_the_service_api(roost):
    place, file = roost.directory / "billing.key", roost.directory / "keys.yaml"
    file.write_text(
        "tenants:\n  - slug: vineyard\n    name: Vineyard\n    kind: alarm\n    zone: Europe/Madrid\n    keys:\n"
        f"      - {{name: Declared, scopes: [users.read], key_file: {place}}}\n      - {{name: Printed, scopes: [users.read]}}\n")
    assert "would: make the key “Declared” of vineyard" in roost.run("apply", "--dry-run", str(file)).splitlines()
    assert not place.exists()
    printed = next(line for line in roost.run("apply", str(file)).splitlines() if line.startswith("key “Printed” of vineyard: "))
    assert place.stat().st_mode & 0o777 == 0o600
    for key in (place.read_text().strip(), printed.split()[-1]):
        assert call(f"{roost.url}/v1/me", key) == 200
    assert roost.run("apply", str(file)).splitlines()[0] == "nothing to change"
    # A file that is there is not written over, and then there is no key either.
    file.write_text(file.read_text().replace("name: Declared", "name: Another"))
    with pytest.raises(AssertionError, match="is there already"):
        roost.run("apply", str(file))
    assert "make the key “Another”" in "".join(roost.run("apply", "--dry-run", str(file)))
