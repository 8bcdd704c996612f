// modules: Sheets
// files: Tests/FuzzedTests/Targets/XLSX.swift
@testable import Sheets

/// The parts of a workbook, in front of any compression: a sheet, its shared texts, its styles, the list of sheets and where they are.
enum WorkbookXML: Fuzzed {
    static let name = "workbook"
    static let longest = 16_384

    private static let paths = [
        "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml", "xl/workbook.xml",
        "xl/_rels/workbook.xml.rels", "_rels/.rels",
    ]

    static func read(_ bytes: [UInt8]) throws {
        let parts = bytes.split(separator: 0, maxSplits: paths.count - 1, omittingEmptySubsequences: false)
        let file = ZipFile()
        for (path, part) in zip(paths, parts) where !part.isEmpty { file.add(path, Array(part)) }
        if parts.count < 4 { file.add(paths[3], Array(#"<workbook r="r"><sheet id="a"/></workbook>"#.utf8)) }
        if parts.count < 5 { file.add(paths[4], Array(#"<Relationship Id="a" Target="worksheets/sheet1.xml"/>"#.utf8)) }
        file.finish()
        try XLSX.read(file.take())
    }
}
