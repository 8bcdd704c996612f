"""Users from a file: by hand, with and without scripts, in both directions of writing."""

import io
import re
import uuid

import openpyxl
from playwright.sync_api import expect

from console import two_ways
from every_page_tests import check_with_axe

TENANT = "/t/meadow/users/import"


def bring(person, name, data):
    person.go(TENANT)
    person.page.locator("[name=file]").set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": data})
    person.press("import.go_on")


def check(person):
    person.at(r"/users/import/[0-9a-f-]+/matching")
    person.press("import.check")
    settled(person, "import.state_checked")


def settled(person, state):
    """The page comes again by itself until the work is done."""
    expect(person.main().locator(".head .status")).to_have_text(person.text(state), timeout=30_000)


def looks_right(person, way):
    """axe is a script itself."""
    if way.scripts:
        check_with_axe(person, "light")


def workbook(rows):
    book, file = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
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
    with person.page.expect_download() as download:
        person.press("import.wrong_rows", role="link")
    with open(download.value.path(), "rb") as file:
        title, wrong = list(openpyxl.load_workbook(io.BytesIO(file.read())).worksheets[0].iter_rows(values_only=True))
    assert title[:3] == ("Correo", "Full name", "Shoe") and wrong[:3] == (f"{mark}b", "+49 1", "40")
    assert person.text("error.email") in wrong[3]
    person.press("import.run", inside=person.main().locator("form", has_text=person.text("import.run_advice")[:12]))
    settled(person, "import.state_done")
    person.go(f"/t/meadow/users?q={mark}")
    assert person.listed() == [f"{mark}a@example.net"]
    bring(person, "mended.xlsx", workbook([title[:3], [f"{mark}b@example.net", "Mended", 40]]))
    check(person)
    person.press("import.run", inside=person.main().locator("form", has_text=person.text("import.run_advice")[:12]))
    settled(person, "import.state_done")
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
    person.sees(person.text("import.guessed"))
    person.sees("Zoë")


@two_ways
def test_the_templates_choices_open_in_a_spreadsheet_and_the_file_can_be_brought(person, way):
    person.go(TENANT)
    with person.page.expect_download() as download:
        person.press("export.xlsx", role="link")
    with open(download.value.path(), "rb") as file:
        data = file.read()
    book = openpyxl.load_workbook(io.BytesIO(data))
    assert len(book.worksheets[0].data_validations.dataValidation) >= 3
    assert [sheet.sheet_state for sheet in book.worksheets] == ["visible", "hidden"]
    bring(person, "template.xlsx", data)
    check(person)


@two_ways
def test_axe_finds_nothing_on_the_page_with_its_list_of_files(person, way):
    person.go(TENANT)
    looks_right(person, way)
