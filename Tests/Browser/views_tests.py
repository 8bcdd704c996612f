from console import two_ways

LIST = "/t/orchard/users"


@two_ways
def test_a_view_is_saved_found_in_the_menu_and_deleted(person, orchard):
    name = f"Nach “Plan” {person.language}"
    person.go(f"{LIST}?plan=premium&sort=email")
    columns = person.open_menu("list.columns")
    columns.get_by_label(person.text("user.role"), exact=True).check()
    columns.get_by_label(person.text("user.seen"), exact=True).uncheck()
    person.press("list.columns_show", inside=columns)
    shown = person.listed()
    assert person.page.locator("thead").get_by_text(person.text("user.role"), exact=True).count() == 1
    assert person.page.locator("thead").get_by_text(person.text("user.seen"), exact=True).count() == 0

    person.open_menu("views.menu").get_by_role("link", name=person.text("views.save"), exact=True).click()
    person.press("views.button")
    person.sees(person.text("error.required"))
    person.page.locator("[name=name]").fill(name)
    person.press("views.button")
    person.flashed("views.saved")

    person.go(LIST)
    person.open_menu("views.menu").get_by_role("link", name=name, exact=True).click()
    assert person.listed() == shown
    assert person.page.locator("thead").get_by_text(person.text("user.role"), exact=True).count() == 1
    person.go(f"{LIST}/views")
    row = person.page.get_by_role("row").filter(has_text=name)
    row.get_by_role("button").click()
    person.flashed("views.deleted")
    assert person.page.get_by_role("row").filter(has_text=name).count() == 0
