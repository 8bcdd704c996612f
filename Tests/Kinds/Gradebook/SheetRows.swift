import Sheets

extension [UInt8] {
    /// The rows of one of a workbook's visible sheets, counted from 0.
    func rows(ofSheet number: Int) throws -> [SheetRow] {
        let reader = try XLSXReader(self, at: .visible(number))
        var rows: [SheetRow] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }
}
