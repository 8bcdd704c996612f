/// The independent reader: FILE TRUTH FORMAT. Truth has a line a row, and a letter and a value a cell.
enum PythonReader {
    static let script = #"""
        import csv, datetime, json, re, sys, uuid, zipfile
        from decimal import Decimal

        path, truth, format = sys.argv[1:4]
        EPOCH = datetime.datetime(1970, 1, 1)

        def moment(delta):
            try:
                return EPOCH + delta
            except OverflowError:
                return None

        def meaning(word):
            kind, value = word[0], word[1:]
            if kind == "t": return kind, bytes.fromhex(value).decode("utf-8", "replace")
            if kind == "i": return kind, int(value)
            if kind == "d": return kind, Decimal(value)
            if kind == "b": return kind, value == "true"
            if kind == "u": return kind, str(uuid.UUID(value))
            if kind == "T": return kind, moment(datetime.timedelta(seconds=int(value) // 1000000))
            if kind == "D": return kind, moment(datetime.timedelta(days=int(value)))
            return kind, None

        def plain(kind, value, separator):
            if value is None: return None
            if kind == "T": return value.isoformat(separator)
            if kind == "D": return value.date().isoformat()
            return value

        def threatens(text):
            return text.lstrip("' \ufeff")[:1] in tuple("=+-@\t\r\n＝＋－＠")

        def hides(text):
            return text.lstrip("'\" \ufeff")[:1] in tuple("=+-@＝＋－＠")

        def starts(text, at):
            return threatens(text) if at == 0 else text[at - 1] in ";\t\r\n" and hides(text[at:])

        def unguarded(text):
            return "".join(one for at, one in enumerate(text) if one != "'" or not starts(text, at))

        formulas = wrong = 0

        def read_csv():
            global formulas
            csv.field_size_limit(1 << 30)
            def check(kind, value, got):
                global formulas
                value = plain(kind, value, " ")
                if kind != "t":
                    if value is None: value = ""
                    if kind == "b": value = str(value).lower()
                    if kind == "d": return Decimal(got) == value and "e" not in got.lower()
                    return got == str(value)
                parts = re.split("[;\t\r\n]", got)[1:]
                if threatens(got) and got[0] != "'" or any(hides(one) and one[0] != "'" for one in parts):
                    formulas += 1
                return unguarded(got) == value.replace("\0", "\ufffd")
            with open(path, newline="", encoding="utf-8") as file:
                yield check
                reader = csv.reader(file, strict=True)
                next(reader)
                yield from reader

        def read_jsonl():
            def check(kind, value, got):
                value = plain(kind, value, "T")
                if kind == "T" and value is not None: value += "Z"
                return got == value and type(got) in ((int, Decimal) if kind == "d" else (type(value),))
            yield check
            with open(path, "rb") as file:
                for line in file.read().decode("utf-8").split("\n")[:-1]:
                    yield list(json.loads(line, parse_float=Decimal).values())

        def read_xlsx():
            import openpyxl
            from openpyxl.utils.escape import unescape
            assert zipfile.ZipFile(path).testzip() is None
            def check(kind, value, cell):
                global formulas
                got = cell.value
                if cell.data_type == "f": formulas += 1
                if kind == "t":
                    for bad in "\0\ufffe\uffff": value = value.replace(bad, "\ufffd")
                    units = value.encode("utf-16-le")
                    if len(units) > 2 * 32767:
                        value = units[:2 * 32766].decode("utf-16-le", "ignore") + "\u2026"
                    return value == "" and got is None or cell.data_type == "s" and unescape(got) == value
                if value is None: return got is None
                if kind in "TD" and value < datetime.datetime(1900, 3, 1): return got == plain(kind, value, " ")
                if kind in "TD": return cell.is_date and got == value
                if kind in "id" and len(Decimal(value).as_tuple().digits) > 15:
                    return Decimal(got) == value and cell.data_type == "s"
                if kind == "d": return cell.data_type == "n" and got == float(value)
                return got == value and cell.data_type == {"i": "n", "b": "b", "u": "s"}[kind]
            yield check
            sheet, = openpyxl.load_workbook(path).worksheets
            yield from list(sheet.iter_rows())[1:]

        rows = {"csv": read_csv, "jsonl": read_jsonl, "xlsx": read_xlsx}[format]()
        check, cells = next(rows), 0
        with open(truth) as file:
            expected = [line.split() for line in file]
        got = list(rows)
        if len(got) != len(expected): print(len(got), "rows instead of", len(expected))
        for number, (words, row) in enumerate(zip(expected, got)):
            if len(row) != len(words): print("row", number, "has", len(row), "cells")
            for word, cell in zip(words, row):
                cells += 1
                if not check(*meaning(word), cell):
                    wrong += 1
                    if wrong < 4: print("row", number, word[:200], "is", ascii(getattr(cell, "value", cell))[:200])
        print(cells, "cells,", wrong, "wrong,", formulas, "formulas")
        """#
}
