import csv
import io
import json
import uuid

import openpyxl
import pytest

from console import STRINGS, two_ways

FILTER = "q=plain+person&plan=premium&sort=-email"


def export(person, label, query=FILTER, columns=None):
    """Through the page, as a person does: list, Export, columns, their own language, reason, format. Returns the file's name and
    bytes."""
    person.go(f"/t/orchard/users?{query}")
    person.main().get_by_role("link", name=person.text("list.export"), exact=True).click()
    for box in person.page.locator("[name=file_column]").all() if columns else []:
        box.set_checked(box.get_attribute("value") in columns)
    person.page.locator("[name=file_language]").select_option(person.language)
    person.page.locator("[name=reason]").fill("request 77")
    with person.page.expect_download() as download:
        person.press(label)
    file = download.value
    with open(file.path(), "rb") as bytes_:
        return file.suggested_filename, bytes_.read()


def premium(orchard):
    chosen = [user for user in orchard.values() if user["plan"] == "premium" and user["name"].startswith("Plain")]
    return sorted(chosen, key=lambda user: user["email"], reverse=True)


def read_csv(data):
    return list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True))


def test_the_csv_holds_the_rows_of_the_list(person, orchard):
    name, data = export(person, "export.csv")
    assert name == "orchard-users.csv"
    header, *rows = read_csv(data)
    assert header[:3] == [person.text("user.id"), person.text("user.email"), person.text("user.name")]
    assert all(len(row) == len(header) for row in rows)
    assert [row[:3] for row in rows] == [[user["id"], user["email"], user["name"]] for user in premium(orchard)]
    person.go(f"/t/orchard/users?{FILTER}")
    assert [row[1] for row in rows] == person.listed()


def test_the_workbook_holds_the_rows_of_the_list(person, orchard):
    name, data = export(person, "export.xlsx")
    assert name == "orchard-users.xlsx"
    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    header, *rows = list(sheet.iter_rows(values_only=True))
    assert header[:3] == (person.text("user.id"), person.text("user.email"), person.text("user.name"))
    assert [row[:3] for row in rows] == [(user["id"], user["email"], user["name"]) for user in premium(orchard)]
    assert bool(sheet.sheet_view.rightToLeft) == (person.language == "fa")
    (created,) = [at for at, head in enumerate(header) if head.startswith(f"{person.text('user.created')} (")]
    assert all(row[created].year >= 2024 for row in rows), "dates are dates, and their column's head says the time zone"


@two_ways
def test_the_json_lines_hold_the_rows_of_the_list(person, orchard):
    name, data = export(person, "export.jsonl")
    assert name == "orchard-users.jsonl"
    rows = [json.loads(line) for line in data.decode().splitlines()]
    assert [(row["id"], row["email"], row["name"]) for row in rows] == [
        (user["id"], user["email"], user["name"]) for user in premium(orchard)]


@two_ways
def test_the_file_has_the_columns_that_were_ticked_and_the_workspaces_language_unless_one_is_chosen(person, orchard):
    _, data = export(person, "export.csv", columns=["email", "plan"])
    header, *rows = read_csv(data)
    assert header == [person.text("user.email"), person.text("user.plan")]
    assert rows == [[user["email"], "premium"] for user in premium(orchard)]
    answer = person.page.context.request.get(f"/t/orchard/users.csv?{FILTER}&reason=x&file_column=plan")
    assert answer.text().splitlines()[0].lstrip("\ufeff") == STRINGS["en"]["user.plan"]


@two_ways
def test_without_a_reason_the_address_of_a_file_leads_to_the_form_with_what_was_chosen(person, orchard):
    person.go("/t/orchard/users.csv?plan=premium&file_column=email&file_language=ru", 422)
    assert person.page.locator("#reason-error").is_visible()
    ticked = person.page.locator("[name=file_column]:checked")
    assert [box.get_attribute("value") for box in ticked.all()] == ["email"]
    assert person.page.locator("[name=file_language]").input_value() == "ru"
    person.page.locator("[name=reason]").fill("request 78")
    with person.page.expect_download() as download:
        person.press("export.csv")
    with open(download.value.path(), encoding="utf-8-sig") as file:
        header, *rows = file.read().splitlines()
    assert header == STRINGS["ru"]["user.email"]
    assert rows and set(rows) <= {user["email"] for user in orchard.values() if user["plan"] == "premium"}


@pytest.fixture(scope="module")
def names(orchard):
    """Every user's name by id, as typed: spaces at the ends are not kept."""
    return {user["id"]: user["name"].strip() for user in orchard.values()}


def test_no_cell_of_the_csv_starts_a_formula_and_no_name_is_lost(open_browser, names):
    _, data = export(open_browser("en"), "export.csv", "sort=email")
    found = {}
    for row in read_csv(data)[1:]:
        assert not any(cell[:1] in ("=", "+", "-", "@", "\t", "\r") for cell in row), row
        found[row[0]] = row[2]
    for id_, name in names.items():
        assert found[id_].removeprefix("'") == name


def test_no_cell_of_the_workbook_is_a_formula_and_no_name_is_lost(open_browser, names):
    _, data = export(open_browser("en"), "export.xlsx", "sort=email")
    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    found = {}
    for row in sheet.iter_rows(min_row=2):
        assert all(cell.data_type != "f" and cell.hyperlink is None for cell in row)
        found[row[0].value] = row[2].value
    for id_, name in names.items():
        assert found[id_] == name


def test_the_file_comes_as_an_attachment_that_runs_nothing(open_browser, orchard):
    person = open_browser("en")
    answer = person.page.context.request.get(f"/t/orchard/users.csv?{FILTER}&reason=x")
    assert answer.status == 200
    assert answer.headers["content-disposition"].startswith("attachment")
    assert "sandbox" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


def test_an_export_needs_the_right_to_export(open_browser, orchard):
    assert open_browser("analyst").page.context.request.get("/t/orchard/users.csv?reason=x").status == 200
    moon = open_browser("moon").page.context.request
    assert moon.get("/t/orchard/users.csv?reason=x").status == 404
    assert moon.get("/t/moonlit/users.csv?reason=x").status == 404
    assert open_browser().page.context.request.get("/t/orchard/users.csv", max_redirects=0).status == 303


def test_ids_are_uuids_of_version_7(orchard):
    assert {uuid.UUID(user["id"]).version for user in orchard.values()} == {7}
