/// Gives the rows of somebody's file, one after the other, each cell as text.
///
/// Memory is a row, a chunk and, of an XLSX, its shared texts; never the whole file's cells. Rows with nothing in them
/// are passed over, and counted: a row's number is the one that a spreadsheet shows beside it.
///
/// A class, so that one can be handed around as `any SheetReader`; it belongs to one thread at a time.
package protocol SheetReader: AnyObject {
    /// nil behind the last row. Throws `SheetProblem` for a file that can't be read on, and what its source throws.
    func next() throws -> SheetRow?
}

package struct SheetRow: Sendable, Equatable {
    /// From 1 on.
    package var number: Int
    /// Without empty cells at the end.
    package var cells: [String]

    package init(number: Int, cells: [String]) {
        self.number = number
        self.cells = cells
    }
}

/// Why a file can't be read, and where.
package struct SheetProblem: Error, Sendable, Equatable {
    package enum Reason: String, Sendable, CaseIterable {
        /// Neither UTF-8, UTF-16 nor, as it looks, Windows-1252.
        case unknownEncoding
        /// Zero bytes all over: a picture, a program, anything but text.
        case noText
        /// A `"` opens a cell and none closes it.
        case openQuote
        /// More than `SheetLimits.cell` bytes.
        case longCell
        case manyColumns
        case manyRows
        /// Nothing that opens as a ZIP file, or one without a workbook inside.
        case notWorkbook
        /// A password lies on it, or it is of the time before 2007, which looks the same from outside.
        case encrypted
        /// A name inside leads out of the archive.
        case pathTrick
        /// Grows beyond all measure when it is unpacked.
        case bomb
        /// Zip64, which no workbook of the size that is taken needs.
        case zip64
        /// A document type or entities, which no workbook has.
        case declaresEntities
        /// XML or compressed bytes that are damaged.
        case damaged
        case noSheet
    }

    package let reason: Reason
    /// 0 when it is about the whole file.
    package var row: Int
    package var column: Int

    package init(_ reason: Reason, row: Int = 0, column: Int = 0) {
        self.reason = reason
        self.row = row
        self.column = column
    }
}

package enum SheetLimits {
    /// Bytes of one cell, as UTF-8. Excel itself holds 32,767 characters.
    package static let cell = 131_072
    package static let columns = 256
    /// Excel's.
    package static let rows = 1_048_576
    /// Bytes of all parts of a workbook together, unpacked.
    package static let unpacked = 512 << 20
    /// Bytes of a workbook's shared texts.
    package static let sharedTexts = 64 << 20
}
