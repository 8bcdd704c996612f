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
    /// What a spreadsheet could not work out.
    package enum Fault: UInt8, Sendable, CaseIterable {
        /// The cell shows an error, `#DIV/0!` or the like, which is its text.
        case error
        /// A formula whose value the program that wrote the file has not stored.
        case noValue
    }

    /// From 1 on.
    package var number: Int
    /// Without empty cells at the end.
    package var cells: [String]
    /// By column, from 0 on.
    package var faults: [Int: Fault]

    package init(number: Int, cells: [String], faults: [Int: Fault] = [:]) {
        self.number = number
        self.cells = cells
        self.faults = faults
    }

    /// Bytes of its texts, and what its cells cost when they are empty.
    package var size: Int { cells.reduce(0) { $0 + $1.utf8.count + SheetLimits.emptyCell } }
}

/// Why a file can't be read, and where.
package struct SheetProblem: Error, Sendable, Equatable {
    package enum Reason: String, Sendable, CaseIterable {
        /// Neither UTF-8, UTF-16 nor, as its letters look, one of the encodings of Windows that are known.
        case unknownEncoding
        /// Zero bytes all over: a picture, a program, anything but text.
        case noText
        /// A `"` opens a cell and none closes it.
        case openQuote
        /// More than `SheetLimits.cell` bytes.
        case longCell
        /// More than `SheetLimits.row` bytes.
        case longRow
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
        /// A sheet of OpenDocument: `.ods`.
        case openDocument
        /// Whatever read it ended: out of memory or time, or by a fault of a library's.
        case unreadable
        /// Whoever takes the rows has no room for more.
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

package enum SheetLimits {
    /// Bytes of one cell, as UTF-8. Excel itself holds 32,767 characters.
    package static let cell = 131_072
    /// Bytes of one row, however its cells come by their texts.
    package static let row = 524_288
    package static let columns = 256
    /// What a cell costs without a text.
    package static let emptyCell = 4
    /// Excel's.
    package static let rows = 1_048_576
    /// Bytes of a workbook's shared texts.
    package static let sharedTexts = 64 << 20

    /// Bytes of all parts of a workbook together, unpacked, by the bytes that it has packed. A hundred for one is what Apache
    /// POI takes for a bomb as well; sheets have five to thirty.
    static func unpacked(from packed: Int) -> Int { min(512 << 20, 16 << 20 + 100 * packed) }

    /// Bytes of all cells of a workbook: a text that thousands of cells name counts with each.
    static func text(from packed: Int) -> Int { min(512 << 20, 32 << 20 + 100 * packed) }
}
