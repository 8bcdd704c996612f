"""Opens workbooks in LibreOffice with every cached value taken out, and says which cells come out otherwise than Roost wrote them.

Reads a folder of workbooks; LibreOffice computes a hundred of them in a run. A formula without a value can't be taken over by mistake: what
stands there afterwards was computed. A second folder gets what LibreOffice saved. Prints a line for each cell that differs, then `N formulas in M workbooks`.
"""
import math, re, shutil, subprocess, sys, tempfile, zipfile
from pathlib import Path
import openpyxl

folder = Path(sys.argv[1])
work = Path(tempfile.mkdtemp(prefix="recompute-"))
(work / "bare").mkdir()
books = sorted(folder.glob("*.xlsx"))
for book in books:
    with zipfile.ZipFile(book) as old, zipfile.ZipFile(work / "bare" / book.name, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            content = old.read(part)
            if part.startswith("xl/worksheets/"):
                content = re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1", content)
            new.writestr(part, content)
office = shutil.which("soffice") or shutil.which("libreoffice")
if office is None:
    sys.exit("LibreOffice is not installed: apt-get install libreoffice-calc-nogui")
said = ""
for begin in range(0, len(books), 100):
    done = subprocess.run(
        [office, "--headless", f"-env:UserInstallation=file://{work}/profile", "--convert-to", "xlsx:Calc MS Excel 2007 XML",
         "--outdir", str(work / "computed")] + [str(work / "bare" / book.name) for book in books[begin:begin + 100]],
        capture_output=True, text=True, timeout=3600)
    said = f"status {done.returncode}: {done.stdout} {done.stderr}"
    if not (work / "computed" / books[min(begin + 100, len(books)) - 1].name).exists():
        break
formulas = 0
for book in books:
    made = work / "computed" / book.name
    if not made.exists():
        sys.exit(f"{book.name} could not be opened: {said}")
    asked = openpyxl.load_workbook(book)
    mine, theirs = openpyxl.load_workbook(book, data_only=True), openpyxl.load_workbook(made, data_only=True)
    if mine.sheetnames != theirs.sheetnames:
        print(f"{book.name}: {mine.sheetnames} became {theirs.sheetnames}")
        continue
    for sheet in asked.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                ours, other = mine[sheet.title][cell.coordinate].value, theirs[sheet.title][cell.coordinate].value
                if isinstance(cell.value, str) and cell.value.startswith("="):
                    formulas += 1
                # Shares of points stand in hidden columns and are only compared with each other; a file has fifteen digits of them.
                if sheet.column_dimensions[cell.column_letter].hidden and isinstance(ours, float) and isinstance(other, (int, float)):
                    ours = other if math.isclose(ours, other, rel_tol=1e-14) else ours
                # A text without letters and a cell without a text are the same to a spreadsheet.
                if (ours or ours == 0) and ours != other or (other or other == 0) and ours != other:
                    print(f"{book.name} {sheet.title}!{cell.coordinate}: {ours!r} became {other!r} by {cell.value}")
if len(sys.argv) > 2:
    shutil.copytree(work / "computed", sys.argv[2])
print(f"{formulas} formulas in {len(books)} workbooks")
shutil.rmtree(work)
