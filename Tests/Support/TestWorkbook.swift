import Foundation

/// A workbook whose one sheet is given cell by cell: what no writer of ours would write.
package enum TestWorkbook {
    private static let script = #"""
        import sys, zipfile
        main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
        parts = {
            "xl/workbook.xml": f'<workbook {main}><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
            "xl/worksheets/sheet1.xml": f'<worksheet {main}><sheetData>' + sys.argv[2] + '</sheetData></worksheet>',
        }
        with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:
            for name, text in parts.items(): z.writestr(name, text)
        """#

    /// `rows` is XML: `<row><c t="inlineStr"><is><t>x</t></is></c></row>`.
    package static func made(_ rows: String) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "workbook-\(UUID()).xlsx")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, file.path, rows]
        try process.run()
        process.waitUntilExit()
        return Array(try Data(contentsOf: file))
    }

    private static let reading = #"""
        import sys, zipfile, xml.etree.ElementTree as tree
        space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
        with zipfile.ZipFile(sys.argv[1]) as z:
            sheet = tree.fromstring(z.read("xl/worksheets/sheet1.xml"))
        if next(sheet.iter(space + "f"), None) is not None: sys.exit(3)
        # What a sheet is about may stand above the table, a line each.
        rows = [list(row) for row in sheet.iter(space + "row")]
        cells = next((row for row in rows if len(row) > 1), rows[0])
        if any(one.get("t") != "inlineStr" for one in cells): sys.exit(4)
        sys.stdout.write("\0".join("".join(text.text or "" for text in one.iter(space + "t")) for one in cells))
        """#

    /// The texts of the table's head, read by a program of others; nil if the sheet has a formula, or a head that is no inline text.
    package static func heads(of workbook: [UInt8]) throws -> [String]? {
        let file = FileManager.default.temporaryDirectory.appending(path: "workbook-\(UUID()).xlsx")
        try Data(workbook).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", reading, file.path]
        process.standardOutput = output
        try process.run()
        let told = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return String(decoding: told, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false).map(
            String.init)
    }

    /// Cells with these texts.
    package static func row(_ texts: [String]) -> String {
        let cells = texts.map { text in
            let safe = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            return "<c t=\"inlineStr\"><is><t xml:space=\"preserve\">\(safe)</t></is></c>"
        }
        return "<row>\(cells.joined())</row>"
    }
}
