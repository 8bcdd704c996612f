"""What nobody used for ninety days is taken away with one click, and comes back with another."""

from playwright.sync_api import expect

from console import two_ways

REVIEW = "/t/meadow/access-review"


def line(person, text):
    return person.page.locator("table tbody tr").filter(has_text=text)


@two_ways
def test_somebody_who_was_not_here_is_taken_out_and_comes_back(person, roost, way):
    address = f"idle.{way}@example.org"
    file = roost.directory / f"idle.{way}.yaml"
    file.write_text(f"admins:\n  - {{email: {address}, name: Ida Idle, tenants: {{meadow: support}}}}\n")
    roost.run("apply", str(file))
    roost.sql(
        "update memberships set created_at = now() - interval '100 days', used_at = null where admin_id = "
        f"(select id from admins where email = '{address}')")
    roost.sql(f"update admins set password_hash = 'x', totp_secret = 'x' where email = '{address}'")
    person.go("/t/meadow")
    person.page.locator("nav.rail").get_by_role("link", name=person.text("review.title"), exact=True).click()
    person.at(REVIEW)
    line(person, address).get_by_role("button").click()
    person.flashed("admins.taken_out")
    expect(line(person, address)).to_have_count(0)
    person.press("frame.undo")
    person.flashed("admins.back")
    person.sees(address)
    person.go("/t/meadow/admins")
    expect(line(person, address)).to_contain_text(person.text("role.support"))
