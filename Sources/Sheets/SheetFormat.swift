/// The formats an export can have; the raw value is also the file's extension.
package enum SheetFormat: String, CaseIterable, Sendable {
    case csv, xlsx, jsonl

    /// From this many pending bytes on it pays to send them.
    package static let chunk = 65_536

    /// The zone that times of JSON Lines are given in: `Z` is their offset.
    package static let linesZone = "UTC"

    package var mediaType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        case .jsonl: "application/jsonl; charset=utf-8"
        }
    }

    /// - Parameters:
    ///   - name: the sheet's name, XLSX only; made to fit Excel's rules.
    ///   - rightToLeft: the sheet starts at the right edge, XLSX only.
    package func writer(name: String, rightToLeft: Bool = false) -> any SheetWriter {
        switch self {
        case .csv: CSVWriter()
        case .xlsx: XLSXWriter(name: name, rightToLeft: rightToLeft)
        case .jsonl: JSONLinesWriter()
        }
    }
}
