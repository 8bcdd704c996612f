/// Returns the rows of an uploaded file, one after the other, each cell as text.
///
/// Memory holds a row, a chunk and, for an XLSX, its shared texts; never all cells of the file. Empty rows are
/// skipped but counted: a row's number is the one that a spreadsheet shows beside it.
///
/// It is a class, so that it can be passed as `any SheetReader`; only one thread may use it at a time.
package protocol SheetReader: AnyObject {
    /// Returns nil after the last row. Throws `SheetProblem` if the rest of the file can't be read, and what its
    /// source throws.
    func next() throws -> SheetRow?
}

package struct SheetRow: Sendable, Equatable {
    /// A cell whose value a spreadsheet could not compute.
    package enum Fault: UInt8, Sendable, CaseIterable {
        /// The cell's text is an error, `#DIV/0!` or similar.
        case error
        /// The cell has a formula, but the program that wrote the file stored no value.
        case noValue
    }

    /// Counts from 1.
    package var number: Int
    /// Without the empty cells at the end of the row.
    package var cells: [String]
    /// By column, counted from 0.
    package var faults: [Int: Fault]
    /// The columns whose cell looks like a number with a sign in it, and is a text in a workbook: what wrote it knew no number, and the sign
    /// is as somebody typed it.
    package var texts: Set<Int>

    package init(number: Int, cells: [String], faults: [Int: Fault] = [:], texts: Set<Int> = []) {
        self.number = number
        self.cells = cells
        self.faults = faults
        self.texts = texts
    }

    /// The bytes of its texts, plus the cost of each cell, empty or not.
    package var size: Int { cells.reduce(0) { $0 + $1.utf8.count + SheetLimits.emptyCell } }
}

/// Why a file can't be read, and where.
package struct SheetProblem: Error, Sendable, Equatable {
    package enum Reason: String, Sendable, CaseIterable {
        /// Neither UTF-8, UTF-16 nor, by its letters, one of the known Windows encodings.
        case unknownEncoding
        /// Full of zero bytes: a picture, a program, anything but text.
        case noText
        /// A `"` opens a cell and none closes it.
        case openQuote
        /// More than `SheetLimits.cell` bytes.
        case longCell
        /// More than `SheetLimits.row` bytes.
        case longRow
        case manyColumns
        case manyRows
        /// The file is no ZIP file, or one without a workbook inside.
        case notWorkbook
        /// The workbook has a password, or is in the format before 2007: from outside both look the same.
        case encrypted
        /// A path inside leads out of the archive.
        case pathTrick
        /// It grows beyond all limits when it is unpacked.
        case bomb
        /// Zip64, which no workbook of the allowed size needs.
        case zip64
        /// A document type or entities, which no workbook uses.
        case declaresEntities
        /// XML or compressed bytes are damaged.
        case damaged
        case noSheet
        /// An OpenDocument sheet: `.ods`.
        case openDocument
        /// The process that read it ended: it ran out of memory or time, or a library failed.
        case unreadable
        /// The receiver of the rows has no more room.
        case noRoom
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

/// One of a workbook's sheets, counted from 0.
package enum SheetPlace: Sendable {
    /// Among those that a person sees.
    case visible(Int)
    /// Among all of them, in the order of the workbook.
    case any(Int)
}

package enum SheetLimits {
    /// Bytes of one cell, as UTF-8. Excel itself allows 32,767 characters.
    package static let cell = 131_072
    /// Bytes of one row, wherever its cells' texts are stored.
    package static let row = 524_288
    package static let columns = 256
    /// The most columns that a reader can be asked for, where a workbook has one for each day of some years.
    package static let mostColumns = 1024
    /// The cost of a cell without text.
    package static let emptyCell = 4
    /// Excel's limit.
    package static let rows = 1_048_576
    /// Bytes of a workbook's shared texts.
    package static let sharedTexts = 64 << 20

    /// The limit for all unpacked parts of a workbook together, by its packed size. Apache POI also treats a ratio of
    /// a hundred as a bomb; sheets have five to thirty.
    static func unpacked(from packed: Int) -> Int { min(512 << 20, 16 << 20 + 100 * packed) }

    /// The limit for the text of all cells of a workbook: a text that thousands of cells refer to counts once for
    /// each.
    static func text(from packed: Int) -> Int { min(512 << 20, 32 << 20 + 100 * packed) }
}
