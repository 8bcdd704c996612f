"""What XLSX exports are measured against: the same cells through openpyxl's write-only mode.

    python3 xlsx_openpyxl.py out.xlsx < rows.tsv

Standard input as for xlsx_libxlsxwriter.c.
"""

import sys
from datetime import datetime, timedelta

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

TITLES = ["id", "email", "name", "status", "plan", "country", "language", "platform", "created", "last_seen"]
EPOCH = datetime(1970, 1, 1)

book = Workbook(write_only=True)
sheet = book.create_sheet("Users")
sheet.freeze_panes = "A2"
sheet.append(TITLES)


def date(text):
    if not text:
        return None
    # A date gets its number format by itself: yyyy-mm-dd h:mm:ss.
    return EPOCH + timedelta(seconds=int(text))


def text(value):
    if value[:1] != "=":
        return value
    # A plain value that starts with = would become a formula.
    cell = WriteOnlyCell(sheet, value)
    cell.data_type = "s"
    return cell


for line in sys.stdin:
    cells = line.rstrip("\n").split("\t")
    sheet.append([text(cell) for cell in cells[:8]] + [date(cell) for cell in cells[8:]])
book.save(sys.argv[1])
