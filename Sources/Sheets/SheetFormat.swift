/// The formats of an export; the raw value is also the file extension.
package enum SheetFormat: String, CaseIterable, Sendable {
    case csv, xlsx, jsonl

    /// The number of pending bytes from which it pays to send them.
    package static let chunk = 65_536

    /// The zone of times in JSON Lines: `Z` is their offset.
    package static let linesZone = "UTC"

    package var mediaType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        case .jsonl: "application/jsonl; charset=utf-8"
        }
    }

    /// - Parameters:
    ///   - name: the sheet's name, XLSX only; changed to fit Excel's rules.
    ///   - rightToLeft: the sheet starts at the right edge, XLSX only.
    ///   - above: lines above the table's header, XLSX only: what it is about.
    package func writer(name: String, rightToLeft: Bool = false, above: [String] = []) -> any SheetWriter {
        switch self {
        case .csv: CSVWriter()
        case .xlsx: XLSXWriter(name: name, rightToLeft: rightToLeft, above: above)
        case .jsonl: JSONLinesWriter()
        }
    }
}
