"""Users and goal types from a file: by hand, with and without scripts, in both directions of writing."""

import io
import re
import uuid

import openpyxl
from playwright.sync_api import expect

from console import two_ways
from every_page_tests import check_with_axe, picture

TENANT = "/t/meadow/users/import"
GOALS = "/t/quarry/goals"


def bring(person, name, data, path=TENANT):
    person.go(path)
    person.page.locator("[name=file]").set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": data})
    person.press("import.go_on")


def check(person):
    person.at(r"/users/import/[0-9a-f-]+/matching")
    person.press("import.check")
    settled(person, "import.state_checked")


def run(person):
    person.press("import.run", inside=person.main().locator("form", has_text=person.text("import.run_advice")[:12]))
    settled(person, "import.state_done")


def downloaded(person, key):
    with person.page.expect_download() as download:
        person.press(key, role="link")
    with open(download.value.path(), "rb") as file:
        return file.read()


def settled(person, state):
    """The page comes again by itself until the work is done."""
    expect(person.main().locator(".head .status")).to_have_text(person.text(state))


def looks_right(person, way):
    """axe is a script itself."""
    if way.scripts:
        check_with_axe(person, "light")


def workbook(rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    return saved(book)


def saved(book):
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def states(person):
    return [re.sub(r"[^\d۰-۹]", "", chip.inner_text()) for chip in person.main().locator(".chips .chip").all()]


@two_ways
def test_a_workbook_is_checked_mended_imported_and_taken_back(person, way):
    mark = uuid.uuid4().hex[:10]
    rows = [["Correo", "Full name", "Shoe"], [f"{mark}a@example.net", "Zoë <b>Quill</b> امید", 38], [f"{mark}b", "+49 1", 40]]
    bring(person, "members.xlsx", workbook(rows))
    chosen = [select.input_value() for select in person.main().locator("select").all()]
    assert chosen == ["email", "name", ""]
    looks_right(person, way)
    check(person)
    assert len(states(person)) == 2
    person.sees(person.text("error.email"))
    looks_right(person, way)
    book = openpyxl.load_workbook(io.BytesIO(downloaded(person, "import.wrong_rows")))
    title, wrong = list(book.worksheets[0].iter_rows(values_only=True))
    assert title[:3] == ("Correo", "Full name", "Shoe") and wrong[:3] == (f"{mark}b", "+49 1", "40")
    assert person.text("error.email") in wrong[3]
    run(person)
    person.go(f"/t/meadow/users?q={mark}")
    assert person.listed() == [f"{mark}a@example.net"]
    bring(person, "mended.xlsx", workbook([title[:3], [f"{mark}b@example.net", "Mended", 40]]))
    check(person)
    run(person)
    person.go(f"/t/meadow/users?q={mark}")
    assert len(person.listed()) == 2
    person.go(TENANT)
    person.page.get_by_role("link", name="mended.xlsx").first.click()
    person.press("import.undo")
    settled(person, "import.state_undone")
    person.go(f"/t/meadow/users?q={mark}")
    assert person.listed() == [f"{mark}a@example.net"]


@two_ways
def test_a_broken_file_is_told_beside_the_field_and_another_can_be_chosen(person, way):
    bring(person, "broken.csv", b'email,name\nzoe@example.org,"never closed\n')
    expect(person.page.locator("#file-error")).to_contain_text(person.text("import.problem_open_quote"))
    looks_right(person, way)
    bring(person, "photo.xlsx", b"PK\x03\x04 nothing of the kind")
    expect(person.page.locator("#file-error")).to_contain_text(person.text("import.problem_not_workbook"))
    bring(person, "old.csv", "e-mail;name\nzo\u00eb@example.net;Zo\u00eb\n".encode("cp1252"))
    person.sees(person.text("import.guessed").replace("{encoding}", person.text("import.encoding_western")))
    person.sees("Zoë")


@two_ways
def test_the_templates_choices_open_in_a_spreadsheet_and_the_file_can_be_brought(person, way):
    person.go(TENANT)
    data = downloaded(person, "export.xlsx")
    book = openpyxl.load_workbook(io.BytesIO(data))
    assert len(book.worksheets[0].data_validations.dataValidation) >= 2
    assert [sheet.sheet_state for sheet in book.worksheets] == ["visible", "hidden"]
    bring(person, "template.xlsx", data)
    check(person)


@two_ways
def test_goal_types_with_their_forms_come_from_the_template_and_what_is_wrong_comes_mended(open_browser, way):
    writer = open_browser(f"writes-{way.language}-{'scripts' if way.scripts else 'plain'}", scripts=way.scripts)
    fit, rest = f"fit-{way.language}-{int(way.scripts)}", f"rest-{way.language}-{int(way.scripts)}"

    def title(label, language=None, part=True):
        text = writer.text(label)
        if language:
            text = writer.text("catalogue.in_language").format(field=text, language=language)
        return writer.text("import.part").format(part=writer.text("schema.one"), what=text) if part else text

    key, name = title("catalogue.key", part=False), title("goals.name", "English", part=False)
    field, kind, shown = title("schema.key"), title("schema.kind"), title("schema.show_if")
    label, choices = title("schema.label", "English"), title("schema.choices", "English")
    writer.go(f"{GOALS}/import")
    looks_right(writer, way)
    book = openpyxl.load_workbook(io.BytesIO(downloaded(writer, "export.xlsx")))
    sheet = book.worksheets[0]
    titles = [cell.value for cell in sheet[1]]
    assert [row[0].value for row in sheet.iter_rows(min_row=2)] == ["first.example", "first.example", "second.example"]
    # The kind of a field, whether it has to be filled in, and what sort of file it takes.
    assert len(sheet.data_validations.dataValidation) == 3
    sheet.delete_rows(2, 3)
    for row in [
        {key: fit, name: fit, field: "often", kind: "choice", label: "How often?", choices: "daily: Every day\nweekly: Once a week"},
        {key: fit, field: "distance", kind: writer.text("schema.number"), shown: "often=daily", label: "How far?"},
        {key: rest, name: rest, field: "well", kind: "yes", label: "Well?"},
        {key: rest, field: "why", kind: "text", shown: "well=never", label: "Why?"},
    ]:
        sheet.append([row.get(title) for title in titles])
    bring(writer, "goals.xlsx", saved(book), f"{GOALS}/import")
    assert all(select.input_value() for select in writer.main().locator("select").all())
    looks_right(writer, way)
    writer.press("import.check")
    settled(writer, "import.state_checked")
    assert len(states(writer)) == 2
    wrong = openpyxl.load_workbook(io.BytesIO(downloaded(writer, "import.wrong_rows")))
    looks_right(writer, way)
    picture(writer, f"import-wrong-entry.{way}")
    writer.page.locator(".chips .chip").nth(1).click()
    expect(writer.main().locator("tbody tr")).to_have_count(2)
    expect(writer.main().locator("tbody tr").nth(1).locator("ins").first).to_be_visible()
    picture(writer, f"import-new-entry.{way}")
    run(writer)
    publish(writer, fit)
    preview = writer.main().locator(".card.preview")
    expect(preview).to_contain_text("How often?")
    expect(preview).to_contain_text("How far?")
    # The wrong row brings the one above it along, which is right.
    cells = [row for row in wrong.worksheets[0].iter_rows(min_row=2)]
    assert [row[0].value for row in cells] == [rest, rest]
    cells[1][titles.index(shown)].value = "well=no"
    bring(writer, "mended.xlsx", saved(wrong), f"{GOALS}/import")
    writer.press("import.check")
    settled(writer, "import.state_checked")
    run(writer)
    publish(writer, rest)
    writer.press("user.edit", role="link")
    expect(writer.page.locator('[name="fields.2.show_if"]')).to_have_value("well=no")


def publish(person, name):
    person.go(f"{GOALS}?q={name}")
    person.page.locator("tbody th a").first.click()
    person.publish()
    person.flashed("catalogue.was_published")


@two_ways
def test_axe_finds_nothing_on_the_page_with_its_list_of_files(person, way):
    person.go(TENANT)
    looks_right(person, way)
