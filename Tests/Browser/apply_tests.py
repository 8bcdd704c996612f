"""`roost apply` beside a running console: what it would do, what it did, and what is otherwise."""

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
